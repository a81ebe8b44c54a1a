import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { added } from '../../contract/limits.ts';
import {
  cardId,
  closedOffers,
  plasticForm,
  sampleAddress,
  sampleCard,
  sampleOffers,
  sampleOrder,
} from '../../machines/bank-card/bank-card.samples.ts';
import { cardOrderMachine } from '../../machines/flows/card-order/card-order.machine.ts';
import { isShort, kept, type CardFormContext } from '../../machines/flows/card-order/form.context.ts';
import { cardFormMachine } from '../../machines/flows/card-order/form.machine.ts';
import type { CardContext } from '../../machines/flows/card/card.context.ts';
import { cardMachine } from '../../machines/flows/card/card.machine.ts';
import { issuer } from '../../machines/flows/card/card.samples.ts';
import { limitsMachine } from '../../machines/flows/card/limits.machine.ts';
import type { LookContext } from '../../machines/flows/card/look.context.ts';
import { lookMachine } from '../../machines/flows/card/look.machine.ts';
import { cardsMachine, type CardsContext } from '../../machines/flows/cards/cards.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import type { ListContext } from '../../machines/list/list.machine.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

const asked = answered({
  ...{ sent_to: 'd•••@example.com', tries_left: 5 },
  ...{ expires_at: '2026-01-15T12:10:00.000Z', again_at: '2026-01-15T12:00:30.000Z' },
});
const token = 'one-time-token-of-an-issuer';
/** The number stands there, in the frame of its issuer. */
function shown() {
  const look = stand(lookMachine, { card: cardId, origins: [issuer] });
  look.say({ type: 'user.number wanted' });
  look.answer('card.ask_reveal', asked);
  look.say({ type: 'user.code typed', value: '123 456' });
  look.say({ type: 'user.code sent' });
  look.answer('card.reveal', answered({ frame: `${issuer}/issuer/card`, token }));
  return look;
}
const contextOf = (look: ReturnType<typeof shown>) => look.snapshot().context as LookContext;
const forgotten = { code: '', shown: null, sent: null };

test('F10 R3 the frame of a number goes after half a minute, and nothing of it is left', () => {
  const look = shown();
  expect(contextOf(look)).toMatchObject({ code: '', shown: { token } });
  look.say({ type: 'port.card frame ready' });
  expect([look.states(), look.wait()]).toEqual([['shown.standing'], added.shown]);
  expect([look.states(), contextOf(look)]).toMatchObject([['hidden'], { ...forgotten, why: 'over' }]);
});

test.each([
  ['port.hidden', 'left'],
  ['house.session lost', null],
  ['user.number unwanted', null],
])('F10 R3 the frame of a number goes with %s', (type, why) => {
  const look = shown();
  look.say({ type, at: 0 });
  expect([look.states(), contextOf(look)]).toMatchObject([['hidden'], { ...forgotten, why }]);
});

test('F10 a token and a code stand in no masked journal', () => {
  const reveal = answered({ frame: `${issuer}/issuer/card`, token });
  const entry = {
    t: 1,
    k: 'leaf',
    to: 'root/page/flow/look/card.reveal',
    event: { type: 'done', output: reveal },
  } as const;
  const typed = {
    t: 1,
    k: 'send',
    to: 'root/page/flow/look',
    event: { type: 'user.code typed', value: '739412' },
  } as const;
  const text = JSON.stringify([maskEntry(entry as never), maskEntry(typed as never)]);
  expect([text.includes(token), text.includes('739412')]).toEqual([false, false]);
});

/** A card that can be used, or is frozen, once it was to be changed and this came of it. */
function changed(status: 'active' | 'frozen', error: unknown) {
  const flow = stand(cardMachine, {
    place: samplePlace('cards-my-card', `/cards/my/${cardId}`, { card: cardId }),
    ...{ account: 'A-1001', site: null, email: null },
  });
  flow.answer('card.details', told(status));
  flow.say({ type: status === 'active' ? 'user.frozen' : 'user.unfrozen' });
  flow.fail(status === 'active' ? 'card.freeze' : 'card.unfreeze', error);
  return flow;
}
const told = (status: 'active' | 'frozen') => answered({ ...sampleOrder('completed'), card: sampleCard(status) });

