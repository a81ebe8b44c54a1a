import type { CardAsk, CardOrderForm } from '../../../contract/card.ts';
import type { Operation } from '../../../contract/operation.ts';
import { objections } from '../../described-form/described-form.context.ts';
import { troubleOf, withCurrencies, type Trouble } from '../../form/trouble.ts';
import type { Ended } from '../../operation/around.chart.ts';
import type { FlowInput, Holding, Place } from '../../root/events.ts';
import { sentOf, type CardFormOutput } from './form.context.ts';

interface Left {
  id: string;
  offer: string | null;
}

export interface CardOrderContext {
  account: string;
  /** The card that the address names; null where it names none. */
  offer: string | null;
  form: CardOrderForm | null;
  values: Record<string, string>;
  /** The person has put something into the form here. */
  filledIn: boolean;
  /** What the server said about each field, and about all else; what broke. */
  wrong: Record<string, Trouble>;
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
export interface Filled {
  output: CardFormOutput;
}

const offerId = /^[a-z][a-z0-9_]{1,39}$/;
export const offerOfPlace = ({ params, query }: Place): string | null => {
  const named = params['id'] || query['offer'] || '';
  return offerId.test(named) ? named : null;
};
export const operationOfPlace = ({ query }: Place): string | null => query['operation'] || null;

export const listPath = '/cards/list';
export const formPath = (offer: string | null): string => (offer === null ? listPath : `/cards/order/${offer}`);
export const operationPath = ({ id, offer }: Left): string =>
  `/cards/order/confirm?operation=${id}${offer === null ? '' : `&offer=${offer}`}`;

export const fresh = (place: Place): Omit<CardOrderContext, 'account' | 'leftBehind'> => ({
  ...{ offer: offerOfPlace(place), form: null, values: {}, filledIn: false, wrong: {}, trouble: null },
  ...{ operation: operationOfPlace(place), replaces: null, step: 'unread', onReview: false, outcome: null },
});

export const begun = ({ place, account }: FlowInput): CardOrderContext => ({
  ...fresh(place),
  account: account ?? '',
  leftBehind: null,
});

/** What would be left behind with this page; nothing once an order was sent: it goes on without it. */
export const heldIn = ({ operation, filledIn, onReview }: CardOrderContext): Holding | null => {
  if (onReview) return filledIn ? 'terms' : 'terms alone';
  return operation === null && filledIn ? 'amount' : null;
};

export const askOf = (context: CardOrderContext): CardAsk => ({
  ...sentOf(context),
  offer: context.offer ?? '',
  ...(context.replaces === null ? {} : { replaces: context.replaces }),
});

/** The order that came to nothing as a form: where it was to be sent is read again. */
export const repeated: Partial<CardOrderContext> = {
  ...{ form: null, filledIn: false, wrong: {}, trouble: null },
  ...{ operation: null, replaces: null, step: 'unread', outcome: null },
};

/** What the server said, and the order that was to be replaced where it had been sent after all: it goes on. */
export function turnedAway({ output }: Ended, { form, offer, replaces }: CardOrderContext): Partial<CardOrderContext> {
  if (output.kind !== 'rejected') return {};
  const { wrong, trouble } = objections(output.error, form);
  const currency = form?.offer.currency;
  const sent = replaces !== null && troubleOf(output.error).code === 'already_submitted';
  return {
    wrong,
    trouble: trouble && withCurrencies(trouble, currency, currency),
    ...(sent ? { replaces: null, leftBehind: { id: replaces, offer } } : {}),
  };
}
