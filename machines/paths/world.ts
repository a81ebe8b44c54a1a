import {
  createActor,
  fromTransition,
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate';
import { specOf } from '../root/calls.ts';
import { portOf } from '../root/ports.ts';
import {
  activeNodes,
  childMachines,
  ended,
  isMachine,
  isStream,
  logicOf,
  markActors,
  parentOf,
  reborn,
  relay,
  rememberedIn,
  stopChild,
  takenIn,
  timersOf,
} from './inside-xstate.ts';
import { createStepClock, type StepClock } from './step-clock.ts';
import { textOf } from './text-of.ts';
import { belongsTo, originalOf, twinOf, whileMoving, type Watcher } from './twins.ts';
import { branchesOf, pairId } from './universe.ts';

/** A promise or a stream that waits for what the world answers. */
export interface Leaf {
  /** Where it stands below the actor: `operation/check`. */
  path: string;
  /** Name of its call or port; of its source in the chart where it has neither. */
  name: string;
  input: unknown;
  asker: AnyActorRef;
  stream: boolean;
  /** The page itself is asked, and nobody behind the line. */
  ofPage: boolean;
  /** A call that changes something on the server. */
  changes: boolean;
  end(how: 'done' | 'error', value: unknown): void;
  say(event: AnyEventObject): void;
}

/** What somebody outside may do: each is one step of a path, plain data, and can be done again. */
export type Step =
  | { type: 'say'; to: string; event: AnyEventObject }
  | { type: 'settle'; leaf: string; name: string; how: 'done' | 'error' | 'next'; outcome: string }
  | { type: 'wait'; ms: number };

/** A machine that runs, cut off from everything: real actors and children, no hands, a clock that is stepped. */
export interface World {
  actor: AnyActorRef;
  clock: StepClock;
  /** By path below `actor`; `''` is the actor itself. */
  machines(): Map<string, AnyActorRef>;
  leaves(): Leaf[];
  /** Ids of the branches taken, of two taken one after the other (`pair a → b`) and of the guards' answers (`guard it holds | true`), for each machine. */
  taken: Map<AnyStateMachine, Set<string>>;
  /** What the actor told whoever stands above, and what it did outside. */
  told: AnyEventObject[];
  effects: { name: string; params: unknown }[];
  /** What one machine of this world said to another: where the hearer stands below `actor`, and the event's type. */
  passed: { to: string; type: string }[];
  /** Names of the actions that were done without a name. */
  nameless: Set<string>;
  move(what: () => void): void;
  stop(): void;
  /**
   * Remembers this moment; what is given leads back to it as often as it is called, from anywhere. What has been taken
   * is forgotten then. Null where a timer has lost its name: such a moment is walked to from the start.
   */
  mark(): (() => void) | null;
  /**
   * All that decides what can come next, as a text: two moments of a machine that have the same go on alike, whatever led
   * there. What was told and done before is not in it, and the time by the clock is not. `paired`: the pairs of transitions that they go on with, too. Null where `mark` gives null.
   */
  likeness(paired: boolean): string | null;
}

/** What stands above the machine under test: it hears everything and does nothing. */
const house = fromTransition(
  (told: AnyEventObject[], event: AnyEventObject) => [...told, event],
  (): AnyEventObject[] => [],
);

const pathBelow = (top: AnyActorRef, actor: AnyActorRef): string => {
  const parent = actor === top ? undefined : parentOf(actor);
  if (!parent) return '';
  const above = pathBelow(top, parent);
  return above ? `${above}/${actor.id}` : actor.id;
};

const nameOf = (actor: AnyActorRef, logic: AnyActorLogic): string =>
  specOf(logic)?.name ?? portOf(logic) ?? (typeof actor.src === 'string' ? actor.src : actor.id);

/** Somebody who writes down what happens in a world: it gets the world's clock, and gives one that it listens at. */
export type Scribe = (clock: StepClock) => {
  clock: Pick<ActorClock, 'setTimeout' | 'clearTimeout'>;
  inspect: (event: InspectionEvent) => void;
};
type ActorClock = NonNullable<ActorOptions<AnyActorLogic>['clock']>;

/** More transitions than any step leads to. */
const mostInARow = 300;

export function boot(machine: AnyStateMachine, input: unknown, scribe?: Scribe): World {
  const leaves = new Map<AnyActorRef, Leaf>();
  const clock = createStepClock();
  const taken: World['taken'] = new Map();
  const effects: World['effects'] = [];
  const nameless: World['nameless'] = new Set();
  const heardOf: { to: AnyActorRef; type: string }[] = [];
  const isOurs = (actor: AnyActorRef | undefined): boolean =>
    actor !== undefined && actor !== above && isMachine(logicOf(actor));
  const latest = new Map<AnyActorRef, string>();
  const take = (of: AnyStateMachine, id: string) => void (taken.get(of) ?? taken.set(of, new Set()).get(of)!).add(id);

  const watcher: Watcher = {
    waits(actor, asked) {
      const logic = logicOf(actor);
      const asker = parentOf(actor)!;
      const stream = isStream(logic);
      leaves.set(actor, {
        path: pathBelow(top, actor),
        name: nameOf(actor, logic),
        input: asked,
        asker,
        stream,
        ofPage: portOf(logic) !== undefined,
        changes: specOf(logic)?.method === 'POST',
        end: (how, value) => relay(actor, actor, ended(stream, how, value)),
        say: (event) => relay(actor, asker, event),
      });
    },
    gone: (actor) => void leaves.delete(actor),
    effect: (name, params) => void effects.push({ name, params }),
    asked: (of, guard, answer) => take(of, `guard ${guard} | ${answer}`),
  };

  /** Transitions since somebody outside did something: a machine that goes on by itself for ever must be stopped. */
  let inARow = 0;
  const move = (what: () => void): void => {
    inARow = 0;
    whileMoving(watcher, what);
  };

  const written = scribe?.(clock);
  const above = createActor(house, {
    clock: written?.clock ?? clock,
    logger: () => {},
    inspect(event) {
      written?.inspect(event);
      if (event.type === '@xstate.actor' && parentOf(event.actorRef as AnyActorRef)) reborn(event, twinOf);
      const transitions = takenIn(event);
      inARow += transitions.length;
      if (inARow > mostInARow) {
        inARow = 0;
        throw new Error('it never comes to rest');
      }
      for (const transition of transitions) {
        const of = transition.source.machine as AnyStateMachine;
        const branch = branchesOf(of).get(transition);
        if (!branch) continue;
        const actor = event.actorRef as AnyActorRef;
        const before = latest.get(actor);
        if (before !== undefined) take(originalOf(of), pairId(before, branch.id));
        latest.set(actor, branch.id);
        take(originalOf(of), branch.id);
      }
      if (event.type === '@xstate.event' && isOurs(event.sourceRef as AnyActorRef | undefined)) {
        const to = event.actorRef as AnyActorRef;
        if (to !== above && !event.event.type.startsWith('xstate.')) heardOf.push({ to, type: event.event.type });
      }
      if (event.type === '@xstate.action') {
        const known = (logicOf(event.actorRef as AnyActorRef) as AnyStateMachine).implementations.actions;
        const { type } = event.action;
        if (!type.startsWith('xstate.') && !(type in known)) nameless.add(type);
      }
    },
  });
  belongsTo(above.system, watcher);
  above.start();
  let top!: AnyActorRef;
  move(() => {
    top = createActor(machine, { input: input as never, id: machine.id, parent: above });
    top.subscribe({ error: () => {} });
    top.start();
  });

  // A machine that threw leaves its leaves behind.
  const isWaiting = ({ asker }: Leaf): boolean => asker.getSnapshot().status === 'active';

  return {
    actor: top,
    clock,
    machines: () => activeMachines(top),
    leaves: () => [...leaves.values()].filter(isWaiting),
    taken,
    get told() {
      return above.getSnapshot().context;
    },
    effects,
    get passed() {
      return heardOf.map(({ to, type }) => ({ to: pathBelow(top, to), type }));
    },
    nameless,
    move,
    stop: () => stopChild(above, top),
    mark() {
      if (timersOf(above).length !== clock.waiting()) return null;
      const actors = markActors(above, top);
      const setClock = clock.mark();
      const then = {
        // One that threw by now may live at another moment, and is the same actor there.
        leaves: [...leaves].filter(([, leaf]) => isWaiting(leaf)),
        latest: [...latest],
        effects: [...effects],
        heardOf: [...heardOf],
      };
      return () => {
        actors.setBack();
        setClock(actors.setTimers);
        refill(leaves, then.leaves);
        refill(latest, then.latest);
        effects.splice(0, Infinity, ...then.effects);
        heardOf.splice(0, Infinity, ...then.heardOf);
        taken.clear();
      };
    },
    likeness(paired) {
      const timers = timersOf(above);
      if (timers.length !== clock.waiting()) return null;
      const dues = clock.dues();
      const below = (actor: AnyActorRef) => (actor === above ? '^' : pathBelow(top, actor));
      return [
        ...standing(top, ''),
        ...[...leaves.values()].filter(isWaiting).map(({ path, name, input: asked }) => [path, name, textOf(asked)]),
        ...timers.map(({ source, target, id, event }, at) => [
          ...[below(source), below(target), id, textOf(event)],
          dues[at],
        ]),
        ...(paired ? [...latest].map(([actor, id]) => [below(actor), id]) : []),
      ].join('\n');
    },
  };
}

/** How a machine and those below it stand, whether they go on or have ended. */
function standing(actor: AnyActorRef, path: string): string[] {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  return [path, standOf(snapshot), ...childMachines(actor).flatMap(([id, child]) => standing(child, `${path}/${id}`))];
}

const stands = new WeakMap<AnyMachineSnapshot, string>();

/** Most steps leave most machines as they are. */
function standOf(snapshot: AnyMachineSnapshot): string {
  const known = stands.get(snapshot);
  if (known !== undefined) return known;
  const { status, value, context, output, error } = snapshot;
  const stand = `${status} ${JSON.stringify(value)} ${JSON.stringify(rememberedIn(snapshot))} ${textOf(context)} ${JSON.stringify(output)} ${String(error)}`;
  stands.set(snapshot, stand);
  return stand;
}

function refill<Key, Value>(map: Map<Key, Value>, entries: readonly [Key, Value][]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

function activeMachines(top: AnyActorRef): Map<string, AnyActorRef> {
  const found = new Map<string, AnyActorRef>();
  const visit = (actor: AnyActorRef, path: string) => {
    if (actor.getSnapshot().status !== 'active') return;
    found.set(path, actor);
    for (const [id, child] of childMachines(actor)) visit(child, path ? `${path}/${id}` : id);
  };
  visit(top, '');
  return found;
}

/** The events that an actor listens to where it stands: types, `prefix.*`, `*`. */
export const heard = (actor: AnyActorRef): Set<string> =>
  new Set(
    activeNodes(actor.getSnapshot()).flatMap((node) =>
      [...node.transitions.keys()].filter((type) => !type.startsWith('xstate.')),
    ),
  );

export const hears = (types: ReadonlySet<string>, type: string): boolean => {
  if (types.has(type) || types.has('*')) return true;
  const words = type.split('.');
  return words.some((_, at) => at > 0 && types.has(`${words.slice(0, at).join('.')}.*`));
};
