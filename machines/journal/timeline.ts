import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { isMachine, logicOf, parentOf } from '../paths/inside-xstate.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { JournalFault } from '../../contract/journal/file.ts';
import { actorAt, applyEntry, checkpointOf, stillRoot, type Checkpoint } from './replay.ts';

/** Entries between two checkpoints of the whole journal, and between two of where somebody looks closely. */
const apart = { far: 1_000, near: 100 };

interface Standing {
  root: AnyActorRef;
  /** Entries that it has heard. */
  at: number;
}

/**
 * A journal that can be looked at from any side: it is replayed once, with a checkpoint now and then, and any moment of
 * it is a few entries from one of these. The work is done in pieces: after each `next` somebody else may have the thread.
 * `entries` may grow meanwhile.
 */
export interface Timeline {
  /** How many entries were replayed, and can be gone to at once. */
  ready(): number;
  /** The machine that heard an entry (counted from 1); nothing for one not yet replayed, or that nobody heard. */
  heardBy(number: number): string | undefined;
  /** The root as it stands after all that was replayed; nobody may move it. */
  end(): AnyActorRef | undefined;
  /**
   * Replays what was not yet replayed.
   * @throws `JournalFault` for an entry that the machines cannot hear
   */
  grow(): Generator<void, void>;
  /**
   * The root as it stood after so many entries, one at least. It is the same actor as the last time where time only went
   * on, so that a screen follows; else another.
   */
  goTo(count: number): Generator<void, AnyActorRef>;
}

/** The machine that an entry is for: a leaf is told of by whoever asked it. */
function hearerOf(root: AnyActorRef, entry: Entry): string | undefined {
  if (entry.k === 'start') return (logicOf(root) as AnyStateMachine).id;
  const actor = actorAt(root, entry.to);
  const machine = actor && !isMachine(logicOf(actor)) ? parentOf(actor) : actor;
  return machine && (logicOf(machine) as AnyStateMachine).id;
}

/** What was recorded never does that; what somebody has written may. */
function fallen(number: number, error: unknown): JournalFault {
  const why = error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error));
  return new JournalFault({
    en: `Entry ${number} cannot be replayed: ${why}.`,
    ru: `Запись ${number} не повторяется: ${why}.`,
  });
}

export function createTimeline(machine: AnyStateMachine, entries: readonly Entry[]): Timeline {
  const far = new Map<number, Checkpoint>();
  const near = new Map<number, Checkpoint>();
  const hearers: (string | undefined)[] = [];
  let ahead: Standing | undefined;
  let shown: Standing | undefined;

  const begin = (): Standing => {
    const [start] = entries;
    return { root: stillRoot(machine, { input: start?.k === 'start' ? start.input : undefined }), at: 0 };
  };
  const step = (standing: Standing) => {
    try {
      applyEntry(standing.root, entries[standing.at]!);
    } catch (error) {
      throw fallen(standing.at + 1, error);
    }
    standing.at += 1;
  };
  const nearest = (count: number): { at: number; checkpoint: Checkpoint } | undefined => {
    let best: { at: number; checkpoint: Checkpoint } | undefined;
    for (const kept of [far, near])
      for (const [at, checkpoint] of kept)
        if (at <= count && (best === undefined || at > best.at)) best = { at, checkpoint };
    return best;
  };

  return {
    ready: () => ahead?.at ?? 0,
    heardBy: (number) => hearers[number - 1],
    end: () => ahead?.root,
    *grow() {
      ahead ??= begin();
      while (ahead.at < entries.length) {
        hearers[ahead.at] = hearerOf(ahead.root, entries[ahead.at]!);
        step(ahead);
        if (ahead.at % apart.far === 0) far.set(ahead.at, checkpointOf(ahead.root));
        yield;
      }
    },
    *goTo(count) {
      const from = nearest(count);
      if (!shown || shown.at > count || (from && from.at > shown.at + apart.near)) {
        // Where somebody looked closely before is of no more use far from here.
        for (const at of near.keys()) if (Math.abs(at - count) > apart.far) near.delete(at);
        shown = from ? { root: stillRoot(machine, { checkpoint: from.checkpoint }), at: from.at } : begin();
      }
      const here = shown;
      while (here.at < count) {
        step(here);
        if (here.at % apart.near === 0) near.set(here.at, checkpointOf(here.root));
        yield;
      }
      return here.root;
    },
  };
}
