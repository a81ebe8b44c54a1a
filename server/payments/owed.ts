import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { writeSentBackMail } from '../mail/deposit-mail.ts';
import { noticeOfSentBack } from '../notify/deposit-ended.ts';

/** A deposit that was ended for its money to go back, of which nobody has said yet that it left. */
export interface Owed {
  id: string;
  /** Its number. */
  account: string;
  /** All that came, a decimal string: a fee is taken of what is credited alone. */
  give: string;
  give_currency: string;
  ended_at: string;
  /** Who of the house is sending it, and since when. */
  taken_by: string | null;
  taken_at: string | null;
}

/** All of them, the oldest first; or the one with this id, where it is one. */
export const owed = async (db: Db, id?: string): Promise<Owed[]> =>
  await db
    .selectFrom('returned_deposits as r')
    .innerJoin('operations as o', 'o.id', 'r.operation_id')
    .innerJoin('accounts as a', 'a.id', 'o.account_id')
    .select(['o.id', 'a.number as account', 'o.give', 'o.give_currency', 'r.ended_at', 'r.taken_by', 'r.taken_at'])
    .where('r.sent_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('o.id', '=', id ?? ''))
    .orderBy('r.ended_at')
    .execute();

/**
 * One person takes it on to send it, so that no other does: of several the first counts, and it stays theirs.
 * @returns whether it is theirs now; of what left already it is nobody's.
 */
export const takeOn = async (db: Db, id: string, name: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('returned_deposits')
    .set({ taken_by: name, taken_at: sql`coalesce(taken_at, clock_timestamp())` })
    .where('operation_id', '=', id)
    .where('sent_at', 'is', null)
    .where((is) => is.or([is('taken_by', 'is', null), is('taken_by', '=', name)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Whoever took it on did not send it, and leaves it to others. @returns whether it was theirs to leave. */
export const leaveOff = async (db: Db, id: string, name: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('returned_deposits')
    .set({ taken_by: null, taken_at: null })
    .where('operation_id', '=', id)
    .where('sent_at', 'is', null)
    .where('taken_by', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

interface Sent {
  reference: string;
  sent_at: string;
}

/**
 * Notes that the money of one left, by what it can be found where it was sent from, and tells the person, once. Whoever
 * took it on says so, and nobody else; the first word counts.
 * @returns what is noted of it from now on; undefined for what was not ended to be sent back, or is not theirs to send.
 */
export const noteSent = async (db: Db, id: string, name: string, reference: string): Promise<Sent | undefined> =>
  await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('returned_deposits')
      .set({ reference, sent_at: sql`clock_timestamp()` })
      .where('operation_id', '=', id)
      .where('taken_by', '=', name)
      .where('sent_at', 'is', null)
      .returning('operation_id')
      .executeTakeFirst();
    const sent = await trx
      .selectFrom('returned_deposits')
      .select(['reference', 'sent_at'])
      .where('operation_id', '=', id)
      .where('sent_at', 'is not', null)
      .$narrowType<Sent>()
      .executeTakeFirst();
    if (noted && sent) await tellSent(trx, id, sent);
    return sent;
  });

/** The account is locked by the notification, and the operation after it, as a return locks them. */
const tellSent = async (db: Db, id: string, sent: Sent): Promise<void> => {
  const row = await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await noticeOfSentBack(db, row, sent);
  await db
    .updateTable('operations')
    .set({ reason: 'returned', changed_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await writeSentBackMail(db, row, sent);
};
