import { sql } from 'kysely';
import document from '../../machines/flows/document/document.model.ts';
import { says } from '../../machines/form/sights.ts';
import { newId } from '../../server/verification/documents.ts';
import { decide } from '../../server/verification/decide.ts';
import { defineStage, type Scene } from './stage.ts';

const whose = 'new@example.com';

const accountOf = async ({ product: { db } }: Scene): Promise<string> =>
  (await db.selectFrom('accounts').select('id').where('email', '=', whose).executeTakeFirstOrThrow()).id;

/** Both sides were handed in a moment ago, and nobody looks before the walk says so. */
async function handIn(scene: Scene): Promise<void> {
  const { db } = scene.product;
  const account = await accountOf(scene);
  await db.deleteFrom('verification_documents').where('account_id', '=', account).execute();
  await db.updateTable('accounts').set({ verification_level: 0 }).where('id', '=', account).execute();
  const id = newId();
  await db
    .insertInto('verification_documents')
    .values({ id, account_id: account, kind: 'passport', status: 'in_review', rounds: 1 })
    .execute();
  await sql`update verification_documents set submitted_at = clock_timestamp() where id = ${id}`.execute(db);
  for (const side of ['main', 'registration'] as const)
    await db
      .insertInto('verification_files')
      .values({
        ...{ id: newId(), document_id: id, account_id: account, side },
        ...{ ending: 'jpg', content: Buffer.from([0xff, 0xd8, 0xff, 0xd9]) },
      })
      .execute();
}

async function approve(scene: Scene): Promise<void> {
  const { db } = scene.product;
  const { id, round } = await db
    .selectFrom('verification_documents')
    .select(['id', 'rounds as round'])
    .where('account_id', '=', await accountOf(scene))
    .executeTakeFirstOrThrow();
  await decide(db, { productName: 'Statera', publicUrl: undefined }, { id, round }, {});
}

export default defineStage({
  model: document,
  ways: {
    'while it is looked at': {
      input: 'the passport',
      as: whose,
      before: handIn,
      at: '/settings/passport',
      outcomes: { 'verification.new': { 'it is looked at': 'answered', 'it is verified': approve } },
    },
  },
  ends: {
    approved: {
      shows: () => says('verification.success.title', 'verification.success.text'),
      address: /^\/settings\/verification_success$/,
      money: 'none',
    },
  },
});
