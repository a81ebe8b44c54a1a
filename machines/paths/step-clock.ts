interface Timer {
  id: number;
  due: number;
  ring: () => void;
}

/**
 * A clock for `createActor` that stands still. `step` goes to the next timer that is due and rings that one alone, so
 * that timers set by one another ring one by one. Times are ms since the clock was made.
 */
export interface StepClock {
  now(): number;
  setTimeout(ring: () => void, ms: number): number;
  clearTimeout(id: number): void;
  /** ms until the next timer rings; undefined when none is set. */
  next(): number | undefined;
  /** How many timers are set. */
  waiting(): number;
  /** How many were ever set. */
  made(): number;
  /** ms until each timer rings that was set after so many others, soonest first. */
  since(made: number): number[];
  step(): void;
  /** ms until each timer rings, in the order in which they were set. */
  dues(): number[];
  /** How the clock stands, and how to set it back to that: `again` sets the same timers once more, in the same order. */
  mark(): (again: () => void) => void;
}

export function createStepClock(): StepClock {
  const timers = new Map<number, Timer>();
  let now = 0;
  let made = 0;
  /** Timers that are being set again: each keeps its number and its time. */
  let coming: Timer[] = [];
  const first = (): Timer | undefined => {
    let best: Timer | undefined;
    for (const timer of timers.values()) if (!best || timer.due < best.due) best = timer;
    return best;
  };
  return {
    now: () => now,
    setTimeout(ring, ms) {
      const known = coming.shift();
      if (known) {
        timers.set(known.id, { ...known, ring });
        return known.id;
      }
      made += 1;
      timers.set(made, { id: made, due: now + Math.max(0, ms), ring });
      return made;
    },
    clearTimeout: (id) => void timers.delete(id),
    next() {
      const timer = first();
      return timer && timer.due - now;
    },
    waiting: () => timers.size,
    made: () => made,
    since: (before) =>
      [...timers.values()]
        .filter(({ id }) => id > before)
        .map(({ due }) => due - now)
        .sort((one, other) => one - other),
    dues: () => [...timers.values()].map(({ due }) => due - now),
    step() {
      const timer = first();
      if (!timer) throw new Error('no timer is set');
      timers.delete(timer.id);
      now = timer.due;
      timer.ring();
    },
    mark() {
      const then = { now, made, timers: [...timers.values()] };
      return (again) => {
        [now, made, coming] = [then.now, then.made, [...then.timers]];
        timers.clear();
        again();
      };
    },
  };
}
