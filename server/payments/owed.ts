import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** A deposit that was ended for its money to go back, of which nobody has said yet that it left. */
export interface Owed {
  id: string;
  /** All that came, a decimal string: a fee is taken of what is credited alone. */
  give: string;
  give_currency: string;
  ended_at: string;
}

/** All of them, the oldest first; or the one with this id, where it is one. */
export const owed = async (db: Db, id?: string): Promise<Owed[]> =>
  await db
    .selectFrom('returned_deposits as r')
    .innerJoin('operations as o', 'o.id', 'r.operation_id')
    .select(['o.id', 'o.give', 'o.give_currency', 'r.ended_at'])
    .where('r.sent_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('o.id', '=', id ?? ''))
    .orderBy('r.ended_at')
    .execute();

interface Sent {
  reference: string;
  sent_at: string;
}

/**
 * Notes that the money of one left, by what it can be found where it was sent from. Of several who say so the first counts.
 * @returns what is noted of it from now on, whoever said it; undefined for what was not ended to be sent back.
 */
export const noteSent = async (db: Db, id: string, reference: string): Promise<Sent | undefined> => {
  await db
    .updateTable('returned_deposits')
    .set({ reference, sent_at: sql`clock_timestamp()` })
    .where('operation_id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
  return await db
    .selectFrom('returned_deposits')
    .select(['reference', 'sent_at'])
    .where('operation_id', '=', id)
    .where('sent_at', 'is not', null)
    .$narrowType<Sent>()
    .executeTakeFirst();
};
