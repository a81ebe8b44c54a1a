import type { Db } from '../db/db.ts';

/**
 * Opens a payment method, or pauses it; undefined for one that is not there. Open checks of a purchase by it have other terms from
 * then on, unless it stands as it is wanted already.
 */
export const setMethodOpen = async (db: Db, id: string, enabled: boolean) => {
  await db
    .updateTable('payment_methods')
    .set({ enabled })
    .where('id', '=', id)
    // A row that is written counts as changed, whatever is written.
    .where('enabled', '<>', enabled)
    .execute();
  return await db.selectFrom('payment_methods').select(['id', 'enabled']).where('id', '=', id).executeTakeFirst();
};
