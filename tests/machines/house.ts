import { EMPTY, Subject } from 'rxjs';
import { assign, createActor, setup, type AnyEventObject, type AnyStateMachine } from 'xstate';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { actorAt } from '../../machines/journal/replay.ts';
import { createStepClock } from '../../machines/paths/step-clock.ts';
import type { Scribe } from '../../machines/paths/world.ts';
import type { AnnexInput, FlowInput } from '../../machines/root/events.ts';
import type { FlowName } from '../../machines/root/flows.ts';
import { flowOf, slotOf, type HouseInput } from '../../machines/root/house.ts';
import { annexMachine } from '../../machines/root/annex.machine.ts';
import { provideAll, type World } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import type { Answered } from '../../machines/scanner/scan.ts';

/** Something that waits until the test settles it. */
export interface Pending {
  name: string;
  input: unknown;
  seq: number;
  done(value: unknown): void;
  fail(error: unknown): void;
  /** Whoever asked has gone. */
  left(): boolean;
}

/** A flow that keeps what it hears, and says what a test has it say. */
export const listener = setup({
  types: { context: {} as { input: FlowInput; heard: AnyEventObject[] }, input: {} as FlowInput },
  actions: { keep: assign({ heard: ({ context, event }) => [...context.heard, event] }) },
}).createMachine({
  id: 'listener',
  context: ({ input }) => ({ input, heard: [] }),
  on: { '*': { actions: 'keep' } },
});

export const effectNames = [
  'history.push',
  'history.replace',
  'history.back',
  'page.language',
  'page.reload',
  'page.print',
  'theme.apply',
  'memory.keep',
  'letter.keep',
  'letter.drop',
  'drafts.discard',
  'tabs.tell',
  'draft.keep',
  'draft.mark',
  'draft.unmark',
  'draft.drop',
  'file.drop',
  'journal.own',
  'alerts.show',
  'alerts.take back',
  'hints.keep',
  'hint.point',
  'page.badge',
  'closed.keep',
  'closed.drop',
  'journal.leave',
  'journal.turn',
  'thread.tell',
  'chats.tell',
  'chat.name',
  'outbox.keep',
  'outbox.drop',
  'files.drop',
];
export const askNames = [
  'outbox.read',
  'message.name',
  'journal.take',
  'picture.open',
  'page.hand over',
  'page.leave',
  'link.share',
  'telegram.answer',
  'clipboard.copy',
  'alerts.look',
  'alerts.ask',
  'flow.load',
  'language.load',
  'letter.read',
  'draft.read',
  'annex.load',
  'reload.note',
  'popup.chance',
  'worker.register',
  'fields.check',
  'file.look',
  'camera.open',
  'camera.take',
];

/** A world in which everything waits, and every effect is noted. */
export function createWorld() {
  const pending: Pending[] = [];
  const effects: { name: string; params: unknown }[] = [];
  const answers = new Subject<Answered>();
  const scanner = createScanner();
  const streams = {
    'history.changes': new Subject<AnyEventObject>(),
    'page.life': new Subject<AnyEventObject>(),
    'page.writing': new Subject<AnyEventObject>(),
    'clock.ticks': new Subject<AnyEventObject>(),
    'clock.minutes': new Subject<AnyEventObject>(),
    'tabs.news': new Subject<AnyEventObject>(),
    'reload.safety': new Subject<AnyEventObject>(),
    'card.tokens': new Subject<AnyEventObject>(),
    'upload.progress': new Subject<AnyEventObject>(),
    'camera.life': new Subject<AnyEventObject>(),
    'hint.anchors': new Subject<AnyEventObject>(),
    'chats.news': new Subject<AnyEventObject>(),
    'thread.news': new Subject<AnyEventObject>(),
    'outbox.left': new Subject<AnyEventObject>(),
    'outbox.unsent': new Subject<AnyEventObject>(),
  };
  let seq = 0;
  const wait = (name: string, input: unknown, signal?: { aborted: boolean }): Promise<never> =>
    new Promise((done, fail) => {
      seq += 1;
      const left = () => signal?.aborted ?? false;
      pending.push({ name, input, seq, done: done as (value: unknown) => void, fail, left });
    });
  const world: World = {
    call: (spec: CallSpec, input: unknown, signal) => wait(spec.name, input, signal) as Promise<Answer<unknown>>,
    asks: {
      ...Object.fromEntries(askNames.map((name) => [name, (input: unknown) => wait(name, input)])),
      // Nothing lies on this device.
      'letter.read': () => Promise.resolve({ kept: null, at: 0 }),
    },
    sources: {
      responses: () => scanner.signals(answers),
      ...Object.fromEntries(Object.entries(streams).map(([name, stream]) => [name, () => stream])),
      nothing: () => EMPTY,
    },
    effects: {
      ...Object.fromEntries(
        effectNames.map((name) => [name, (params: unknown) => void effects.push({ name, params })]),
      ),
      'answers.forget': () => scanner.forget(seq),
    },
  };
  return { world, pending, effects, answers, scanner, streams, sent: () => seq };
}

