import { ConfigError } from './config.ts';
import type { Db } from './db/db.ts';

/** Where a call can be killed. `after COMMIT` is before the first byte of the answer. */
export const points = ['before BEGIN', 'before COMMIT', 'after COMMIT'] as const;
export type Point = (typeof points)[number];

/** Kills this process (SIGKILL) at the points that are set. Tests alone set any; production refuses them. */
export interface Failpoints {
  /** `before COMMIT@exchange.submit,after COMMIT@auth.code`; an empty text clears all. @throws ConfigError when unreadable. */
  set(text: string): void;
  list(): string[];
  /** Whether any point of this call is set. */
  watches(call: string): boolean;
  reach(point: Point, call: string): void;
}

export const createFailpoints = (text: string, kill = () => process.kill(process.pid, 'SIGKILL')): Failpoints => {
  let active = new Set<string>();
  const failpoints: Failpoints = {
    set(next) {
      const wanted = next
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      const wrong = wanted.find(
        (part) => !points.some((point) => part.startsWith(`${point}@`) && part.length > point.length + 1),
      );
      if (wrong !== undefined) throw new ConfigError(`FAILPOINTS knows no "${wrong}": write <point>@<call>`);
      active = new Set(wanted);
    },
    list: () => [...active],
    watches: (call) => points.some((point) => active.has(`${point}@${call}`)),
    reach(point, call) {
      if (active.has(`${point}@${call}`)) kill();
    },
  };
  failpoints.set(text);
  return failpoints;
};

/**
 * One statement that is a transaction of its own, with the failpoints of a call. Only where one of them is set it is sent
 * in three parts, so that there is a moment before its end. Nothing was done when it answers undefined.
 */
export const failpointStatement = async <T>(
  { db, failpoints }: { db: Db; failpoints: Failpoints },
  call: string,
  work: (db: Db) => Promise<T | undefined>,
): Promise<T | undefined> => {
  if (!failpoints.watches(call)) return await work(db);
  failpoints.reach('before BEGIN', call);
  const result = await db.transaction().execute(async (trx) => {
    const done = await work(trx);
    if (done !== undefined) failpoints.reach('before COMMIT', call);
    return done;
  });
  if (result !== undefined) failpoints.reach('after COMMIT', call);
  return result;
};
