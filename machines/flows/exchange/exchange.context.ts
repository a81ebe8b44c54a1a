import {
  exchangeLanding,
  type ExchangeAsk,
  type ExchangeForm,
  type LandingQuote,
} from '../../../contract/calls/exchange.ts';
import type { Operation } from '../../../contract/operation.ts';
import { amountIn, entryOfQuery, noEntry, set, type Entry } from '../../form/amount.ts';
import { currencyOf } from '../../form/quote.ts';
import { fieldTrouble, troubleOf, type Trouble } from '../../form/trouble.ts';
import type { Holding, Place } from '../../root/events.ts';
import type { FormOutput } from './form.context.ts';

interface Left {
  id: string;
  src: string;
  dst: string;
}

export interface ExchangeContext {
  account: string;
  src: string;
  dst: string;
  /** What the form holds, as it was when it was left. */
  entry: Entry;
  form: ExchangeForm | null;
  formPath: string;
  /** The person has put an amount into it here: one that came from elsewhere stands there again. */
  filledIn: boolean;
  /** What the home page showed for it, until the first form is read. */
  quoted: LandingQuote | null;
  /** What the server said about the amount, and about all else; what broke. */
  refused: Trouble | null;
  trouble: Trouble | null;
  /** The operation that the address names, and how far it is known to be. */
  operation: string | null;
  step: 'unread' | 'reviewing' | 'sent';
  /** Its terms stand there to be confirmed. */
  onReview: boolean;
  /** An operation that goes on although its page was left, with its own pair. */
  leftBehind: Left | null;
  /** The check that the person came back from: the next one takes its place, so that only one of them can ever be sent. */
  replaces: string | null;
  outcome: Operation | null;
}

export interface Arrival {
  place: Place;
}
export interface Filled {
  output: FormOutput;
}

export const operationOfPlace = ({ query }: Place): string | null => query['operation'] || null;

export const isPair = ({ params }: Place, { src, dst }: ExchangeContext): boolean =>
  params['src'] === src && params['dst'] === dst;

export const fresh = (place: Place): Omit<ExchangeContext, 'account' | 'leftBehind'> => ({
  src: place.params['src'] ?? '',
  dst: place.params['dst'] ?? '',
  entry: entryOfQuery(place.query) ?? noEntry,
  form: null,
  formPath: '',
  filledIn: false,
  quoted: exchangeLanding.payload.safeParse(place.quoted).data ?? null,
  refused: null,
  trouble: null,
  operation: operationOfPlace(place),
  replaces: null,
  step: 'unread',
  onReview: false,
  outcome: null,
});

/** The finished operation as a form: its own pair, and the amount as it was asked for. */
export const repeated = ({ give_currency, get_currency, asked }: Operation): Partial<ExchangeContext> => ({
  src: give_currency.code,
  dst: get_currency.code,
  entry: set(asked.side, asked.amount),
  form: null,
  filledIn: false,
  operation: null,
  replaces: null,
  step: 'unread',
  outcome: null,
});

/** What would be left behind with this page; nothing once an operation was sent: it goes on without it. */
export const heldIn = ({ operation, filledIn, onReview }: ExchangeContext): Holding | null =>
  onReview ? 'terms' : operation === null && filledIn ? 'amount' : null;

export const pathOf = ({ src, dst }: Pick<ExchangeContext, 'src' | 'dst'>): string => `/exchange/${src}/${dst}`;

const askOf = ({ src, dst, entry, form, replaces }: ExchangeContext): ExchangeAsk => ({
  src,
  dst,
  side: entry.side,
  amount: (form && amountIn(entry, currencyOf(form, entry.side).scale)) ?? '0',
  ...(replaces === null ? {} : { replaces }),
});

/** The operation of the address, or else what is asked for. */
export const operationInput = ({ context }: { context: ExchangeContext }) => ({
  kind: 'exchange' as const,
  ...(context.operation === null ? { ask: askOf(context) } : { id: context.operation }),
});

/** What the server said: about the amount it stands under the field, about all else above the form. */
export function objections(error: unknown, { src, dst, replaces }: ExchangeContext): Partial<ExchangeContext> {
  const refused = fieldTrouble(error, 'amount');
  if (refused) return { refused, trouble: null };
  const trouble = troubleOf(error);
  // The exchange that was to be replaced had been sent after all: it goes on, and can be looked at.
  const sent = trouble.code === 'already_submitted' && replaces !== null;
  return { refused: null, trouble, ...(sent ? { leftBehind: { id: replaces, src, dst }, replaces: null } : {}) };
}
