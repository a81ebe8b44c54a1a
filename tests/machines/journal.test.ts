import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createActor, type AnyActorRef, type AnyEventObject, type AnyStateMachine } from 'xstate';
import type { Model } from '../../machines/model.ts';
import type { Entry } from '../../machines/journal/entry.ts';
import { keptValues, maskedValues, maskEntry, maskValue } from '../../machines/journal/mask.ts';
import { createJournal, createRecorder } from '../../machines/journal/recorder.ts';
import { actorAt, replay } from '../../machines/journal/replay.ts';
import { createStepClock } from '../../machines/paths/step-clock.ts';
import { heard } from '../../machines/paths/world.ts';
import { annexMachine } from '../../machines/root/annex.machine.ts';
import { flows, type FlowName } from '../../machines/root/flows.ts';
import { provideAll, type World } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { otherPerson, person, settings, total, visitor, wallets } from '../../machines/root/house.samples.ts';
import { createWorld, start, type Pending } from './house.ts';
import { runs } from '../tools/runs.ts';

const modules = import.meta.glob<{ default: Model }>('../../machines/**/*.model.ts', { eager: true });
const charts = import.meta.glob<string>('../../machines/**/*.ts', { eager: true, query: '?raw', import: 'default' });
const models = Object.values(modules).map((module) => module.default);
const loaded = new Map<FlowName, AnyStateMachine>();
for (const flow of flows) loaded.set(flow.name, await flow.load());
const library = { get: (name: FlowName) => loaded.get(name), annex: () => annexMachine };
const root = createRoot(library);

/** Machines are provided once; each session puts a world of its own behind them. */
let stage = createWorld();
const provided = new Map<FlowName, AnyStateMachine>();
const lively = (() => {
  const { world } = stage;
  const through = <T extends object>(pick: (from: World) => T, names: object) =>
    Object.fromEntries(
      Object.keys(names).map((name) => [
        name,
        (...args: unknown[]) => (pick(stage.world) as Record<string, (...args: unknown[]) => unknown>)[name]!(...args),
      ]),
    ) as T;
  const staged: World = {
    call: (...args) => stage.world.call(...args),
    asks: through((from) => from.asks, world.asks),
    sources: through((from) => from.sources, world.sources),
    effects: through((from) => from.effects, world.effects),
  };
  for (const [name, machine] of loaded) provided.set(name, provideAll(machine, staged));
  const annex = provideAll(annexMachine, staged);
  return provideAll(createRoot({ get: (name) => provided.get(name), annex: () => annex }), staged);
})();

const now = '2026-01-15T12:00:00.000Z';
/** Envelopes of any call: who is here, and what the person has. */
const envelopes: Record<string, unknown>[] = [
  { user: person, site_settings: settings, wallets, total_balance: total, locale: 'ru' },
  { user: person, locale: 'en' },
  { user: otherPerson, wallets },
  { user: visitor, rev: 0 },
  { wallets: [], total_balance: total },
  { status: 'redirect', payload: { status: '302', redirect_url: '/history/exchange' } },
  { wallets: 'rubbish' },
  { fv: 'aaaa', user: person, unread_msgs: { private: 2, support: 1 } },
  { fv: 'bbbb' },
];
const visits = { user: visitor, site_settings: settings, rev: 0 };
const addresses = [
  '/',
  '/login',
  '/login?link=Secret-Token-0123456789',
  '/exchanges',
  '/exchanges?search=USD/',
  '/exchange/USD/BTC',
  '/exchange/USD/BTC?operation=opsample0000000000001',
  '/history/exchange',
  '/signup',
  '/settings/change-password',
  '/article',
  '/article/terms',
  '/nowhere',
];

/** What a device may have kept. */
const memories = [
  { email: person.email },
  { email: person.email, kept: { interrupted: '/exchange/USD/BTC?operation=opsample0000000000001', landing: null } },
  { kept: { interrupted: '/history/exchange?search=a%20b', landing: null, whose: person.account_id } },
  {
    kept: {
      interrupted: null,
      landing: {
        to: '/exchange/USD/BTC?give=100',
        quoted: {
          give: { amount: '100.00', currency: 'USD' },
          get: { amount: '0.00105625', currency: 'BTC' },
          fee: { amount: '0.50', currency: 'USD' },
          rate: '0.00001061557788',
        },
      },
      whose: null,
    },
    asked: [person.account_id],
  },
];

