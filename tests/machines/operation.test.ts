import fc from 'fast-check';
import { Subject } from 'rxjs';
import { createActor, fromEventObservable, fromPromise, setup, SimulatedClock, type AnyActorRef } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import {
  about,
  codeIsThere,
  codeProblem,
  findingOut,
  inWordsOf,
  refusal,
  remaining,
  sendsFile,
  type OperationContext,
  type OperationInput,
} from '../../machines/operation/operation.context.ts';
import { operationMachine } from '../../machines/operation/operation.machine.ts';
import {
  answered,
  at,
  failures,
  now,
  refused,
  sampleDeposit,
  sampleOperation,
  sampleWithdrawal,
} from '../../machines/operation/operation.samples.ts';
import { runs } from '../tools/runs.ts';

interface Asked {
  call: 'check' | 'submit' | 'status' | 'cancel' | 'code';
  input: unknown;
  answer(told: Answer<Operation>): void;
  fail(error: unknown): void;
}

/** The operation below a parent that keeps what it was told; every call waits until the test settles it. */
function begin(input: OperationInput) {
  const asked: Asked[] = [];
  const told: unknown[] = [];
  const ticks = new Subject<{ type: string; at: number }>();
  const life = new Subject<{ type: string; at: number }>();
  const clock = new SimulatedClock();
  const leaf = (name: Asked['call']) =>
    fromPromise<Answer<Operation>, never>(
      ({ input: given }) => new Promise((answer, fail) => void asked.push({ call: name, input: given, answer, fail })),
    );
  const child = operationMachine.provide({
    actors: {
      check: leaf('check') as never,
      submit: leaf('submit') as never,
      status: leaf('status') as never,
      read: leaf('status') as never,
      cancel: leaf('cancel') as never,
      code: leaf('code') as never,
      'clock.ticks': fromEventObservable(() => ticks) as never,
      'page.life': fromEventObservable(() => life) as never,
    },
  });
  const parent = setup({
    actors: { child },
    actions: { keep: (_: unknown, params: { event: unknown }) => void told.push(params.event) },
  }).createMachine({
    invoke: {
      src: 'child',
      id: 'operation',
      input,
      onDone: { actions: { type: 'keep', params: ({ event }) => ({ event: event.output }) } },
      onError: {},
    },
    on: { '*': { actions: { type: 'keep', params: ({ event }) => ({ event }) } } },
  });
  const actor = createActor(parent, { clock });
  let operation = undefined as unknown as AnyActorRef;
  actor.subscribe((snapshot) => {
    operation ??= snapshot.children['operation'] as AnyActorRef;
  });
  actor.start();
  const settle = async () => {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  };
  return {
    asked,
    told,
    count: (call: Asked['call']) => asked.filter((one) => one.call === call).length,
    last: () => asked.at(-1)!,
    value: () => operation.getSnapshot().value as unknown,
    context: () => operation.getSnapshot().context as ReturnType<typeof operationMachine.getInitialSnapshot>['context'],
    say(type: string, more = {}) {
      if (operation.getSnapshot().status === 'active') operation.send({ type, ...more });
    },
    tick: (ms: number) => ticks.next({ type: 'port.ticked', at: at + ms }),
    life: (type: string) => life.next({ type, at: at + 1 }),
    pass: async (ms: number) => {
      for (let gone = 0; gone < ms; gone += 100) {
        clock.increment(100);
        await settle();
      }
    },
    async answers(told: Answer<Operation>) {
      asked.at(-1)!.answer(told);
      await settle();
    },
    async fails(error: unknown) {
      asked.at(-1)!.fail(error);
      await settle();
    },
  };
}

const ask = { src: 'USD', dst: 'BTC', side: 'give', amount: '100' };
const open = answered(sampleOperation('open'));

async function reviewed() {
  const world = begin({ ask });
  await world.answers(open);
  expect(world.value()).toEqual({ reviewing: 'reading' });
  return world;
}

