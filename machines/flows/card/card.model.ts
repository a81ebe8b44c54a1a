import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Card, CardOperation } from '../../../contract/card.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { calledIn, says, seesIn, tells } from '../../form/sights.ts';
import type { ListContext } from '../../list/list.machine.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import { minuteTicks } from '../../list/list.model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { cardId, sampleCard, sampleOrder } from '../../bank-card/bank-card.samples.ts';
import { nameOf } from '../../bank-card/bank-card.sights.ts';
import type { CardContext } from './card.context.ts';
import { cardMachine } from './card.machine.ts';
import { issuer, limitsOutcomes, lookOutcomes, operationsOutcomes } from './card.samples.ts';
import limitsModel from './limits.model.ts';
import lookModel from './look.model.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as CardContext;
const place = (card: string) => samplePlace('cards-my-card', `/cards/my/${card}`, { card });
const another = 'opsample0000000000032';

const course: readonly Card['status'][] = ['ordered', 'sent', 'active', 'frozen', 'expired'];

/** What is made goes back to no earlier stage, whichever of these answers: then it is told as it stands. */
const told =
  (status: Card['status'], isPlaced = true) =>
  ({ asker }: Asked) => {
    // The part with the limits asks too, and knows no card.
    const { known = null } = asker.context as Partial<CardContext>;
    const isBehind = known !== null && status !== 'active' && course.indexOf(status) < course.indexOf(known.status);
    const card = sampleCard(isBehind ? known.status : status, known === null ? {} : { kind: known.kind });
    const { place: where, ...order } = sampleOrder(card.status === 'ordered' ? 'processing' : 'completed');
    return answered({ ...order, ...(isPlaced && { place: where }), card });
  };

const listIn = ({ children }: AnyMachineSnapshot) => {
  const list = (children as Record<string, AnyActorRef | undefined>)['list'];
  return list ? (list.getSnapshot() as AnyMachineSnapshot) : null;
};

/** What was paid with it, and what was not, with the reason in words. */
const payments = (snapshot: AnyMachineSnapshot): Sight[] => {
  const list = listIn(snapshot);
  if (!list) return [];
  const { items, next, newer, trouble } = list.context as ListContext;
  const rows = items as CardOperation[];
  if (rows.length === 0)
    return [
      ...says('card_payments.title'),
      ...(list.hasTag('busy') ? says('card_payments.loading') : []),
      ...(list.matches('empty') ? says('card_payments.none') : []),
      ...(list.matches('failed') ? [...says('card_payments.unread', 'form.retry'), ...tells(trouble)] : []),
    ];
  return [
    ...says('card_payments.title', ...(newer ? (['list.newer'] as const) : [])),
    ...rows.flatMap(({ merchant, amount, reason }): Sight[] => [
      { text: merchant },
      { amount, scale: 2 },
      ...(reason ? says(`card.declined.${reason}`) : []),
    ]),
    ...(next === null ? [] : says(list.hasTag('busy') ? 'list.loading_more' : trouble ? 'form.retry' : 'list.more')),
    ...tells(trouble),
  ];
};

const head = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { known } = contextOf(snapshot);
  if (!known) return [];
  return [
    nameOf(known),
    ...says(`card.status.${known.status}`),
    ...(known.last_four === undefined ? [] : [{ text: `•• ${known.last_four}` }]),
  ];
};

const making = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...head(snapshot),
  ...says('card.ordered.text', 'card.order.open'),
];

/** A change was sent, and nobody has heard what became of it. */
const isInDoubt = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ made: 'finding out' }) || snapshot.matches({ made: 'unknown' });

const made = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { known, trouble, order } = contextOf(snapshot);
  if (!known) return [];
  const { currency, available, spent, status, arrives } = known;
  const amount = (value: string): Sight => ({
    amount: { amount: value, currency: currency.code },
    scale: currency.scale,
  });
  return [
    ...head(snapshot),
    ...says('card.available', 'card.spent'),
    ...(known.expires === undefined ? [] : says('card.expires')),
    ...[amount(available), amount(spent)],
    ...(status === 'active' ? says('card.freeze') : []),
    ...(status === 'frozen' ? says('card.unfreeze') : []),
    ...(status === 'frozen' && !isInDoubt(snapshot) ? says('card.frozen.text') : []),
    ...(status === 'sent' ? says('card.sent.text') : []),
    ...(order === null ? [] : says('card.receipt')),
    ...(arrives ? says('card.arrives') : []),
    ...tells(trouble),
    ...seesIn(lookModel, 'look')(snapshot),
    ...seesIn(limitsModel, 'limits')(snapshot),
    ...payments(snapshot),
  ];
};

/** Its month is over: nothing is offered but what was paid with it. */
const over = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...head(snapshot),
  ...says(
    'card.expires',
    'card.expired.text',
    ...(contextOf(snapshot).order === null ? [] : (['card.receipt'] as const)),
  ),
  ...says('card.freeze', 'card.unfreeze', 'card_look.show', 'card_limits.save').map((absent) => ({ absent })),
  ...payments(snapshot),
];

