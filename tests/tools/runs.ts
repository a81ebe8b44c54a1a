import { deep } from './deep.ts';

const seed = process.env['SEED'];

/**
 * Parameters of a property: so many cases, twenty times as many in a deep run, where the seed is given. Elsewhere each
 * run has a seed of its own, which a failure prints.
 */
export const runs = (cases: number): { numRuns: number; seed?: number } => ({
  numRuns: deep ? cases * 20 : cases,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
});
