/** Requests of one process, as far as what runs beside them minds them. */
export interface Calm {
  /** A request begins; what it returns ends it. */
  enter(): () => void;
  /** Waits until few requests are under way, and no longer than so many milliseconds. */
  wait(most: number): Promise<void>;
}

/** So many requests leave room for other work. */
const few = 2;
/** Milliseconds: between two requests of a rush there are as few for less than this. */
const lull = 8;

export const createCalm = (): Calm => {
  let underWay = 0;
  /** When there were few last, as there still are. */
  let quiet = -Infinity;
  const waiting = new Set<() => void>();
  const isCalm = () => underWay <= few && performance.now() - quiet >= lull;
  let timer: NodeJS.Timeout | undefined;
  /** Looks when it may be calm. */
  const listen = (): void => {
    if (waiting.size === 0 || underWay > few) return;
    timer ??= setTimeout(look, lull);
  };
  const look = (): void => {
    timer = undefined;
    if (isCalm()) for (const go of waiting) go();
    else listen();
  };
  return {
    enter() {
      underWay += 1;
      return () => {
        underWay -= 1;
        if (underWay !== few) return;
        quiet = performance.now();
        listen();
      };
    },
    wait: (most) =>
      new Promise((resolve) => {
        if (isCalm()) return resolve();
        const go = () => {
          clearTimeout(enough);
          waiting.delete(go);
          resolve();
        };
        const enough = setTimeout(go, most);
        waiting.add(go);
        listen();
      }),
  };
};
