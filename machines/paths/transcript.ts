import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Model } from '../model.ts';
import { childMachines } from './inside-xstate.ts';
import { statesOf } from './seen.ts';
import { longer, standAt, type Stand } from './stand.ts';
import { samplesFor, start, take, type Path } from './steps.ts';
import { stepOf } from './walk.ts';
import type { Leaf, Step, World } from './world.ts';

/**
 * A path in lines: what is done, and indented below it all that follows from it. What stays as it was is not said again.
 *
 *     path from a form
 *       = checking [busy, waiting]
 *       context ask #1k2j3h, id null
 *       asks check {"body":{"amount":"100"}}
 *       timer 20000
 *     > check (exchange.check) done: accepted
 *       = reviewing [countdown]
 *       operation hears house.signed in
 *       told {"type":"operation.opened","id":"op1"}
 *     > at operation: user.confirmed
 *     > wait 5000
 *     ~ #a81kd0 #0qk3x9
 *
 * The last line holds walks that leave the path, at each of its steps, and go on at random, each in one word.
 */

/** Text that stands for a longer one: the same text, the same six letters. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `#${(hash >>> 0).toString(36).padStart(7, '0').slice(-6)}`;
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const short = (value: unknown, longest: number): string => {
  const text = json(value);
  return text.length <= longest ? text : digest(text);
};
/** The beginning of a long text, so that one sees what it is, and a digest of all of it. */
const begun = (value: unknown): string => {
  const text = json(value);
  return text.length <= 120 ? text : `${text.slice(0, 100)}… ${digest(text)}`;
};
const filled = (value: unknown): string => {
  const text = begun(value);
  return text === 'nothing' || text === '{}' || text === 'null' ? '' : ` ${text}`;
};

/** What was last said of a machine, so that only what is new is said. */
interface Before {
  place: string;
  context: Record<string, string>;
}

const fieldsOf = (context: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((context ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, short(value, 40)]),
  );

function placeOf(actor: AnyActorRef): string {
  const { tags, status } = actor.getSnapshot() as AnyMachineSnapshot;
  const tagged = tags.size > 0 ? ` [${[...tags].sort().join(', ')}]` : '';
  const states = statesOf(actor).join(' + ') || '*';
  return `${states}${tagged}${status === 'active' ? '' : ` ${status}`}`;
}

const machinesBelow = (top: AnyActorRef): [string, AnyActorRef][] => {
  const found: [string, AnyActorRef][] = [];
  const visit = (actor: AnyActorRef, path: string) => {
    found.push([path, actor]);
    for (const [id, child] of childMachines(actor)) visit(child, path ? `${path}/${id}` : id);
  };
  visit(top, '');
  return found;
};

/** Says what has changed in a world since it was asked last. */
function watcher(world: World): () => string[] {
  const before = new Map<string, Before>();
  let leaves: readonly Leaf[] = [];
  let told = 0;
  let effects = 0;
  let passed = 0;
  let timers = 0;

  const machine = ([path, actor]: [string, AnyActorRef]): string[] => {
    const known = before.get(path);
    const place = placeOf(actor);
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
    const context = fieldsOf(snapshot.context);
    before.set(path, { place, context });
    const names = [...new Set([...Object.keys(known?.context ?? {}), ...Object.keys(context)])];
    const changed = names.filter((name) => known?.context[name] !== context[name]);
    const prefix = path ? `${path} ` : '';
    return [
      ...(known?.place === place ? [] : [`${prefix}= ${place}`]),
      ...(changed.length > 0
        ? [`${prefix}context ${changed.map((name) => `${name} ${context[name] ?? 'gone'}`).join(', ')}`]
        : []),
      ...(known?.place !== place && snapshot.status === 'done' && snapshot.output !== undefined
        ? [`${prefix}output ${begun(snapshot.output)}`]
        : []),
      ...(known?.place !== place && snapshot.status === 'error'
        ? [`${prefix}fell over: ${String(snapshot.error)}`]
        : []),
    ];
  };

  return () => {
    const machines = machinesBelow(world.actor);
    const gone = [...before.keys()].filter((path) => !machines.some(([each]) => each === path));
    for (const path of gone) before.delete(path);
    const now = world.leaves();
    const lines = [
      ...gone.map((path) => `${path} is gone`),
      ...machines.flatMap(machine),
      ...world.passed.slice(passed).map(({ to, type }) => `${to || 'the top'} hears ${type}`),
      ...world.told.slice(told).map((event) => `told ${begun(event)}`),
      ...world.effects.slice(effects).map(({ name, params }) => `does ${name}${filled(params)}`),
      ...leaves.filter((leaf) => !now.includes(leaf)).map(({ path }) => `asks ${path} no more`),
      ...now.filter((leaf) => !leaves.includes(leaf)).map(({ path, input }) => `asks ${path}${filled(input)}`),
      ...world.clock.since(timers).map((ms) => `timer ${ms}`),
    ];
    leaves = now;
    told = world.told.length;
    effects = world.effects.length;
    passed = world.passed.length;
    timers = world.clock.made();
    return lines.map((line) => `  ${line}`);
  };
}

