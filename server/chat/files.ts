import { createHash } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { filesOfForm } from '../../contract/calls/chat.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { added } from '../../contract/limits.ts';
import type { SignedInCtx } from '../area.ts';
import { countInWindow } from '../auth/attempts.ts';
import type { Db } from '../db/db.ts';
import type { ChatTables } from '../db/tables/chat.ts';
import { NoFile } from '../http/no-file.ts';
import { Refusal } from '../http/refusal.ts';
import { savedAs, savedFile, slicesOf } from '../http/saved-file.ts';
import { shownName } from '../payments/documents.ts';
import { journalOf } from '../support/journal.ts';
import { isWholePdf } from '../verification/pdf.ts';
import { kindOf, redrawn } from '../verification/picture.ts';

/** A file of a message as it is kept. */
export type KeptFile = Omit<Insertable<ChatTables['chat_files']>, 'id' | 'message_id' | 'position'>;

/** A file as it came, with the field of the form that it came in. */
export interface SentFile {
  field: string;
  name: string;
  content: Buffer;
}

/** The fields of a form that hold files. */
export type FilesOfForm = { [field in keyof typeof filesOfForm | 'journal']?: File | undefined };

/** Files of one account, also those of which nothing came: more is no person, and each is work. */
const mostAnHour = { most: 100, seconds: 3_600 };

const no = (field: string, code: ErrorCode): Refusal => new Refusal(422, 'invalid', { fields: { [field]: code } });

/** The files of a form, in the order of their fields. @throws Refusal 422 `file_size`, `journal_large` for the field. */
export const filesIn = async (body: FilesOfForm): Promise<SentFile[]> => {
  const files: SentFile[] = [];
  for (const field of ['file0', 'file1', 'file2', 'file3', 'file4', 'journal'] as const) {
    const file = body[field];
    if (file === undefined) continue;
    const isJournal = field === 'journal';
    if (file.size > (isJournal ? added.journalBytes : added.fileBytes))
      throw no(field, isJournal ? 'journal_large' : 'file_size');
    const name = isJournal ? 'journal.json' : shownName(file.name);
    files.push({ field, name, content: Buffer.from(await file.arrayBuffer()) });
  }
  return files;
};

/** Of a text and the files that come with it, as they were sent. */
export const digestOf = (text: string, files: SentFile[]): Buffer => {
  const parts = files.map(({ name, content }) => [name, createHash('sha256').update(content).digest('hex')]);
  return createHash('sha256')
    .update(JSON.stringify([text, parts]))
    .digest();
};

/** `scan.png` → `scan.jpg`: a picture is called what it became. */
const asJpeg = (name: string): string => `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.jpg`;

const keptFile = async ({ field, name, content }: SentFile, account: string): Promise<KeptFile> => {
  if (field === 'journal') {
    const journal = await journalOf(content, account);
    return { kind: 'journal', name, media: 'application/json', width: null, height: null, content: journal };
  }
  const kind = kindOf(content);
  if (kind === undefined) throw new NoFile('file_type');
  // The library's own decoders know no HEVC.
  if (kind === 'heic') throw new NoFile('heic_unreadable');
  if (kind === 'pdf' && !isWholePdf(content)) throw new NoFile('file_broken');
  if (kind === 'pdf') return { kind: 'document', name, media: 'application/pdf', width: null, height: null, content };
  return { kind: 'picture', name: asJpeg(name), media: 'image/jpeg', ...(await redrawn(content, kind)) };
};

/**
 * What one account has sent within the days has a bound. Of messages that are written at this moment nothing is known: they may go
 * beyond it by their own length.
 */
const refuseFull = async (db: Db, account: string, coming: KeptFile[], field: string): Promise<void> => {
  const { kept } = await db
    .selectFrom('chat_messages as m')
    .innerJoin('chat_files as f', 'f.message_id', 'm.id')
    .select(sql<string>`coalesce(sum(f.size), 0)`.as('kept'))
    .where('m.author_id', '=', account)
    .where('m.created_at', '>', sql<string>`now() - make_interval(days => ${added.filesDays})`)
    .executeTakeFirstOrThrow();
  const bytes = coming.reduce((sum, { content }) => sum + content.length, 0);
  if (Number(kept) + bytes > added.filesBytes) throw no(field, 'files_full');
};

/**
 * Files as they are kept: pictures of our own making, documents as they are. What a file is follows from its content.
 * @throws Refusal 422 for the field of a file, 429 `wait_before_retry`.
 */
export const keepable = async ({ db, account }: SignedInCtx, files: SentFile[]): Promise<KeptFile[]> => {
  const [first] = files;
  if (first === undefined) return [];
  for (const _ of files) await countInWindow(db, mostAnHour, 'chat files', account.id);
  const kept: KeptFile[] = [];
  for (const file of files)
    kept.push(
      await keptFile(file, account.number).catch((error: unknown) => {
        throw error instanceof NoFile ? no(file.field, error.code) : error;
      }),
    );
  await refuseFull(db, account.id, kept, first.field);
  return kept;
};

/** One of them, for whoever takes part in its chat. @throws Refusal 404 for anybody else, and for one that is not there. */
export const fileOfMember = async (db: Db, account: string, id: string): Promise<Response> => {
  const shared = db
    .selectFrom('chat_files as f')
    .innerJoin('chat_messages as m', 'm.id', 'f.message_id')
    .innerJoin('chat_members as r', 'r.chat_id', 'm.chat_id')
    .where('f.id', '=', id)
    .where('r.account_id', '=', account);
  const found = await shared.select(['f.name', 'f.media', 'f.size']).executeTakeFirst();
  if (!found) throw new Refusal(404, 'not_found');
  const { name, media, size } = found;
  return savedFile({ media, size, saved: savedAs(name) }, slicesOf(shared, 'f.content'));
};
