import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';

/**
 * Nothing moves money out of an account that the house has stopped, and nobody signs in to it. Whoever has to be sure of it
 * until their transaction ends holds the account's row, or its sign-ins, before this: a stop waits for either.
 * @throws Refusal 422 `account_stopped`: not one of those that may be tried again.
 */
export const refuseStopped = async (db: Db, accountId: string): Promise<void> => {
  const { rows } = await sql`select 1 from accounts where id = ${accountId} and stopped_at is not null`.execute(db);
  if (rows.length > 0) throw stoppedRefusal();
};

export const stoppedRefusal = (): Refusal => new Refusal(422, 'account_stopped');
