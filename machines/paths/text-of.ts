/** Most steps leave most contexts as they are, the very same objects: none is written out twice. Nothing changes them. */
export const writer = (replacer?: (key: string, value: unknown) => unknown) => {
  const known = new WeakMap<object, string>();
  const write = (data: unknown) => String(JSON.stringify(data, replacer));
  return (data: unknown): string => {
    if (typeof data !== 'object' || data === null) return write(data);
    const text = known.get(data) ?? write(data);
    known.set(data, text);
    return text;
  };
};

/** Plain data as JSON. */
export const textOf = writer();
