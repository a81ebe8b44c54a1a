import type { Selectable } from 'kysely';
import {
  documentKind,
  sidesOf,
  type DocumentKind,
  type DocumentStatus,
  type StoredFile,
  type VerificationDocument,
} from '../../contract/verification.ts';
import type { Db } from '../db/db.ts';
import type { VerificationTables } from '../db/tables/verification.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';

export type DocumentRow = Selectable<VerificationTables['verification_documents']>;
/** A file without its content. */
type FileRow = Omit<Selectable<VerificationTables['verification_files']>, 'content'>;

/** Opaque, for documents and for files. */
export const newId = newOperationId;

const filesOf = (db: Db, documents: string[]): Promise<FileRow[]> =>
  db
    .selectFrom('verification_files')
    .select(['id', 'document_id', 'account_id', 'side', 'ending', 'size', 'accepted', 'reason', 'told', 'uploaded_at'])
    .where('document_id', 'in', documents.length > 0 ? documents : [''])
    .execute();

const fileEntity = ({ id, size, ending, uploaded_at, accepted, reason }: FileRow): StoredFile => ({
  ...{ id, size, ending, uploaded_at },
  ...(accepted !== null && { accepted }),
  ...(reason !== null && { reason }),
});

const entityOf = (kind: DocumentKind, row: DocumentRow | undefined, files: FileRow[]): VerificationDocument => ({
  id: kind,
  status: row?.status ?? 'draft',
  sides: sidesOf[kind].map((side) => {
    const file = files.find((one) => one.side === side);
    return { side, ...(file && { file: fileEntity(file) }) };
  }),
  ...(row?.submitted_at && { submitted_at: row.submitted_at }),
  ...(row?.decided_at && { decided_at: row.decided_at }),
  ...(row?.status === 'in_review' && row.expected_by && { expected_by: row.expected_by }),
});

/** As the contract says it. */
export const documentEntity = async (db: Db, row: DocumentRow): Promise<VerificationDocument> =>
  entityOf(row.kind, row, await filesOf(db, [row.id]));

/** One of each kind; what the account has not begun is an empty draft, and is not made by looking. */
export const documentEntities = async (db: Db, account: string): Promise<VerificationDocument[]> => {
  const rows = await db.selectFrom('verification_documents').selectAll().where('account_id', '=', account).execute();
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  );
  return documentKind.options.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    return entityOf(
      kind,
      row,
      files.filter(({ document_id: id }) => id === row?.id),
    );
  });
};

/** The account's document of this kind, whatever became of it; a draft where there is none. */
export const ownDocument = async (db: Db, account: string, kind: DocumentKind): Promise<DocumentRow> => {
  const read = () =>
    db
      .selectFrom('verification_documents')
      .selectAll()
      .where('account_id', '=', account)
      .where('kind', '=', kind)
      .executeTakeFirst();
  const known = await read();
  if (known) return known;
  await db
    .insertInto('verification_documents')
    .values({ id: newId(), account_id: account, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await read();
  if (!made) throw new Error('a document is gone');
  return made;
};

const open: DocumentStatus[] = ['draft', 'uploaded', 'rejected'];

/** @throws Refusal 409 `document_closed` for one that is looked at, or is verified. */
export const refuseClosed = ({ status }: DocumentRow): void => {
  if (!open.includes(status)) throw new Refusal(409, 'document_closed');
};

/** The same, until the end of the transaction. @throws Refusal 409 `document_closed`. */
export const lockOpen = async (db: Db, { id }: DocumentRow): Promise<DocumentRow> => {
  const row = await db
    .selectFrom('verification_documents')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  refuseClosed(row);
  return row;
};

/** What its files make of a document that is open; in the transaction that changed them. */
export const standAnew = async (db: Db, row: DocumentRow): Promise<DocumentRow> => {
  const files = await filesOf(db, [row.id]);
  const isWhole = sidesOf[row.kind].every((side) => files.some((file) => file.side === side));
  const isTurnedDown = files.some(({ accepted }) => accepted === false);
  return await db
    .updateTable('verification_documents')
    .set({ status: isTurnedDown ? 'rejected' : isWhole ? 'uploaded' : 'draft' })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};
