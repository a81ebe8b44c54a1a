import type { AnyMachineSnapshot } from 'xstate';
import { remaining, type OperationContext } from '../operation/operation.context.ts';
import { maskedValues, maskEntry } from '../journal/mask.ts';
import type { Model, Words } from '../model.ts';
import { differences } from './difference.ts';
import { hasDeadline, isMachine, logicOf } from './inside-xstate.ts';
import type { Replayed } from './replayed.ts';
import { statesOf } from './seen.ts';
import { nextSteps, type Path } from './steps.ts';
import { standingStates } from './universe.ts';
import type { Leaf, Step, World } from './world.ts';

/** One step as it was taken: what it was, where it led, and what began to wait outside because of it. */
export interface Scene {
  model: Model;
  step: Step | null;
  world: World;
  began: readonly Leaf[];
}

/** Looks at a walk from its start, scene by scene; says what is wrong, or nothing. */
type Look = (scene: Scene) => string | null;

export interface Invariant {
  title: Words;
  /** Looks at one walk while it goes. */
  look?: () => Look;
  /** Looks at the whole of it, walked again with a recorder beside it and replayed. */
  after?: (path: Path, again: Replayed) => string | null;
}

interface Sent {
  id: string;
  context: OperationContext;
}

const isOperation = (logic: unknown): boolean => isMachine(logic) && logic.id === 'operation';

/** A confirm that leaves the machine: of an operation alone, or of one inside a flow. */
const sentBy = (leaf: Leaf): Sent | null => {
  const { body } = (leaf.input ?? {}) as { body?: { id?: unknown } };
  if (!isOperation(logicOf(leaf.asker)) || !leaf.path.endsWith('submit')) return null;
  return {
    id: String(body?.id),
    context: (leaf.asker.getSnapshot() as AnyMachineSnapshot).context as OperationContext,
  };
};

const sent = ({ began }: Scene): Sent[] => began.flatMap((leaf) => sentBy(leaf) ?? []);

const oneEffect = (): Look => {
  let clicks = 0;
  // Coming to a page asks for it.
  let asked = true;
  const waiting = new Map<string, Leaf>();
  return ({ model, step, began, world }) => {
    if (step?.type === 'say' && step.event.type === 'user.confirmed') clicks += 1;
    asked ||= step?.type === 'say' && step.event.type.startsWith('user.');
    const changing = began.filter(({ changes }) => changes).map(({ name }) => name);
    if (changing.length > 1) return `one step asks for ${changing.join(' and ')}`;
    const unasked = changing.find((name) => !asked && model.mayRepeat?.[name] === undefined);
    if (unasked !== undefined) return `${unasked} is sent, and nobody did anything since the last request`;
    if (changing.length > 0) asked = false;
    for (const leaf of began) {
      const id = sentBy(leaf)?.id;
      if (id === undefined) continue;
      clicks -= 1;
      if (clicks < 0) return `a confirm of ${id} that nobody clicked`;
      const earlier = waiting.get(id);
      if (earlier && world.leaves().includes(earlier)) return `two confirms of ${id} at once`;
      waiting.set(id, leaf);
    }
    return null;
  };
};

const termsOf = ({ current }: OperationContext): string => JSON.stringify(current?.terms ?? null);

/** What a person read on a review is what their click sends. */
const sameAmounts = (): Look => {
  const shown = new Map<string, string>();
  return (scene) => {
    for (const { id, context } of sent(scene)) {
      if (context.id !== id) return `the confirm names ${id}, and the operation is ${context.id}`;
      if (shown.get(id) !== termsOf(context)) return `shown ${shown.get(id)}, and sent ${termsOf(context)}`;
    }
    for (const actor of scene.world.machines().values()) {
      const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
      if (!isOperation(logicOf(actor)) || !snapshot.can({ type: 'user.confirmed' })) continue;
      const context = snapshot.context as OperationContext;
      if (context.id !== null) shown.set(context.id, termsOf(context));
    }
    return null;
  };
};

const notLapsed = (): Look => (scene) => {
  const late = sent(scene).find(({ context }) => remaining(context) <= 0);
  return late ? `the quote of ${late.id} had lapsed when it was confirmed` : null;
};

const isOver = (world: World): boolean => world.actor.getSnapshot().status !== 'active';

/** A clock that ticks and a browser that sleeps and wakes move nothing on. */
const movesOn = (step: Step): boolean =>
  step.type === 'say' ? !step.event.type.startsWith('port.') : step.type === 'wait' || step.how !== 'next';

const comesToAnEnd = (model: Model): boolean => standingStates(model.machine).some(({ type }) => type === 'final');

