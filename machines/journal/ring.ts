/** A row of numbered entries: the number of its first, how many they are, and what they weigh. */
interface Run {
  from: number;
  count: number;
  size: number;
}

/** The latest runs, as many as their entries and their size allow; the last one stays whatever it weighs. */
export function createRing<R extends Run>(most: number, largest: number, first = 1) {
  const runs: R[] = [];
  let next = first;
  let from = first;
  let size = 0;
  return {
    add(run: R): void {
      runs.push(run);
      next = run.from + run.count;
      size += run.size;
      while (runs.length > 1 && (next - from > most || size > largest)) {
        size -= runs.shift()!.size;
        from = runs[0]!.from;
      }
    },
    runs: (): readonly R[] => runs,
    /** Number of the first entry that is there, and of the one that comes next. */
    from: () => from,
    next: () => next,
    size: () => size,
  };
}
