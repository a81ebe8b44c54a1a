import { Refusal } from './refusal.ts';

/**
 * What a failed call tells. Input that only the database found wrong (class 22) is the asker's fault; a lost
 * connection, a deadlock or a full server may pass; the rest is ours, and nothing of it is told.
 */
export const toRefusal = (error: unknown, report: (error: unknown) => void): Refusal => {
  if (error instanceof Refusal) return error;
  report(error);
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return new Refusal(500, 'internal');
  if (/^22[0-9A-Z]{3}$/.test(code)) return new Refusal(422, 'invalid');
  if (/^(08|40|53|55|57)[0-9A-Z]{3}$/.test(code) || /^E[A-Z]+$/.test(code))
    return new Refusal(503, 'unavailable', { retryAfter: 1 });
  return new Refusal(500, 'internal');
};
