import { takeTurns } from '../../contract/take-turns.ts';
import { createRoom, type Room } from './file-room.ts';

/** Calls with files of one account that are answered at the same time in this process: looking at a file is work. */
const mostAtOnce = 2;
/** Bytes of files that all of them hold at a time in this process. */
const mostHeld = 256 * 1024 * 1024;
/** And those of one account: two of the longest messages. */
const mostHeldByOne = 128 * 1024 * 1024;

export type Hold = Room['take'];
export type Turns = ReturnType<typeof takeTurns>;

/** What a call reads is held by `hold`; what it does with all of that is done in its `turn`. */
export type FileWork<T> = (hold: Hold, turn: Turns) => Promise<T>;

/**
 * Calls with files of an account are read as they come, and answered by turns: one whose files take minutes to come keeps none
 * behind it. What they hold together has a bound, and what those of one account do.
 */
export const createFileTurns = (
  most = mostHeld,
  mostOfOne = mostHeldByOne,
): (<T>(account: string, work: FileWork<T>) => Promise<T>) => {
  const lanes = new Map<string, { room: Room; turn: Turns; calls: number }>();
  const all = createRoom(most);
  return async (account, work) => {
    const lane = lanes.get(account) ?? { room: createRoom(mostOfOne, all), turn: takeTurns(mostAtOnce), calls: 0 };
    lanes.set(account, lane);
    lane.calls += 1;
    let held = 0;
    const hold: Hold = (bytes) => {
      lane.room.take(bytes);
      held += bytes;
    };
    try {
      return await work(hold, lane.turn);
    } finally {
      lane.room.give(held);
      lane.calls -= 1;
      if (lane.calls === 0) lanes.delete(account);
    }
  };
};
