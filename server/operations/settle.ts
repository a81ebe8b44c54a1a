import { sql } from 'kysely';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { writeOperationMail } from '../mail/operation-mail.ts';
import { dropJob } from '../jobs/queue.ts';
import { move } from '../ledger/movements.ts';
import { openWallet } from '../ledger/wallets.ts';
import { withPaidAgain } from '../payments/paid-again.ts';
import { earnBonuses } from '../referral/bonuses.ts';
import type { Outcome } from '../providers/provider.ts';
import { raise } from '../revision.ts';
import { releaseLines } from './holding.ts';
import { kindOf } from './kinds.ts';
import type { OperationRow } from './row.ts';

export type Needs = Pick<House, 'db' | 'log' | 'failpoints'>;

interface How {
  /** Whoever of the house decides it: theirs counts while it is taken by them, and no question to the provider is on its way. */
  by?: string;
  /** Milliseconds to wait for whatever somebody else holds; without it as long as a statement may take. */
  lock?: number;
}

/**
 * Ends a submitted operation by its outcome: the money goes where its kind says, or what was held goes back. One
 * conditional update decides, so that of many outcomes for one operation the first counts and the others change nothing.
 * @returns whether this one counted.
 * @throws the database's `lock_not_available` after `lock`.
 */
export const settle = async (
  { db, failpoints }: Omit<Needs, 'log'>,
  id: string,
  outcome: Outcome,
  { by, lock }: How = {},
): Promise<boolean> => {
  failpoints.reach('before BEGIN', 'settlement');
  const counted = await db.transaction().execute(async (trx) => {
    if (lock !== undefined) await sql`select set_config('lock_timeout', ${String(lock)}, true)`.execute(trx);
    const row = await trx
      .updateTable('operations')
      .set({
        status: outcome.kind === 'done' ? 'completed' : 'failed',
        reason: outcome.kind === 'done' ? null : outcome.reason,
        changed_at: sql`clock_timestamp()`,
        expected_by: null,
      })
      .where('id', '=', id)
      .where('status', '=', 'processing')
      .$if(by !== undefined, (query) =>
        query.where('taken_by', '=', by ?? '').where(sql<boolean>`coalesce(asked_until <= clock_timestamp(), true)`),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row || row.account_id === null) return false;
    await close(trx, await withPaidAgain(trx, row), outcome);
    failpoints.reach('before COMMIT', 'settlement');
    return true;
  });
  if (counted) failpoints.reach('after COMMIT', 'settlement');
  return counted;
};

/**
 * What follows from a final status that a row has just got, in the same transaction: the postings, the end of its job,
 * what its kind does besides, a letter, and the news for whom it concerns.
 */
export const close = async (db: Db, row: OperationRow, outcome?: Outcome): Promise<void> => {
  const kind = kindOf(row);
  if (row.status === 'completed') await move(db, row.id, 'settle', await kind.settle(db, row));
  else if (kind.holds)
    await move(db, row.id, 'release', releaseLines(row, await openWallet(db, row.account_id ?? '', row.give_currency)));
  await dropJob(db, row.id);
  await kind.ended?.(db, row, outcome);
  await writeOperationMail(db, row, { isBack: kind.holds && row.status !== 'completed' });
  for (const account of concerned(row))
    await raise(db, account, 'wallets', 'total_balance', ...(kind.news?.(row, account) ?? []));
  // After the accounts are locked, as a verdict does: two in another order would wait for each other.
  if (row.kind === 'exchange' && row.status === 'completed') await earnBonuses(db, row.account_id ?? '');
};

/** Accounts whose money moved, in the order in which they are locked. */
const concerned = ({ account_id: one, counterparty_id: other }: OperationRow): string[] =>
  [one, other].filter((id) => id !== null).toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
