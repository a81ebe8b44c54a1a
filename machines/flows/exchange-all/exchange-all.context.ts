import type { ExchangeAllForm } from '../../../contract/calls/exchange-all.ts';
import type { Operation } from '../../../contract/operation.ts';
import { troubleOf, type Trouble } from '../../form/trouble.ts';
import type { OperationInput } from '../../operation/operation.context.ts';
import type { Holding, Place } from '../../root/events.ts';
import { chosenWallets, type FormOutput } from './form.context.ts';

interface Left {
  id: string;
  into: string | null;
}

export interface ExchangeAllContext {
  account: string;
  into: string | null;
  leftOut: string[] | null;
  form: ExchangeAllForm | null;
  /** What the server said, or what broke. */
  trouble: Trouble | null;
  /** The operation that the address names, and how far it is known to be. */
  operation: string | null;
  step: 'unread' | 'reviewing' | 'sent';
  /** Its terms stand there to be confirmed. */
  onReview: boolean;
  /** An operation that goes on although its page was left. */
  leftBehind: Left | null;
  /** The check that the person came back from: the next one takes its place, so that only one of them can ever be sent. */
  replaces: string | null;
  outcome: Operation | null;
}

export interface Arrival {
  place: Place;
}
export interface Asked {
  output: FormOutput;
}

export const operationOfPlace = ({ query }: Place): string | null => query['operation'] || null;
export const intoOfPlace = ({ params }: Place): string | null => params['currency'] || null;

export const addressOf = (into: string | null, operation?: string): string =>
  `/exchange/all${into ? `/${into}` : ''}${operation === undefined ? '' : `?operation=${operation}`}`;

export const fresh = (place: Place): Omit<ExchangeAllContext, 'account' | 'leftBehind' | 'leftOut'> => ({
  into: intoOfPlace(place),
  form: null,
  trouble: null,
  operation: operationOfPlace(place),
  replaces: null,
  step: 'unread',
  onReview: false,
  outcome: null,
});

/** What would be left behind with this page: the form itself holds nothing that was typed. */
export const heldIn = ({ onReview }: ExchangeAllContext): Holding | null => (onReview ? 'terms alone' : null);

export const askOf = ({ into, form, leftOut, replaces }: ExchangeAllContext): OperationInput => ({
  params: { currency: into ?? '' },
  ask: {
    wallets: chosenWallets({ form, leftOut }).map(({ currency }) => currency.code),
    ...(replaces === null ? {} : { replaces }),
  },
});

export function objections(error: unknown, { replaces, into }: ExchangeAllContext): Partial<ExchangeAllContext> {
  const trouble = troubleOf(error);
  // What was to be replaced had been sent after all: it goes on, and can be looked at.
  const sent = trouble.code === 'already_submitted' && replaces !== null;
  return { trouble, ...(sent ? { leftBehind: { id: replaces, into }, replaces: null } : {}) };
}
