import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { keptValues, maskedValues, maskEntry, maskValue } from '../../contract/journal/mask.ts';
import describedForm from '../../machines/described-form/described-form.model.ts';
import { createRecorder } from '../../machines/journal/recorder.ts';
import { actorAt, replay } from '../../machines/journal/replay.ts';
import { answered } from '../../machines/operation/operation.samples.ts';
import { walkAndReplay } from '../../machines/paths/replayed.ts';
import { createStepClock } from '../../machines/paths/step-clock.ts';
import { wholeForm } from '../../machines/payment/payment.samples.ts';
import { person } from '../../machines/root/house.samples.ts';
import { numbers, portrait, root, session } from '../sessions/house-session.ts';
import { runs } from '../tools/runs.ts';
import { start } from './house.ts';

const charts = import.meta.glob<string>('../../machines/**/*.ts', { eager: true, query: '?raw', import: 'default' });

describe('the journal', () => {
  test('D8 each beginning of a journal replays to what stood on the screen then', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await fc.assert(
      fc.asyncProperty(numbers, fc.nat(), async (each, cut) => {
        const steps = each.slice(0, 2 + (cut % (each.length - 1)));
        const part = await session(steps, (entry) => entry);
        const whole = await session(each, (entry) => entry);
        const beginning = whole.entries.slice(0, part.entries.length);
        expect(beginning).toEqual(part.entries);
        expect(JSON.stringify(portrait(replay(root, beginning)))).toBe(JSON.stringify(portrait(part.actor)));
        whole.actor.stop();
        part.actor.stop();
      }),
      runs(25),
    );
  }, 120_000);

  test('D8 entries name who heard what, and nothing that follows from it', async () => {
    const { actor, entries } = await session([], (entry) => entry);
    expect(entries).toEqual([
      {
        t: 0,
        k: 'start',
        version: '',
        input: {
          ...start,
          path: '/',
          memory: { email: person.email },
        },
      },
    ]);
    expect(actorAt(actor, 'root/page')?.id).toBe('page');
    expect(actorAt(actor, 'root/page/nobody')).toBeUndefined();
    actor.stop();
  });

  test('D8 what answers a machine that fell over is no entry of the one that stands in its place', async () => {
    const asked: ((value: string) => void)[] = [];
    const part = setup({
      actors: { ask: fromPromise(() => new Promise<string>((answer) => asked.push(answer))) },
    }).createMachine({
      initial: 'asking',
      on: {
        'user.broken': {
          guard: () => {
            throw new Error('it falls over');
          },
        },
      },
      states: { asking: { invoke: { src: 'ask', id: 'ask', onDone: 'answered' } }, answered: {} },
    });
    const machine = setup({ actors: { part } }).createMachine({
      initial: 'shown',
      states: { shown: { invoke: { src: 'part', id: 'part', onError: { target: 'shown', reenter: true } } } },
    });
    const entries: Entry[] = [];
    const clock = createStepClock();
    const root = createActor(machine, { ...createRecorder(clock, (entry) => entries.push(entry)) });
    root.start();
    actorAt(root, 'root/part')!.send({ type: 'user.broken' });
    const stands = async (value: string) => {
      await Promise.resolve()
        .then(() => {})
        .then(() => {});
      expect(portrait(actorAt(root, 'root/part')!)).toMatchObject({ root: { value } });
      expect(JSON.stringify(portrait(replay(machine, entries)))).toBe(JSON.stringify(portrait(root)));
    };
    const [first, second] = asked;
    first!('too late');
    await stands('asking');
    second!('in time');
    await stands('answered');
    root.stop();
  });

  test('D8 a card that was given in the frame of its provider is given in a masked journal too', () => {
    const model = {
      ...describedForm,
      outcomes: { ...describedForm.outcomes, form: { done: { 'with a card': answered(wholeForm) } } },
    };
    const settle = (name: string, how: 'done' | 'next', outcome: string) =>
      ({ type: 'settle', leaf: name, name, how, outcome }) as const;
    const { live, strays } = walkAndReplay(model, {
      input: 'from the list of methods',
      steps: [
        settle('draft.read', 'done', 'no draft'),
        settle('form', 'done', 'with a card'),
        settle('card.tokens', 'next', 'the frame is there'),
        settle('card.tokens', 'next', 'a card is given'),
      ],
    });
    expect(live['it']!.context).toMatchObject({ card: { shown: expect.any(String) as string } });
    expect(strays()).toBeNull();
  });
});

