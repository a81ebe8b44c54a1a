import sharp from 'sharp';
import { sidesOf } from '../../contract/verification.ts';
import type { Db } from '../db/db.ts';
import { newId } from '../verification/documents.ts';
import { pictureOf } from '../verification/picture.ts';
import { newsOfVerdict, notifyOfVerdict } from '../verification/tell.ts';
import { toldThen } from './told-then.ts';

/** Shapes of a page and no word on it: nobody's paper. */
const page = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="400">
  <rect width="560" height="400" fill="#e7dfd0"/><rect x="32" y="64" width="150" height="200" fill="#c6b9a2"/>
  <circle cx="107" cy="140" r="40" fill="#9c8f7a"/><path d="M47 264a60 60 0 0 1 120 0z" fill="#9c8f7a"/>
  <path d="M220 80h260M220 120h200M220 160h230M220 200h160M32 320h496M32 356h496" stroke="#8a7f6d" stroke-width="10"/>
</svg>`;

/** As the product keeps what was sent. */
export const drawPaper = async (): Promise<Buffer> => await pictureOf(await sharp(Buffer.from(page)).png().toBuffer());

interface Shown {
  account: string;
  picture: Buffer;
  hoursAgo: number;
}

/** A passport that was looked at and found good, and what followed for the account. `now` in milliseconds. In a transaction. */
export const seedDemoPassport = async (db: Db, { account, picture, hoursAgo }: Shown, now: number): Promise<void> => {
  const after = (minutes: number) => new Date(now - hoursAgo * 3_600_000 + minutes * 60_000).toISOString();
  const [kind, decided] = ['passport' as const, after(38)];
  const row = await db
    .insertInto('verification_documents')
    .values({
      ...{ id: newId(), account_id: account, kind, status: 'verified', rounds: 1 },
      ...{ made_at: after(0), submitted_at: after(4), decided_at: decided },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const [place, side] of sidesOf[kind].entries())
    await db
      .insertInto('verification_files')
      .values({
        ...{ id: newId(), document_id: row.id, account_id: account, side, ending: 'jpg', content: picture },
        ...{ accepted: true, uploaded_at: after(1 + place) },
      })
      .execute();
  await db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', account).execute();
  await notifyOfVerdict(db, row);
  await toldThen(db, { account, id: newsOfVerdict(row), at: decided });
};
