import { interval, map, NEVER, Subject } from 'rxjs';
import { createActor, type AnyActorRef, type AnyEventObject, type AnyStateMachine } from 'xstate';
import type { OperationContext } from '../../machines/operation/operation.context.ts';
import { charts } from '../../machines/root/charts.ts';
import type { FlowName } from '../../machines/root/flows.ts';
import { flowOf, residentOf, slotOf } from '../../machines/root/house.ts';
import { provideAll, type World } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import { checkFields } from '../../src/platform/check-fields.ts';
import { pageClock, pageNow } from '../../src/platform/clock.ts';
import { callUrl, type LooseInput } from '../../src/transport/call-url.ts';
import { createTransport } from '../../src/transport/send-call.ts';
import { until } from '../server/money.ts';
import type { OpenPage, Page, Sight, Visitor } from './page.ts';

/** What a browser adds to each request by itself, by the origin that is asked. */
const sessions = new Map<string, string>();
const send = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const origin = new URL(input instanceof Request ? input.url : input).origin;
  const session = sessions.get(origin);
  if (session === undefined) return send(input, init);
  const headers = new Headers(init?.headers);
  headers.set('cookie', `session=${session}`);
  headers.set('origin', origin);
  headers.set('sec-fetch-site', 'same-origin');
  return send(input, { ...init, headers });
};

const never = (): Promise<never> => new Promise(() => {});
const nothing = (): void => {};

/** The bar with the address, and what lies behind and before. */
class Addresses {
  readonly changes = new Subject<AnyEventObject>();
  #entries: string[];
  #at = 0;
  constructor(first: string) {
    this.#entries = [first];
  }
  get path(): string {
    return this.#entries[this.#at] ?? '/';
  }
  push(to: string): void {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), to];
    this.#at += 1;
  }
  replace(to: string): void {
    this.#entries[this.#at] = to;
  }
  go(steps: 1 | -1): void {
    this.#at += steps;
    this.changes.next({ type: 'port.address changed', path: this.path });
  }
}

type Started = ReturnType<typeof start>;

/** All machines of the page over its own transport, and nothing that is drawn. The annex, which confirms nothing, never comes. */
function start(visitor: Visitor, addresses: Addresses, noteSent: () => void) {
  const scanner = createScanner();
  const transport = createTransport({ held: scanner.held, language: () => 'en', now: pageNow, origin: visitor.url });
  const flows = new Map<FlowName, AnyStateMachine>();
  const life = new Subject<AnyEventObject>();
  const world: World = {
    call: (spec, input, signal) => {
      if (callUrl(spec, (input ?? {}) as LooseInput) === visitor.submit && spec.method === 'POST') noteSent();
      return transport.sendCall(spec, input as LooseInput | undefined, signal as AbortSignal);
    },
    asks: {
      'annex.load': never,
      'language.load': never,
      'page.hand over': never,
      'flow.load': async ({ flow }: { flow: FlowName }) => {
        flows.set(flow, provideAll(await charts[flow](), world));
        return { flow };
      },
      'draft.read': async () => null,
      'letter.read': async () => ({ kept: null, at: pageNow() }),
      'fields.check': checkFields,
    },
    sources: {
      responses: () => scanner.signals(transport.responses$),
      'history.changes': () => addresses.changes,
      'clock.ticks': () => interval(1_000).pipe(map(() => ({ type: 'port.ticked', at: pageNow() }))),
      'page.life': () => life,
      'page.writing': () => NEVER,
      'tabs.news': () => NEVER,
      'card.tokens': () => NEVER,
    },
    effects: {
      'history.push': ({ to }: { to: string }) => addresses.push(to),
      'history.replace': ({ to }: { to: string }) => addresses.replace(to),
      'history.back': () => addresses.go(-1),
      'answers.forget': () => scanner.forget(transport.issued()),
      ...Object.fromEntries(
        [
          ...[
            'drafts.discard',
            'draft.keep',
            'draft.mark',
            'draft.unmark',
            'draft.drop',
            'page.language',
            'page.reload',
          ],
          ...['page.print', 'theme.apply', 'memory.keep', 'tabs.tell'],
        ].map((name) => [name, nothing]),
      ),
    },
  };
  const root = createActor(provideAll(createRoot({ get: (flow) => flows.get(flow) }), world), {
    clock: pageClock,
    input: { path: addresses.path, locale: 'en', at: pageNow(), product: 'Statera', memory: {} },
  });
  root.start();
  return { root, life };
}

const operationOf = ({ root }: Started): AnyActorRef | undefined => {
  const flow = flowOf(slotOf(root, 'page'))?.actor.getSnapshot() as
    | { children: Record<string, AnyActorRef> }
    | undefined;
  return flow?.children['operation'];
};

interface Seen {
  value: string | Record<string, unknown>;
  context: OperationContext & { outcome?: { status: string } | null };
}

function sightOf(started: Started): Sight {
  const flow = flowOf(slotOf(started.root, 'page'))?.actor.getSnapshot() as Seen | undefined;
  if (!flow) return 'elsewhere';
  const operation = operationOf(started)?.getSnapshot() as Seen | undefined;
  if (!operation) return flow.context.outcome?.status ?? 'elsewhere';
  const stage = typeof operation.value === 'string' ? operation.value : Object.keys(operation.value)[0];
  if (stage === 'reviewing') return operation.context.nothingSent ? 'nothing was sent' : 'review';
  return stage === 'tracking' ? (operation.context.current?.status ?? 'tracking') : (stage ?? 'elsewhere');
}

/** A page without a screen. */
export const openMachines: OpenPage = async (visitor, path) => {
  sessions.set(visitor.url, visitor.session);
  const addresses = new Addresses(path);
  let sent = 0;
  const open = () => start(visitor, addresses, () => void (sent += 1));
  let started: Started = open();
  const say = (event: AnyEventObject): void => operationOf(started)?.send(event);
  const page: Page = {
    sight: async () => sightOf(started),
    async confirm(times) {
      if (visitor.code !== undefined) say({ type: 'user.code typed', value: visitor.code });
      say({ type: 'user.confirmed' });
      if (times === 'twice') say({ type: 'user.confirmed' });
    },
    async follow(to) {
      await until(
        async () =>
          sightOf(started) === 'elsewhere' &&
          residentOf(started.root, 'session').getSnapshot().matches({ person: 'signed in' }),
      );
      residentOf(started.root, 'navigation').send({ type: 'user.navigated', value: to });
    },
    async reload() {
      started.root.stop();
      started = open();
    },
    async back() {
      addresses.go(-1);
      const question = () => flowOf(slotOf(started.root, 'modal'))?.actor;
      await until(async () => sightOf(started) === 'elsewhere' || question() !== undefined);
      question()?.send({ type: 'user.confirmed' });
    },
    forward: async () => addresses.go(1),
    online: async () => started.life.next({ type: 'port.online', at: pageNow() }),
    passes: () => Promise.reject(new Error('its time is that of everybody')),
    sent: () => sent,
    close: async () => void started.root.stop(),
  };
  return page;
};
