import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { cardsMachine, type CardsContext } from './cards.machine.ts';
import { cardId, closedOffers, sampleCard, sampleOffers } from '../../bank-card/bank-card.samples.ts';
import { nameOf, offerSights } from '../../bank-card/bank-card.sights.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as CardsContext;
const places = { list: samplePlace('cards-list', '/cards/list'), my: samplePlace('cards-my', '/cards/my') };
const input = (place: keyof typeof places) => ({ place: places[place], account: 'A-1001', site: null, email: null });

const offers = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { offers: all } = contextOf(snapshot);
  return [
    ...says('section.cards-list', 'section.cards-my', 'cards.list.text'),
    ...(all ?? []).flatMap((offer) => [
      ...offerSights(offer),
      ...says(offer.closed ? `card.closed.${offer.closed}` : 'cards.order'),
      ...(offer.closed === 'unverified' ? says('card.verify') : []),
    ]),
  ];
};

const mine = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { cards } = contextOf(snapshot);
  if (cards?.length === 0) return says('cards.none.title', 'cards.none.text', 'cards.none.order');
  return (cards ?? []).flatMap((card): Sight[] => [
    nameOf(card),
    ...says(`card.status.${card.status}`),
    ...(card.last_four === undefined ? [] : [{ text: `•• ${card.last_four}` }]),
    // What is in the wallet is nothing to pay with by a card whose month is over.
    ...(card.status === 'expired'
      ? []
      : [
          ...says('card.available'),
          { amount: { amount: card.available, currency: card.currency.code }, scale: card.currency.scale },
        ]),
  ]);
};

const some = [
  sampleCard('active'),
  sampleCard('frozen', { id: 'opsample0000000000032', last_four: '1881' }),
  sampleCard('expired', { id: 'opsample0000000000033', last_four: '0016' }),
];

export default defineModel({
  name: 'cards',
  title: { en: 'Cards', ru: 'Карты' },
  machine: cardsMachine,
  view: 'cards/cards',
  inputs: { 'cards on offer': input('list'), 'their own cards': input('my') },
  events: {
    'user.offer chosen': (snapshot) =>
      (contextOf(snapshot).offers ?? []).filter(({ closed }) => !closed).map(({ id }) => ({ value: id })),
    'user.card opened': (snapshot) => (contextOf(snapshot).cards ?? []).map(({ id }) => ({ value: id })),
    'user.retried': [{}],
    'house.arrived': [{ place: places.my }, { place: places.list }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'card.offers': {
      done: { 'the offers': answered({ items: sampleOffers }), 'none is open': answered({ items: closedOffers }) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'card.my': {
      done: {
        'three cards': answered({ items: some }),
        'one is being made': answered({ items: [sampleCard('ordered')] }),
        'one is on its way': answered({ items: [sampleCard('sent', { id: cardId })] }),
        'no cards': answered({ items: [] }),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'page.life': {
      next: {
        'the page is hidden': { type: 'port.hidden', at: at + 1_000 },
        'the page is seen': { type: 'port.shown', at: at + 2_000 },
        'the line is gone': { type: 'port.offline', at: at + 1_000 },
        'the line is back': { type: 'port.online', at: at + 2_000 },
      },
    },
  },
  facet: (snapshot) => {
    const { offers: all, cards, trouble, mine: own } = contextOf(snapshot);
    return own
      ? [cards?.map(({ status }) => status).join(' ') ?? '', trouble?.code ?? '']
      : [all?.some(({ closed }) => closed) ?? '', trouble?.code ?? ''];
  },
  eventWords: {
    'user.offer chosen': { en: 'choose a card', ru: 'выберите карту' },
    'user.card opened': { en: 'open a card', ru: 'откройте карту' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'port.hidden': { en: 'the page is hidden', ru: 'страница скрыта' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.offline': { en: 'the line is gone', ru: 'связь пропала' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    'offers.loading': {
      title: { en: 'The offers are read', ru: 'Предложения загружаются' },
      sees: () => says('section.cards-list', 'cards.loading'),
    },
    'offers.unread': {
      title: { en: 'The offers could not be read', ru: 'Предложения не загрузились' },
      sees: (snapshot) => [
        ...says('section.cards-list', 'cards.unread', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'offers.shown.resting': {
      title: { en: 'Cards that can be ordered', ru: 'Карты, которые можно заказать' },
      sees: offers,
    },
    'offers.shown.looking': {
      title: { en: 'Cards that can be ordered are read again', ru: 'Карты для заказа обновляются' },
      sees: offers,
    },
    'offers.shown.paused': {
      title: { en: 'Nobody looks at cards that can be ordered', ru: 'Карты для заказа не видны' },
      sees: offers,
    },
    'mine.loading': {
      title: { en: 'Their cards are read', ru: 'Карты загружаются' },
      sees: () => says('section.cards-my', 'cards.loading'),
    },
    'mine.unread': {
      title: { en: 'Their cards could not be read', ru: 'Карты не загрузились' },
      sees: (snapshot) => [
        ...says('section.cards-my', 'cards.unread', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'mine.shown.resting': { title: { en: 'Their cards', ru: 'Свои карты' }, sees: mine },
    'mine.shown.looking': { title: { en: 'Their cards are read again', ru: 'Карты обновляются' }, sees: mine },
    'mine.shown.paused': { title: { en: 'Nobody looks at the cards', ru: 'Карты не видны' }, sees: mine },
  },
});
