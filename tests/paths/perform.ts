import { TestModel } from '@xstate/test';
import type { ActorLogic, AnyActorRef, AnyEventObject, AnyMachineSnapshot, Snapshot } from 'xstate';
import type { Model } from '../../machines/model.ts';
import { isMachine, logicOf } from '../../machines/paths/inside-xstate.ts';
import { look, statesOf, type Seen } from '../../machines/paths/seen.ts';
import { start, take, type Path } from '../../machines/paths/steps.ts';
import { stepWords } from '../../machines/paths/words.ts';
import type { Step, World } from '../../machines/paths/world.ts';

/** What the machine shows at one point of a path: `at` 0 is the start, 1 after the first step. */
export type Moment = Snapshot<unknown> & { at: number; states: string[]; snapshot: AnyMachineSnapshot; seen: Seen };

/** Who walks a path beside the machine, and is compared with it. */
export interface Performer {
  begin(): Promise<void> | void;
  step(step: Step, at: number): Promise<void> | void;
  /** Looks at one state of a moment; a parallel machine has several at once. */
  check(state: string, moment: Moment): Promise<void> | void;
}

/** The snapshot with its children as they are now: the actors themselves go on. */
function stilled(actor: AnyActorRef): AnyMachineSnapshot {
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  const children = Object.entries(snapshot.children as Record<string, AnyActorRef | undefined>).map(([id, child]) => {
    if (!child || !isMachine(logicOf(child))) return [id, child];
    const still = stilled(child);
    return [id, { id, getSnapshot: () => still }];
  });
  return { ...snapshot, children: Object.fromEntries(children) } as AnyMachineSnapshot;
}

const momentOf = (world: World, at: number): Moment => ({
  status: 'active',
  output: undefined,
  error: undefined,
  at,
  states: statesOf(world.actor),
  snapshot: stilled(world.actor),
  seen: look(world),
});

/** Walks the path on the machine alone. */
export function rehearse(model: Model, path: Path): Moment[] {
  const world = start(model, path.input);
  const moments = [momentOf(world, 0)];
  path.steps.forEach((step, at) => {
    take(model, world, step);
    moments.push(momentOf(world, at + 1));
  });
  return moments;
}

/**
 * Runs a path through the test model: the machine has shown what must be seen, the performer is asked for it step by
 * step. The test model passes by whatever it has no name for, so what was done and seen is counted.
 */
export async function perform(model: Model, path: Path, performer: Performer): Promise<{ moments: Moment[] }> {
  const moments = rehearse(model, path);
  const script: ActorLogic<Moment, AnyEventObject> = {
    getInitialSnapshot: () => moments[0]!,
    transition: ({ at }) => moments[at + 1]!,
    getPersistedSnapshot: (moment) => moment,
  };
  const test = new TestModel(script, {
    stateMatcher: ({ states }, state) => states.includes(state),
    serializeState: ({ states }) => states.join(' + '),
    serializeEvent: (event) =>
      event.type === 'xstate.init' ? `start: ${path.input}` : stepWords(model, event as Step),
  });
  const plan = test.getPathsFromEvents(path.steps, {
    events: ({ at }) => path.steps.slice(at, at + 1),
    serializeState: ({ at }) => String(at),
  });
  const [way] = plan;
  if (!way || plan.length !== 1) throw new Error(`the test model made ${plan.length} paths of one`);

  const done: number[] = [];
  const seen = new Set<number>();
  const step = async () => {
    const at = done.length - 1;
    done.push(at);
    await performer.step(path.steps[at]!, at);
  };
  await way.test({
    events: {
      'xstate.init': async () => {
        done.push(-1);
        await performer.begin();
      },
      say: step,
      settle: step,
      wait: step,
    },
    states: Object.fromEntries(
      [...new Set(moments.flatMap(({ states }) => states))].map((state) => [
        state,
        async (moment: Moment) => {
          seen.add(moment.at);
          await performer.check(state, moment);
        },
      ]),
    ),
  });
  if (done.length !== moments.length || seen.size !== moments.length)
    throw new Error(`of ${moments.length} moments ${done.length} were played and ${seen.size} were seen`);
  return { moments };
}