describe('F3 the operation', () => {
  test('F3 check, review, confirm, tracking, succeeded: one check, one submit that names only the id', async () => {
    const world = await reviewed();
    expect(world.told).toContainEqual({ type: 'operation.opened', id: open.payload.id });
    world.say('user.confirmed');
    expect(world.last()).toMatchObject({
      call: 'submit',
      input: { path: open.payload.submit_path, body: { id: open.payload.id } },
    });
    await world.answers(answered(sampleOperation('processing')));
    expect(world.value()).toEqual({ tracking: 'waiting' });
    await world.pass(1_000);
    await world.answers(answered(sampleOperation('completed')));
    expect(world.told.at(-1)).toEqual({ kind: 'succeeded', operation: sampleOperation('completed') });
    expect([world.count('check'), world.count('submit'), world.count('status')]).toEqual([1, 1, 1]);
  });

  test('F3 F7 a check with a file is waited for as long as a file takes, one of words as long as words', async () => {
    const words = begin({ ask: { ...ask, wallets: ['USD'] } });
    await words.pass(added.answer + 5_000);
    expect(words.told.at(-1)).toMatchObject({ kind: 'rejected', error: { kind: 'late' } });
    const invoice = { handle: 'file 1', size: 9_000_000, type: 'application/pdf' };
    const filed = begin({ ask: { ...ask, invoice } });
    await filed.pass(added.uploadAnswer + 4_000);
    expect(filed.value()).toBe('checking');
    await filed.answers(open);
    filed.say('user.confirmed');
    await filed.pass(added.answer + 5_000);
    expect(filed.value()).toMatchObject({ 'finding out': expect.anything() });
    const lost = begin({ ask: { ...ask, invoice } });
    await lost.pass(added.uploadAnswer + 5_000);
    expect(lost.told.at(-1)).toMatchObject({ kind: 'rejected', error: { kind: 'late' } });
  });

  test('F3 a second click while the first is on its way sends nothing', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    world.say('user.confirmed');
    world.say('user.confirmed');
    expect(world.count('submit')).toBe(1);
  });

  test.each([
    ['the line was cut', failures.network],
    ['the answer is late', failures.late],
    ['the answer cannot be read', failures.unreadable],
    ['the server broke', failures.broken],
    ['something else was thrown', new Error('boom')],
  ])('F3 no answer is not a failure: %s, so the status is asked by id', async (_, error) => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(error);
    expect(world.value()).toEqual({ 'finding out': 'asking' });
    expect(world.last()).toMatchObject({ call: 'status', input: { params: { id: open.payload.id } } });
    await world.answers(answered(sampleOperation('processing')));
    expect(world.value()).toEqual({ tracking: 'waiting' });
    expect(world.count('submit')).toBe(1);
  });

  test('F3 “nothing was sent” is said only after the status answered open', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(failures.network);
    expect(world.context().nothingSent).toBe(false);
    await world.fails(failures.network);
    expect(world.context().nothingSent).toBe(false);
    await world.pass(added.confirmArrives);
    await world.answers(open);
    expect(world.value()).toEqual({ reviewing: { 'looking on': 'waiting' } });
    expect(world.context().nothingSent).toBe(true);
  });

  test('F3 open says nothing while a confirm may still arrive: it is asked on, and told when it has had its time', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    world.life('port.offline');
    world.life('port.online');
    await world.answers(open);
    expect(world.value()).toEqual({ 'finding out': 'waiting' });
    expect(world.context().nothingSent).toBe(false);
    await world.pass(added.confirmArrives);
    await world.answers(open);
    expect(world.context()).toMatchObject({ nothingSent: true, mayArrive: false });
    expect(world.count('submit')).toBe(1);
  });

  test('F3 the same of fresh terms: once they were confirmed they stand for themselves, and the status is read on under them', async () => {
    const world = await reviewed();
    const fresh = { ...sampleOperation('open'), id: 'opsample0000000000002' };
    world.say('user.confirmed');
    await world.fails(refused('terms_changed', 409, { fresh }));
    await world.pass(added.look);
    expect(world.value()).toEqual({ 'terms changed': 'compared' });
    world.say('user.confirmed');
    await world.fails(failures.network);
    await world.pass(added.confirmArrives);
    await world.answers(answered(fresh));
    expect(world.value()).toEqual({ reviewing: { 'looking on': 'waiting' } });
    await world.pass(added.pollLongest);
    await world.answers(answered({ ...sampleOperation('processing'), id: fresh.id }));
    expect(world.value()).toEqual({ tracking: 'waiting' });
    expect(world.count('submit')).toBe(2);
  });

  test('F3 R11 fresh terms have a code of their own: the one that was sent with the old ones is not there any more', async () => {
    const open = sampleWithdrawal('open');
    const world = begin({ ask });
    await world.answers(answered(open));
    world.say('user.code typed', { value: '123456' });
    world.say('user.confirmed');
    await world.fails(refused('terms_changed', 409, { fresh: { ...open, id: 'opsample0000000000077' } }));
    expect(world.context()).toMatchObject({ id: 'opsample0000000000077', code: '', nothingSent: false });
  });

  test('F3 whoever types a code meanwhile is told all the same; a code that is missing, and a letter, end the words', async () => {
    const second = { sent_to: 'd•••@example.com', again_at: now, tries_left: 5 };
    const withCode = answered({ ...sampleWithdrawal('open'), second_step: second });
    const world = begin({ ask });
    const lose = async () => {
      world.say('user.code typed', { value: '123456' });
      world.say('user.confirmed');
      await world.fails(failures.network);
      await world.pass(added.confirmArrives);
      await world.answers(withCode);
    };
    await world.answers(withCode);
    await lose();
    for (let typed = 0; typed < 20; typed++) {
      world.say('user.code typed', { value: '12' });
      await world.pass(500);
    }
    expect(world.value()).toEqual({ reviewing: { 'looking on': 'asking' } });
    await world.answers(withCode);
    expect(world.context()).toMatchObject({ nothingSent: true, code: '12' });
    world.say('user.confirmed');
    expect(world.value()).toEqual({ reviewing: 'corrected' });
    expect(world.context().nothingSent).toBe(false);
    await lose();
    expect(world.context().nothingSent).toBe(true);
    world.say('user.code wanted');
    expect(world.value()).toEqual({ reviewing: 'sending a letter' });
    expect(world.context().nothingSent).toBe(false);
  });

  test('F3 F6 another letter leaves the terms as they stand and says nothing new of them; what has moved on meanwhile is told', async () => {
    const withCode = answered({
      ...sampleWithdrawal('open'),
      second_step: { sent_to: 'd•••@example.com', again_at: now, tries_left: 5 },
    });
    const world = begin({ ask });
    await world.answers(withCode);
    const said = world.told.length;
    world.say('user.code wanted');
    await world.answers(withCode);
    expect([world.value(), world.told.length]).toEqual([{ reviewing: 'reading' }, said]);
    world.say('user.code wanted');
    await world.answers(answered(sampleWithdrawal('processing')));
    expect(world.value()).toEqual({ tracking: 'waiting' });
    expect(world.context()).toMatchObject({ nothingSent: false, error: null, code: '' });
  });

  test.each([
    ['a letter that could not be sent', 'user.code wanted', failures.network],
    ['a code that was refused', 'user.confirmed', refused('invalid', 422, { fields: { code: 'wrong_code' } })],
  ])('F3 another letter ends what was said of %s', async (_, type, why) => {
    const withCode = answered({
      ...sampleWithdrawal('open'),
      second_step: { sent_to: 'd•••@example.com', again_at: now, tries_left: 5 },
    });
    const world = begin({ ask });
    await world.answers(withCode);
    world.say('user.code typed', { value: '123456' });
    world.say(type);
    await world.fails(why);
    expect(world.context().error).not.toBeNull();
    world.say('user.code wanted');
    await world.answers(withCode);
    expect(world.value()).toEqual({ reviewing: 'reading' });
    expect(world.context().error).toBeNull();
  });

  test.each([
    ['one that was refused is let go, and not sent again', true, failures.network],
    ['one that nobody has refused stays', false, failures.network],
    ['one of the last letter is taken', false, refused('no_more_letters', 409)],
  ])('F3 of a code, where another letter cannot be sent: %s', async (_, wasRefused, why) => {
    const second = { sent_to: 'd•••@example.com', again_at: now, tries_left: 5 };
    const world = begin({ ask });
    await world.answers(answered({ ...sampleWithdrawal('open'), second_step: second }));
    world.say('user.code typed', { value: '123456' });
    if (wasRefused) {
      world.say('user.confirmed');
      await world.fails(refused('invalid', 422, { fields: { code: 'wrong_code' }, params: { left: 4 } }));
      expect(world.context().code).toBe('123456');
    }
    world.say('user.code wanted');
    await world.fails(why);
    expect(world.value()).toEqual({ reviewing: 'reading' });
    world.say('user.confirmed');
    expect(world.count('submit')).toBe(1);
    expect(world.value()).toEqual(wasRefused ? { reviewing: 'corrected' } : 'submitting');
  });

  test.each([
    [
      'the terms changed',
      refused('terms_changed', 409, { fresh: { ...sampleOperation('open'), id: 'opsample0000000000002' } }),
      true,
    ],
    ['a rule was broken', refused('insufficient_funds', 422), true],
    ['it was turned away at the door', refused('rate_limited', 429, { retryAfter: 3 }), true],
    ['the line was cut', failures.network, false],
    ['the answer cannot be read', failures.unreadable, false],
  ] as const)(
    'F3 a confirm that was refused is told as turned away, and one that was lost is not: %s',
    async (_, error, isTold) => {
      const world = await reviewed();
      world.say('user.confirmed');
      await world.fails(error);
      await world.pass(added.confirmArrives);
      if (!isTold) await world.answers(open);
      const told = world.told.filter((one) => (one as { type?: string }).type === 'operation.turned away');
      expect(told).toEqual(isTold ? [{ type: 'operation.turned away', id: open.payload.id }] : []);
    },
  );

  test.each([
    ['is under way', answered(sampleOperation('processing')), { tracking: 'waiting' }],
    ['is open', open, { reviewing: 'reading' }],
  ])(
    'F3 whoever comes back to terms hears how they stand, for another tab may have confirmed them: it %s',
    async (_, status, stands) => {
      const world = await reviewed();
      world.life('port.hidden');
      expect(world.count('status')).toBe(0);
      world.life('port.shown');
      expect(world.value()).toEqual({ reviewing: 'looking' });
      await world.answers(status);
      expect(world.value()).toEqual(stands);
      expect(world.count('submit')).toBe(0);
    },
  );

  test('F3 it is looked once for each return, however long the terms are read, and although the server has asked for quiet', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(refused('rate_limited', 429, { retryAfter: 30 }));
    world.life('port.hidden');
    world.life('port.shown');
    await world.answers(open);
    await world.pass(40_000);
    expect(world.value()).toEqual({ reviewing: 'reading' });
    expect(world.context().error).toMatchObject({ code: 'rate_limited' });
    expect(world.count('status')).toBe(1);
    world.life('port.offline');
    world.life('port.online');
    expect(world.value()).toEqual({ reviewing: 'looking' });
    world.say('user.confirmed');
    expect([world.value(), world.count('submit')]).toEqual(['submitting', 2]);
  });

  test('F3 a look at terms takes nothing from whoever reads them: the code stays, a lost answer changes nothing, and each return looks again', async () => {
    const world = begin({ ask });
    await world.answers(answered(sampleWithdrawal('open')));
    world.say('user.code typed', { value: '1234' });
    world.life('port.shown');
    await world.fails(failures.network);
    expect(world.value()).toEqual({ reviewing: 'reading' });
    world.life('port.shown');
    await world.answers(answered(sampleWithdrawal('open')));
    expect(world.context()).toMatchObject({ code: '1234', nothingSent: false, error: null });
    expect(world.count('status')).toBe(2);
    world.say('user.code typed', { value: '123456' });
    world.say('user.confirmed');
    expect(world.value()).toBe('submitting');
  });

  test('F3 a confirm that comes out of the line after all is told of, with nothing pressed', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(failures.network);
    await world.pass(added.confirmArrives);
    await world.answers(open);
    await world.pass(added.pollLongest);
    await world.answers(open);
    await world.pass(added.pollLongest);
    await world.fails(failures.network);
    expect(world.value()).toEqual({ reviewing: { 'looking on': 'waiting' } });
    await world.pass(added.pollLongest);
    await world.answers(answered(sampleOperation('processing')));
    expect(world.value()).toEqual({ tracking: 'waiting' });
    expect(world.count('submit')).toBe(1);
  });

  test('F3 a status that is known after the line came back is asked on until the end', async () => {
    const world = begin({ ask: {} });
    await world.answers(answered(sampleOperation('open')));
    world.say('user.confirmed');
    world.life('port.offline');
    await world.fails(failures.network);
    await world.fails(failures.network);
    expect(world.value()).toEqual({ 'finding out': 'waiting' });
    world.life('port.online');
    await world.answers(answered(sampleOperation('processing')));
    expect(world.value()).toEqual({ tracking: 'waiting' });
    await world.pass(2_000);
    await world.answers(answered(sampleOperation('completed')));
    expect(world.told.at(-1)).toMatchObject({ kind: 'succeeded' });
  });

  test('F3 finding out ends after a minute in words, and goes on when asked or back online', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(failures.network);
    for (let second = 0; second < 61; second++) {
      if (world.last().call === 'status') await world.fails(failures.network);
      await world.pass(1_000);
    }
    expect(world.value()).toMatchObject({ unknown: expect.anything() });
    world.life('port.online');
    expect(world.value()).toEqual({ 'finding out': 'asking' });
    await world.answers(answered(sampleOperation('completed')));
    expect(world.told.at(-1)).toMatchObject({ kind: 'succeeded' });
    expect(world.count('submit')).toBe(1);
  });

  /** Lets time go by while each question fails: `patience` is how long the transport waits for an answer, in s. */
  const outage = async (world: ReturnType<typeof begin>, seconds: number, patience: number) => {
    let [known, since] = [world.count('status'), 0];
    for (let second = 0; second < seconds; second++) {
      if (world.count('status') > known) [known, since] = [world.count('status'), second];
      if (second === since + patience) await world.fails(failures.network);
      await world.pass(1_000);
    }
  };

  test.each([
    ['F3 after that minute the truth is told within ten seconds of the line’s return, with nothing pressed', 1],
    ['F3 so it is where the line swallows every question', added.statusAnswer / 1_000],
  ])('%s', async (_title, patience) => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(failures.network);
    await outage(world, 200, patience);
    expect(world.value()).toMatchObject({ unknown: expect.anything() });
    const asked = world.count('status');
    await outage(world, 10, patience);
    expect(world.count('status')).toBeGreaterThan(asked);
    await world.answers(answered(sampleOperation('completed')));
    expect([world.told.at(-1), world.count('submit')]).toMatchObject([{ kind: 'succeeded' }, 1]);
  });

  test('F3 a server that refuses at once is asked every other second, and not more often', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(failures.network);
    await outage(world, 100, 0);
    const asked = world.count('status');
    await outage(world, 20, 0);
    expect(world.count('status') - asked).toBe(10);
  });

  test('F3 what could not be read is read by itself when the server is back', async () => {
    const world = begin({ id: sampleOperation('open').id });
    await world.fails(failures.network);
    await outage(world, 100, 1);
    expect(world.value()).toEqual({ unreadable: expect.anything() });
    await world.pass(10_000);
    await world.answers(answered(sampleOperation('open')));
    expect(world.value()).toEqual({ reviewing: 'reading' });
  });

  test('F3 a confirm that hangs when the line is back is asked about at once, and never sent again', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    world.life('port.offline');
    world.life('port.online');
    expect(world.value()).toEqual({ 'finding out': 'asking' });
    await world.answers(answered(sampleOperation('completed')));
    expect([world.told.at(-1), world.count('submit')]).toMatchObject([{ kind: 'succeeded' }, 1]);
  });

  test('F3 an expired quote is never submitted: not by a click, not by a late one', async () => {
    const world = await reviewed();
    world.tick(60_000);
    world.say('user.confirmed');
    expect(world.count('submit')).toBe(0);
    await world.answers(answered(sampleOperation('expired')));
    expect(world.told.at(-1)).toMatchObject({ kind: 'expired' });
  });

  test.each([
    ['no confirm was sent from here', null, 'lapsed'],
    ['the answer to one was lost', failures.network, 'lapsed after a confirm'],
    ['one was turned away at the door', refused('rate_limited', 429, { retryAfter: 3 }), 'lapsed after a confirm'],
    [
      'one was for the terms before these',
      refused('terms_changed', 409, { fresh: { ...sampleOperation('open'), id: 'opsample0000000000002' }, now, at }),
      'lapsed after a confirm',
    ],
  ])('F3 why a quote that has lapsed is asked about: %s', async (_, error, why) => {
    const world = await reviewed();
    if (error) {
      world.say('user.confirmed');
      await world.fails(error);
    }
    if (error === failures.network) {
      await world.pass(added.confirmArrives);
      await world.answers(open);
    }
    world.tick(60_000);
    expect(world.value()).toEqual({ 'finding out': 'asking' });
    expect(findingOut(world.context())).toBe(why);
  });

  test('F3 of a quote that stood in the address nobody says that nothing was confirmed: the page before may have', async () => {
    const world = begin({ id: 'opsample0000000000001' });
    await world.answers(open);
    world.tick(60_000);
    expect(world.value()).toEqual({ 'finding out': 'asking' });
    expect(findingOut(world.context())).toBe('lapsed after a confirm');
  });

  test('F3 the deadline ends the review without any tick, and another tab’s submit is found', async () => {
    const world = await reviewed();
    await world.pass(60_000);
    expect(world.value()).toEqual({ 'finding out': 'asking' });
    await world.answers(answered(sampleOperation('processing')));
    expect(world.value()).toEqual({ tracking: 'waiting' });
  });

  test('F3 a page clock wrong by any time up to a day changes no countdown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        fc.integer({ min: 0, max: 90_000 }),
        async (skew, waited) => {
          const world = begin({ ask });
          await world.answers({ ...open, at: at + skew });
          expect(remaining(world.context())).toBe(60_000);
          world.tick(skew + waited);
          expect(remaining(world.context())).toBe(Math.max(0, 60_000 - waited));
          world.say('user.confirmed');
          expect(world.count('submit')).toBe(waited < 60_000 ? 1 : 0);
        },
      ),
      runs(100),
    );
  });

  test('F3 changed terms stand beside the old ones and need a new click', async () => {
    const world = await reviewed();
    const fresh = sampleOperation('open', {
      id: 'opsample0000000000002',
      submit_path: '/exchange/confirm/opsample0000000000002',
    });
    world.say('user.confirmed');
    await world.fails(refused('terms_changed', 409, { fresh }));
    expect(world.value()).toEqual({ 'terms changed': 'appearing' });
    expect(world.context()).toMatchObject({ current: fresh, previous: open.payload, id: fresh.id });
    world.say('user.confirmed');
    expect(world.count('submit')).toBe(1);
    await world.pass(800);
    expect(world.value()).toEqual({ 'terms changed': 'compared' });
    world.say('user.confirmed');
    expect(world.last()).toMatchObject({ call: 'submit', input: { body: { id: fresh.id } } });
    expect(world.count('submit')).toBe(2);
  });

  test('F3 the answer with the changed terms is lost: the fresh ones are found by the old id, and need a new click', async () => {
    const world = await reviewed();
    const fresh = sampleOperation('open', {
      id: 'opsample0000000000002',
      submit_path: '/exchange/confirm/opsample0000000000002',
    });
    world.say('user.confirmed');
    await world.fails(failures.network);
    await world.answers(answered(sampleOperation('expired', { reason: 'terms_changed', replaced_by: fresh.id })));
    expect(world.last()).toMatchObject({ call: 'status', input: { params: { id: fresh.id } } });
    await world.answers(answered(fresh));
    expect(world.value()).toEqual({ 'terms changed': 'appearing' });
    expect(world.told).toContainEqual({ type: 'operation.opened', id: fresh.id });
    expect(world.count('submit')).toBe(1);
  });

  test('F3 turned away at the door after the time was over: the click sends nothing', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    world.tick(61_000);
    await world.fails(refused('rate_limited', 429));
    expect(world.value()).toEqual({ reviewing: 'reading' });
    world.say('user.confirmed');
    expect(world.count('submit')).toBe(1);
  });

  test.each<[string, unknown, ReturnType<typeof refusal>]>([
    ['a rule', refused('above_maximum', 422), 'rule'],
    ['too little money', refused('insufficient_funds', 409), 'rule'],
    ['an account that the house has stopped', refused('account_stopped', 422), 'rule'],
    ['the pair is gone', refused('pair_unavailable', 409), 'rule'],
    ['too often', refused('rate_limited', 429), 'door'],
    ['another origin', refused('bad_origin', 403), 'door'],
    ['no session', refused('no_session', 401), 'session'],
    ['the quote expired', refused('quote_expired', 409), null],
    ['it was submitted', refused('already_submitted', 409), null],
    ['it moved on', refused('conflict', 409), null],
    ['it is not there', refused('not_found', 404), null],
    ['terms without fresh ones', refused('terms_changed', 409), null],
    ['the house got the answer', { ...refused('redirected', 200), kind: 'redirected' }, null],
    ['the line', failures.network, null],
    ['too late', failures.late, null],
    ['nothing readable', failures.unreadable, null],
    ['the server broke', failures.broken, null],
    ['something else', new Error('boom'), null],
  ])('F3 what a refusal of the submit means: %s', (_, error, meaning) => {
    expect(refusal(error)).toBe(meaning);
  });

  test('F3 the session ends in the middle: nothing is sent again, the status is asked after sign-in', async () => {
    const world = await reviewed();
    world.say('user.confirmed');
    await world.fails(failures['session lost']);
    expect(world.value()).toBe('signed out');
    world.say('house.signed in', { account: 'A-1001', again: true, need_set_password: false, seq: 4 });
    expect(world.value()).toEqual({ 'finding out': 'asking' });
    await world.answers(open);
    expect(world.value()).toEqual({ reviewing: { 'looking on': 'waiting' } });
    expect(world.count('submit')).toBe(1);
  });

  test.each([
    ['open', { reviewing: 'reading' }],
    ['awaiting_payment', { tracking: 'waiting' }],
    ['processing', { tracking: 'waiting' }],
    ['completed', 'succeeded'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    ['expired', 'expired'],
  ] as const)(
    'F3 an address with an operation that is %s resumes without sending anything',
    async (status, expected) => {
      const world = begin({ id: open.payload.id });
      expect(world.value()).toBe('resuming');
      await world.answers(answered(sampleOperation(status)));
      expect(world.value()).toEqual(expected);
      expect([world.count('check'), world.count('submit')]).toEqual([0, 0]);
    },
  );

  test('F3 R3 what was opened by its address is looked at on: a page that was left in the middle may have sent a confirm', async () => {
    const world = begin({ id: open.payload.id });
    await world.answers(open);
    await world.pass(1_000);
    expect(world.value()).toEqual({ reviewing: 'looking' });
    await world.answers(open);
    const asked = world.count('status');
    world.life('port.hidden');
    await world.pass(30_000);
    expect([world.value(), world.count('status')]).toEqual([{ reviewing: 'reading' }, asked]);
    world.life('port.shown');
    await world.fails(failures.network);
    await world.pass(4_000);
    expect(world.value()).toEqual({ reviewing: 'looking' });
    await world.answers(answered(sampleOperation('completed')));
    expect([world.told.at(-1), world.count('submit')]).toMatchObject([{ kind: 'succeeded' }, 0]);

    const own = await reviewed();
    await own.pass(30_000);
    expect([own.value(), own.count('status')]).toEqual([{ reviewing: 'reading' }, 0]);
  });

  test('F7 F8 an order that may have been paid is cancelled once, after it was asked about', async () => {
    const world = begin({ id: open.payload.id });
    await world.answers(answered(sampleDeposit('awaiting_payment')));
    world.say('user.cancelled');
    expect([world.value(), world.count('cancel')]).toEqual(['asked to cancel', 0]);
    world.say('user.order kept');
    expect([world.value(), world.count('cancel')]).toEqual([{ tracking: 'asking' }, 0]);
    world.say('user.cancelled');
    world.say('user.cancel agreed');
    world.say('user.cancel agreed');
    expect([world.value(), world.count('cancel')]).toEqual(['cancelling', 1]);
  });

  test('F7 F8 whoever comes back to the question from elsewhere is told the status first', async () => {
    const world = begin({ id: open.payload.id });
    await world.answers(answered(sampleDeposit('awaiting_payment')));
    world.say('user.cancelled');
    world.life('port.hidden');
    world.life('port.shown');
    expect(world.value()).toEqual({ tracking: 'asking' });
  });

  test('F6 money that leaves is taken back at once: there are seconds for it', async () => {
    const world = begin({ id: open.payload.id });
    await world.answers(answered(sampleWithdrawal('processing')));
    world.say('user.cancelled');
    expect([world.value(), world.count('cancel')]).toEqual(['cancelling', 1]);
  });

  test('F3 tracking backs off from one to ten seconds, never overlaps, pauses while hidden', async () => {
    const world = begin({ id: open.payload.id });
    await world.answers(answered(sampleOperation('processing')));
    const pauses: number[] = [];
    for (let round = 0; round < 6; round++) {
      const before = world.count('status');
      let waited = 0;
      while (world.count('status') === before) {
        await world.pass(500);
        waited += 500;
      }
      pauses.push(waited);
      await world.answers(answered(sampleOperation('processing')));
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    world.life('port.hidden');
    const hidden = world.count('status');
    await world.pass(120_000);
    expect(world.count('status')).toBe(hidden);
    world.life('port.shown');
    expect(world.count('status')).toBe(hidden + 1);
  });

  test('F3 no sequence of clicks, answers and waits submits one id twice in one click', async () => {
    const moves = [
      'confirm',
      'back',
      'again',
      'answer open',
      'answer processing',
      'cut',
      'tick',
      'second',
      'lapse',
      'hide',
      'show',
      'sign in',
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...moves), { maxLength: 40 }), async (walk) => {
        const world = begin({ ask });
        let clicks = 0;
        for (const move of walk) {
          const before = world.count('submit');
          if (move === 'confirm') {
            clicks += 1;
            world.say('user.confirmed');
            expect(world.count('submit') - before).toBeLessThanOrEqual(1);
            continue;
          }
          if (move === 'back') world.say('user.went back');
          if (move === 'again') world.say('user.asked again');
          if (move === 'answer open') await world.answers({ ...open, now, at });
          if (move === 'answer processing') await world.answers(answered(sampleOperation('processing')));
          if (move === 'cut') await world.fails(failures.network);
          if (move === 'tick') world.tick(1_000);
          if (move === 'second') await world.pass(1_000);
          if (move === 'lapse') await world.pass(61_000);
          if (move === 'hide') world.life('port.hidden');
          if (move === 'show') world.life('port.shown');
          if (move === 'sign in')
            world.say('house.signed in', { account: 'A-1001', again: true, need_set_password: false, seq: 1 });
          expect(world.count('submit')).toBe(before);
        }
        expect(world.count('submit')).toBeLessThanOrEqual(clicks);
      }),
      runs(200),
    );
  });
});

