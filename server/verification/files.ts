import type { verificationUpload } from '../../contract/calls/verification.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { fileReasons, sidesOf, type DocumentSide, type FileReason, type Turn } from '../../contract/verification.ts';
import type { Input, SignedInCtx } from '../area.ts';
import { countInWindow } from '../auth/attempts.ts';
import type { Db } from '../db/db.ts';
import { NoFile } from '../http/no-file.ts';
import { Refusal } from '../http/refusal.ts';
import { savedFile, slicesOf } from '../http/saved-file.ts';
import { lockOpen, newId, ownDocument, refuseClosed, standAnew, type DocumentRow } from './documents.ts';
import { pictureOf } from './picture.ts';

/** Files of one account, also those of which nothing came: more is no person, and each is work. */
const mostAnHour = { most: 60, seconds: 3_600 };

interface Sent {
  field: 'file0' | 'file1';
  file: File;
  side: DocumentSide;
  turn: Turn | undefined;
}

const no = (field: string, code: ErrorCode): Refusal => new Refusal(422, 'invalid', { fields: { [field]: code } });

/** What could not be drawn in time may be whole: nothing is said of the file, and it can be sent once more. */
const notDrawn = (field: string, { code }: NoFile): Refusal =>
  code === 'unavailable' ? new Refusal(503, code) : no(field, code);

/** Each file with the side that it shows. @throws Refusal 422 for a side that the document has not, or that comes twice. */
const sentOf = ({ params: { id }, body }: Input<typeof verificationUpload>): Sent[] => {
  const given = [
    { field: 'file0', file: body.file0, side: body.side0, turn: body.turn0 },
    { field: 'file1', file: body.file1, side: body.side1, turn: body.turn1 },
  ] as const;
  const sides: readonly DocumentSide[] = sidesOf[id];
  const sent: Sent[] = [];
  for (const { field, file, side, turn } of given) {
    if (file === undefined) continue;
    if (side === undefined || !sides.includes(side) || sent.some((one) => one.side === side))
      throw no(field.replace('file', 'side'), 'side_unknown');
    sent.push({ field, file, side, turn });
  }
  return sent;
};

/** `Passport of Ann.JPEG` → `jpeg`: all that is kept of a name. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** What the name tells the sandbox's reviewer: `reject-blurry.jpg`. */
const toldBy = (name: string): FileReason | undefined => {
  const told = /reject[-_ ]([a-z_]+)/.exec(name)?.[1];
  return fileReasons.find((reason) => reason === told);
};

/**
 * Keeps what was sent as pictures of our own, each in the place of what its side had.
 * @throws Refusal 409 `document_closed`, 422 for the field of a file, 429 `wait_before_retry`, 503 `unavailable`.
 */
export const takeFiles = async (ctx: SignedInCtx, input: Input<typeof verificationUpload>): Promise<DocumentRow> => {
  const account = ctx.account.id;
  const sent = sentOf(input);
  const document = await ownDocument(ctx.db, account, input.params.id);
  refuseClosed(document);
  for (const _ of sent) await countInWindow(ctx.db, mostAnHour, 'verification files', account);
  const pictures: Buffer[] = [];
  for (const { field, file, turn } of sent)
    pictures.push(
      await pictureOf(Buffer.from(await file.arrayBuffer()), turn).catch((error: unknown) => {
        throw error instanceof NoFile ? notDrawn(field, error) : error;
      }),
    );
  return await ctx.transaction(async (db) => {
    const row = await lockOpen(db, document);
    for (const [at, { file, side }] of sent.entries()) {
      await db.deleteFrom('verification_files').where('document_id', '=', row.id).where('side', '=', side).execute();
      await db
        .insertInto('verification_files')
        .values({
          ...{ id: newId(), document_id: row.id, account_id: account, side },
          ...{ ending: endingOf(file.name), content: pictures[at] ?? Buffer.alloc(0) },
          told: ctx.house.config.providers === 'sandbox' ? toldBy(file.name) : undefined,
        })
        .execute();
    }
    return await standAnew(db, row);
  });
};

/** Takes one back. @throws Refusal 404 for one that is not there, or somebody else's; 409 `document_closed`. */
export const removeFile = async (
  ctx: SignedInCtx,
  { params, body }: { params: { id: DocumentRow['kind'] }; body: { file: string } },
): Promise<DocumentRow> => {
  const document = await ownDocument(ctx.db, ctx.account.id, params.id);
  return await ctx.transaction(async (db) => {
    const { id } = document;
    const isThere = await db
      .selectFrom('verification_files')
      .select('id')
      .where('id', '=', body.file)
      .where('document_id', '=', id)
      .executeTakeFirst();
    if (!isThere) throw new Refusal(404, 'not_found');
    const row = await lockOpen(db, document);
    await db.deleteFrom('verification_files').where('id', '=', body.file).where('document_id', '=', id).execute();
    return await standAnew(db, row);
  });
};

/** One of them, for whoever sent it. @throws Refusal 404 for anybody else, and for one that is not there. */
export const ownFile = async (db: Db, account: string, id: string): Promise<Response> => {
  const own = db.selectFrom('verification_files').where('id', '=', id).where('account_id', '=', account);
  const found = await own.select(['side', 'size']).executeTakeFirst();
  if (!found) throw new Refusal(404, 'not_found');
  const { side, size } = found;
  return savedFile(
    { media: 'image/jpeg', size, saved: `attachment; filename="${side}.jpg"` },
    slicesOf(own, 'content'),
  );
};