describe('what is written of a session', () => {
  const event = (type: string, more: object): Entry => ({
    t: 0,
    k: 'send',
    to: 'root/page/flow',
    event: { type, ...more },
  });
  const written = (entry: Entry) => (maskEntry(entry) as Exclude<Entry, { k: 'start' }>).event;

  test.each([
    ['user.password typed', { value: 'hunter2' }, { value: 'xxxxxxxx' }],
    ['user.password typed', { value: '' }, { value: '' }],
    ['user.password typed', { value: 'hunter2hunter2' }, { value: 'a masked secret' }],
    ['user.password typed', { value: 'aaaaaaaaaaaaaaa' }, { value: 'xxxxxxxxxx' }],
    ['user.password typed', { value: 'a'.repeat(999) }, { value: 'x'.repeat(201) }],
    ['user.old password typed', { value: 'the old long phrase' }, { value: 'a masked secret' }],
    ['user.email typed', { value: 'demo.user@example.com' }, { value: 'xxxx.xxxx@xxxxxxx.xxx' }],
    ['user.code typed', { value: '123456' }, { value: '000000' }],
    ['user.recipient typed', { value: '2000 0009' }, { value: '1000 0000' }],
    ['user.recipient typed', { value: '0200 0009' }, { value: '0000 0000' }],
    ['user.recipient typed', { value: '+7 916 580-31-42' }, { value: 'x0 000 000-00-00' }],
    ['user.unheard of', { value: 'Иван Петров' }, { value: 'xxxx xxxxxx' }],
    ['user.amount typed', { side: 'give', value: '100,5' }, { side: 'give', value: '100,5' }],
    ['user.followed', { value: '/settings?link=abc' }, { value: '/settings?link=xxx' }],
    ['user.notification closed', { value: 'verification:abc:2' }, { value: 'xxxxxxxxxxxxxxxxx0' }],
    [
      'user.notification closed',
      { value: 'verification:opsample0000000000001:2' },
      { value: 'verification:opsample0000000000001:2' },
    ],
    [
      'user.navigated',
      { value: '/deposit/form/card_usd_in/opsample0000000000001?returned=success' },
      { value: '/deposit/form/card_usd_in/opsample0000000000001?returned=success' },
    ],
    ['user.navigated', { value: 'index-article-name?name=terms' }, { value: 'index-article-name?name=terms' }],
    ['user.remember chosen', { value: true }, { value: true }],
    ['user.navigated', { value: '/login?link=abc&search=USD/' }, { value: '/login?link=xxx&search=USD/' }],
    [
      'xstate.promise.resolve',
      { data: { payload: { sent_to: 'a@b.cd', code: '123456' } } },
      { data: { payload: { sent_to: 'x@x.xx', code: '000000' } } },
    ],
    [
      'xstate.promise.resolve',
      { data: { payload: { wallets: [{ fee: '0.45' }] } } },
      { data: { payload: { wallets: [{ fee: '0.45' }] } } },
    ],
    [
      'xstate.promise.reject',
      { data: { name: 'CallError', code: 'wrong_code', fields: { email: 'malformed' } } },
      { data: { name: 'CallError', code: 'wrong_code', fields: { email: 'malformed' } } },
    ],
    ['signal.user', { user: person, seq: 3 }, { user: { ...person, email: 'xxxx@xxxxxxx.xxx' }, seq: 3 }],
  ])('D8 %s %j', (type, more, expected) => expect(written(event(type, more))).toEqual({ type, ...expected }));

  test('D8 masking twice is masking once', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = maskValue(value);
        expect(maskValue(once)).toEqual(once);
      }),
    );
  });

  test('D8 every typed value is either allowed or named as nobody’s business', () => {
    const typed = Object.values(charts).flatMap((text) =>
      [...text.matchAll(/type: '(user\.[^']+)'; (?:\w+: [^;}]+; )*value: string/g)].map(([, type]) => type!),
    );
    expect(typed).toContain('user.password typed');
    expect(
      [...new Set(typed)].filter((type) => !keptValues.has(type) && !maskedValues.has(type)),
      'name each in contract/journal/mask.ts: in `keptValues` by what alone may stand there, else in `maskedValues`',
    ).toEqual([]);
  });
});