describe('F7 the code of a letter', () => {
  const typed = (code: string) =>
    ({ id: 'A', code, error: null, current: sampleWithdrawal('open') }) as unknown as OperationContext;

  test('F7 one that was refused is not tried again until it is typed anew: each try counts', async () => {
    const second = { sent_to: 'd•••@example.com', again_at: now, tries_left: 5 };
    const world = begin({ ask });
    await world.answers(answered({ ...sampleWithdrawal('open'), second_step: second }));
    world.say('user.code typed', { value: '111111' });
    world.say('user.confirmed');
    const wrong = { code: 'wrong_code', statusCode: 422, fields: { code: 'wrong_code' }, params: { left: 4 } };
    await world.fails({ name: 'CallError', kind: 'refused', message: '', ...wrong });
    for (const corrections of [2, 3]) {
      world.say('user.confirmed');
      expect(world.value()).toEqual({ reviewing: 'corrected' });
      expect(world.context()).toMatchObject({ corrections, error: { code: 'wrong_code' } });
    }
    expect(world.count('submit')).toBe(1);
    world.say('user.code typed', { value: '123456' });
    world.say('user.confirmed');
    expect(world.value()).toBe('submitting');
    expect(world.count('submit')).toBe(2);
  });

  test.each([
    ['after five wrong codes keeps what was typed for it', ['open', 'cancelled'], 'operation.turned away'],
    ['on its way was taken by the server', ['open', 'processing', 'cancelled'], 'operation.submitted'],
  ] as const)('F6 one that is cancelled %s', async (_, life, said) => {
    const world = begin({ ask });
    await world.answers(open);
    world.say('user.confirmed');
    await world.fails({ name: 'CallError', kind: 'refused', message: '', code: 'too_many_tries', statusCode: 409 });
    await world.pass(added.pollLongest);
    const timeline = life.map((status, at) => ({ status, at: `2026-01-15T12:00:0${at}.000Z` }));
    await world.answers(answered(sampleOperation('cancelled', { timeline })));
    expect(world.told.at(-1)).toMatchObject({ kind: 'cancelled' });
    const ends = ['operation.turned away', 'operation.submitted'];
    const told = world.told.filter((one) => ends.includes((one as { type?: string }).type ?? ''));
    expect(told).toEqual([{ type: said, id: open.payload.id }]);
  });

  test.each(['686175', '686 175', ' 686-175 '])('F7 %s is its digits, whatever stands between them', (code) => {
    expect(codeIsThere(typed(code))).toBe(true);
    expect(about(typed(code), '/x').body).toMatchObject({ code: '686175' });
  });

  test.each([
    ['', 'required'],
    ['12 34', 'six_digits'],
    ['1234567', 'six_digits'],
  ])('F7 %s is not sent, and the field says why: %s', (code, problem) => {
    expect(codeIsThere(typed(code))).toBe(false);
    expect([codeProblem(typed(code), false), codeProblem(typed(code), true)]).toEqual([null, { code: problem }]);
  });
});

