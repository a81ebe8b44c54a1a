import type { Card, CardOffer } from '../../contract/card.ts';
import { brandNames } from '../../contract/card.ts';
import { says } from '../form/sights.ts';
import type { Sight } from '../model.ts';

/** What is said of a card, wherever it is shown. */
export const nameOf = ({ kind, brand, currency }: Pick<Card, 'kind' | 'brand' | 'currency'>): Sight => ({
  message: `card.order.what.${kind}`,
  params: { brand: brandNames[brand], currency: currency.code },
});

export const offerSights = ({ price, limits, currency, delivery, cancel, ...offer }: CardOffer): Sight[] => [
  nameOf({ ...offer, currency }),
  ...says('cards.price', 'cards.once', 'cards.day', 'fact.cancel'),
  { amount: price, scale: currency.scale },
  { amount: { amount: limits.once, currency: currency.code }, scale: currency.scale },
  { amount: { amount: limits.day, currency: currency.code }, scale: currency.scale },
  ...(delivery ? [...says('fact.delivery'), { message: 'card.order.days', params: delivery }] : []),
  cancel < 60
    ? { message: 'card.order.cancel.seconds', params: { n: cancel } }
    : { message: 'card.order.cancel.minutes', params: { n: Math.floor(cancel / 60) } },
];
