import { sql } from 'kysely';
import type { BonusEvent } from '../../contract/referral.ts';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { move } from '../ledger/movements.ts';
import { bonusOf } from '../referral/bonuses.ts';
import { bonusKind } from '../referral/kind.ts';

type Both = { demo: string; guest: string };

/** Two whom the demo account invited: one by a letter that was not followed, one who signed up. In a transaction. */
export const seedDemoReferral = async (db: Db, { demo, guest }: Both): Promise<void> => {
  await sql`
    insert into referral_invites (id, account_id, email, sent_at, first_reached_at, reached_at)
    select ${newOperationId()}, ${demo}, 'lena@example.com', at, at, at from (select now() - interval '4 days' as at) letter`.execute(
    db,
  );
  await sql`
    insert into referrals (id, invited_id, referrer_id, joined_at)
    values (${newOperationId()}, ${guest}, ${demo}, now() - interval '1190 hours')`.execute(db);
};

/** What somebody who signed up did by then earned a bonus, which was held and is paid. `at` in milliseconds. In a transaction. */
export const seedDemoBonus = async (
  db: Db,
  { demo, guest }: Both,
  { event, at }: { event: BonusEvent; at: number },
): Promise<void> => {
  const id = newOperationId();
  const { hold, bonus } = await bonusOf(db, guest, event);
  const [earned, due] = [new Date(at).toISOString(), new Date(at + hold * 1_000).toISOString()];
  const row = await db
    .insertInto('operations')
    .values({
      id,
      account_id: demo,
      ...bonus,
      created_at: earned,
      changed_at: earned,
      expires_at: earned,
      submitted_at: due,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db.insertInto('referral_bonuses').values({ invited_id: guest, event, operation_id: id }).execute();
  await db.updateTable('operations').set({ status: 'completed', changed_at: due }).where('id', '=', id).execute();
  await move(db, id, 'settle', await bonusKind.settle(db, row), due);
};