test.each([
  ['active', 'frozen', null],
  ['active', 'active', { code: 'not_frozen' }],
  ['frozen', 'active', null],
  ['frozen', 'frozen', { code: 'still_frozen' }],
] as const)(
  'F10 a lost answer to a change of what was %s is no failure: it is asked, is %s, and that is told where it is not what was wanted',
  (before, now, trouble) => {
    const flow = changed(before, failures.network);
    expect(flow.states()).toEqual(['made.finding out']);
    flow.answer('card.details', told(now));
    expect([flow.states(), flow.snapshot().context]).toMatchObject([
      ['made.resting'],
      { known: { status: now }, trouble },
    ]);
  },
);

test('F10 that nobody was signed in is not told any more once somebody is', () => {
  const flow = changed('active', refused('no_session', 401));
  expect(flow.snapshot().context).toMatchObject({ trouble: { code: 'no_session' } });
  flow.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
  expect(flow.snapshot().context).toMatchObject({ trouble: null });
});

/** An active card whose page was out of sight, and is read once more. */
const lookedAtAgain = () => {
  const flow = stand(cardMachine, {
    place: samplePlace('cards-my-card', `/cards/my/${cardId}`, { card: cardId }),
    ...{ account: 'A-1001', site: null, email: null },
  });
  flow.answer('card.details', told('active'));
  flow.say({ type: 'port.shown', at: 0 });
  return flow;
};

test('F10 a card whose month ends while it is looked at offers nothing any more: what was paid with it stays', () => {
  const flow = lookedAtAgain();
  const parts = () => ['look', 'limits', 'list'].filter((part) => flow.world.machines().has(part));
  expect(parts()).toEqual(['look', 'limits', 'list']);
  flow.answer('card.details', answered({ card: sampleCard('expired') }));
  expect([flow.states(), parts()]).toEqual([['over'], ['list']]);
  for (const type of ['user.frozen', 'user.unfrozen'])
    expect(flow.snapshot().can({ type } as AnyEventObject)).toBe(false);
});

test('F10 a card can be frozen while it is looked at again', () => {
  const flow = lookedAtAgain();
  flow.say({ type: 'user.frozen' });
  expect([flow.states(), flow.waits('card.freeze')]).toEqual([['made.freezing'], true]);
});

test('F10 limits whose saving was lost and did not happen are told in words of their own', () => {
  const { currency, limits, highest } = sampleCard('active');
  const part = stand(limitsMachine, { card: cardId, currency, limits, highest });
  part.say({ type: 'user.limit typed', field: 'once', value: '99,5' });
  part.say({ type: 'user.limits saved' });
  part.fail('card.limits', failures.network);
  part.answer('card.details', told('active'));
  expect([part.states(), part.snapshot().context]).toMatchObject([
    ['typing.touched'],
    { trouble: { code: 'limits_not_saved' }, typed: { once: '99,5' } },
  ]);
});

test('F10 a limit above what the card allows is told before it is sent, a refused one stands at its field', () => {
  const { currency, limits, highest } = sampleCard('active');
  const part = stand(limitsMachine, { card: cardId, currency, limits, highest });
  part.say({ type: 'user.limit typed', field: 'once', value: '500,01' });
  part.say({ type: 'user.limits saved' });
  expect([part.states(), part.waits('card.limits')]).toEqual([['corrected'], false]);
  part.say({ type: 'user.limit typed', field: 'once', value: '99,5' });
  part.say({ type: 'user.limits saved' });
  expect(part.asked('card.limits').input).toEqual({ body: { card: cardId, once: '99.5' } });
  part.fail(
    'card.limits',
    refused('above_maximum_a_day', 422, { fields: { day: 'above_maximum_a_day' }, params: { maximum: '900.00' } }),
  );
  expect([part.states(), part.snapshot().context]).toMatchObject([
    ['corrected'],
    { refused: { day: { code: 'above_maximum_a_day' } } },
  ]);
});

