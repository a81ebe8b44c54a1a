import type { ExchangeAsk, ExchangePair, LandingQuote } from '../../../contract/calls/exchange.ts';
import type { Currency } from '../../../contract/money.ts';
import { amountIn, type Entry, type Side } from '../../form/amount.ts';
import { choicesOf, pairsFor } from '../../form/pairs.ts';
import { readAmount } from '../../form/read-amount.ts';
import { fieldTrouble, isPremature, troubleOf, unreadable, withCurrencies, type Trouble } from '../../form/trouble.ts';
import type { Place } from '../../root/events.ts';

export interface LandingContext {
  account: string | null;
  /** Why the person is here, and not where they were or wanted to be. */
  why: Place['why'] | null;
  pairs: ExchangePair[];
  src: string;
  dst: string;
  entry: Entry;
  /** The server's own words about the amount: what it comes to, or why not. Of the entry as it stands, or none. */
  quote: LandingQuote | null;
  trouble: Trouble | null;
  corrections: number;
  /** Not a state: a page that opens unseen stands where the server's stood, and takes its screen over. */
  isSeen: boolean;
}

export const codesOf = (pair: ExchangePair | undefined): { src: string; dst: string } => ({
  src: pair?.src.code ?? '',
  dst: pair?.dst.code ?? '',
});

/** The pair that stands in the form. */
export const pairOf = ({ pairs, src, dst }: LandingContext): ExchangePair | undefined =>
  pairsFor(pairs, { give: src, get: dst })[0];

export const currencyOf = (context: LandingContext, side: Side): Currency | undefined =>
  pairOf(context)?.[side === 'give' ? 'src' : 'dst'];

const scaleOf = (context: LandingContext): number => currencyOf(context, context.entry.side)?.scale ?? 0;

export const askOf = (context: LandingContext): ExchangeAsk => ({
  src: context.src,
  dst: context.dst,
  side: context.entry.side,
  amount: amountIn(context.entry, scaleOf(context)) ?? '0',
});

/** The exchange flow takes the amount out of this address. */
export const exchangePath = (context: LandingContext): string =>
  `/exchange/${context.src}/${context.dst}?${context.entry.side}=${askOf(context).amount}`;

export const saidOf = (context: LandingContext, error: unknown): Trouble =>
  withCurrencies(
    fieldTrouble(error, 'amount') ?? troubleOf(error),
    currencyOf(context, 'give'),
    currencyOf(context, 'get'),
  );

/** Why the amount cannot be read; null when it can. */
export function amountProblem(context: LandingContext): Trouble | null {
  const read = readAmount(context.entry.text, scaleOf(context));
  return 'problem' in read ? unreadable(read.problem, scaleOf(context)) : null;
}

/** What of it the screen says now: not before a press what more typing may cure. */
export function shownProblem(context: LandingContext, corrected: boolean): Trouble | null {
  const problem = amountProblem(context);
  return problem && (corrected || !isPremature(problem)) ? problem : null;
}

export const giveChoices = ({ pairs }: LandingContext): Currency[] => choicesOf(pairs, 'src');
export const getChoices = ({ pairs, src }: LandingContext): Currency[] => choicesOf(pairs, 'dst', src);
