import type { ExchangePair } from '../../contract/calls/exchange.ts';
import type { Currency } from '../../contract/money.ts';

/** Currency codes that a person gives and gets; an empty one is any. */
export interface Wish {
  give: string;
  get: string;
}

export const pairsFor = (pairs: ExchangePair[], { give, get }: Wish): ExchangePair[] =>
  pairs.filter(({ src, dst }) => (!give || src.code === give) && (!get || dst.code === get));

/** Each currency once, in the order of the list; `giving` keeps those that it can be exchanged into. */
export function choicesOf(pairs: ExchangePair[], side: 'src' | 'dst', giving = ''): Currency[] {
  const found = pairsFor(pairs, { give: giving, get: '' }).map((pair) => pair[side]);
  return [...new Map(found.map((currency) => [currency.code, currency])).values()];
}

/** The pair that is meant, or the nearest that exists: the same "give", else the first of all. */
export const nearestPair = (pairs: ExchangePair[], wish: Wish): ExchangePair | undefined =>
  pairsFor(pairs, wish)[0] ?? pairsFor(pairs, { give: wish.give, get: '' })[0] ?? pairs[0];
