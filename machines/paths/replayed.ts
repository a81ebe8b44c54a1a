import { setup } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { maskEntry, maskValue } from '../../contract/journal/mask.ts';
import { createRecorder } from '../journal/recorder.ts';
import { applyEntry, replay, stillRoot } from '../journal/replay.ts';
import type { Model } from '../model.ts';
import { differences } from './difference.ts';
import { machinesSeen, standing, type Seen } from './seen.ts';
import { take, type Path } from './steps.ts';
import { boot, type Step } from './world.ts';

/** A machine that speaks to its parent needs one in a replay too: it becomes the only child of this one. */
const hosted = ({ machine }: Model) =>
  setup({
    types: { input: {} as { input: unknown }, context: {} as { input: unknown } },
    actors: { it: machine },
  }).createMachine({
    id: 'host',
    context: ({ input }) => input,
    invoke: {
      src: 'it',
      id: 'it',
      input: ({ context }: { context: { input: unknown } }) => context.input,
      onDone: {},
      onError: {},
    },
  });

const below = (path: string): string => (path ? `it/${path}` : 'it');
const hostedStep = (step: Step): Step =>
  step.type === 'say'
    ? { ...step, to: below(step.to) }
    : step.type === 'settle'
      ? { ...step, leaf: below(step.leaf) }
      : step;

/**
 * In life a flow gets its input from the house, and what the house says to it is no entry of any journal: both stay. Only the
 * address that somebody typed came to the house by an entry itself, so there it stands masked, and is handed on so.
 */
const handedOn = (input: unknown): unknown => {
  const { email } = Object(input) as { email?: unknown };
  return typeof email === 'string' ? { ...(input as object), email: maskValue(email, 'email') } : input;
};
function written(entry: Entry): Entry {
  if (entry.k === 'start') return { ...entry, input: { input: handedOn((entry.input as { input: unknown }).input) } };
  const isOfTheHouse = entry.k === 'send' && !entry.event.type.startsWith('user.');
  return isOfTheHouse ? entry : maskEntry(entry);
}

/** Both go side by side: at the end they may stand alike again, and yet one has been where the other was not. */
function firstDifference(machine: ReturnType<typeof hosted>, entries: readonly Entry[]): string | null {
  const input = (entry: Entry | undefined) => (entry?.k === 'start' ? entry.input : undefined);
  const masked = entries.map(written);
  const plain = stillRoot(machine, { input: input(entries[0]) as never });
  const other = stillRoot(machine, { input: input(masked[0]) as never });
  for (const [at, entry] of entries.entries()) {
    applyEntry(plain, entry);
    applyEntry(other, masked[at]!);
    const [found] = differences(standing(other), standing(plain));
    if (found !== undefined) return `after entry ${at}, ${entry.k === 'start' ? 'start' : entry.event.type}: ${found}`;
  }
  return null;
}

export interface Replayed {
  live: Seen['machines'];
  replayed: Seen['machines'];
  /**
   * The entry after which a replay first stands elsewhere when what comes from outside the house is masked, as a journal is
   * (its own words stay); null when it takes the same turns to the end.
   */
  strays(): string | null;
  entries: Entry[];
}

/** Walks a path with a recorder beside it, replays the journal, and gives the ends and the journal as it was heard. */
export function walkAndReplay(model: Model, { input, steps }: Path): Replayed {
  const machine = hosted(model);
  const start = { input: model.inputs[input] };
  const entries: Entry[] = [{ t: 0, k: 'start', input: start, version: '' }];
  const world = boot(machine, start, (clock) =>
    createRecorder(
      clock,
      (entry) => {
        // In the world the host stands below the house, in the replay it is the root.
        if (entry.k !== 'start') entries.push({ ...entry, to: entry.to.replace(/^root\/host/, 'root') });
      },
      { mask: (entry) => entry },
    ),
  );
  for (const step of steps) take({ ...model, machine }, world, hostedStep(step));
  return {
    live: machinesSeen(world.actor),
    replayed: machinesSeen(replay(machine, entries)),
    strays: () => (model.unrecorded ? null : firstDifference(machine, entries)),
    entries,
  };
}
