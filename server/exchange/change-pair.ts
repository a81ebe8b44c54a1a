import type { Db } from '../db/db.ts';

/** `percent`: what an exchange costs; what is absent stays. */
interface PairChange {
  percent?: string | undefined;
  enabled?: boolean | undefined;
}

/**
 * Changes a pair: open checks of it have other terms from then on, unless it stands as it is wanted already. Undefined for one
 * that is not there.
 */
export const changePair = async (db: Db, src: string, dst: string, { percent, enabled }: PairChange) => {
  await db
    .updateTable('exchange_pairs')
    .set({ ...(percent !== undefined && { percent }), ...(enabled !== undefined && { enabled }), src })
    .where('src', '=', src)
    .where('dst', '=', dst)
    // A row that is written counts as changed, whatever is written.
    .where((is) =>
      is.or([
        ...(percent === undefined ? [] : [is('percent', '<>', percent)]),
        ...(enabled === undefined ? [] : [is('enabled', '<>', enabled)]),
      ]),
    )
    .execute();
  return await db
    .selectFrom('exchange_pairs')
    .selectAll()
    .where('src', '=', src)
    .where('dst', '=', dst)
    .executeTakeFirst();
};