test('F10 R2 a limit that was lowered elsewhere is not put back by whoever changes the other', () => {
  const { currency, limits, highest } = sampleCard('active');
  const part = stand(limitsMachine, { card: cardId, currency, limits, highest });
  part.say({ type: 'user.limit typed', field: 'once', value: '99,5' });
  part.say({ type: 'card.changed', limits: { ...limits, day: '100' } });
  expect(part.snapshot().context.typed).toEqual({ once: '99,5', day: '100' });
  part.say({ type: 'user.limits saved' });
  expect(part.asked('card.limits').input).toEqual({ body: { card: cardId, once: '99.5' } });
  part.answer('card.limits', answered(sampleCard('active', { limits: { once: '99.50', day: '50.00' } })));
  expect(part.snapshot().context).toMatchObject({ typed: { once: '99.5', day: '50' }, saved: true });
  part.say({ type: 'card.changed', limits: { once: '99.50', day: '20.00' } });
  expect(part.snapshot().context).toMatchObject({ typed: { once: '99.5', day: '20' }, saved: false });
});

test('F10 R2 what a card tells when it is looked at again stands in the form of its limits', () => {
  const flow = lookedAtAgain();
  const { payload } = told('active');
  flow.answer(
    'card.details',
    answered({ ...payload, card: sampleCard('active', { limits: { once: '500', day: '7' } }) }),
  );
  expect(flow.snapshot('limits').context.typed).toEqual({ once: '500', day: '7' });
});

test('F10 R2 limits that were saved while the card was being read are not put back by what was read before', () => {
  const flow = lookedAtAgain();
  const read = flow.asked('card.details');
  flow.say({ type: 'user.limit typed', field: 'once', value: '50' }, 'limits');
  flow.say({ type: 'user.limits saved' }, 'limits');
  const lower = sampleCard('active', { limits: { once: '50', day: '1000' } });
  flow.answer('card.limits', answered(lower));
  flow.world.move(() => read.end('done', told('active')));
  expect([flow.waits('card.details'), flow.snapshot('limits').context]).toMatchObject([
    true,
    { typed: { once: '50', day: '1000' }, saved: true },
  ]);
  flow.answer('card.details', answered({ ...told('active').payload, card: lower }));
  expect([flow.states(), flow.snapshot('limits').context]).toMatchObject([['made.resting'], { saved: true }]);
});

test('F10 a draft of an order keeps an address, and no number of a card', () => {
  const values = { ...sampleAddress, street: '4111 1111 1111 1111' };
  expect(kept({ form: plasticForm, values }).values).not.toHaveProperty('street');
  // Its thirteen digits pass the check of a card number.
  const phone = { phone: '+4915112345603' };
  expect(kept({ form: plasticForm, values: phone }).values).toEqual(phone);
  const form = stand(cardFormMachine, {
    ...{ account: 'A-1001', offer: 'plastic_usd', form: plasticForm, values, wrong: {}, trouble: null },
  });
  form.say({ type: 'user.field filled', field: 'city', value: 'Riga' });
  expect(JSON.stringify(form.world.effects)).not.toContain('4111');
});

test('F10 a wallet that is topped up meanwhile is enough for the card; what was typed stays', () => {
  const flow = stand(cardOrderMachine, {
    place: samplePlace('cards-order-id', '/cards/order/plastic_usd', { id: 'plastic_usd' }),
    ...{ account: 'A-1001', site: null, email: null },
  });
  const form = () => flow.snapshot('form').context as CardFormContext;
  flow.answer('draft.read', null);
  flow.answer('card.order_form', answered({ ...plasticForm, available: '0.00' }));
  flow.say({ type: 'user.field filled', field: 'city', value: 'Riga' }, 'form');
  flow.say({ type: 'signal.wallets', wallets: [], seq: 2 });
  expect([flow.states('form'), isShort(form())]).toEqual([['editing.typing'], true]);
  flow.answer('card.order_form', answered({ ...plasticForm, available: '20.00' }));
  expect([isShort(form()), form()]).toMatchObject([false, { form: { available: '20.00' }, values: { city: 'Riga' } }]);
});

test('F10 R3 a confirm names the card and nothing else', () => {
  const flow = stand(cardOrderMachine, {
    place: samplePlace('cards-order-id', '/cards/order/plastic_usd', { id: 'plastic_usd' }),
    ...{ account: 'A-1001', site: null, email: null },
  });
  flow.answer('draft.read', null);
  flow.answer('card.order_form', answered({ ...plasticForm, values: sampleAddress }));
  flow.say({ type: 'user.submitted' }, 'form');
  flow.answer('fields.check', { fields: {} });
  expect(flow.asked('card.order').input).toEqual({ body: { ...sampleAddress, offer: 'plastic_usd' } });
  flow.answer('card.order', answered(sampleOrder('open')));
  flow.say({ type: 'user.confirmed' }, 'operation');
  expect(flow.asked('card.confirm').input).toMatchObject({ body: { card: cardId } });
});

