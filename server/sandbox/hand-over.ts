import * as z from 'zod/mini';

const atPath = z.object({ payment: z.object({ hand_over: z.object({ url: z.string().check(z.startsWith('/')) }) }) });
const list = z.object({ items: z.array(z.unknown()) });

const placed = (operation: unknown, origin: string): unknown => {
  const found = atPath.safeParse(operation);
  if (!found.success) return operation;
  // What was parsed says that these parts are there.
  const { payment, ...rest } = operation as { payment: { hand_over: { url: string } } };
  const { hand_over: handOver } = payment;
  return { ...rest, payment: { ...payment, hand_over: { ...handOver, url: `${origin}${handOver.url}` } } };
};

/**
 * An answer with the pay pages of the sandbox at the origin that this process's page allows: orders are kept with a path
 * alone, for that origin is another one after the next start.
 */
export const handOverAt = (payload: unknown, origin: string): unknown => {
  const several = list.safeParse(payload);
  if (!several.success) return placed(payload, origin);
  return { ...(payload as object), items: several.data.items.map((item) => placed(item, origin)) };
};
