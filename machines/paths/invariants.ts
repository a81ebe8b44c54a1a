import type { AnyMachineSnapshot } from 'xstate';
import type { CallError } from '../../contract/errors.ts';
import type { OperationStatus } from '../../contract/operation.ts';
import { remaining, type OperationContext } from '../operation/operation.context.ts';
import { maskedValues, maskEntry } from '../../contract/journal/mask.ts';
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
  /** What the step brought to whoever waited: an answer, an error, an event. */
  brought: unknown;
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
  const { body } = (leaf.input ?? {}) as { body?: { id?: unknown; card?: unknown } };
  if (!isOperation(logicOf(leaf.asker)) || !leaf.path.endsWith('submit')) return null;
  return {
    // A card is named by the id of its order.
    id: String(body?.card ?? body?.id),
    context: (leaf.asker.getSnapshot() as AnyMachineSnapshot).context as OperationContext,
  };
};

const sent = ({ began }: Scene): Sent[] => began.flatMap((leaf) => sentBy(leaf) ?? []);

/** What a person does with a hand that means it: typing asks for nothing. */
const isClick = (step: Step | null, type = 'user.'): boolean =>
  step?.type === 'say' && step.event.type.startsWith(type) && !step.event.type.endsWith(' typed');

/**
 * A click asks for one request, in the same step, or as soon as the page has answered what the click asked of it (whether
 * the fields are right), and for none that is still under way. Of what may be repeated with nobody asking, one event (the
 * line is back, the person signed in again) may send several, each once.
 */