/** What a page that nobody loaded anew knows when its annex comes. */
export const freshAnnex: AnnexInput = {
  at: 0,
  version: { own: null, reloadedAt: null, pairs: [] },
  journal: { kept: true },
};

export const start: HouseInput = {
  path: '/',
  locale: 'ru',
  at: 0,
  product: 'Statera',
  memory: {},
};

/** The whole house above flows that only listen. */
export function openHouse(
  input: Partial<HouseInput> = {},
  flows?: (name: FlowName) => AnyStateMachine,
  scribe?: Scribe,
  done: World['effects'] = {},
) {
  const clock = createStepClock();
  const written = scribe?.(clock);
  const made = createWorld();
  const { world, pending, effects, answers, scanner } = made;
  Object.assign(world.effects, done);
  const library = flows ?? (() => listener);
  const annex = provideAll(annexMachine, world);
  const root = createActor(provideAll(createRoot({ get: library, annex: () => annex }), world), {
    input: { ...start, ...input },
    clock,
    ...written,
  });
  root.start();

  const take = (name: string): Pending => {
    const at = pending.findIndex((each) => each.name === name);
    if (at < 0) throw new Error(`nobody asked ${name}`);
    return pending.splice(at, 1)[0]!;
  };
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  };
  const value = (name: string) => actorAt(root, `root/${name}`)?.getSnapshot().value;
  const flow = (slot: 'page' | 'modal') => flowOf(slotOf(root, slot));
  return {
    ...made,
    root,
    clock,
    settle,
    value,
    flow,
    /** Envelope for a waiting call: the scanner hears it first, then whoever asked. */
    async answer(name: string, keys: Record<string, unknown> = {}, more: Partial<Answered> = {}) {
      const call = take(name);
      const body = { status: 'ok', now: '2026-01-15T12:00:00.000Z', rev: 1, payload: {}, ...keys };
      answers.next({ seq: call.seq, issued: made.sent(), call: name, statusCode: 200, body, at: 0, ...more });
      call.done({ payload: body.payload, now: body.now, at: 0 });
      await settle();
    },
    async settleAsk(name: string, result: unknown = name === 'annex.load' ? freshAnnex : {}) {
      take(name).done(result);
      await settle();
    },
    async fail(name: string, error: unknown) {
      take(name).fail(error);
      await settle();
    },
    /** An answer that nobody in the house waits for: of a flow's own call. */
    async hear(call: string, keys: Record<string, unknown>, seq = made.sent() + 1) {
      const body = { status: 'ok', now: '2026-01-15T12:00:00.000Z', rev: 1, payload: {}, ...keys };
      answers.next({ seq, issued: seq, call, statusCode: 200, body, at: 0 });
      await settle();
    },
    effectsOf: (name: string) => effects.filter((effect) => effect.name === name).map(({ params }) => params),
    held: () => scanner.held(),
    place: () => root.getSnapshot().children.navigation!.getSnapshot().context.place?.path,
  };
}
