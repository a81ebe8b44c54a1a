/**
 * Where a promise comes from: `spec` is written in the specification, `assumed` is named there without its shape,
 * `added` is ours and says why.
 */
export type Basis = 'spec' | 'assumed' | 'added';