test('F10 R3 an order that is checked again takes the place of the one before, and leaves it where it was sent after all', () => {
  const flow = stand(cardOrderMachine, {
    place: samplePlace('cards-order-id', '/cards/order/virtual_eur', { id: 'virtual_eur' }),
    ...{ account: 'A-1001', site: null, email: null },
  });
  const check = () => {
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('fields.check', { fields: {} });
  };
  flow.answer('draft.read', null);
  flow.answer('card.order_form', answered({ ...plasticForm, values: sampleAddress }));
  check();
  const order = sampleOrder('open');
  flow.answer('card.order', answered(order));
  flow.say({ type: 'user.went back' }, 'operation');
  check();
  expect(flow.asked('card.order').input).toMatchObject({ body: { replaces: order.id } });
  flow.fail('card.order', refused('already_submitted', 409));
  expect(flow.snapshot().context).toMatchObject({
    ...{ replaces: null, leftBehind: { id: order.id, offer: 'virtual_eur' } },
    trouble: { code: 'already_submitted' },
  });
  flow.say({ type: 'user.left operation opened' });
  const to = `/cards/order/confirm?operation=${order.id}&offer=virtual_eur`;
  expect(flow.told('flow.navigate').at(-1)).toEqual({ type: 'flow.navigate', to });
});

test('F10 R3 an order whose price has changed takes the place of the one before in the address', () => {
  const order = sampleOrder('open');
  const flow = stand(cardOrderMachine, {
    place: samplePlace(
      'cards-order-confirm',
      '/cards/order/confirm',
      {},
      { operation: order.id, offer: 'virtual_eur' },
    ),
    ...{ account: 'A-1001', site: null, email: null },
  });
  flow.answer('operation.read', answered(order));
  flow.say({ type: 'user.confirmed' }, 'operation');
  const fresh = { ...order, id: 'opsample0000000000099' };
  flow.fail('card.confirm', refused('terms_changed', 409, { fresh }));
  const to = `/cards/order/confirm?operation=${fresh.id}&offer=virtual_eur`;
  expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to, replace: true }]);
});

test('F10 a card that could not be ordered is looked at again when the page is seen, and opens where it is open now', () => {
  const form = stand(cardFormMachine, {
    ...{ account: 'A-1001', offer: 'plastic_usd', form: null, values: {}, wrong: {}, trouble: null },
  });
  const closed = (why: 'unverified' | 'paused') =>
    answered({ ...plasticForm, offer: { ...plasticForm.offer, closed: why } });
  const seen = { type: 'port.shown', at: 1 } as const;
  const why = () => (form.snapshot().context as CardFormContext).form?.offer.closed;
  form.answer('draft.read', null);
  form.answer('card.order_form', closed('unverified'));
  expect([form.states(), why(), form.waits('card.order_form')]).toEqual([['unavailable'], 'unverified', false]);
  form.hear('page.life', seen);
  form.answer('card.order_form', closed('paused'));
  expect([form.states(), why()]).toEqual([['unavailable'], 'paused']);
  form.say({ type: 'port.online', at: 2 });
  form.answer('card.order_form', answered(plasticForm));
  expect(form.states()).toEqual(['editing.typing']);
});

test('F10 a name is written as it stands on a card', () => {
  const form = stand(cardFormMachine, {
    ...{ account: 'A-1001', offer: 'plastic_usd', form: plasticForm, values: {}, wrong: {}, trouble: null },
  });
  form.say({ type: 'user.field filled', field: 'holder', value: 'anna' });
  expect(form.snapshot().context).toMatchObject({ values: { holder: 'ANNA' } });
});

const payment = (id: string) => ({
  ...{ id, at: '2026-01-15T11:00:00.000Z', merchant: 'Book shop', status: 'approved' },
  amount: { amount: '12.50', currency: 'EUR' },
});

