import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';

/** Two whom the demo account invited: one by a letter that was not followed, one who signed up. In a transaction. */
export const seedDemoReferral = async (db: Db, { demo, guest }: { demo: string; guest: string }): Promise<void> => {
  await sql`
    insert into referral_invites (id, account_id, email, sent_at, first_reached_at, reached_at)
    select ${newOperationId()}, ${demo}, 'lena@example.com', at, at, at from (select now() - interval '4 days' as at) letter`.execute(
    db,
  );
  await sql`
    insert into referrals (id, invited_id, referrer_id, joined_at)
    values (${newOperationId()}, ${guest}, ${demo}, now() - interval '2 days')`.execute(db);
};