/** Every machine below an actor, by path: its state, its context, whether it lives. */
function portrait(actor: AnyActorRef, path = 'root', into: Record<string, unknown> = {}): Record<string, unknown> {
  const snapshot = actor.getSnapshot() as Record<string, unknown>;
  if (!('value' in snapshot)) return into;
  const { value, context, status, output, children } = snapshot;
  into[path] = { value, context, status, output };
  for (const [id, child] of Object.entries(children as Record<string, AnyActorRef>))
    portrait(child, `${path}/${id}`, into);
  return into;
}
const masked = (value: unknown) => JSON.parse(JSON.stringify(maskValue(value))) as unknown;

function machinesBelow(actor: AnyActorRef, into: AnyActorRef[] = []): AnyActorRef[] {
  const { children, status } = actor.getSnapshot() as { children?: Record<string, AnyActorRef>; status: string };
  if (!children || status !== 'active') return into;
  into.push(actor);
  for (const child of Object.values(children)) machinesBelow(child, into);
  return into;
}

const samplesOf = new Map<string, Model['events'][string][]>();
for (const model of models)
  for (const [type, samples] of Object.entries(model.events))
    samplesOf.set(type, [...(samplesOf.get(type) ?? []), samples]);

function samplesHeard(machine: AnyActorRef, prefix: string): AnyEventObject[] {
  return [...heard(machine)]
    .filter((type) => type.startsWith(prefix))
    .flatMap((type) =>
      (samplesOf.get(type) ?? [])
        .flatMap((samples) => (typeof samples === 'function' ? samples(machine.getSnapshot()) : samples))
        .map((sample) => ({ ...sample, type })),
    );
}

/** What flows say, said by nobody in particular. */
const said = [...samplesOf]
  .filter(([type]) => type.startsWith('flow.'))
  .flatMap(([type, lists]) =>
    lists.flatMap((samples) => (Array.isArray(samples) ? samples.map((sample) => ({ ...sample, type })) : [])),
  );

const endsOf = (call: Pending): (() => void)[] =>
  models.flatMap(({ outcomes }) => {
    const { done = {}, error = {} } = outcomes[call.name] ?? {};
    const plain = (each: object) => Object.values(each).filter((outcome) => typeof outcome !== 'function');
    return [
      ...plain(done).map((value) => () => call.done(value)),
      ...plain(error).map((value) => () => call.fail(value)),
    ];
  });

/** A house that is moved by numbers: each takes one of the things that could happen next. */
async function session(numbers: number[], mask: (entry: Entry) => Entry) {
  const entries: Entry[] = [];
  const clock = createStepClock();
  const made = createWorld();
  stage = made;
  const recorder = createRecorder(clock, (entry) => void entries.push(structuredClone(entry)), { mask });
  const actor = createActor(lively, {
    input: {
      ...start,
      path: addresses[(numbers[0] ?? 0) % addresses.length]!,
      memory: memories[(numbers[1] ?? 0) % memories.length]!,
    },
    clock: recorder.clock,
    inspect: recorder.inspect,
  });
  actor.start();
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  };
  let seq = 0;
  const tell = (keys: Record<string, unknown>) => {
    seq += 1;
    const body = { status: 'ok', now, rev: seq, payload: {}, ...keys };
    const call = seq % 3 === 0 ? 'auth.logout' : 'auth.check';
    made.answers.next({ seq, call, statusCode: 200, body, at: seq });
  };
  /** What could happen next, by who is behind it: only one of them is looked at, by turns that the numbers take. */
  const sides: (() => (() => void)[])[] = [
    () =>
      made.pending.flatMap((call) =>
        endsOf(call).map((end) => () => (made.pending.splice(made.pending.indexOf(call), 1), end())),
      ),
    () =>
      machinesBelow(actor as AnyActorRef).flatMap((machine) =>
        samplesHeard(machine, 'user.').map((event) => () => machine.send(event)),
      ),
    () => envelopes.map((keys) => () => tell(keys)),
    () => addresses.map((path) => () => made.streams['history.changes'].next({ type: 'port.address changed', path })),
    () => [
      ...['port.online', 'port.offline', 'port.hidden', 'port.shown', 'port.ticked'].map((type) => () => {
        const stream = type === 'port.ticked' ? made.streams['clock.ticks'] : made.streams['page.life'];
        stream.next({ type, at: clock.now() });
      }),
      ...said.map((event) => () => actor.send(event as never)),
    ],
    () => (clock.waiting() > 0 ? [() => clock.step()] : []),
  ];
  const opened: string[] = [];
  const weights = [0, 0, 0, 1, 1, 1, 1, 2, 3, 4, 5, 5];
  for (const [at, number] of numbers.entries()) {
    const side = sides[weights[number % weights.length]!]!;
    // Half of the sessions begin signed in and a quarter as a visitor, so that private flows and public ones are seen.
    const first = [envelopes[0]!, visits, envelopes[0]!, undefined][number % 4];
    const moves = at === 0 && first ? [() => tell(first)] : side();
    moves[Math.floor(number / weights.length) % Math.max(1, moves.length)]?.();
    await settle();
    const flow: unknown = actorAt(actor as AnyActorRef, 'root/page')?.getSnapshot().context.flow;
    if (typeof flow === 'string') opened.push(flow);
  }
  return { actor: actor as AnyActorRef, entries, opened };
}

