import { sql, type Kysely } from 'kysely';
import { buildMissing, type LargeIndex } from '../large-indexes.ts';

/** Threads that wait, and those that were answered, in the order of the desk; and all that an account was told, closed or not. */
export const concurrently: LargeIndex[] = [
  { name: 'threads_that_wait', on: 'chats (waits_since, id) where waits_since is not null' },
  { name: 'threads_answered', on: 'chats (answered_at desc, id) where answered_at is not null' },
  { name: 'notifications_told', on: 'notifications (account_id, created_at desc, id desc)' },
];

const statements = [
  // Those from before; the trigger sets both times. Apart from the column: nobody else is kept from the table meanwhile.
  `update chats set waits_since = null where kind = 'support' and waits_since is null and answered_at is null`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildMissing(db, concurrently);
  for (const statement of statements) await sql.raw(statement).execute(db);
};
