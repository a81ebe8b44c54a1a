import { sql } from 'kysely';
import type { BonusEvent } from '../../contract/referral.ts';
import type { Db } from '../db/db.ts';
import { addJob } from '../jobs/queue.ts';
import { newOperationId } from '../ledger/ids.ts';
import { shownName } from './links.ts';

/** What an account has done by now that earns a bonus for whoever invited it. */
const donesOf = async (db: Db, account: string): Promise<BonusEvent[]> => {
  const { rows } = await sql<{ verified: boolean; exchanged: boolean }>`
    select a.verification_level > 0 as verified, exists (
      select 1 from operations where account_id = a.id and kind = 'exchange' and status = 'completed') as exchanged
    from accounts a where a.id = ${account}`.execute(db);
  if (!rows[0]?.verified) return [];
  return rows[0].exchanged ? ['verified', 'exchange'] : ['verified'];
};

/** What a bonus is from its beginning to its end, and for how many seconds it is held. */
export const bonusOf = async (db: Db, invited: string, event: BonusEvent) => {
  const {
    currency,
    amount,
    hold_seconds: hold,
  } = await db.selectFrom('referral_terms').selectAll().where('event', '=', event).executeTakeFirstOrThrow();
  return {
    hold,
    bonus: {
      ...({ kind: 'bonus', status: 'processing' } as const),
      ...{ give_currency: currency, give: amount, get_currency: currency, get: amount, fee: '0', rate: '1' },
      ...({ asked_side: 'get', asked_amount: amount, terms_version: 1 } as const),
      details: JSON.stringify({ bonus: { event, name: await shownName(db, invited) } }),
    },
  };
};

/** One bonus: an operation of whoever invited, under way until it has been held long enough. */
const earn = async (db: Db, invited: string, referrer: string, event: BonusEvent): Promise<void> => {
  const id = newOperationId();
  const first = await db
    .insertInto('referral_bonuses')
    .values({ invited_id: invited, event, operation_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 0n) return;
  const { hold, bonus } = await bonusOf(db, invited, event);
  const now = sql<string>`clock_timestamp()`;
  const due = sql<string>`clock_timestamp() + ${hold}::integer * interval '1 second'`;
  await db
    .insertInto('operations')
    .values({
      ...{ id, account_id: referrer, ...bonus },
      // A lost job is looked for a minute after this: not before it is due.
      ...{ created_at: now, changed_at: now, expires_at: now, submitted_at: due, expected_by: due },
    })
    .execute();
  await addJob(db, id, hold * 1000);
};

/**
 * What an invited account has done earns its bonuses, once an event. In the transaction of what it did, after its account is
 * locked: of two events at once the later one sees both.
 */
export const earnBonuses = async (db: Db, account: string): Promise<void> => {
  const row = await db
    .selectFrom('referrals')
    .select('referrer_id')
    .where('invited_id', '=', account)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  for (const event of await donesOf(db, account)) await earn(db, account, row.referrer_id, event);
};
