/** One `className` out of those that are there. */
export const join = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