const numbers = fc.array(fc.nat({ max: 100_000 }), { minLength: 8, maxLength: 60, size: 'max' });

describe('the journal', () => {
  test('D8 300 random sessions replay to the same snapshot of every machine', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    let machines = 0;
    let entriesSeen = 0;
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(numbers, async (each) => {
        const { actor, entries, opened } = await session(each, (entry) => entry);
        const live = portrait(actor);
        const again = replay(root, JSON.parse(JSON.stringify(entries)) as Entry[]);
        expect(JSON.parse(JSON.stringify(portrait(again)))).toEqual(JSON.parse(JSON.stringify(live)));
        machines += Object.keys(live).length;
        entriesSeen += entries.length;
        for (const flow of new Set(opened)) seen.set(flow, (seen.get(flow) ?? 0) + 1);
        actor.stop();
      }),
      runs(300),
    );
    // What was compared is worth comparing: flows stood open, and much had happened.
    expect([...seen.keys()].toSorted()).toEqual(
      flows
        .filter(({ routes }) => routes.length > 0)
        .map(({ name }) => name as string)
        .toSorted(),
    );
    expect(machines).toBeGreaterThan(300 * 12);
    expect(entriesSeen).toBeGreaterThan(300 * 15);
  }, 120_000);

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

  test('D8 a masked journal takes the same turns, and names nobody', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await fc.assert(
      fc.asyncProperty(numbers, async (each) => {
        const { actor, entries } = await session(each, maskEntry);
        const text = JSON.stringify(entries);
        for (const secret of [person.email, otherPerson.email, 'Secret-Token', 'demo@', 'password-1', ' phrase'])
          expect(text).not.toContain(secret);
        expect(masked(portrait(replay(root, entries)))).toEqual(masked(portrait(actor)));
        actor.stop();
      }),
      runs(50),
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

  test('D8 it is bounded, keeps its start, and knows when it is no longer whole', () => {
    const journal = createJournal(4);
    journal.maskBy((entry) => entry);
    journal.append({ t: 0, k: 'start', input: {}, version: '1' });
    for (let t = 1; t <= 4; t += 1) journal.append({ t, k: 'send', to: 'root', event: { type: 'x' } });
    expect([journal.entries().length, journal.whole()]).toEqual([5, true]);
    journal.append({ t: 5, k: 'send', to: 'root', event: { type: 'x' } });
    expect([journal.entries().map(({ t }) => t), journal.whole()]).toEqual([[0, 4, 5], false]);
  });
});

test('D8 nothing is read of it before it is masked, and everything is masked then', () => {
  const journal = createJournal();
  journal.append({ t: 0, k: 'start', input: { email: 'demo@example.com' }, version: '1' });
  journal.append({ t: 1, k: 'send', to: 'root', event: { type: 'user.password typed', value: 'hunter2' } });
  expect(journal.entries()).toEqual([]);
  journal.maskBy(maskEntry);
  journal.append({ t: 2, k: 'send', to: 'root', event: { type: 'user.code typed', value: '123456' } });
  const written = journal.entries();
  expect(written.map(({ t }) => t)).toEqual([0, 1, 2]);
  expect(JSON.stringify(written)).not.toMatch(/demo@|hunter2|123456/);
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
    ['user.unheard of', { value: 'Иван Петров' }, { value: 'xxxx xxxxxx' }],
    ['user.amount typed', { side: 'give', value: '100,5' }, { side: 'give', value: '100,5' }],
    ['user.remember chosen', { value: true }, { value: true }],
    ['user.navigated', { value: '/login?link=abc&search=USD/' }, { value: '/login?link=xxx&search=USD/' }],
    [
      'xstate.promise.resolve',
      { data: { payload: { sent_to: 'a@b.cd', code: '123456' } } },
      { data: { payload: { sent_to: 'x@x.xx', code: '000000' } } },
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
    expect([...new Set(typed)].filter((type) => !keptValues.has(type) && !maskedValues.has(type))).toEqual([]);
  });
});
