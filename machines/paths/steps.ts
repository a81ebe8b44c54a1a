import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { Model, Outcome } from '../model.ts';
import { boot, heard, hears, type Leaf, type Step, type World } from './world.ts';

/** One way through a machine: an input by its name in the model, and what is done after the start. */
export interface Path {
  input: string;
  steps: Step[];
}

export const start = (model: Model, input: string): World => {
  if (!(input in model.inputs)) throw new Error(`${model.name} has no input ${input}`);
  return boot(model.machine, model.inputs[input]);
};

/** What an outcome of the model is, for the leaf that gets it. */
const outcomeOf = (model: Model, leaf: Leaf, how: 'done' | 'error' | 'next', label: string): unknown => {
  const outcomes: Record<string, Outcome> = model.outcomes[leaf.name]?.[how] ?? {};
  if (!(label in outcomes)) throw new Error(`${model.name} has no outcome ${leaf.name} ${how} ${label}`);
  const outcome = outcomes[label];
  return typeof outcome === 'function' ? outcome({ input: leaf.input, asker: leaf.asker.getSnapshot() }) : outcome;
};

const leafOf = (world: World, step: Extract<Step, { type: 'settle' }>): Leaf | undefined =>
  world.leaves().find(({ path, name }) => path === step.leaf && name === step.name);

/** What a step is about to bring to whoever waits: an answer, an error, an event; undefined for a step that settles nothing. */
export function broughtBy(model: Model, world: World, step: Step): unknown {
  const leaf = step.type === 'settle' ? leafOf(world, step) : undefined;
  return step.type === 'settle' && leaf ? outcomeOf(model, leaf, step.how, step.outcome) : undefined;
}

/** Does a step. It throws when nobody is there who could take it: such a path is wrong, not the machine. */
export function take(model: Model, world: World, step: Step): void {
  world.move(() => {
    if (step.type === 'wait') {
      world.clock.step();
    } else if (step.type === 'say') {
      const actor = world.machines().get(step.to);
      if (!actor) throw new Error(`no machine at ${step.to || 'the top'} to hear ${step.event.type}`);
      actor.send(step.event);
    } else {
      const leaf = leafOf(world, step);
      if (!leaf) throw new Error(`nothing waits at ${step.leaf}`);
      const value = outcomeOf(model, leaf, step.how, step.outcome);
      if (step.how === 'next') leaf.say(value as AnyEventObject);
      else leaf.end(step.how, value);
    }
  });
}

export function walk(model: Model, { input, steps }: Path): World {
  const world = start(model, input);
  for (const step of steps) take(model, world, step);
  return world;
}

/** The samples of an event for the actor that would get it. */
export const samplesFor = (model: Model, type: string, actor: AnyActorRef): AnyEventObject[] => {
  const samples = model.events[type] ?? [];
  const list = typeof samples === 'function' ? samples(actor.getSnapshot() as AnyMachineSnapshot) : samples;
  return list.map((sample) => ({ ...sample, type }));
};

/**
 * Everything that could happen next. A person reaches every machine that listens; everybody else speaks to the machine
 * of the model alone, for whatever stands above it forwards to it and not past it.
 */
export function nextSteps(model: Model, world: World): Step[] {
  const steps: Step[] = [];
  for (const [to, actor] of world.machines()) {
    const types = heard(actor);
    for (const type of Object.keys(model.events))
      if ((to === '' || type.startsWith('user.')) && hears(types, type))
        for (const event of samplesFor(model, type, actor)) steps.push({ type: 'say', to, event });
  }
  for (const leaf of world.leaves()) {
    const outcomes = model.outcomes[leaf.name] ?? {};
    for (const how of ['done', 'error', 'next'] as const)
      for (const outcome of Object.keys(outcomes[how] ?? {})) {
        const step: Step = { type: 'settle', leaf: leaf.path, name: leaf.name, how, outcome };
        if (how !== 'next' || isHeard(model, leaf, outcome)) steps.push(step);
      }
  }
  const ms = world.clock.next();
  if (ms !== undefined) steps.push({ type: 'wait', ms });
  return steps;
}

/**
 * An event that no machine took leaves everything as it was: the same world can be asked again. `taken` must have been
 * empty before the step.
 */
export const isUnmoved = (world: World, step: Step): boolean =>
  step.type === 'say' &&
  world.machines().has(step.to) &&
  [...world.taken.values()].every((ids) => [...ids].every((id) => id.startsWith('guard ')));

const isHeard = (model: Model, leaf: Leaf, outcome: string): boolean =>
  hears(heard(leaf.asker), (outcomeOf(model, leaf, 'next', outcome) as AnyEventObject).type);
