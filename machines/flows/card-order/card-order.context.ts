import type { CardAsk, CardOrderForm } from '../../../contract/card.ts';
import type { Operation } from '../../../contract/operation.ts';
import { objections } from '../../described-form/described-form.context.ts';
import { withCurrencies, type Trouble } from '../../form/trouble.ts';
import type { Ended } from '../../operation/around.chart.ts';
import type { FlowInput, Holding, Place } from '../../root/events.ts';
import { sentOf, type CardFormOutput } from './form.context.ts';
import {
  anew,
  begunWith,
  heldBy,
  operationOfQuery,
  replacing,
  sentAfterAll,
  type AroundContext,
} from '../../operation/around.context.ts';

interface Left {
  id: string;
  offer: string | null;
}

export interface CardOrderContext extends AroundContext<Left> {
  /** The card that the address names; null where it names none. */
  offer: string | null;
  form: CardOrderForm | null;
  values: Record<string, string>;
  /** The person has put something into the form here. */
  filledIn: boolean;
  oldWords: boolean;
  /** What the server said about each field. */
  wrong: Record<string, Trouble>;
}

export interface Filled {
  output: CardFormOutput;
}

const offerId = /^[a-z][a-z0-9_]{1,39}$/;
export const offerOfPlace = ({ params, query }: Place): string | null => {
  const named = params['id'] || query['offer'] || '';
  return offerId.test(named) ? named : null;
};

export const listPath = '/cards/list';
export const formPath = (offer: string | null): string => (offer === null ? listPath : `/cards/order/${offer}`);
export const operationPath = ({ id, offer }: Left): string =>
  `/cards/order/confirm?operation=${id}${offer === null ? '' : `&offer=${offer}`}`;

export const fresh = (place: Place): Omit<CardOrderContext, 'account' | 'leftBehind'> => ({
  ...{ offer: offerOfPlace(place), form: null, values: {}, filledIn: false, wrong: {}, oldWords: false },
  ...begunWith(operationOfQuery(place)),
});

export const begun = ({ place, account }: FlowInput): CardOrderContext => ({
  ...fresh(place),
  account: account ?? '',
  leftBehind: null,
});

/** What would be left behind with this page; nothing once an order was sent: it goes on without it. */
export const heldIn = (context: CardOrderContext): Holding | null =>
  context.onReview && !context.filledIn ? 'terms alone' : heldBy(context);

export const askOf = (context: CardOrderContext): CardAsk => ({
  ...sentOf(context),
  offer: context.offer ?? '',
  ...replacing(context),
});

/** The order as a form: where the card was to be sent, as far as it tells that. */
export const filledBy = ({ values = {} }: Operation): Partial<CardOrderContext> => ({ values });

/** The order that came to nothing as a form: where it was to be sent is read again. */
export const repeated: Partial<CardOrderContext> = {
  ...{ form: null, filledIn: false, wrong: {}, trouble: null },
  ...anew,
};

/** What the server said, and the order that was to be replaced where it had been sent after all: it goes on. */
export function turnedAway({ output }: Ended, { form, offer, replaces }: CardOrderContext): Partial<CardOrderContext> {
  if (output.kind !== 'rejected') return {};
  const { wrong, trouble } = objections(output.error, form, null);
  const currency = form?.offer.currency ?? output.operation?.give_currency;
  return {
    wrong,
    trouble: trouble && withCurrencies(trouble, currency, currency),
    ...sentAfterAll(output.error, { replaces }, (id) => ({ id, offer })),
  };
}
