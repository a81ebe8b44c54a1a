import { sql } from 'kysely';
import type { SignedInCtx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import type { DocumentKind } from '../../contract/verification.ts';
import { documentEntity, ownDocument, type DocumentRow } from './documents.ts';
import { addReview } from './reviewer.ts';

/** How long a look takes at most, in minutes: the sandbox's, and a person's. */
const patience = { sandbox: 1, none: 24 * 60 };

/**
 * Hands a document in, by one conditional update; one that was handed in is answered as it stands.
 * @throws Refusal 422 `document_incomplete` while a side is missing or turned down.
 */
export const submitDocument = async (ctx: SignedInCtx, kind: DocumentKind): Promise<DocumentRow> => {
  const { providers } = ctx.house.config;
  const document = await ownDocument(ctx.db, ctx.account.id, kind);
  return await ctx.transaction(async (db) => {
    const row = await db
      .updateTable('verification_documents')
      .set({
        status: 'in_review',
        rounds: sql`rounds + 1`,
        submitted_at: sql<string>`clock_timestamp()`,
        expected_by: sql<string>`clock_timestamp() + ${patience[providers]}::integer * interval '1 minute'`,
        decided_at: null,
      })
      .where('id', '=', document.id)
      .where('status', '=', 'uploaded')
      .returningAll()
      .executeTakeFirst();
    if (row) {
      if (providers === 'sandbox') await addReview(db, row, ctx.account.number);
      return row;
    }
    const stands = await ownDocument(db, ctx.account.id, kind);
    if (stands.status === 'in_review' || stands.status === 'verified') return stands;
    const { sides } = await documentEntity(db, stands);
    const fields = sides
      .filter(({ file }) => file === undefined || file.reason !== undefined)
      .map(({ side }) => [side, 'document_incomplete' as const]);
    throw new Refusal(422, 'document_incomplete', { fields: Object.fromEntries(fields) });
  });
};
