import { describe, test } from 'vitest';

/** Whether this is the large run of `npm run test:deep`, which takes all that the run of every day takes a part of. */
export const deep = process.env['DEEP'] === '1';

const seed = Number(process.env['SEED'] ?? 0);

/** All of them in a deep run, otherwise every nth, from another one on with each commit: their turn comes. */
export const everyNth = <Item>(items: readonly Item[], n: number): Item[] =>
  items.filter((_, at) => deep || (at + seed) % n === 0);

const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
/** A test of a deep run; in that of every day it is not there, so that nothing counts as skipped. */
export const deepTest = deep ? test : (nothing as typeof test);
export const deepDescribe = deep ? describe : (nothing as typeof describe);
