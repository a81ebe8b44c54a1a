import { useEffect, useState } from 'react';
import { addons } from 'storybook/preview-api';
import type { AnyActorRef } from 'xstate';
import type { Model, Words } from '../../machines/model.ts';
import { machinesSeen, statesOf } from '../../machines/paths/seen.ts';
import { nextSteps, take, walk, type Path } from '../../machines/paths/steps.ts';
import { boot, type Step, type World } from '../../machines/paths/world.ts';
import { Senses } from '../../src/ui/senses.ts';
import type { View } from '../views.ts';
import { happened, wanted, type Happened, type Wish } from './panel-words.ts';
import { stepTold } from './step-told.ts';
import type { Placed } from './story-files.ts';

export interface Showing {
  model: Model;
  stop: Placed;
  view: View;
}

/** A story stands where it was driven: what comes into sight tells nothing by itself, for the panel offers that as a step. */
const Screen = ({ view: View, actor }: Pick<Showing, 'view'> & { actor: AnyActorRef }) => (
  <Senses value={false}>
    <View actor={actor} />
  </Senses>
);

/** The view of a machine that was driven to the stop; its leaves wait, its clock stands still. */
export function Driven({ model, stop, view: View }: Showing) {
  const [world, setWorld] = useState<World>();
  useEffect(() => {
    const made = walk(model, stop.path);
    setWorld(made);
    return () => made.stop();
  }, [model, stop]);
  return world && <Screen view={View} actor={world.actor} />;
}

/** A world that has walked a path, and tells what a person says in it from then on. */
function openWorld(model: Model, { input, steps }: Path, onPerson: (step: Step) => void): World {
  let isWalked = false;
  const world = boot(model.machine, model.inputs[input], (clock) => ({
    clock,
    inspect(event) {
      const isPerson =
        event.type === '@xstate.event' && event.sourceRef === undefined && event.event.type.startsWith('user.');
      if (!isWalked || !isPerson) return;
      const to = [...world.machines()].find(([, actor]) => actor === event.actorRef)?.[0];
      if (to !== undefined) onPerson({ type: 'say', to, event: event.event });
    },
  }));
  for (const step of steps) take(model, world, step);
  isWalked = true;
  return world;
}

/** A step with how the screen called it. */
interface Told {
  step: Step;
  words: Words;
}

/** What the panel beside a story is told. */
const newsOf = (model: Model, story: string, world: World, since: readonly Told[]): Happened => ({
  story,
  states: statesOf(world.actor),
  since: since.map(({ words }) => words),
  next:
    world.actor.getSnapshot().status === 'active'
      ? nextSteps(model, world).map((step) => ({ step, words: stepTold(model, world, step) }))
      : [],
  machines: JSON.stringify(
    Object.fromEntries(
      Object.entries(machinesSeen(world.actor)).map(([path, { states, context }]) => [path, { states, context }]),
    ),
  ),
});

/**
 * Keeps a story's world: what the panel asks for is done in it, and what a person does on the screen is told. A step
 * back walks the whole way again but for the last step, for a machine cannot be put back where it was.
 */
function keepWorld(model: Model, stop: Placed, show: (world: World) => void): () => void {
  const channel = addons.getChannel();
  /** Each as it was called when it was taken. */
  let since: readonly Told[] = [];
  let world!: World;
  let close = () => {};
  let isOurs = false;
  const note = (step: Step): void => {
    since = [...since, { step, words: stepTold(model, world, step) }];
  };
  const tell = () => channel.emit(happened, newsOf(model, stop.story, world, since));
  const open = (taken: readonly Told[]): void => {
    close();
    since = taken;
    const path = { input: stop.path.input, steps: [...stop.path.steps, ...taken.map(({ step }) => step)] };
    world = openWorld(model, path, (step) => {
      if (!isOurs) note(step);
    });
    const { unsubscribe } = world.actor.subscribe({ next: tell, complete: tell, error: tell });
    const { stop: end } = world;
    close = () => {
      unsubscribe();
      end();
    };
    show(world);
    tell();
  };
  const onWanted = (wish: Wish): void => {
    if (wish === 'back') return open(since.slice(0, -1));
    if (wish === 'again') return open([]);
    note(wish.step);
    isOurs = true;
    try {
      take(model, world, wish.step);
    } finally {
      isOurs = false;
    }
    tell();
  };
  open([]);
  channel.on(wanted, onWanted);
  return () => {
    channel.off(wanted, onWanted);
    close();
  };
}

/** The same as `Driven`, with the panel beside it: what a call answers, that time passes, what is said elsewhere. */
export function Live({ model, stop, view: View }: Showing) {
  const [shown, setShown] = useState<{ world: World; turn: number }>();
  useEffect(
    () => keepWorld(model, stop, (world) => setShown((before) => ({ world, turn: (before?.turn ?? 0) + 1 }))),
    [model, stop],
  );
  return shown && <Screen key={shown.turn} view={View} actor={shown.world.actor} />;
}