const oneEffect = (): Look => {
  let waiting: readonly Leaf[] = [];
  let asked: readonly Leaf[] = [];
  return ({ model, step, began, world }) => {
    const before = waiting;
    waiting = world.leaves();
    const isAnswer = ({ path, name }: Leaf): boolean =>
      step?.type === 'settle' && step.how === 'done' && step.leaf === path && step.name === name;
    const isClicked = isClick(step) || asked.some(isAnswer);
    asked = [
      ...asked.filter((leaf) => waiting.includes(leaf)),
      ...(isClick(step) ? began.filter(({ ofPage, stream }) => ofPage && !stream) : []),
    ];
    const changing = began.filter(({ changes }) => changes).map(({ name }) => name);
    const repeats = changing.every((name) => model.mayRepeat?.[name] !== undefined);
    if (changing.length > (repeats && !isClicked ? new Set(changing).size : 1))
      return `one step asks for ${changing.join(' and ')}`;
    const leaf = began.find(({ changes }) => changes);
    if (leaf && !repeats) {
      if (!isClicked) return `${leaf.name} is sent, and nobody clicked`;
      if (before.some(({ name, input }) => name === leaf.name && differences(input, leaf.input).length === 0))
        return `${leaf.name} is sent again while the first is under way`;
    }
    for (const one of began) {
      const id = sentBy(one)?.id;
      if (id === undefined) continue;
      if (!isClick(step, 'user.confirmed')) return `a confirm of ${id} that nobody clicked`;
      if (before.some((earlier) => sentBy(earlier)?.id === id)) return `two confirms of ${id} at once`;
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

interface Quoted {
  expires_at?: string;
  status?: string;
}

/** Whose answer it is: a call of an operation, whatever the machine is called in which it stands. */
const isOfOperation = (step: Step | null): step is Extract<Step, { type: 'settle' }> =>
  step?.type === 'settle' && step.how !== 'next' && /(?:^|\/)(?:check|submit|status|read|cancel|code)$/.test(step.leaf);

/** The operation that an answer, or a refusal with fresh terms, tells of. */
const toldIn = (brought: unknown): Quoted | undefined => {
  const { payload, fresh } = Object(brought) as { payload?: Quoted; fresh?: Quoted };
  return payload ?? fresh;
};

/** By the clock that everybody hears, and not by what the machine made of it. */
const notLapsed = (): Look => {
  /** Of the world: when the quote lapses that was told last. */
  let due = Infinity;
  /** Of the page: the latest that was said since. */
  let heard = -Infinity;
  return (scene) => {
    const { step, brought, world } = scene;
    const late = sent(scene).find(
      ({ context }) => remaining(context) <= 0 || world.clock.now() >= due || heard >= context.deadline,
    );
    if (late) return `the quote of ${late.id} had lapsed when it was confirmed`;
    const { type, at } = Object(brought) as { type?: string; at?: number };
    if (type?.startsWith('port.') && at !== undefined) heard = Math.max(heard, at);
    if (!isOfOperation(step) || toldIn(brought)?.expires_at === undefined) return null;
    const told = [...world.machines().values()].find((actor) => isOperation(logicOf(actor)));
    heard = -Infinity;
    due = told
      ? world.clock.now() + remaining((told.getSnapshot() as AnyMachineSnapshot).context as OperationContext)
      : Infinity;
    return null;
  };
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
    return states.some((state) => model.states[state]?.resting)
      ? null
      : `nothing can happen in ${states.join()}: an event or an end leads out of it, or \`resting\` in its model says why it rests`;
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

/** What the server has said of the money by now. */
type Money = 'nothing sent' | 'not read' | 'nobody knows' | 'absent' | OperationStatus;

/** The messages that say what became of the money, and when each is true; the ends are told by kind. */
const endIsTold = /^operation\.(succeeded|failed|cancelled|expired)\.\w+$/;
const tellsOfMoney: Readonly<Record<string, readonly Money[]>> = {
  'ui.operation.nothing_sent': ['nothing sent', 'open', 'expired'],
  'error.no_operation': ['absent'],
  'operation.unreadable.title': ['not read'],
};
/** What an operation says of itself at its end. */
const ends: Readonly<Record<string, Money>> = {
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
};

/** Ends before anything was sent: the operation that they hand on is what was on review. */
const backToForm = ['rejected', 'changed mind'];

/** Refusals after which a confirm may have been heard all the same. */
const leavesOpen = [401, 404, 409];
/** Of those, what only an operation is told that is open, and stays so. */
const staysOpen = ['insufficient_funds', 'reserve_too_low'];

/** When the message is true; nothing of one that says nothing of money. */
const trueWhen = (message: string): readonly Money[] | undefined => {
  const end = endIsTold.exec(message)?.[1];
  return end === undefined ? tellsOfMoney[message] : [ends[end]!];
};

function saidOfMoney({ name, kind, statusCode, code }: CallError, leaf: string): Money | undefined {
  if (name !== 'CallError' || kind !== 'refused') return undefined;
  if (leaf.endsWith('submit'))
    return leavesOpen.includes(statusCode) && !staysOpen.includes(code) ? undefined : 'nothing sent';
  return (leaf.endsWith('status') || leaf.endsWith('read')) && statusCode === 404 ? 'absent' : undefined;
}

/** What is of another kind than the flow in which it is read is not there for it. */
const isOfAnother = ({ actor }: World, kind: string | undefined): boolean => {
  const wanted = isOperation(logicOf(actor))
    ? ((actor.getSnapshot() as AnyMachineSnapshot).context as OperationContext).kind
    : null;
  return wanted !== null && kind !== undefined && kind !== wanted;
};

const moneyIsTold = (): Look => {
  let money: Money | undefined;
  return (scene) => {
    const { step, brought, world, model, began } = scene;
    if (isOfOperation(step)) {
      const { status, kind } = (toldIn(brought) ?? {}) as { status?: OperationStatus; kind?: string };
      money =
        (isOfAnother(world, kind) ? 'absent' : status) ?? saidOfMoney(Object(brought) as CallError, step.leaf) ?? money;
    }
    for (const { path, asker } of began.filter(({ asker }) => isOperation(logicOf(asker)))) {
      const { id } = (asker.getSnapshot() as AnyMachineSnapshot).context as OperationContext;
      if (path.endsWith('submit')) money = 'nobody knows';
      else if (path.endsWith('check')) money = 'nothing sent';
      else if (id !== null) money ??= 'not read';
    }
    const snapshot = world.actor.getSnapshot() as AnyMachineSnapshot;
    if (money === undefined || snapshot.status !== 'done') return null;
    const here = statesOf(world.actor).join();
    const said = statesOf(world.actor)
      .flatMap((state) => model.states[state]?.sees?.(snapshot) ?? [])
      .flatMap((sight) => ('message' in sight && trueWhen(sight.message) ? [sight.message] : []));
    const untrue = said.find((message) => !trueWhen(message)!.includes(money!));
    if (untrue !== undefined) return `${here} ends with ${untrue}, and what is known is: ${money}`;
    const { kind = '', operation } = Object(snapshot.output) as { kind?: string; operation?: Quoted };
    const told = ends[kind] ?? (backToForm.includes(kind) ? undefined : operation?.status);
    if (told !== undefined) return told === money ? null : `${here} ends as ${told}, and what is known is: ${money}`;
    return said.length > 0 ? null : `${here} ends without a word about the money`;
  };
};

/** Whoever looks at a page that is on the line is told the truth without asking for it. */
const asksOn = (): Look => {
  let sleeps = false;
  return ({ brought, world }) => {
    const { type } = Object(brought) as { type?: string };
    if (type === 'port.hidden' || type === 'port.offline') sleeps = true;
    if (type === 'port.shown' || type === 'port.online') sleeps = false;
    const paused = [...world.machines().values()].some(
      (actor) =>
        isOperation(logicOf(actor)) && (actor.getSnapshot() as AnyMachineSnapshot).matches({ tracking: 'paused' }),
    );
    return paused && !sleeps ? 'the status is asked no more, and the page is neither hidden nor offline' : null;
  };
};

/** That nothing was sent is never certain for long: under these words the status is read on. */
const looksOn: Look = ({ world }) => {
  const idle = [...world.machines().values()].some((actor) => {
    if (!isOperation(logicOf(actor))) return false;
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const { nothingSent } = snapshot.context as OperationContext;
    const isSaid = nothingSent && (snapshot.matches('reviewing') || snapshot.matches('terms changed'));
    return isSaid && !snapshot.matches({ reviewing: 'looking on' });
  });
  return idle ? 'it is said that nothing was sent, and nobody looks whether that holds' : null;
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

// What is removed, copied, followed or opened is named, not typed.
const typed = ({ steps }: Path): string[] =>
  steps.flatMap((step) =>
    step.type === 'say' &&
    maskedValues.has(step.event.type) &&
    !/navigated|followed|copied|removed/.test(step.event.type)
      ? [String(step.event['value'] ?? '')]
      : [],
  );

/** It is written as it is, since nothing is left to mask. */
const isMask = (text: string): boolean => /^[x0\s@._-]+$/.test(text);

const nothingSecret = (path: Path, { entries }: Replayed): string | null => {
  const secrets = [...typed(path), ...secretsOf(entries)].filter((secret) => /\w{4}/.test(secret));
  const written = JSON.stringify(entries.map((entry) => maskEntry(entry)));
  const found = secrets.find((secret) => written.includes(JSON.stringify(secret).slice(1, -1)));
  return found === undefined
    ? null
    : `the journal holds ${found}${isMask(found) ? ' (a sample of x and 0 alone is its own mask: take other signs)' : ''}`;
};

const replayed = (_path: Path, { live, replayed: again }: Replayed): string | null =>
  differences(again, live)[0] ?? null;

const sameTurns = (_path: Path, { strays }: Replayed): string | null => {
  const found = strays();
  return (
    found &&
    `${found} (what this turns on is masked: contract/journal/names.ts lists names of fields, mask.ts what of a value stays)`
  );
};

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
  { title: { en: 'who looks is told on', ru: 'кто смотрит, узнаёт дальше' }, look: asksOn },
  {
    title: {
      en: 'who says that nothing was sent looks on',
      ru: 'кто сказал, что ничего не отправлено, проверяет дальше',
    },
    look: () => looksOn,
  },
  { title: { en: 'nothing personal in the journal', ru: 'в журнале нет личного' }, after: nothingSecret },
  { title: { en: 'a replay comes to the same', ru: 'повтор приводит к тому же' }, after: replayed },
  {
    title: { en: 'a masked journal takes the same turns', ru: 'журнал без личного ведёт теми же путями' },
    after: sameTurns,
  },
];
