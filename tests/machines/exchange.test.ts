import { describe, expect, test } from 'vitest';
import { exchangeMachine } from '../../machines/flows/exchange/exchange.machine.ts';
import { sampleForm, samplePairs, samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, at, failures, refused, sampleOperation } from '../../machines/operation/operation.samples.ts';
import type { OperationStatus } from '../../contract/operation.ts';
import { stand, type Stand } from './stand.ts';

const place = (query: Record<string, string> = {}, src = 'USD', dst = 'BTC') =>
  samplePlace('exchange-src-dst', `/exchange/${src}/${dst}`, { src, dst }, query);
const open = (query: Record<string, string> = {}) =>
  stand(exchangeMachine, { place: place(query), account: 'A-1001', site: null, email: null });
const { id } = sampleOperation('open');
const draft = { account: 'A-1001', key: 'exchange USD/BTC' };

function readForm(flow: Stand) {
  flow.answer('exchange.list', answered({ items: samplePairs.slice(0, 1) }));
  flow.answer('exchange.form', answered(sampleForm));
}

/** A form with an amount in it. */
function filled(value = '100,5') {
  const flow = open();
  flow.answer('draft.read', null);
  readForm(flow);
  flow.say({ type: 'user.amount typed', side: 'give', value }, 'form');
  return flow;
}

function reviewed() {
  const flow = filled();
  flow.say({ type: 'user.submitted' }, 'form');
  flow.answer('exchange.check', answered(sampleOperation('open')));
  flow.say({ type: 'house.arrived', place: place({ operation: id }) });
  return flow;
}

const entryOf = (flow: Stand) => flow.snapshot('form').context.entry;
const done = (flow: Stand, name: string) =>
  flow.world.effects.filter((effect) => effect.name === name).map(({ params }) => params);

