import { takeTurns } from '../../contract/take-turns.ts';
import { createRoom, type Room } from './file-room.ts';

/** Calls with files of one account that are read and answered at the same time in this process: each holds up to 50 MB. */
const mostAtOnce = 2;
/** Bytes of files that all of them hold at a time in this process. */
const mostHeld = 256 * 1024 * 1024;

export type Hold = Room['take'];
type Turns = ReturnType<typeof takeTurns>;

/** Calls with files of an account take turns; what waits is not read from its line. What they hold together has a bound. */
export const createFileTurns = (
  most = mostHeld,
): (<T>(account: string, work: (hold: Hold) => Promise<T>) => Promise<T>) => {
  const lanes = new Map<string, { take: Turns; calls: number }>();
  const room = createRoom(most);
  const holding = async <T>(work: (hold: Hold) => Promise<T>): Promise<T> => {
    let own = 0;
    try {
      return await work((bytes, coming) => {
        room.take(bytes, coming);
        own += bytes;
      });
    } finally {
      room.give(own);
    }
  };
  return async (account, work) => {
    const lane = lanes.get(account) ?? { take: takeTurns(mostAtOnce), calls: 0 };
    lanes.set(account, lane);
    lane.calls += 1;
    try {
      return await lane.take(() => holding(work));
    } finally {
      lane.calls -= 1;
      if (lane.calls === 0) lanes.delete(account);
    }
  };
};
