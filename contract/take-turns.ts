/** Lets so many works of this process go on at the same time; the others wait for their turn, in their order. */
export const takeTurns = (most: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy >= most) await new Promise<void>((begin) => waiting.push(begin));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
};
