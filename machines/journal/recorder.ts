import type { AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate';
import { isEnd, isLeaf, logicOf, parentOf } from '../paths/inside-actors.ts';
import type { Entry } from '../../contract/journal/entry.ts';

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

const nameInto = (names: string[], actor: AnyActorRef): string[] => {
  const parent = parentOf(actor);
  if (parent) nameInto(names, parent);
  names.push(parent ? actor.id : 'root');
  return names;
};

/** `root/page/flow`. Joined, not put together piece by piece: JSON is written faster from such a string. */
export const pathOf = (actor: AnyActorRef): string => nameInto([], actor).join('/');

/** Whether it is part of the house: who asks on behalf of a machine that fell over is heard by nobody, even where another stands in its place. */
const isHeard = (actor: AnyActorRef): boolean => {
  const parent = parentOf(actor);
  return actor.getSnapshot().status === 'active' && (!parent || isHeard(parent));
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
      if (!isHeard(to)) return;
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
