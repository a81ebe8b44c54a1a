const over: string[] = [];

/** Prints a figure beside what it may be at most, and remembers one that is more. */
export const held = (name: string, figure: number, limit: number, { digits = 0, more = '' } = {}): void => {
  console.log(`${name.padEnd(40)}${figure.toFixed(digits).padStart(9)}   of ${limit.toFixed(digits)}${more}`);
  if (!(figure <= limit)) over.push(`${name}: ${figure.toFixed(digits)} of ${limit.toFixed(digits)}`);
};

/** The same of what must be at least so much. */
export const heldAbove = (name: string, figure: number, limit: number, { digits = 0, more = '' } = {}): void => {
  console.log(`${name.padEnd(40)}${figure.toFixed(digits).padStart(9)}   at least ${limit.toFixed(digits)}${more}`);
  if (!(figure >= limit)) over.push(`${name}: ${figure.toFixed(digits)}, not ${limit.toFixed(digits)}`);
};

/** What was not within its limit. */
export const beyond = (): readonly string[] => over;
