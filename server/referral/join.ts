import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import type { Account } from '../scanned.ts';

/** Days for which a letter counts as an invitation. */
export const lasts = 90;

/** Whose letter reached this letter box first, lately. */
const inviterOf = async (db: Db, email: string): Promise<string | null> => {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from referral_invites
    where mail = letter_box(${email}) and joined_id is null and reached_at > now() - ${lasts}::integer * interval '1 day'
    order by first_reached_at limit 1`.execute(db);
  return rows[0]?.account_id ?? null;
};

/**
 * Notes by whose invitation a new account came: by the link that its browser had opened, else by a letter to its address.
 * Whoever has an account already, under another spelling of the same letter box, came by nobody's: neither by their own
 * link nor in a circle. In the transaction that made the account.
 */
export const joinBy = async (db: Db, { id, email }: Pick<Account, 'id' | 'email'>, opened: string | null) => {
  const referrer = opened ?? (await inviterOf(db, email));
  if (referrer === null) return;
  // Two spellings at once: one after the other, so that the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('referral ' || letter_box(${email}), 0))`.execute(db);
  const { numAffectedRows = 0n } = await sql`
    insert into referrals (id, invited_id, referrer_id)
    select ${newOperationId()}, ${id}, ${referrer}
    where not exists (select 1 from accounts where letter_box = letter_box(${email}) and id <> ${id})
    on conflict do nothing`.execute(db);
  if (numAffectedRows === 0n) return;
  await sql`
    update referral_invites set joined_id = ${id}
    where account_id = ${referrer} and mail = letter_box(${email}) and joined_id is null`.execute(db);
};