const noDeadEnd =
  (): Look =>
  ({ model, world }) => {
    const steps = isOver(world) ? [] : nextSteps(model, world);
    const states = statesOf(world.actor);
    if (isOver(world) || steps.some((step) => movesOn(step) || !comesToAnEnd(model))) return null;
    return states.some((state) => model.states[state]?.resting) ? null : `nothing can happen in ${states.join()}`;
  };

/** Something else that moves does not end a wait: what waits has a deadline of its own, or a reason to have none. */
const waitingEnds =
  (): Look =>
  ({ model, world }) => {
    const endless = world
      .leaves()
      .filter(({ stream, name }) => !stream && model.mayWait?.[name] === undefined)
      .filter(({ asker, path }) => !hasDeadline(asker, path.split('/').at(-1)!));
    if (isOver(world) || endless.length === 0) return null;
    return `${endless.map(({ name }) => name).join()} may keep ${statesOf(world.actor).join()} waiting for ever`;
  };

/** The messages that say what became of the money. */
const tellsOfMoney = new Set([
  'operation.succeeded.title',
  'operation.failed.title',
  'operation.cancelled.title',
  'operation.expired.title',
  'ui.operation.nothing_sent',
  'ui.operation.absent',
]);

const moneyIsTold = (): Look => {
  let moved = false;
  return (scene) => {
    moved ||= sent(scene).length > 0;
    if (!moved || scene.world.actor.getSnapshot().status !== 'done') return null;
    const snapshot = scene.world.actor.getSnapshot() as AnyMachineSnapshot;
    const says = statesOf(scene.world.actor).flatMap((state) => scene.model.states[state]?.sees?.(snapshot) ?? []);
    const { operation } = (snapshot.output ?? {}) as { operation?: { status?: string } };
    if (operation?.status !== undefined) return null;
    if (says.some((sight) => 'message' in sight && tellsOfMoney.has(sight.message))) return null;
    return `${statesOf(scene.world.actor).join()} ends without a word about the money`;
  };
};

/** What a person typed, and what answers hold of a person: nothing of it may stand in a journal. */
function secretsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /email|phone|password|first_name|last_name|recipient/.test(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    // What is wrong with a field is a word of ours.
    name === 'fields' ? [] : secretsOf(each, Array.isArray(value) ? key : name),
  );
}

const typed = ({ steps }: Path): string[] =>
  steps.flatMap((step) =>
    step.type === 'say' && maskedValues.has(step.event.type) && !/navigated|copied/.test(step.event.type)
      ? [String(step.event['value'] ?? '')]
      : [],
  );

const nothingSecret = (path: Path, { entries }: Replayed): string | null => {
  const secrets = [...typed(path), ...secretsOf(entries)].filter((secret) => /\w{4}/.test(secret));
  const written = JSON.stringify(entries.map((entry) => maskEntry(entry)));
  const found = secrets.find((secret) => written.includes(JSON.stringify(secret).slice(1, -1)));
  return found === undefined ? null : `the journal holds ${found}`;
};

const replayed = (_path: Path, { live, replayed: again }: Replayed): string | null =>
  differences(again, live)[0] ?? null;

const standing = (machines: Replayed['live']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(machines).map(([path, { status, states }]) => [path, { status, states }]));

const sameTurns = (_path: Path, { live, masked }: Replayed): string | null =>
  differences(standing(masked()), standing(live))[0] ?? null;

/** What holds on every path and on every walk, whatever the machine. */
export const invariants: readonly Invariant[] = [
  {
    title: {
      en: 'one request a click, one confirm an operation',
      ru: 'один запрос на нажатие, одно подтверждение операции',
    },
    look: oneEffect,
  },
  { title: { en: 'what is sent is what was shown', ru: 'отправлено то, что было показано' }, look: sameAmounts },
  { title: { en: 'no confirm after the quote has lapsed', ru: 'нет подтверждения после срока' }, look: notLapsed },
  { title: { en: 'no dead end', ru: 'нет тупиков' }, look: noDeadEnd },
  { title: { en: 'every waiting ends', ru: 'каждое ожидание кончается' }, look: waitingEnds },
  { title: { en: 'an end says what became of the money', ru: 'конец говорит, что с деньгами' }, look: moneyIsTold },
  { title: { en: 'nothing personal in the journal', ru: 'в журнале нет личного' }, after: nothingSecret },
  { title: { en: 'a replay comes to the same', ru: 'повтор приводит к тому же' }, after: replayed },
  {
    title: { en: 'a masked journal takes the same turns', ru: 'журнал без личного ведёт теми же путями' },
    after: sameTurns,
  },
];