describe('what an operation is told by', () => {
  test('F6 a check takes as long as its file, whichever of its fields that is in; what is on review takes no file along', () => {
    const invoice = { handle: 'file 1' };
    expect(sendsFile({ ask: { amount: '10', values: null, invoice }, current: null })).toBe(true);
    expect(sendsFile({ ask: { amount: '10', values: null, invoice }, current: sampleOperation('open') })).toBe(false);
    for (const ask of [null, {}, { amount: '10', values: { handle: 1 }.handle }])
      expect(sendsFile({ ask, current: null })).toBe(false);
  });

  test('S11 the words of the same operation come with how it is paid; of one that has moved on, or of another, nothing does', () => {
    const [there] = [sampleDeposit('awaiting_payment')];
    const payment = { ...there.payment!, instructions: [{ label: 'Bank', value: 'Anders' }] as never };
    const facts = [{ label: 'method', text: 'Банк' }] as never;
    expect(inWordsOf(there, { payload: { ...there, payment, facts } })).toEqual({ ...there, payment, facts });
    for (const changes of [{ id: 'opsample0000000000077' }, { status: 'processing' } as const])
      expect(inWordsOf(there, { payload: { ...there, payment, facts, ...changes } })).toBe(there);
  });

  test('R11 a code goes to the server as its digits, however it was written', () => {
    const current = sampleWithdrawal('open');
    const context = { id: current.id, current, code: '123 4-56' } as OperationContext;
    expect(about(context, '/api/withdraw/confirm').body).toMatchObject({ code: '123456' });
  });
});