describe('F3 an exchange by its address alone', () => {
  test.each<[OperationStatus, string, string[]]>([
    ['open', 'operation', ['reviewing.reading']],
    ['awaiting_payment', 'operation', ['tracking.waiting']],
    ['processing', 'operation', ['tracking.waiting']],
    ['completed', '', ['finished.succeeded']],
    ['failed', '', ['finished.failed']],
    ['cancelled', '', ['finished.cancelled']],
    ['expired', '', ['finished.expired']],
  ])('F3 an operation that is %s opens where it stands, and sends nothing', (status, where, states) => {
    const flow = open({ operation: id });
    expect(flow.states('operation')).toEqual(['resuming']);
    expect(flow.asked('exchange.status').input).toEqual({ params: { id } });
    flow.answer('exchange.status', answered(sampleOperation(status)));
    expect(flow.states(where)).toEqual(states);
    expect(flow.waits('exchange.check') || flow.waits('exchange.submit')).toBe(false);
  });

  test('F3 an operation of somebody else leads to the form, with words', () => {
    const flow = open({ operation: id });
    flow.fail('exchange.status', failures.absent);
    flow.answer('draft.read', null);
    readForm(flow);
    expect(flow.snapshot('form').context.trouble).toEqual({ code: 'no_operation' });
    // Nothing is said of what stands in it.
    expect(flow.states('form')).toEqual(['editing.amount.typing', 'editing.rate.fresh']);
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/exchange/USD/BTC', replace: true }]);
  });

  test('F3 a pair opens with its draft; without storage it opens all the same', () => {
    const flow = open();
    expect(flow.asked('draft.read').input).toEqual(draft);
    flow.answer('draft.read', { side: 'get', text: '0,5', byHand: true });
    expect(flow.asked('exchange.list').input).toEqual({ query: { search: 'USD/BTC' } });
    readForm(flow);
    expect(entryOf(flow)).toEqual({ side: 'get', text: '0,5', byHand: true });

    const without = open();
    without.fail('draft.read', { name: 'PortError', code: 'storage_blocked', message: '' });
    readForm(without);
    expect(without.states('form')).toEqual(['editing.amount.typing', 'editing.rate.fresh']);

    const silent = open();
    expect(silent.wait()).toBe(1_000);
    readForm(silent);
    expect(silent.states('form')).toEqual(['editing.amount.typing', 'editing.rate.fresh']);
  });

  test.each([null, 7, 'x', { side: 'take', text: '1', byHand: true }, { side: 'give', text: 'x', byHand: false }])(
    'F3 a draft that is none (%j) is an empty form',
    (kept) => {
      const flow = open();
      flow.answer('draft.read', kept);
      readForm(flow);
      expect(entryOf(flow)).toEqual({ side: 'give', text: '', byHand: true });
    },
  );

  test('F5 the amount of the home page stands in the form, before any draft, and is kept where it takes none away', () => {
    const entry = { side: 'give', text: '250.5', byHand: false };
    for (const [kept, draft] of [
      [[], { side: 'give', text: '7', byHand: true }],
      [[{ account: 'A-1001', key: 'exchange USD/BTC', value: entry }], { side: 'give', text: '', byHand: true }],
      [[{ account: 'A-1001', key: 'exchange USD/BTC', value: entry }], null],
    ]) {
      const flow = open({ give: '250.5' });
      flow.answer('draft.read', draft);
      readForm(flow);
      expect([entryOf(flow), done(flow, 'keep the draft')]).toEqual([entry, kept]);
    }
  });

  test('F3 an amount that is swapped is the draft of the pair that it comes to, whatever was typed there before', () => {
    const flow = filled('100');
    flow.say({ type: 'user.swapped' }, 'form');
    flow.answer('draft.read', { side: 'give', text: '7', byHand: true });
    expect(done(flow, 'keep the draft').at(-1)).toEqual({
      ...{ account: 'A-1001', key: 'exchange BTC/USD', value: { side: 'get', text: '100', byHand: true } },
    });
  });

  test('R7 an amount that comes along hides no exchange of the pair that was confirmed before: it is told, and its mark stays, with what was swapped', () => {
    const sent = { side: 'give', text: '100', byHand: true, operation: id };
    const landed = open({ give: '250.5' });
    landed.answer('draft.read', sent);
    const swapped = filled();
    swapped.say({ type: 'user.swapped' }, 'form');
    swapped.answer('draft.read', sent);
    const value = { side: 'get', text: '100,5', byHand: true, operation: id };
    expect(done(swapped, 'keep the draft').at(-1)).toEqual({ account: 'A-1001', key: 'exchange BTC/USD', value });
    const bare = open();
    bare.answer('draft.read', null);
    readForm(bare);
    bare.say({ type: 'user.swapped' }, 'form');
    bare.answer('draft.read', sent);
    expect([done(bare, 'keep the draft'), entryOf(bare).text]).toEqual([[], '100']);
    expect(done(landed, 'keep the draft')).toEqual([]);
    expect(entryOf(landed).text).toBe('250.5');
    for (const flow of [landed, swapped]) expect(flow.snapshot().context['leftBehind']).toMatchObject({ id });
  });
});

