import { sql } from 'kysely';
import { sidesOf, type DocumentSide, type FileReason } from '../../contract/verification.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { addJob } from '../jobs/queue.ts';
import { earnBonuses } from '../referral/bonuses.ts';
import { raise } from '../revision.ts';
import type { DocumentRow } from './documents.ts';
import { tellVerdict } from './tell.ts';

/** What somebody who has looked says: nothing is wrong, or what is, by the side. */
export type Verdict = Partial<Record<DocumentSide, FileReason>>;

/** What was looked at: a document by its id, and how many times it had been handed in. Its pictures stay until a verdict. */
export interface Looked {
  id: string;
  round: number;
}

/** What waited for the papers alone is asked about at once. */
const letDepositsGo = async (db: Db, account: string): Promise<void> => {
  const waiting = await db
    .selectFrom('operations')
    .select('id')
    .where('account_id', '=', account)
    .where('status', '=', 'processing')
    .where('reason', '=', 'needs_verification')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await addJob(db, id);
};

/**
 * Ends a review: one conditional update decides, so that of many verdicts the first counts, and none about other pictures. Papers that are good raise the
 * account's level; either way the person is told.
 * @returns the document; undefined when this verdict did not count.
 */
export const decide = async (
  db: Db,
  config: Pick<Config, 'productName' | 'publicUrl'>,
  { id, round }: Looked,
  verdict: Verdict,
): Promise<DocumentRow | undefined> =>
  await db.transaction().execute(async (trx) => {
    const isGood = Object.keys(verdict).length === 0;
    const row = await trx
      .updateTable('verification_documents')
      .set({ status: isGood ? 'verified' : 'rejected', decided_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      .where('status', '=', 'in_review')
      .where('rounds', '=', round)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    for (const side of sidesOf[row.kind])
      await trx
        .updateTable('verification_files')
        .set({ accepted: verdict[side] === undefined, reason: verdict[side] ?? null })
        .where('document_id', '=', id)
        .where('side', '=', side)
        .execute();
    await tellVerdict(trx, config, row);
    if (isGood) {
      await trx.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', row.account_id).execute();
      await letDepositsGo(trx, row.account_id);
      await earnBonuses(trx, row.account_id);
    }
    await raise(trx, row.account_id, 'notifications');
    return row;
  });
