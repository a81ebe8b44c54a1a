import { takeTurns } from '../../contract/take-turns.ts';

/** Calls with files of one account that are read and answered at the same time in this process: each holds up to 50 MB. */
const mostAtOnce = 2;

type Turns = ReturnType<typeof takeTurns>;

/** Calls with files of an account take turns; what waits is not read from its line. */
export const createFileTurns = (): (<T>(account: string, work: () => Promise<T>) => Promise<T>) => {
  const lanes = new Map<string, { take: Turns; calls: number }>();
  return async (account, work) => {
    const lane = lanes.get(account) ?? { take: takeTurns(mostAtOnce), calls: 0 };
    lanes.set(account, lane);
    lane.calls += 1;
    try {
      return await lane.take(work);
    } finally {
      lane.calls -= 1;
      if (lane.calls === 0) lanes.delete(account);
    }
  };
};
