import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Milliseconds for which a question to a provider may be on its way, also where nobody waits for its answer any more. */
const onItsWay = 5_000;

/**
 * Notes that the provider is asked about an operation, before it is: from here on it cannot be taken back. Under the lock
 * of its row, so that nobody is asked about one that a person of the house has taken. One that `gives` money of an account
 * that is stopped is not placed.
 * @returns for how many milliseconds it may be asked, none where the database was as slow as that; undefined when it is over,
 * taken, or stopped with its account.
 */
export const beginAsking = async (db: Db, id: string, gives = true): Promise<number | undefined> => {
  const since = performance.now();
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({
      placed_at: sql`coalesce(placed_at, clock_timestamp())`,
      asked_until: sql`clock_timestamp() + ${onItsWay}::integer * interval '1 millisecond'`,
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('taken_by', 'is', null)
    .$if(gives, (query) =>
      query.where(
        sql<boolean>`(placed_at is not null
          or not exists (select from accounts a where a.id = operations.account_id and a.stopped_at is not null))`,
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 0n ? undefined : Math.max(0, Math.floor(onItsWay - (performance.now() - since)));
};

/**
 * One person decides about an operation that is under way: nobody asks its provider from here on. Of several the first
 * counts, and it stays theirs until they release it.
 * @returns whether it is theirs now.
 */
export const takeOperation = async (db: Db, id: string, name: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({ taken_by: name, taken_at: sql`coalesce(taken_at, clock_timestamp())` })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where((is) => is.or([is('taken_by', 'is', null), is('taken_by', '=', name)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/**
 * The same of all whose provider was not asked yet: none of them is placed. One with lines waits for these alone.
 * @returns their ids.
 */
export const takeUnplaced = async (db: Db, name: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update operations o set taken_by = ${name}, taken_at = clock_timestamp()
    where status = 'processing' and placed_at is null and taken_by is null and reason is distinct from 'needs_verification'
      and not exists (select from operations l where l.parent_id = o.id)
    returning id`.execute(db);
  return rows.map(({ id }) => id).toSorted();
};

/** Whoever took it does not decide: its provider is asked again. @returns whether it was theirs. */
export const releaseOperation = async (db: Db, id: string, name: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('operations')
    .set({ taken_by: null, taken_at: null })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .where('taken_by', '=', name)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Waits until no question that was asked before is on its way any more, or the operation is over or not theirs any more. */
export const untilUnasked = async (db: Db, id: string, name: string): Promise<void> => {
  for (;;) {
    const row = await db
      .selectFrom('operations')
      .select(sql<number>`ceil(extract(epoch from asked_until - clock_timestamp()) * 1000)::integer`.as('left'))
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .where('taken_by', '=', name)
      .where(sql<boolean>`asked_until > clock_timestamp()`)
      .executeTakeFirst();
    if (!row) return;
    await pause(Math.min(row.left, 250));
  }
};
