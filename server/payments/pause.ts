import type { Db } from '../db/db.ts';

/** Opens a payment method, or pauses it; undefined for one that is not there. */
export const setMethodOpen = async (db: Db, id: string, enabled: boolean) =>
  await db
    .updateTable('payment_methods')
    .set({ enabled })
    .where('id', '=', id)
    .returning(['id', 'enabled'])
    .executeTakeFirst();
