/**
 * Operations that nobody outside executes, from whoever confirms them to whoever ends them in the same process. Their jobs
 * are due a moment later, for when this process does not live to do it.
 */
export interface HandOver {
  give(id: string): void;
  /** What comes from here on; what it returns ends that. */
  take(work: (id: string) => void): () => void;
}

/** Milliseconds by which a job lets the process that has confirmed go first. */
export const headStart = 1_000;

export const createHandOver = (): HandOver => {
  const takers = new Set<(id: string) => void>();
  return {
    give(id) {
      for (const work of takers) work(id);
    },
    take(work) {
      takers.add(work);
      return () => void takers.delete(work);
    },
  };
};