export default defineModel({
  name: 'card',
  title: { en: 'One card', ru: 'Карта' },
  machine: cardMachine,
  view: 'card/card',
  inputs: {
    'by its address': {
      place: place(cardId),
      account: 'A-1001',
      site: { logo_url: '/logo.svg', auth_type: 'password', origins: [issuer] },
      email: null,
    },
    'by its address, before the site is known': { place: place(cardId), account: 'A-1001', site: null, email: null },
  },
  events: {
    'user.frozen': [{}],
    'user.unfrozen': [{}],
    'user.order opened': [{}],
    'user.state asked again': [{}],
    'user.retried': [{}],
    'user.more asked': [{}],
    'user.newer asked': [{}],
    'user.number wanted': [{}],
    'user.limit typed': [{ field: 'once', value: '150,5' }],
    'user.limits saved': [{}],
    'house.arrived': [{ place: place(another) }, { place: place(cardId) }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'house.session lost': [{}],
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'clock.minutes': minuteTicks,
    'card.details': {
      done: {
        'it can be used': told('active'),
        'it is frozen': told('frozen'),
        'its month is over': told('expired'),
        'it is on its way': told('sent'),
        'it is being made': told('ordered'),
        'it is being made, and nobody says where': told('ordered', false),
        'no card': answered(sampleOrder('cancelled')),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'card.freeze': {
      done: { 'it is frozen': answered(sampleCard('frozen')) },
      error: {
        refused: refused('conflict', 409),
        'session lost': failures['session lost'],
        network: failures.network,
        late: failures.late,
      },
    },
    'card.unfreeze': {
      done: { 'it can be used': answered(sampleCard('active')) },
      error: { refused: refused('conflict', 409), network: failures.network, late: failures.late },
    },
    'card.operations': operationsOutcomes,
    'card.ask_reveal': lookOutcomes['card.ask_reveal'] ?? {},
    'card.limits': limitsOutcomes['card.limits'] ?? {},
    'page.life': {
      next: {
        'the page is hidden': { type: 'port.hidden', at: at + 1_000 },
        'the page is seen': { type: 'port.shown', at: at + 2_000 },
        'the line is gone': { type: 'port.offline', at: at + 1_000 },
        'the line is back': { type: 'port.online', at: at + 2_000 },
      },
    },
  },
  stopsOfState: 8,
  facet: (snapshot) => {
    const { known, trouble } = contextOf(snapshot);
    const list = listIn(snapshot);
    const rows = list ? (list.context as ListContext).items.length : '';
    return [
      known?.status ?? '',
      trouble?.code ?? '',
      list?.matches('empty') ? 'no payments' : rows,
      rows !== 0 && list?.hasTag('busy'),
      list?.hasTag('attention') ?? '',
      (list?.context as ListContext | undefined)?.newer ? 'known to be older' : '',
    ];
  },
  called: calledIn({ limits: limitsModel }),
  eventWords: {
    ...lookModel.eventWords,
    ...limitsModel.eventWords,
    'user.frozen': { en: 'freeze the card', ru: 'заморозьте карту' },
    'user.unfrozen': { en: 'unfreeze the card', ru: 'разморозьте карту' },
    'user.order opened': { en: 'open its order', ru: 'откройте заказ' },
    'user.state asked again': { en: 'ask how it stands', ru: 'спросите, что с ней' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.more asked': { en: 'ask for more', ru: 'запросите продолжение' },
    'user.newer asked': { en: 'ask for what is new', ru: 'обновите список' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'limits.saved': { en: 'the limits are saved', ru: 'лимиты сохранены' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.offline': { en: 'the line is gone', ru: 'связь пропала' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    loading: {
      title: { en: 'The card is read', ru: 'Карта загружается' },
      sees: () => says('card.title', 'card.loading'),
    },
    unread: {
      title: { en: 'The card could not be read', ru: 'Карта не загрузилась' },
      sees: (snapshot) => [...says('card.title', 'card.unread', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    absent: {
      title: { en: 'There is no such card', ru: 'Такой карты нет' },
      sees: () => says('card.title', 'card.absent.title', 'card.absent.text', 'section.cards-my'),
    },
    'making.resting': { title: { en: 'The card is being made', ru: 'Карту выпускают' }, sees: making },
    'making.looking': { title: { en: 'Looking whether it is made', ru: 'Проверяем, выпущена ли карта' }, sees: making },
    'making.paused': {
      title: { en: 'Nobody looks at what is being made', ru: 'Страница выпуска не видна' },
      sees: making,
    },
    over: { title: { en: 'The card has expired', ru: 'Срок карты истёк' }, sees: over },
    'made.resting': { title: { en: 'The card', ru: 'Карта' }, sees: made },
    'made.looking': { title: { en: 'The card is read again', ru: 'Карта обновляется' }, sees: made },
    'made.paused': { title: { en: 'Nobody looks at the card', ru: 'Страница карты не видна' }, sees: made },
    'made.freezing': { title: { en: 'The card is being frozen', ru: 'Карта замораживается' }, sees: made },
    'made.unfreezing': { title: { en: 'The card is being unfrozen', ru: 'Карта размораживается' }, sees: made },
    'made.finding out': {
      title: { en: 'Finding out how it stands', ru: 'Проверяем, что с картой' },
      sees: (snapshot) => [...made(snapshot), ...says('card.finding')],
    },
    'made.unknown': {
      title: { en: 'Nobody knows how it stands', ru: 'Неизвестно, что с картой' },
      sees: (snapshot) => [...made(snapshot), ...says('card.unknown', 'card.ask_again')],
    },
  },
});