describe('F3 the form of an exchange', () => {
  test('F3 a press on a wrong form explains, and asks nobody', () => {
    const flow = filled('5');
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.states('form')).toEqual(['editing.amount.corrected', 'editing.rate.fresh']);
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.snapshot('form').context.corrections).toBe(2);
    expect(flow.waits('exchange.check')).toBe(false);
    flow.say({ type: 'user.amount typed', side: 'give', value: '50' }, 'form');
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.asked('exchange.check').input).toEqual({
      body: { src: 'USD', dst: 'BTC', side: 'give', amount: '50' },
    });
  });

  test('F3 what is typed is kept as a draft of this account and pair, and dropped when the server has it', () => {
    const flow = reviewed();
    const kept = { ...draft, value: { side: 'give', text: '100,5', byHand: true } };
    // As it is typed, and as it is asked about: an amount that came from elsewhere is kept from then on.
    expect(done(flow, 'keep the draft')).toEqual([kept, kept]);
    expect(done(flow, 'drop the draft')).toEqual([]);
    flow.say({ type: 'user.confirmed' }, 'operation');
    const marked = { ...draft, operation: sampleOperation('open').id };
    expect([done(flow, 'mark the draft'), done(flow, 'drop the draft')]).toEqual([[marked], []]);
    flow.answer('exchange.submit', answered(sampleOperation('processing')));
    expect(done(flow, 'drop the draft')).toEqual([marked]);
  });

  test('F3 the rate is read again every ten seconds; what was typed stays', () => {
    const flow = filled();
    expect(flow.wait()).toBe(10_000);
    flow.answer('exchange.form', answered({ ...sampleForm, rate: '0.00002' }));
    expect(flow.snapshot('form').context.form.rate).toBe('0.00002');
    expect(entryOf(flow)).toEqual({ side: 'give', text: '100,5', byHand: true });
    flow.wait();
    flow.fail('exchange.form', failures.network);
    expect(flow.states('form')).toEqual(['editing.amount.typing', 'editing.rate.stale']);
    flow.say({ type: 'user.retried' }, 'form');
    expect(flow.states('form')).toEqual(['editing.amount.typing', 'editing.rate.asking']);
  });

  test('F3 a refusal of the check stands at the amount, everything else above the form', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' }, 'form');
    flow.fail(
      'exchange.check',
      refused('insufficient_funds', 422, {
        fields: { amount: 'insufficient_funds' },
        params: { available: '20.00', currency: 'USD' },
      }),
    );
    expect(flow.states('form')).toEqual(['editing.amount.corrected', 'editing.rate.asking']);
    expect(flow.snapshot('form').context).toMatchObject({
      entry: { text: '100,5' },
      refused: {
        code: 'insufficient_funds',
        params: { available: { amount: { amount: '20.00', currency: 'USD' }, scale: 2 } },
      },
      trouble: null,
    });
    flow.say({ type: 'user.submitted' }, 'form');
    flow.fail('exchange.check', failures.network);
    expect(flow.snapshot('form').context).toMatchObject({ refused: null, trouble: { code: 'network' } });
  });

  test('F3 swapped sides keep the amount on the other side, in the form of the other pair', () => {
    const flow = filled();
    flow.say({ type: 'user.swapped' }, 'form');
    expect(flow.snapshot().context).toMatchObject({ src: 'BTC', dst: 'USD', entry: { side: 'get', text: '100,5' } });
    flow.answer('draft.read', null);
    expect(flow.asked('exchange.list').input).toEqual({ query: { search: 'BTC/USD' } });
    expect(flow.told('flow.navigate').at(-1)).toEqual({
      type: 'flow.navigate',
      to: '/exchange/BTC/USD',
      replace: true,
    });
    flow.say({ type: 'house.arrived', place: place({}, 'BTC', 'USD') });
    expect(flow.snapshot('form').context.entry).toMatchObject({ side: 'get', text: '100,5' });
  });

  test('F3 a pair that is not there says so, and leads to the list', () => {
    const flow = open();
    flow.answer('draft.read', null);
    flow.answer('exchange.list', answered({ items: [] }));
    expect(flow.states('form')).toEqual(['unavailable']);
    flow.say({ type: 'user.another pair wanted' }, 'form');
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/exchanges' }]);
  });

  test('S6 F3 that there was no connection is no longer said when it is back; any other word stays', () => {
    const flow = filled();
    for (const [failure, stays] of [
      [failures['network'], null],
      [failures['session lost'], { code: 'no_session' }],
    ] as const) {
      flow.say({ type: 'user.submitted' }, 'form');
      flow.fail('exchange.check', failure);
      expect(flow.snapshot('form').context.trouble).not.toBeNull();
      flow.say({ type: 'port.online', at: 0 });
      expect(flow.snapshot('form').context.trouble).toEqual(stays);
      expect(entryOf(flow)).toMatchObject({ text: '100,5' });
    }
  });

  test('F3 a form that could not be read for want of a connection is read when it is back', () => {
    const flow = open();
    flow.answer('draft.read', null);
    flow.fail('exchange.list', failures['network']);
    expect(flow.states('form')).toEqual(['unread']);
    flow.say({ type: 'port.online', at: 0 });
    flow.answer('draft.read', null);
    readForm(flow);
    expect(flow.snapshot('form').hasTag('form')).toBe(true);
  });

  test('F1 a form that failed without a session is read again after sign-in, with what was typed', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' }, 'form');
    flow.fail('exchange.check', failures['session lost']);
    expect(flow.snapshot('form').context.trouble).toEqual({ code: 'no_session' });
    flow.answer('exchange.form', answered(sampleForm));
    flow.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
    expect(flow.states('form')).toContain('editing.rate.asking');
    expect(flow.snapshot('form').context.trouble).toBeNull();
    expect(entryOf(flow)).toMatchObject({ text: '100,5' });
  });
});

