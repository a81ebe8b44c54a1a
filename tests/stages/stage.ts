import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { OperationStatus } from '../../contract/operation.ts';
import type { Model, Outcomes, Sight } from '../../machines/model.ts';
import { planTo, planToEach } from '../../machines/paths/plans.ts';
import type { Path } from '../../machines/paths/steps.ts';
import { standingStates, stateName } from '../../machines/paths/universe.ts';
import type { Step } from '../../machines/paths/world.ts';
import type { ChildServer } from '../server/harness.ts';
import type { Visit } from '../tools/product.ts';

/** One walk while it goes: the real server, the person at the browser, the path that is walked. */
export interface Scene {
  product: ChildServer;
  one: Visit;
  path: Path;
  /** The text with every sample of the model replaced by what stands for it in the real world. */
  real(text: string): Promise<string>;
}
export type Doing = (scene: Scene) => Promise<unknown>;

/**
 * How an outcome of the model comes about. `answered`: the real server answers so by itself; `of itself`: nobody is asked
 * over the line, the page's own port says so; `cut`: the request never arrives; `lost`: the server did it, and of its
 * answer nothing comes back. A function arranges something first, while the request waits, and then the server answers.
 */
export type Arrangement = 'answered' | 'of itself' | 'cut' | 'lost' | Doing;

/** How a final state is known from outside. */
export interface End {
  /** What the screen says then; absent: what the model says of that state. */
  shows?: (snapshot: AnyMachineSnapshot) => Sight[];
  /** Path and query where the page stands. */
  address: RegExp;
  /** What became of the operation in the books; `none`: no money has moved. */
  money?: OperationStatus | 'none';
  /** What it has moved, where that is not what an exchange of that status has. */
  moved?: string;
  /**
   * Absent: the journal of the page leads the machine there once more. `gone`: nobody is here any more, and nothing may
   * be kept. `house`: the house hears who is here before the flow does, and leads away from it; the journal ends as the house did.
   */
  journal?: 'gone' | 'house';
}

/** One way to an input of the model on the real product. */
export interface Way {
  input: string;
  /** E-mail of the demo account that is signed in; absent: a visitor. */
  as?: string;
  /** Before the page is opened. */
  before?: Doing;
  /** As of the stage, where the same machine makes other calls on this way. */
  calls?: Record<string, string>;
  /** The address that is opened, with samples in it. */
  at: string;
  /** What the person does there until the machine begins: events by their controls, or anything else. */
  does?: readonly (AnyEventObject | Doing)[];
  /** What stands for a sample in the real world, worked out when it is needed first. */
  values?: Record<string, (scene: Scene) => Promise<string> | string>;
  /** By call or port of the model and label. What is not here cannot be arranged, and no path goes there. */
  outcomes?: Record<string, Record<string, Arrangement>>;
  /** Whether a step is possible after a path, where the real product does not know every order of them. */
  can?: (path: Path, step: Step) => boolean;
  /** The ends that it is for; absent: all that it leads to. */
  to?: readonly string[];
  /** Final states that look otherwise on this way. */
  ends?: Record<string, End>;
}

/** What a flow needs to be walked on the real product, beside its model. */
export interface Stage {
  model: Model;
  /** The call behind a name of the chart, where it is another one. */
  calls?: Record<string, string>;
  ways: Record<string, Way>;
  /** How each final state is known; of a flow that has none, the states that stand for an end. */
  ends: Record<string, End>;
  /** The operation that the machine is about, by its last snapshot. */
  operationIn?: (snapshot: AnyMachineSnapshot) => string | undefined;
  /** Amounts on the screen that came to be before the machine began: only its words are looked for. */
  wordsOnly?: boolean;
  /** Final states that cannot be had on the real product, with the reason. */
  without?: Record<string, string>;
}

export const defineStage = (stage: Stage): Stage => stage;

export const finalStates = ({ machine }: Model): string[] =>
  standingStates(machine)
    .filter(({ type }) => type === 'final')
    .map(stateName);

/** Of a flow that goes on for ever: where it stands when all is over. */
export const finishedStates = ({ machine }: Model): string[] =>
  standingStates(machine)
    .map(stateName)
    .filter((state) => state.startsWith('finished.'));

/** The model as far as a way can have it: its input, what a person says, and the outcomes that can be arranged. */
export function onWay({ model }: Stage, { input, outcomes = {} }: Way): Model {
  const arranged = Object.entries(outcomes).map(([name, labels]): [string, Outcomes] => {
    const ends = model.outcomes[name];
    if (!ends) throw new Error(`${model.name} has no call ${name}`);
    for (const label of Object.keys(labels))
      if (!(label in { ...ends.done, ...ends.error }))
        throw new Error(`${model.name}: ${name} has no outcome ${label}`);
    const only = (all: Record<string, unknown> = {}) =>
      Object.fromEntries(Object.entries(all).filter(([label]) => label in labels));
    return [name, { done: only(ends.done), error: only(ends.error) }];
  });
  if (!(input in model.inputs)) throw new Error(`${model.name} has no input ${input}`);
  const sayable = ([type]: [string, unknown]) => type.startsWith('user.') && !(type in (model.elsewhere ?? {}));
  return {
    ...model,
    inputs: { [input]: model.inputs[input] },
    events: Object.fromEntries(Object.entries(model.events).filter(sayable)),
    outcomes: Object.fromEntries(arranged),
  };
}

/** A path of the model that is to be walked: by which way, and to which state. */
export interface Walk {
  way: string;
  to: string;
  path: Path;
}

/** By every way that leads there a shortest path to a state, by its name or title. @throws PlanError for a state that is none. */
export const walksTo = (stage: Stage, state: string): Walk[] =>
  Object.entries(stage.ways).flatMap(([way, each]) =>
    planTo(onWay(stage, each), state, () => undefined, each.can).paths.map((path) => ({ way, to: state, path })),
  );

const found = new Map<Stage, Walk[]>();
/** By every way a shortest path to each end that it leads to; looked for once. */
export function walksToEnds(stage: Stage): Walk[] {
  const walks = found.get(stage) ?? searchEnds(stage);
  found.set(stage, walks);
  return walks;
}
function searchEnds(stage: Stage): Walk[] {
  const ends = [...new Set([...finalStates(stage.model), ...Object.keys(stage.ends)])];
  return Object.entries(stage.ways).flatMap(([way, each]) =>
    [...planToEach(onWay(stage, each), each.to ?? ends, each.can)].map(([to, path]) => ({ way, to, path })),
  );
}
