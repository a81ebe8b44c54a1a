/** Requests of one process, as far as what runs beside them minds them. */
export interface Calm {
  /** A request begins; what it returns ends it. */
  enter(): () => void;
  /** Waits until few requests are under way, and no longer than so many milliseconds. */
  wait(most: number): Promise<void>;
}

/** So many requests leave room for other work. */
const few = 2;

export const createCalm = (): Calm => {
  let underWay = 0;
  const waiting = new Set<() => void>();
  return {
    enter() {
      underWay += 1;
      return () => {
        underWay -= 1;
        if (underWay <= few) for (const go of waiting) go();
      };
    },
    wait: (most) =>
      new Promise((resolve) => {
        if (underWay <= few) return resolve();
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, most);
        waiting.add(go);
      }),
  };
};
