import { defineCall } from '../call.ts';

/** The calls of card: names, methods, paths and kinds of body. Their shapes come with the flow that uses them. */
export const cardCalls = [
  defineCall({ name: 'card.offers', method: 'GET', path: '/api/card', body: 'none', basis: 'assumed' }),
  defineCall({ name: 'card.my', method: 'GET', path: '/api/card/my', body: 'none', basis: 'assumed' }),
  defineCall({ name: 'card.details', method: 'GET', path: '/api/card/details/:id', body: 'none', basis: 'assumed' }),
  defineCall({ name: 'card.order', method: 'POST', path: '/api/card/order', body: 'form', basis: 'assumed' }),
  defineCall({ name: 'card.cancel', method: 'POST', path: '/api/card/order/cancel', body: 'json', basis: 'spec' }),
  defineCall({ name: 'card.confirm', method: 'POST', path: '/api/card/order/confirm', body: 'json', basis: 'spec' }),
  defineCall({ name: 'card.order_form', method: 'GET', path: '/api/card/order', body: 'none', basis: 'assumed' }),
];
