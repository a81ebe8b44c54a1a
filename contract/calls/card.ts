import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  card,
  cardAsk,
  cardDetails,
  cardLimitsChange,
  cardOffer,
  cardOperation,
  cardOrderForm,
  reveal,
  revealAsked,
} from '../card.ts';
import { added } from '../limits.ts';
import { operation } from '../operation.ts';

/** A card is named by the id of its order: nothing else is known of it before it is made. */
const byCard = z.object({ card: z.string() });

export const cardOffers = defineCall({
  name: 'card.offers',
  method: 'GET',
  path: '/api/card',
  body: 'none',
  basis: 'assumed',
  payload: z.object({ items: z.array(cardOffer) }),
});
export const cardMy = defineCall({
  name: 'card.my',
  method: 'GET',
  path: '/api/card/my',
  body: 'none',
  basis: 'assumed',
  note: 'cards and orders of cards that are under way, the newest first',
  payload: z.object({ items: z.array(card) }),
});
export const cardDetailsRead = defineCall({
  name: 'card.details',
  method: 'GET',
  path: '/api/card/details/:id',
  body: 'none',
  basis: 'assumed',
  note: 'the status of an order, and the card: the number is never in it',
  params: z.object({ id: z.string() }),
  payload: cardDetails,
  patience: added.statusAnswer,
});
export const cardOrderFormRead = defineCall({
  name: 'card.order_form',
  method: 'GET',
  path: '/api/card/order',
  body: 'none',
  basis: 'assumed',
  query: z.object({ offer: z.string() }),
  payload: cardOrderForm,
});
export const cardOrder = defineCall({
  name: 'card.order',
  method: 'POST',
  path: '/api/card/order',
  body: 'form',
  basis: 'assumed',
  note: 'the check: the id in its answer is that of the operation and of the card',
  input: cardAsk,
  payload: operation,
});
export const cardConfirm = defineCall({
  name: 'card.confirm',
  method: 'POST',
  path: '/api/card/order/confirm',
  body: 'json',
  basis: 'spec',
  input: byCard,
  payload: operation,
});
export const cardCancel = defineCall({
  name: 'card.cancel',
  method: 'POST',
  path: '/api/card/order/cancel',
  body: 'json',
  basis: 'spec',
  note: 'an order that the issuer has not been given yet; refused 409 `too_late` afterwards, one that has ended is answered as it ended',
  input: byCard,
  payload: operation,
});
export const cardFreeze = defineCall({
  name: 'card.freeze',
  method: 'POST',
  path: '/api/card/freeze',
  body: 'json',
  basis: 'added',
  note: 'a lost card is stopped at once, and may be found again; asked again it changes nothing',
  input: byCard,
  payload: card,
});
export const cardUnfreeze = defineCall({
  name: 'card.unfreeze',
  method: 'POST',
  path: '/api/card/unfreeze',
  body: 'json',
  basis: 'added',
  note: 'the way back from `card.freeze`',
  input: byCard,
  payload: card,
});
export const cardSetLimits = defineCall({
  name: 'card.limits',
  method: 'POST',
  path: '/api/card/limits',
  body: 'json',
  basis: 'added',
  note: 'lower than the highest of the offer, each by itself: one that is not named stays as it is; what is wrong is told by the field',
  input: z.object({ ...byCard.shape, ...cardLimitsChange.shape }),
  payload: card,
});
export const cardOperations = defineCall({
  name: 'card.operations',
  method: 'GET',
  path: '/api/card/operations',
  body: 'none',
  basis: 'added',
  note: 'what was paid with a card and what was declined, the newest first; `next` is the cursor of the page after it',
  query: z.object({ card: z.string(), cursor: z.optional(z.string()) }),
  payload: z.object({ items: z.array(cardOperation), next: z.nullable(z.string()) }),
});
export const cardAskReveal = defineCall({
  name: 'card.ask_reveal',
  method: 'POST',
  path: '/api/card/details/code',
  body: 'json',
  basis: 'added',
  note: 'the second step before a number is shown: a code by e-mail; a new letter voids the one before, and until it may go the one before is told of',
  input: byCard,
  payload: revealAsked,
});
export const cardReveal = defineCall({
  name: 'card.reveal',
  method: 'POST',
  path: '/api/card/details/reveal',
  body: 'json',
  basis: 'added',
  note: 'the code for one look at the number, at the issuer’s own origin',
  input: z.object({ ...byCard.shape, code: z.string().check(z.regex(/^\d{6}$/)) }),
  payload: reveal,
});

export const cardCalls = [
  cardOffers,
  cardMy,
  cardDetailsRead,
  cardOrder,
  cardCancel,
  cardConfirm,
  cardOrderFormRead,
  cardFreeze,
  cardUnfreeze,
  cardSetLimits,
  cardOperations,
  cardAskReveal,
  cardReveal,
];
