/**
 * Puts off what is asked while the same is under way, and then does all of it at once, at most so many. `wait` says
 * when, unless there are as many by now. One after the other: whatever there is to do, it is done by one connection.
 * @returns for each id whether `work` has done it; an error is that of everything that was done with it.
 */
export const together = (
  most: number,
  work: (ids: string[]) => Promise<string[]>,
  wait: () => Promise<void>,
): ((id: string) => Promise<boolean>) => {
  interface Asked {
    id: string;
    done: (is: boolean) => void;
    failed: (error: unknown) => void;
  }
  const waiting: Asked[] = [];
  let busy = false;
  const go = async (): Promise<void> => {
    busy = true;
    while (waiting.length > 0) {
      if (waiting.length < most) await wait();
      const now = waiting.splice(0, most);
      try {
        const done = new Set(await work([...new Set(now.map(({ id }) => id))]));
        for (const one of now) one.done(done.has(one.id));
      } catch (error) {
        for (const one of now) one.failed(error);
      }
    }
    busy = false;
  };
  return (id) =>
    new Promise((done, failed) => {
      waiting.push({ id, done, failed });
      if (!busy) void go();
    });
};
