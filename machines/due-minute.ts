const minute = 60_000;

/** The minute by which something is usually done, of moments in ms; null where that is over. */
export const dueMinute = (by: number, now: number): number | null =>
  now > by ? null : Math.ceil(by / minute) * minute;
