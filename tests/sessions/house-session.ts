import fc from 'fast-check';
import { createActor, type AnyActorRef, type AnyEventObject, type AnyStateMachine } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { maskEntry, maskValue } from '../../contract/journal/mask.ts';
import { createRecorder } from '../../machines/journal/recorder.ts';
import { actorAt, replay } from '../../machines/journal/replay.ts';
import type { Model } from '../../machines/model.ts';
import { differences } from '../../machines/paths/difference.ts';
import { logicOf } from '../../machines/paths/inside-xstate.ts';
import { createStepClock } from '../../machines/paths/step-clock.ts';
import { heard } from '../../machines/paths/world.ts';
import { annexMachine } from '../../machines/root/annex.machine.ts';
import { charts } from '../../machines/root/charts.ts';
import { flows, type FlowName } from '../../machines/root/flows.ts';
import { otherPerson, person, settings, total, visitor, wallets } from '../../machines/root/house.samples.ts';
import { provideAll, type World } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { createWorld, start, type Pending } from '../machines/house.ts';
import { models } from '../paths/models.ts';

const all: readonly Model[] = Object.values(models);
const loaded = new Map<FlowName, AnyStateMachine>();
for (const flow of flows) loaded.set(flow.name, await charts[flow.name]());
const library = { get: (name: FlowName) => loaded.get(name), annex: () => annexMachine };
/** The house as a replay has it. */
export const root = createRoot(library);

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
  '/login/telegram',
  '/login/telegram?remember=1',
  `/login/telegram?state=${'S'.repeat(43)}`,
  '/exchanges',
  '/exchanges?search=USD/',
  '/exchange/USD/BTC',
  '/exchange/USD/BTC?operation=opsample0000000000001',
  '/history/exchange',
  '/history/transfer',
  '/history/payment',
  '/history/deposit',
  '/history/withdraw',
  '/history/referral',
  '/exchange/all',
  '/exchange/all/BTC',
  '/transfer',
  '/transfer?operation=opsample0000000000009',
  '/?ref=0123456789',
  '/referral',
  '/cards/list',
  '/cards/my',
  '/cards/my/opsample0000000000031',
  '/cards/order/plastic_usd',
  '/cards/order/confirm?operation=opsample0000000000031&offer=plastic_usd',
  '/deposit',
  '/deposit/form/bitcoin_btc',
  '/withdraw/form/bitcoin_btc/opsample0000000000003',
  '/withdraw',
  '/purchase/form/card_usd/opsample0000000000005',
  '/purchase',
  '/signup',
  '/forgot-password',
  '/reset-password?token=sampletoken0000000000',
  '/settings/change-password',
  '/settings/verification',
  '/settings/passport',
  '/settings/personal',
  '/settings/mail',
  '/settings',
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
export function portrait(
  actor: AnyActorRef,
  path = 'root',
  into: Record<string, unknown> = {},
): Record<string, unknown> {
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

const samplesOf = new Map<string, { of: string; samples: Model['events'][string] }[]>();
for (const { machine, events } of all)
  for (const [type, samples] of Object.entries(events))
    samplesOf.set(type, [...(samplesOf.get(type) ?? []), { of: machine.id, samples }]);

/** What any model says of an event; what is worked out from a snapshot, of the machine's own. */
function samplesHeard(machine: AnyActorRef, prefix: string): AnyEventObject[] {
  const { id } = logicOf(machine) as AnyStateMachine;
  return [...heard(machine)]
    .filter((type) => type.startsWith(prefix))
    .flatMap((type) =>
      (samplesOf.get(type) ?? [])
        .flatMap(({ of, samples }) =>
          typeof samples !== 'function' ? samples : of === id ? samples(machine.getSnapshot()) : [],
        )
        .map((sample) => ({ ...sample, type })),
    );
}

/** What flows say, said by nobody in particular. */
const said = [...samplesOf]
  .filter(([type]) => type.startsWith('flow.'))
  .flatMap(([type, lists]) =>
    lists.flatMap(({ samples }) => (Array.isArray(samples) ? samples.map((sample) => ({ ...sample, type })) : [])),
  );

const endsOf = (call: Pending): (() => void)[] =>
  all.flatMap(({ outcomes }) => {
    const { done = {}, error = {} } = outcomes[call.name] ?? {};
    const plain = (each: object) => Object.values(each).filter((outcome) => typeof outcome !== 'function');
    return [
      ...plain(done).map((value) => () => call.done(value)),
      ...plain(error).map((value) => () => call.fail(value)),
    ];
  });

/**
 * A house that is moved by numbers: each takes one of the things that could happen next: a person, an answer, an envelope
 * for the house, another address, the browser, the clock. The same numbers, the same session.
 */
export async function session(numbers: readonly number[], mask: (entry: Entry) => Entry) {
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
      ...['port.writing', 'port.writing paused'].map((type) => () => made.streams['page.writing'].next({ type })),
    ],
    () => (clock.waiting() > 0 ? [() => clock.step()] : []),
  ];
  const opened: string[] = [];
  const weights = [0, 0, 0, 1, 1, 1, 1, 2, 3, 4, 5, 5];
  for (const [at, number] of numbers.entries()) {
    const side = sides[weights[number % weights.length]!]!;
    // Half of the sessions begin signed in and a quarter as a visitor, so that private flows and public ones are seen.
    const first = [envelopes[0]!, visits, envelopes[0]!, undefined][Math.floor(number / addresses.length) % 4];
    const moves = at === 0 && first ? [() => tell(first)] : side();
    moves[Math.floor(number / weights.length) % Math.max(1, moves.length)]?.();
    await settle();
    const flow: unknown = actorAt(actor as AnyActorRef, 'root/page')?.getSnapshot().context.flow;
    if (typeof flow === 'string') opened.push(flow);
  }
  return { actor: actor as AnyActorRef, entries, opened };
}

export const numbers = fc.array(fc.nat({ max: 100_000 }), { minLength: 8, maxLength: 60, size: 'max' });

/** Every address once by a person and once by a visitor: the number that a session begins with. */
export const beginnings: readonly number[] = addresses.flatMap((_, at) => [at, at + addresses.length]);

/** What a session came to, for counting; `amiss` says where its replay differs, or what its masked journal betrays. */
export interface Lived {
  machines: number;
  entries: readonly Entry[];
  opened: readonly string[];
  amiss: string | null;
}

const secrets = [person.email, otherPerson.email, 'Secret-Token', 'demo@', 'password-1', ' phrase'];
const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Lives a session and replays it twice: by its journal as it was heard, and by the masked one. */
export async function live(each: readonly number[]): Promise<Lived> {
  const { actor, entries, opened } = await session(each, (entry) => entry);
  const lived = portrait(actor);
  const exact = differences(asData(portrait(replay(root, asData(entries) as Entry[]))), asData(lived), 'replayed');
  const written = entries.map(maskEntry);
  const turns = differences(masked(portrait(replay(root, written))), masked(lived), 'masked');
  const text = JSON.stringify(written);
  const betrayed = secrets
    .filter((secret) => text.includes(secret))
    .map((secret) => `the masked journal holds ${secret}`);
  actor.stop();
  return {
    machines: Object.keys(lived).length,
    entries,
    opened,
    amiss: [...exact, ...turns, ...betrayed][0] ?? null,
  };
}
