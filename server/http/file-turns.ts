import { takeTurns } from '../../contract/take-turns.ts';
import { Refusal } from './refusal.ts';

/** Calls with files of one account that are read and answered at the same time in this process: each holds up to 50 MB. */
const mostAtOnce = 2;
/** Bytes of files that all of them hold at a time in this process. */
const mostHeld = 256 * 1024 * 1024;
/** Seconds after which a call that found no room may come again. */
const whenThereIsRoom = 10;

/**
 * Takes `bytes` more that have come, where there is room also for the `coming` that are known to follow.
 * @throws Refusal 503 `unavailable`.
 */
export type Hold = (bytes: number, coming?: number) => void;
type Turns = ReturnType<typeof takeTurns>;

/** Calls with files of an account take turns; what waits is not read from its line. What they hold together has a bound. */
export const createFileTurns = (
  most = mostHeld,
): (<T>(account: string, work: (hold: Hold) => Promise<T>) => Promise<T>) => {
  const lanes = new Map<string, { take: Turns; calls: number }>();
  let held = 0;
  const holding = async <T>(work: (hold: Hold) => Promise<T>): Promise<T> => {
    let own = 0;
    try {
      return await work((bytes, coming = 0) => {
        if (held + bytes + coming > most) throw new Refusal(503, 'unavailable', { retryAfter: whenThereIsRoom });
        held += bytes;
        own += bytes;
      });
    } finally {
      held -= own;
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
