/** Whether this is the large run of `npm run test:deep`, which takes all that the run of every day takes a part of. */
export const deep = process.env['DEEP'] === '1';

/** All of them in a deep run, otherwise the first and every nth after it. */
export const everyNth = <Item>(items: readonly Item[], n: number): Item[] =>
  items.filter((_, at) => deep || at % n === 0);
