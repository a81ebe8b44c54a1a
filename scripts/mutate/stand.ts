import type { Model } from '../../machines/model.ts';

export { compare, search } from './judge.ts';

/** Loads a model from here, so that it is the one that sees the mutant. */
export const load = async (file: string): Promise<Model> =>
  ((await import(`../../${file}`)) as { default: Model }).default;
