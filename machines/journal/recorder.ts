import type { AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate';
import { isEnd, isLeaf, logicOf, parentOf } from '../paths/inside-xstate.ts';
import type { Entry } from './entry.ts';

export interface RecordedClock {
  now(): number;
  setTimeout(ring: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

interface Options {
  /** Version of the application, for whoever replays. */
  version?: string;
  /** What is passed on of an entry; by default all of it, for a journal that masks what it writes. */
  mask?: (entry: Entry) => Entry;
}

/** `root/page/flow`. */
export const pathOf = (actor: AnyActorRef): string => {
  const parent = parentOf(actor);
  return parent ? `${pathOf(parent)}/${actor.id}` : 'root';
};

/**
 * One place to listen: give `clock` and `inspect` to `createActor`. An entry is appended the moment it happens, before
 * it has any effect.
 */
export function createRecorder(
  clock: RecordedClock,
  append: (entry: Entry) => void,
  { version = '', mask = (entry) => entry }: Options = {},
) {
  // A timer and a machine that speaks to itself look alike; only the clock knows which it was.
  let ringing = false;
  const note = (entry: Entry) => append(mask(entry));

  return {
    clock: {
      setTimeout: (ring: () => void, ms: number) =>
        clock.setTimeout(() => {
          ringing = true;
          try {
            ring();
          } finally {
            ringing = false;
          }
        }, ms),
      clearTimeout: (id: unknown) => clock.clearTimeout(id),
    },
    inspect(inspected: InspectionEvent): void {
      if (inspected.type !== '@xstate.event') return;
      const { event } = inspected;
      const to = inspected.actorRef as AnyActorRef;
      const from = inspected.sourceRef as AnyActorRef | undefined;
      const timer = ringing;
      ringing = false;
      if (event.type === 'xstate.init') {
        if (!parentOf(to)) note({ t: clock.now(), k: 'start', input: event['input'], version });
        return;
      }
      if (to.getSnapshot().status !== 'active') return;
      const heard = kindOf(event, to, from, timer);
      if (heard) note({ t: clock.now(), k: heard, to: pathOf(heard === 'emit' && from ? from : to), event });
    },
  };
}

/** Who is behind an event; nothing for one that follows from others. */
function kindOf(
  event: AnyEventObject,
  to: AnyActorRef,
  from: AnyActorRef | undefined,
  timer: boolean,
): Exclude<Entry['k'], 'start'> | undefined {
  if (timer) return 'timer';
  if (isLeaf(logicOf(to))) return from === to && isEnd(event) ? 'leaf' : undefined;
  if (!from) return 'send';
  return isLeaf(logicOf(from)) && !/^xstate\.(done|error|snapshot)\./.test(event.type) ? 'emit' : undefined;
}

type Mask = (entry: Entry) => Entry;

export interface Journal {
  append(entry: Entry): void;
  /** By this every entry is written from now on, and those that wait for it. */
  maskBy(mask: Mask): void;
  /** What is written; nothing before there is a mask. */
  entries(): readonly Entry[];
  /** Nothing was dropped: it can be replayed. */
  whole(): boolean;
}

/**
 * In memory and bounded: the start and the latest `limit` entries. The allow-list by which they are written comes a
 * moment after the page; what was heard until then waits, and is read by nobody.
 */
export function createJournal(limit = 5_000): Journal {
  let mask: Mask | undefined;
  let start: Entry | undefined;
  let latest: Entry[] = [];
  let dropped = false;
  return {
    append(heard) {
      const entry = mask ? mask(heard) : heard;
      if (entry.k === 'start') {
        [start, latest, dropped] = [entry, [], false];
        return;
      }
      latest.push(entry);
      // Half at a time, so that a long session does not copy the list with every entry.
      if (latest.length <= limit) return;
      latest = latest.slice(-Math.ceil(limit / 2));
      dropped = true;
    },
    maskBy(by) {
      if (!mask) [start, latest] = [start && by(start), latest.map(by)];
      mask = by;
    },
    entries: () => (mask ? [...(start ? [start] : []), ...latest] : []),
    whole: () => !dropped,
  };
}
