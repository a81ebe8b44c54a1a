import { sql } from 'kysely';
import { placeOfDocument } from '../../contract/verification.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { say } from '../http/words.ts';
import { putMail } from '../mail/outbox.ts';
import { readerOf } from '../mail/reader.ts';
import type { DocumentRow } from './documents.ts';

const verdictOf = (status: DocumentRow['status']) => (status === 'verified' ? 'verified' : 'rejected');

/** The name of what is told of one round. */
export const newsOfVerdict = ({ id, rounds }: Pick<DocumentRow, 'id' | 'rounds'>): string =>
  `verification:${id}:${rounds}`;

/** In a notification, once a round. */
export const notifyOfVerdict = async (
  db: Db,
  { id, kind, status, rounds, account_id: account }: DocumentRow,
): Promise<void> => {
  // What was said of an earlier round is true no more.
  await db
    .updateTable('notifications')
    .set({ closed_at: sql<string>`clock_timestamp()` })
    .where('account_id', '=', account)
    .where('id', 'like', `verification:${id}:%`)
    .where('closed_at', 'is', null)
    .execute();
  await db
    .insertInto('notifications')
    .values({
      id: newsOfVerdict({ id, rounds }),
      account_id: account,
      kind: 'verification',
      params: JSON.stringify({ document: kind, verdict: verdictOf(status) }),
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doNothing())
    .execute();
};

/** Tells the person what became of their papers, once a round, in a notification and a letter. In the transaction of the verdict. */
export const tellVerdict = async (
  db: Db,
  { productName, publicUrl }: Pick<Config, 'productName' | 'publicUrl'>,
  row: DocumentRow,
): Promise<void> => {
  const { kind, status, account_id: account } = row;
  await notifyOfVerdict(db, row);
  const verdict = verdictOf(status);
  const { email, locale: language } = await readerOf(db, account);
  const document = say(language, `verification.document.${kind}`);
  const place = verdict === 'verified' ? '/settings/verification' : placeOfDocument(kind);
  const body = [
    say(language, `notification.verification.${verdict}.text`, { document }),
    ...(publicUrl === undefined ? [] : [`${publicUrl}${place}`]),
    say(language, 'mail.verification.ending'),
  ];
  await putMail(db, {
    kind: 'verification',
    recipient: email,
    locale: language,
    subject: `${productName}: ${say(language, `notification.verification.${verdict}.title`)}`,
    body: `${body.join('\n\n')}\n`,
  });
};
