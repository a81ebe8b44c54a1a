import { sql, type Insertable } from 'kysely';
import { hasCardNumber } from '../../contract/fields/card-number.ts';
import { added } from '../../contract/limits.ts';
import type { Fact } from '../../contract/operation.ts';
import type { Field, PaymentAsk } from '../../contract/payment.ts';
import { countInWindow } from '../auth/attempts.ts';
import type { Db } from '../db/db.ts';
import type { PaymentTables } from '../db/tables/payments.ts';
import { Refusal } from '../http/refusal.ts';
import { savedAs, savedFile, slicesOf } from '../http/saved-file.ts';
import type { OperationRow } from '../operations/row.ts';

type Row = Insertable<PaymentTables['operation_files']>;
type Media = Row['media'];

/** A file of the form, by the name of its field. `name` is as its owner calls it. */
export type Document = Pick<Row, 'field' | 'name' | 'media' | 'content'>;

/** How each begins: a program that opens it goes by this, whatever it is called. */
const beginnings: Record<Media, Buffer> = {
  'application/pdf': Buffer.from('%PDF-', 'latin1'),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
};
export const documentTypes = Object.keys(beginnings) as Media[];

/** What the bytes are; undefined for anything else than a document. */
export const mediaOf = (content: Buffer): Media | undefined =>
  documentTypes.find((media) => content.subarray(0, beginnings[media].length).equals(beginnings[media]));

const longestName = 100;
/** No file system has longer ones; of what claims to be one the end says the kind. */
const longestGiven = 255;
// Characters that are not seen, or that turn the rest of a line around; a database takes not all of them.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** Without folders and what is not seen, not longer than a line; of one with a card number only the end, which says the kind. */
export const shownName = (name: string): string => {
  const given = name.slice(-longestGiven).split(/[/\\]/).at(-1) ?? '';
  const whole = given.replaceAll(unseen, '').trim();
  const seen = hasCardNumber(whole) ? `—${/\.[a-z]{1,5}$/i.exec(whole)?.[0] ?? ''}` : whole;
  const signs = Array.from(seen === '' ? '—' : seen);
  return signs.length <= longestName ? signs.join('') : `${signs.slice(0, 80).join('')}…${signs.slice(-19).join('')}`;
};

/**
 * The files of a form whose fields are as described; each is what it says it is, looked at inside.
 * @throws Refusal 422 `bad_file` for the field.
 */
export const documentsOf = async (fields: Field[], ask: PaymentAsk): Promise<Document[]> => {
  const documents: Document[] = [];
  for (const { name: field, kind } of fields) {
    const value = ask[field];
    if (kind !== 'file' || !(value instanceof File)) continue;
    const content = Buffer.from(await value.arrayBuffer());
    const media = mediaOf(content);
    if (media === undefined || media !== value.type)
      throw new Refusal(422, 'invalid', { fields: { [field]: 'bad_file' } });
    documents.push({ field, name: shownName(value.name), media, content });
  }
  return documents;
};

export const documentFacts = (documents: Document[]): Fact[] =>
  documents.map(({ name }) => ({ label: 'document', text: name }));

/** The documents that are kept of these operations, as their facts name them, by the operation. */
export const keptDocuments = async (db: Db, rows: OperationRow[]): Promise<Map<string, Fact[]>> => {
  const ids = rows.flatMap(({ id, details: { facts = [] } }) =>
    facts.some(({ label }) => label === 'document') ? [id] : [],
  );
  if (ids.length === 0) return new Map();
  const files = await db
    .selectFrom('operation_files')
    .select(['operation_id as id', 'field', 'name', sql<number>`octet_length(content)`.as('size')])
    .where('operation_id', 'in', ids)
    .execute();
  const facts = files.map(({ name: text, ...file }): [string, Fact] => [file.id, { label: 'document', text, file }]);
  return new Map(ids.map((id) => [id, facts.flatMap(([of, fact]) => (of === id ? [fact] : []))]));
};

/** Facts with where each document lies that is still kept. */
export const withDocuments = (facts: Fact[], kept: Fact[] = []): Fact[] =>
  facts.map((fact) => (fact.label === 'document' ? (kept.find(({ text }) => text === fact.text) ?? fact) : fact));

/** Documents of one account: more is no person. Also those that are gone with a check that was replaced. */
const mostAnHour = { most: 20, seconds: 3_600 };

/**
 * Keeps them with their operation. In the transaction of its check.
 * @throws Refusal 429 `wait_before_retry` for an account that sends too many.
 */
export const keepDocuments = async (
  db: Db,
  { id, account_id: account }: Pick<OperationRow, 'id' | 'account_id'>,
  documents: Document[],
): Promise<void> => {
  if (documents.length === 0 || account === null) return;
  for (const _ of documents) await countInWindow(db, mostAnHour, 'documents', account);
  await db
    .insertInto('operation_files')
    .values(documents.map((document) => ({ operation_id: id, account_id: account, ...document })))
    .execute();
};

/** One of them, for whoever sent it. @throws Refusal 404 for anybody else, and for one that is not there. */
export const ownDocument = async (db: Db, account: string, id: string, field: string): Promise<Response> => {
  const own = db
    .selectFrom('operation_files')
    .where('operation_id', '=', id)
    .where('field', '=', field)
    .where('account_id', '=', account);
  const found = await own.select(['name', 'media', sql<number>`octet_length(content)`.as('size')]).executeTakeFirst();
  if (!found) throw new Refusal(404, 'not_found');
  const { name, media, size } = found;
  return savedFile({ media, size, saved: savedAs(name) }, slicesOf(own, 'content'));
};

export const documentField = (name: string, label: string): Field => ({
  ...{ name, kind: 'file', label, help: 'document', required: false },
  ...{ accept: [...documentTypes], longest: added.fileBytes },
});