function stepLine(step: Step, world: World): string {
  if (step.type === 'wait') return `> wait ${world.clock.next() ?? 'for nothing'}`;
  if (step.type === 'settle') return `> ${step.leaf} (${step.name}) ${step.how}: ${step.outcome}`;
  const { type, ...data } = step.event;
  return `> ${step.to ? `at ${step.to}: ` : ''}${type}${Object.keys(data).length > 0 ? ` ${json(data)}` : ''}`;
}

/** What a model no longer offers cannot be part of its paths, though the machine may still take it. */
const isOffered = (model: Model, world: World, step: Step): boolean => {
  if (step.type !== 'say') return true;
  const actor = world.machines().get(step.to);
  return !actor || samplesFor(model, step.event.type, actor).some((event) => json(event) === json(step.event));
};

/** A path moment by moment: the lines of its start, then of each step. It ends where a step cannot be taken. */
export function* transcript(model: Model, path: Path): Generator<string[]> {
  const world = start(model, path.input);
  const news = watcher(world);
  yield [`path ${path.input}`, ...news()];
  for (const step of path.steps) {
    const line = stepLine(step, world);
    try {
      const offered = isOffered(model, world, step) ? [] : ['  the model has no such sample'];
      take(model, world, step);
      yield [line, ...offered, ...news()];
    } catch (error) {
      yield [line, `  cannot be done: ${(error as Error).message}`];
      return;
    }
  }
  world.stop();
}

/**
 * How often a path is left at each of its steps at least, how often a start that no path walks on from, how many times all of
 * them together, and for how many steps.
 */
const strolls = { times: 3, starts: 12, together: 150, steps: 12 };

/** Numbers that are the same for the same start. */
function dice(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Random steps from somewhere: what was done, and all that followed from it, in one word. */
function stroll(model: Model, from: Stand, throwDice: () => number): string {
  const lines: string[] = [];
  try {
    const world = from.again();
    const news = watcher(world);
    for (let steps = 0; steps < strolls.steps; steps += 1) {
      const step = stepOf(model, world, throwDice() % 5040);
      if (!step) break;
      lines.push(stepLine(step, world));
      take(model, world, step);
      lines.push(...news());
    }
    world.stop();
  } catch (error) {
    lines.push(String(error));
  }
  return digest(lines.join('\n'));
}

/** A path, place by place, where a world stands; the error where a step cannot be taken, and from there on. */
function* standsOn(model: Model, { input, steps }: Path): Generator<Stand | Error> {
  let stand: Stand | Error = standAt(model, { input, steps: [] }, start(model, input));
  yield stand;
  for (const step of steps) {
    if (!(stand instanceof Error)) stand = nextStand(model, stand, step);
    yield stand;
  }
}

function nextStand(model: Model, from: Stand, step: Step): Stand | Error {
  try {
    const world = from.again();
    take(model, world, step);
    return standAt(model, longer(from.path, step), world);
  } catch (error) {
    return error as Error;
  }
}

const positionsIn = (paths: readonly Path[]): number => paths.reduce((sum, { steps }) => sum + steps.length + 1, 0);

/** Where random steps lead that leave a path, from each of its steps, each walk in one word. */
export function* strollsOf(model: Model, path: Path, number: number, paths: readonly Path[]): Generator<string> {
  const throwDice = dice(number);
  const least = path.steps.length === 0 ? strolls.starts : strolls.times;
  const times = Math.max(least, Math.ceil(strolls.together / positionsIn(paths)));
  for (const stand of standsOn(model, path))
    for (let time = 0; time < times; time += 1)
      yield stand instanceof Error ? digest(String(stand)) : stroll(model, stand, throwDice);
}

export const transcriptOf = (model: Model, paths: readonly Path[]): string =>
  `# ${model.name}: ${model.title.en}\n\n${paths
    .map((path, number) =>
      [...[...transcript(model, path)].flat(), `~ ${[...strollsOf(model, path, number, paths)].join(' ')}`].join('\n'),
    )
    .join('\n\n')}\n`;
