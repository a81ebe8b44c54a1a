import type { Currency } from '../../contract/money.ts';

/** Digits behind the point that a limit always has: eighteen zeros tell nobody anything. */
export const limitScale = ({ kind, scale }: Pick<Currency, 'kind' | 'scale'>): number =>
  kind === 'crypto' ? 0 : scale;
