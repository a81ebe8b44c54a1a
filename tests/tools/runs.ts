import { deep } from './deep.ts';

const seed = process.env['SEED'];

/**
 * Parameters of a property: so many cases, more of them (twenty times as many) in a deep run, where the seed is given. In `npm test` it
 * follows from the commit; a run of vitest alone has one of its own, which a failure prints.
 */
export const runs = (cases: number, inDeep = cases * 20): { numRuns: number; seed?: number } => ({
  numRuns: deep ? inDeep : cases,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
});