test('F10 money that moves while a card stands open is in its list, and in what is left', () => {
  const flow = stand(cardMachine, {
    ...{
      place: samplePlace('cards-my-card', `/cards/my/${cardId}`, { card: cardId }),
      account: 'A-1001',
      site: null,
      email: null,
    },
  });
  const told = (spent: string) => answered({ ...sampleOrder('completed'), card: { ...sampleCard('active'), spent } });
  const list = () => flow.snapshot('list').context as ListContext;
  const spent = () => (flow.snapshot().context as CardContext).known?.spent;
  flow.answer('card.details', told('0.00'));
  flow.answer('card.operations', answered({ items: [payment('one')], next: null }));
  flow.say({ type: 'signal.wallets', wallets: [], seq: 2 });
  expect([flow.waits('card.operations'), flow.waits('card.details')]).toEqual([true, true]);
  flow.answer('card.details', told('12.50'));
  flow.answer('card.operations', answered({ items: [payment('two'), payment('one')], next: null }));
  expect([spent(), list().newer?.items.length, list().items.length]).toEqual(['12.50', 2, 1]);
  // One that comes while it is read was not in what is on its way.
  flow.say({ type: 'signal.wallets', wallets: [], seq: 3 });
  flow.say({ type: 'signal.wallets', wallets: [], seq: 4 });
  expect([flow.waits('card.operations'), flow.waits('card.details')]).toEqual([true, true]);
});

test('F10 cards of the list follow the balances, and whatever became of them while nobody looked', () => {
  const place = samplePlace('cards-my', '/cards/my');
  const flow = stand(cardsMachine, { place, account: 'A-1001', site: null, email: null });
  const moved = (seq: number) => flow.say({ type: 'signal.wallets', wallets: [], seq });
  const shown = () =>
    (flow.snapshot().context as CardsContext).cards?.map(({ status, available }) => `${status} ${available}`);
  flow.answer('card.my', answered({ items: [sampleCard('active')] }));
  moved(2);
  // What moves while they are read was not in what is on its way.
  const read = flow.asked('card.my');
  moved(3);
  flow.world.move(() => read.end('done', answered({ items: [sampleCard('active', { available: '200.00' })] })));
  flow.answer('card.my', answered({ items: [sampleCard('active', { available: '100.00' })] }));
  expect(shown()).toEqual(['active 100.00']);
  flow.say({ type: 'port.hidden', at: 0 });
  moved(4);
  expect(flow.waits('card.my')).toBe(false);
  flow.say({ type: 'port.shown', at: 0 });
  flow.answer('card.my', answered({ items: [sampleCard('frozen', { available: '50.00' })] }));
  expect([flow.states(), shown()]).toEqual([['mine.shown.resting'], ['frozen 50.00']]);
});

test('F10 a card that was opened while nobody looked can be ordered once its list is seen, and the list stands meanwhile', () => {
  const place = samplePlace('cards-list', '/cards/list');
  const flow = stand(cardsMachine, { place, account: 'A-1001', site: null, email: null });
  const closed = () => (flow.snapshot().context as CardsContext).offers?.map((offer) => offer.closed ?? 'open');
  flow.answer('card.offers', answered({ items: closedOffers }));
  const before = closed();
  flow.hear('page.life', { type: 'port.hidden', at: 1 });
  expect(flow.waits('card.offers')).toBe(false);
  flow.hear('page.life', { type: 'port.shown', at: 2 });
  expect([flow.states(), flow.snapshot().hasTag('busy'), closed()]).toEqual([['offers.shown.looking'], false, before]);
  flow.answer('card.offers', answered({ items: sampleOffers }));
  expect([flow.states(), closed()]).toEqual([
    ['offers.shown.resting'],
    sampleOffers.map((offer) => offer.closed ?? 'open'),
  ]);
});

test('F10 a card that was frozen after all is not said to be unfrozen still', () => {
  const place = samplePlace('cards-my-card', `/cards/my/${cardId}`, { card: cardId });
  const card = stand(cardMachine, { place, account: 'A-1001', site: null, email: null });
  const details = (status: 'active' | 'frozen') => answered({ card: sampleCard(status) });
  card.answer('card.details', details('active'));
  card.say({ type: 'user.frozen' });
  card.fail('card.freeze', failures.network);
  card.answer('card.details', details('active'));
  const troubleOf = () => (card.snapshot().context as CardContext).trouble;
  expect(troubleOf()).toEqual({ code: 'not_frozen' });
  // What was lost had only been slow.
  card.say({ type: 'signal.wallets', wallets: [], seq: 5 });
  card.answer('card.details', details('frozen'));
  expect(card.snapshot().context).toMatchObject({ known: { status: 'frozen' }, trouble: null });
});
