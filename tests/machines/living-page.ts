import type { AnyMachineSnapshot } from 'xstate';
import { allCalls } from '../../contract/calls/index.ts';
import type { CallSpec } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';
import { isMachine, logicOf } from '../../machines/paths/inside-xstate.ts';
import type { Scribe } from '../../machines/paths/world.ts';
import { specOf } from '../../machines/root/calls.ts';
import { isSafeToReload } from '../../machines/root/safety.ts';
import { callError } from '../../src/transport/call-error.ts';
import { readEnvelope } from '../../src/transport/read-envelope.ts';
import { beginning, createFakeServer } from './fake-server.ts';
import type { Pending } from './house.ts';
import { actorsBelow, openWholeHouse, portAnswer } from './whole-house.ts';

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** Numbers from 0 to 1, always the same ones for a seed (mulberry32). */
function chance(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Weather = 'fair' | 'broken' | 'cut' | 'silent' | 'blocked';

/** As the transport has it: a file goes by its handle here. */
const patienceWith = ({ files, patience = added.answer }: CallSpec, input: unknown): number => {
  const { body } = Object(input) as { body?: Record<string, unknown> };
  const brings = Object.values(body ?? {}).some((value) => 'handle' in Object(value));
  return files === undefined || brings ? patience : added.answer;
};

/** Of a context. Which flows a slot has loaded are as many as there are flows, sooner or later. */
const sizeOf = (context: object): number =>
  JSON.stringify(context, (key, value: unknown) => (key === 'loaded' ? undefined : value)).length;

/**
 * A page that lives on a stepped clock in front of a small server: it ticks while it is seen, answers take their time,
 * and the weather of the line is the test's. Every call is checked as it is asked: it throws when a machine asks the same
 * twice at a time, or when what is said to stand over the page does not.
 */
export async function openLivingPage(from: number, { settles, scribe }: { settles?: number; scribe?: Scribe } = {}) {
  const draw = chance(from);
  const house = openWholeHouse('/exchange/USD/BTC', () => Promise.reject(new Error('delivered by hand')), scribe);
  const { clock, pending, streams, answers } = house;
  const server = createFakeServer(() => clock.now(), settles);
  const specs = new Map(allCalls.map((spec) => [spec.name, spec]));
  const inFlight = new Set<Pending>();
  const due: (() => void)[] = [];
  const counted = { byName: {} as Record<string, number>, reloads: [] as number[] };
  let weather: Weather = 'fair';
  let shown = true;
  /** Timers of this page, not of the machines. */
  let own = 0;

  const later = (ms: number, run: () => void) => {
    own += 1;
    clock.setTimeout(() => {
      own -= 1;
      due.push(run);
    }, ms);
  };
  const tick = () => {
    own += 1;
    clock.setTimeout(() => {
      own -= 1;
      if (shown) streams['clock.ticks'].next({ type: 'port.ticked', at: clock.now() });
      tick();
    }, second);
  };
  tick();

  /** How a call ends and when, as the transport would: its patience is the longest that it takes. */
  const answerCall = (asked: Pending, spec: CallSpec) => {
    const patience = patienceWith(spec, asked.input);
    const ms = weather === 'silent' ? patience : Math.min(patience, 20 + draw() ** 4 * 4_000);
    const bad = weather;
    later(ms, () => {
      inFlight.delete(asked);
      const at = clock.now();
      if (bad === 'silent') return asked.fail(callError({ kind: 'late', code: 'late' }));
      if (bad === 'cut') return asked.fail(callError({ kind: 'network', code: 'network' }));
      const payload = { code: bad === 'blocked' ? 'site_blocked' : 'internal', message: '' };
      const { statusCode, body } =
        bad === 'fair'
          ? server.answer(spec.name, asked.input)
          : { statusCode: bad === 'blocked' ? 503 : 500, body: { status: 'error', now: time(), rev: 0, payload } };
      answers.next({ seq: asked.seq, issued: house.sent(), call: spec.name, statusCode, body, at });
      const outcome = readEnvelope(spec, { statusCode, body, at, retryAfter: undefined });
      if (outcome.ok) asked.done({ payload: outcome.payload, now: outcome.now, at });
      else asked.fail(outcome.error);
    });
  };
  const time = () => new Date(beginning + clock.now()).toISOString();

  /** Nobody asks what is being asked, wherever in the house. */
  const checkCalls = () => {
    const asking = new Map<string, string>();
    for (const [where, actor] of actorsBelow(house.root)) {
      const { status, input } = actor.getSnapshot() as { status: string; input?: unknown };
      const name = specOf(logicOf(actor))?.name;
      if (name === undefined || status !== 'active') continue;
      const question = `${name} ${JSON.stringify(input)}`;
      const other = asking.get(question);
      if (other !== undefined) throw new Error(`${question} is asked by ${other} and by ${where} at once`);
      asking.set(question, where);
    }
  };

  const takeQuestions = () => {
    let asked = false;
    for (const question of pending.splice(0)) {
      const spec = specs.get(question.name);
      if (spec) {
        asked = true;
        counted.byName[spec.name] = (counted.byName[spec.name] ?? 0) + 1;
        inFlight.add(question);
        answerCall(question, spec);
      } else due.push(() => question.done(portAnswer(question.name, question.input)));
    }
    if (asked) checkCalls();
  };

  let safe: boolean | undefined;
  /** What only the whole page can tell, after all that happens now. */
  const lookAround = () => {
    if (isSafeToReload(house.root) !== safe) {
      safe = isSafeToReload(house.root);
      streams['reload.safety'].next({ type: 'port.reload safety', safe });
    }
    const reloads = house.effectsOf('page.reload').length;
    if (reloads > counted.reloads.length) counted.reloads.push(clock.now());
    // What is said to stand over the page stands there.
    if ((house.value('modals') === 'open') === (house.value('modal') === 'empty'))
      throw new Error(`modals: ${house.value('modals')}, but the slot: ${JSON.stringify(house.value('modal'))}`);
  };

  /** What can happen at this moment has happened. */
  const rest = async () => {
    takeQuestions();
    lookAround();
    while (due.length > 0) {
      due.shift()!();
      await house.settle();
      takeQuestions();
      lookAround();
    }
  };

  const pass = async (ms: number) => {
    const until = clock.now() + ms;
    own += 1;
    let there = false;
    clock.setTimeout(() => {
      own -= 1;
      there = true;
    }, until - clock.now());
    await rest();
    while (!there) {
      clock.step();
      if (pending.length > 0 || due.length > 0) await rest();
    }
  };

  const say = async (where: string, event: { type: string } & Record<string, unknown>) => {
    const actor = actorsBelow(house.root).get(where);
    if (!actor || actor.getSnapshot().status !== 'active') return;
    actor.send(event);
    await house.settle();
    await rest();
  };
  const life = async (type: 'port.online' | 'port.offline' | 'port.shown' | 'port.hidden') => {
    if (type === 'port.hidden' || type === 'port.shown') shown = type === 'port.shown';
    streams['page.life'].next({ type, at: clock.now() });
    if (type === 'port.shown') streams['clock.ticks'].next({ type: 'port.ticked', at: clock.now() });
    await rest();
  };
  const tabs = async (event: { type: string } & Record<string, unknown>) => {
    streams['tabs.news'].next(event);
    await rest();
  };

  const person = () => (house.value('session') as { person: unknown }).person;
  const signIn = async (where: string) => {
    await say(where, { type: 'user.email typed', value: 'demo@example.com' });
    await say(where, { type: 'user.password typed', value: 'demo-password-1' });
    await say(where, { type: 'user.submitted' });
    await pass(10 * second);
  };

  /** Signs in, wherever it is asked for. */
  const comeIn = async () => {
    if (person() === 'lost') {
      // What was asked before is answered first: the form waits behind it.
      const { context } = actorsBelow(house.root).get('modals')!.getSnapshot() as AnyMachineSnapshot;
      if (context.open !== 'login') await say('modals', { type: 'user.modal dismissed' });
      await pass(5 * second);
      await signIn('modal/flow');
    } else if (person() === 'visitor') {
      await say('navigation', { type: 'user.navigated', value: '/login' });
      await pass(5 * second);
      await signIn('page/flow');
    } else await pass(20 * second);
  };

  /** The same kind of moment: signed in, on the form of an exchange, with nothing on its way. */
  const comeHome = async () => {
    weather = 'fair';
    await life('port.shown');
    await life('port.online');
    await pass(minute);
    for (let turn = 0; person() !== 'signed in'; turn += 1) {
      if (turn > 4) throw new Error(`nobody gets in: ${JSON.stringify(person())}`);
      await comeIn();
    }
    await say('modals', { type: 'user.modal dismissed' });
    await say('locale', { type: 'user.language chosen', value: 'ru' });
    await say('navigation', { type: 'user.navigated', value: '/exchange/USD/BTC' });
    await pass(5 * second);
    // Whatever stood there, what is typed is asked about and left.
    await say('page/flow/form', { type: 'user.amount typed', side: 'give', value: '50' });
    await say('navigation', { type: 'user.navigated', value: '/exchanges' });
    await pass(5 * second);
    await say('modal/flow', { type: 'user.confirmed' });
    await pass(5 * second);
    await say('navigation', { type: 'user.navigated', value: '/exchange/USD/BTC' });
    await pass(2 * minute);
    for (let left = 60; inFlight.size > 0; left -= 1) {
      if (left === 0) throw new Error(`${[...inFlight].map(({ name }) => name).join()} never ends`);
      await pass(second);
    }
  };

  await pass(minute);
  return {
    house,
    server,
    counted,
    draw,
    pass,
    say,
    life,
    tabs,
    person,
    comeIn,
    comeHome,
    turn: (to: Weather) => void (weather = to),
    /** All that lives, waits and listens, and how much each machine remembers. */
    census() {
      const below = actorsBelow(house.root);
      const alive = [...below].map(([where, actor]) => `${where} ${actor.getSnapshot().status}`).toSorted();
      const memory = Object.fromEntries(
        [...below].flatMap(([where, actor]) =>
          isMachine(logicOf(actor)) ? [[where, sizeOf((actor.getSnapshot() as AnyMachineSnapshot).context)]] : [],
        ),
      );
      return {
        alive,
        memory,
        subscriptions: Object.fromEntries(
          Object.entries({ ...streams, answers }).map(([name, { observers }]) => [name, observers.length]),
        ),
        timers: clock.waiting() - own,
      };
    },
  };
}
export type LivingPage = Awaited<ReturnType<typeof openLivingPage>>;
