import type { ExchangeForm } from '../../../contract/calls/exchange-form.ts';
import { exchangeLanding, type ExchangeAsk, type LandingQuote } from '../../../contract/calls/exchange.ts';
import type { Operation } from '../../../contract/operation.ts';
import { amountIn, entryOfQuery, noEntry, set, type Entry } from '../../form/amount.ts';
import { currencyOf } from '../../form/quote.ts';
import { amountTrouble, troubleOf, type Trouble } from '../../form/trouble.ts';
import type { Rejected } from '../../operation/operation.context.ts';
import type { Place } from '../../root/events.ts';
import type { FormOutput } from './form.context.ts';
import {
  begunWith,
  operationOfQuery,
  replacing,
  sentAfterAll,
  type AroundContext,
} from '../../operation/around.context.ts';

interface Left {
  id: string;
  src: string;
  dst: string;
}

export interface ExchangeContext extends AroundContext<Left> {
  src: string;
  dst: string;
  /** What the form holds, as it was when it was left. */
  entry: Entry;
  /** The address says an amount, also to whoever loads it anew. */
  ofAddress: boolean;
  form: ExchangeForm | null;
  formPath: string;
  /** The person has put an amount into it here: one that came from elsewhere stands there again. */
  filledIn: boolean;
  /** It stands on the other side of the pair that it was put into. */
  swapped: boolean;
  /** What the home page showed for it, until the first form is read. */
  quoted: LandingQuote | null;
  /** What the server said about the amount. */
  refused: Trouble | null;
}

export interface Filled {
  output: FormOutput;
}

export const isPair = ({ params }: Place, { src, dst }: ExchangeContext): boolean =>
  params['src'] === src && params['dst'] === dst;

export const saysAmount = ({ query }: Place): boolean => entryOfQuery(query) !== null;

export const fresh = (place: Place): Omit<ExchangeContext, 'account' | 'leftBehind'> => ({
  src: place.params['src'] ?? '',
  dst: place.params['dst'] ?? '',
  entry: entryOfQuery(place.query) ?? noEntry,
  ofAddress: saysAmount(place),
  form: null,
  formPath: '',
  filledIn: false,
  swapped: false,
  quoted: exchangeLanding.payload.safeParse(place.quoted).data ?? null,
  refused: null,
  ...begunWith(operationOfQuery(place)),
});

/** The operation as a form: its own pair, and the amount as it was asked for. */
export const filledBy = ({ give_currency, get_currency, asked }: Operation): Partial<ExchangeContext> => ({
  src: give_currency.code,
  dst: get_currency.code,
  entry: set(asked.side, asked.amount),
  form: null,
  filledIn: false,
  swapped: false,
});

export const pathOf = ({ src, dst }: Pick<ExchangeContext, 'src' | 'dst'>): string => `/exchange/${src}/${dst}`;

const askOf = ({ src, dst, entry, form, replaces }: ExchangeContext): ExchangeAsk => ({
  src,
  dst,
  side: entry.side,
  amount: (form && amountIn(entry, currencyOf(form, entry.side).scale)) ?? '0',
  ...replacing({ replaces }),
});

/** The operation of the address, or else what is asked for. */
export const operationInput = ({ context }: { context: ExchangeContext }) => ({
  kind: 'exchange' as const,
  ...(context.operation === null ? { ask: askOf(context) } : { id: context.operation }),
});

/** What the server said: about the amount it stands under the field, about all else above the form. */
export function objections(
  { error, operation }: Rejected,
  { src, dst, replaces }: ExchangeContext,
): Partial<ExchangeContext> {
  const refused = amountTrouble(error, operation);
  if (refused) return { refused, trouble: null };
  return {
    refused: null,
    trouble: troubleOf(error),
    ...sentAfterAll(error, { replaces }, (id) => ({ id, src, dst })),
  };
}
