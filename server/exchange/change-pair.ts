import type { Db } from '../db/db.ts';

/** `percent`: what an exchange costs; what is absent stays. */
interface PairChange {
  percent?: string | undefined;
  enabled?: boolean | undefined;
}

/** Changes a pair: open checks of it have other terms from then on. Undefined for one that is not there. */
export const changePair = async (db: Db, src: string, dst: string, { percent, enabled }: PairChange) =>
  await db
    .updateTable('exchange_pairs')
    .set({ ...(percent !== undefined && { percent }), ...(enabled !== undefined && { enabled }), src })
    .where('src', '=', src)
    .where('dst', '=', dst)
    .returningAll()
    .executeTakeFirst();