describe('F3 the back button of an exchange', () => {
  test('F3 the operation stands in the address as soon as it has an id', () => {
    const flow = reviewed();
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: `/exchange/USD/BTC?operation=${id}` }]);
    expect(flow.states('operation')).toEqual(['reviewing.reading']);
  });

  test('F3 back from the review is the form with everything that was typed', () => {
    const flow = reviewed();
    flow.say({ type: 'house.arrived', place: place() });
    expect(flow.states()).toEqual(['filling']);
    expect(entryOf(flow)).toEqual({ side: 'give', text: '100,5', byHand: true });
    expect(flow.states('form')).toEqual(['editing.amount.typing', 'editing.rate.asking']);
    expect(flow.snapshot().context).toMatchObject({ operation: null, leftBehind: null });
  });

  test('F3 forward again reads the same operation from the server', () => {
    const flow = reviewed();
    flow.say({ type: 'house.arrived', place: place() });
    flow.say({ type: 'house.arrived', place: place({ operation: id }) });
    expect(flow.states('operation')).toEqual(['resuming']);
  });

  test('F3 back from an operation that was sent leaves it running, and offers the way to it', () => {
    const flow = reviewed();
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.answer('exchange.submit', answered(sampleOperation('processing')));
    flow.say({ type: 'house.arrived', place: place() });
    expect(flow.states()).toEqual(['filling']);
    expect(flow.snapshot().context).toMatchObject({
      operation: null,
      leftBehind: { id, src: 'USD', dst: 'BTC' },
      entry: { text: '' },
    });
    flow.say({ type: 'user.left operation opened' });
    expect(flow.told('flow.navigate').at(-1)).toEqual({
      type: 'flow.navigate',
      to: `/exchange/USD/BTC?operation=${id}`,
    });
    flow.say({ type: 'house.arrived', place: place({ operation: id }) });
    expect(flow.states('operation')).toEqual(['resuming']);
    expect(flow.snapshot().context).toMatchObject({ leftBehind: null });
    expect(flow.waits('exchange.submit')).toBe(false);
  });

  test('F3 the check after a change of mind takes the place of the one that was left', () => {
    const flow = reviewed();
    flow.say({ type: 'user.went back' }, 'operation');
    flow.say({ type: 'house.arrived', place: place() });
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.asked('exchange.check').input).toMatchObject({ body: { src: 'USD', dst: 'BTC', replaces: id } });
    flow.fail('exchange.check', refused('already_submitted', 409));
    expect(flow.snapshot().context).toMatchObject({
      leftBehind: { id, src: 'USD', dst: 'BTC' },
      replaces: null,
      trouble: { code: 'already_submitted' },
    });
  });

  test('F3 a change of mind cleans the address and keeps the form', () => {
    const flow = reviewed();
    flow.say({ type: 'user.went back' }, 'operation');
    expect(flow.told('flow.navigate').at(-1)).toEqual({
      type: 'flow.navigate',
      to: '/exchange/USD/BTC',
      replace: true,
    });
    flow.say({ type: 'house.arrived', place: place() });
    expect(entryOf(flow)).toMatchObject({ text: '100,5' });
  });

  test('F3 another pair in the address is another form', () => {
    const flow = filled();
    flow.say({ type: 'house.arrived', place: place({}, 'USD', 'EUR') });
    expect(flow.snapshot().context).toMatchObject({ src: 'USD', dst: 'EUR', entry: { text: '' } });
    expect(flow.asked('draft.read').input).toEqual({ account: 'A-1001', key: 'exchange USD/EUR' });
  });

  test('F3 a receipt can be repeated: the same amount in the form, the operation out of the address', () => {
    const flow = open({ operation: id });
    flow.answer('exchange.status', answered(sampleOperation('completed')));
    flow.say({ type: 'user.again' });
    flow.answer('draft.read', null);
    readForm(flow);
    expect(entryOf(flow)).toEqual({ side: 'give', text: '100', byHand: false });
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/exchange/USD/BTC' }]);
    flow.say({ type: 'house.arrived', place: place() });
    expect(entryOf(flow)).toMatchObject({ text: '100' });
  });

  test('F3 R7 what was swapped before a check is not so in the form that repeats it', () => {
    const flow = filled();
    for (const sides of [
      ['BTC', 'USD'],
      ['USD', 'BTC'],
    ]) {
      flow.say({ type: 'user.swapped' }, 'form');
      flow.answer('draft.read', null);
      readForm(flow);
      flow.say({ type: 'house.arrived', place: place({}, ...sides) });
    }
    expect(flow.snapshot().context).toMatchObject({ src: 'USD', swapped: true });
    flow.say({ type: 'user.submitted' }, 'form');
    flow.answer('exchange.check', answered(sampleOperation('completed')));
    flow.say({ type: 'user.again' });
    expect(flow.snapshot().context).toMatchObject({ src: 'USD', swapped: false });
  });

  test('F3 repeated after a change of mind it begins with a form that is read anew, and takes the place of none', () => {
    const flow = reviewed();
    flow.say({ type: 'user.went back' }, 'operation');
    flow.say({ type: 'house.arrived', place: place() });
    flow.say({ type: 'user.submitted' }, 'form');
    const second = sampleOperation('open', { id: 'opsample0000000000002' });
    flow.answer('exchange.check', answered(second));
    flow.say({ type: 'house.arrived', place: place({ operation: second.id }) });
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.answer('exchange.submit', answered({ ...second, ...sampleOperation('completed', { id: second.id }) }));
    flow.say({ type: 'user.again' });
    expect(flow.snapshot().context).toMatchObject({ form: null, filledIn: false, replaces: null });
    flow.answer('draft.read', null);
    readForm(flow);
    flow.say({ type: 'house.arrived', place: place() });
    flow.say({ type: 'user.submitted' }, 'form');
    expect(flow.asked('exchange.check').input).toMatchObject({ body: { amount: '100' } });
    expect((flow.asked('exchange.check').input as { body: object }).body).not.toHaveProperty('replaces');
  });

  test('F3 a part of what there is forgets what was refused of the amount before', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' }, 'form');
    flow.fail('exchange.check', refused('insufficient_funds', 422, { fields: { amount: 'insufficient_funds' } }));
    expect(flow.snapshot('form').context['refused']).not.toBeNull();
    flow.say({ type: 'user.part chosen', value: '50' }, 'form');
    expect(flow.snapshot('form').context['refused']).toBeNull();
  });

  test('F3 back from a receipt is an empty form', () => {
    const flow = open({ operation: id });
    flow.answer('exchange.status', answered(sampleOperation('completed')));
    flow.say({ type: 'house.arrived', place: place() });
    expect(flow.states()).toEqual(['filling']);
    expect(entryOf(flow)).toMatchObject({ text: '' });
  });

  test('F3 nothing may cover a confirmation, and it may be covered again after', () => {
    const flow = reviewed();
    expect(flow.told('flow.confirming').at(-1)).toMatchObject({ confirming: expect.any(Boolean) });
    flow.say({ type: 'user.confirmed' }, 'operation');
    expect(flow.told('flow.confirming').at(-1)).toMatchObject({ confirming: true });
    flow.answer('exchange.submit', answered(sampleOperation('completed')));
    expect(flow.states()).toEqual(['finished.succeeded']);
    expect(flow.told('flow.confirming').at(-1)).toMatchObject({ confirming: false });
  });

  test('F3 a part of the page that falls over leaves words and a way on', () => {
    const flow = reviewed();
    flow.say({ type: 'user.confirmed' }, 'operation');
    flow.answer('exchange.submit', { ...answered(null), at });
    expect(flow.states()).toEqual(['broken']);
    flow.say({ type: 'user.retried' });
    expect(flow.states('operation')).toEqual(['resuming']);
  });
});
