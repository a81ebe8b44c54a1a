const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);

/** Where two pieces of plain data differ: `machines.operation.context.pause: 1000, not 2000`. Nothing when they are equal. */
export function differences(found: unknown, wanted: unknown, at = ''): string[] {
  if (Object.is(found, wanted)) return [];
  if (!isObject(found) || !isObject(wanted)) return [`${at}: ${short(found)}, not ${short(wanted)}`];
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])].flatMap((key) =>
    differences(found[key], wanted[key], at ? `${at}.${key}` : key),
  );
}
