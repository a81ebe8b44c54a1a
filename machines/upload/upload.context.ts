import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import {
  pictureBounds,
  turns,
  type DocumentKind,
  type DocumentSide,
  type StoredFile,
  type Turn,
  type VerificationDocument,
} from '../../contract/verification.ts';
import { isOfLine, troubleOf, type Trouble } from '../form/trouble.ts';

/** What is known of a file that this page holds by its handle. `size` in bytes; a PDF has no measures in pixels. */
export interface FileFacts {
  handle: string;
  kind: 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf' | 'other';
  size: number;
  width: number;
  height: number;
}

/** One side of a document, and what the server has of it. */
export interface UploadInput {
  paper: DocumentKind;
  side: DocumentSide;
  stored: StoredFile | null;
}

export interface UploadContext extends UploadInput {
  /** The file that was looked at and will do; and the handle of one that nobody has looked at yet, empty where none is. */
  file: FileFacts | null;
  given: string;
  /** Degrees to the right. */
  turn: Turn;
  /** How much of it has gone. */
  percent: number;
  /** An answer was lost: what the server has of this side is not known. */
  unsure: boolean;
  /** From the press that sends it until it is there or is stopped: which file of the side it is to take the place of. */
  pressed: { over: string | null } | null;
  /** The line has come back since the sending began. */
  online: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  trouble: Trouble | null;
}

/** What the document hears. */
export type UploadNews =
  | { type: 'upload.changed'; paper: VerificationDocument; side: DocumentSide; now: string }
  /** Something is in the person's hand that the server has not; or what the server has is being taken back. */
  | { type: 'upload.holding'; side: DocumentSide; holding: boolean; leaving?: boolean }
  /** The document takes no files any more: another tab has handed it in. */
  | { type: 'upload.closed' };

/** What it hears from the document: another answer has told what there is of this side. */
export interface UploadTold {
  type: 'document.changed';
  stored: StoredFile | null;
}

export const begun = (input: UploadInput): UploadContext => ({
  ...input,
  ...{ file: null, given: '', turn: '0', percent: 0, unsure: false, pressed: null, online: false },
  ...{ at: 0, heldUntil: 0, trouble: null },
});

/** Why a file will do nowhere; null where nothing speaks against it. The server looks again, and deeper. */
export function problemOfFile({ kind, size, width, height }: FileFacts): Trouble | null {
  if (size === 0) return { code: 'file_empty' };
  if (kind === 'other') return { code: 'file_type' };
  if (size > added.fileBytes) return { code: 'file_size' };
  if (kind === 'heic') return { code: 'heic_unreadable' };
  return kind !== 'pdf' && width * height === 0 ? { code: 'file_broken' } : null;
}

/** The same of a document, whose picture must be read as well. */
export function problemOf(file: FileFacts): Trouble | null {
  const { kind, width, height } = file;
  const problem = problemOfFile(file);
  if (problem !== null || kind === 'pdf') return problem;
  if (width * height > pictureBounds.most || Math.max(width, height) > pictureBounds.longest)
    return { code: 'picture_large' };
  return Math.min(width, height) < pictureBounds.shortest ? { code: 'picture_small' } : null;
}

export const turned = (turn: Turn, way: 'left' | 'right'): Turn => {
  const step = way === 'right' ? 1 : turns.length - 1;
  return turns[(turns.indexOf(turn) + step) % turns.length] ?? '0';
};

const portCodes = ['camera_busy', 'camera_denied', 'camera_failed', 'camera_missing', 'file_gone', 'network'];
/** What a port of the browser said, in words; of what it does not know the file is to blame. */
export function portTrouble(error: unknown): Trouble {
  const { code } = Object(error) as { code?: unknown };
  return { code: typeof code === 'string' && portCodes.includes(code) ? code : 'file_broken' };
}

/** Nobody has looked at the file: what looks did not come. */
export const isUnlooked = (error: unknown): boolean => isOfLine(portTrouble(error));

/** A file that cannot leave: it is with this page no more, or is not on the device as it was given. */
export const isGone = (error: unknown): boolean => portTrouble(error).code === 'file_gone';

/** What the server said of the file itself stands before what it said of the whole. */
export function sendTrouble(error: unknown): Trouble {
  if (isGone(error)) return portTrouble(error);
  const code = isCallError(error) ? error.fields?.['file0'] : undefined;
  return code === undefined ? troubleOf(error) : { code };
}

/** The server will not have this file, or never gets it, whenever it is sent. */
export const isRefused = (error: unknown): boolean =>
  isCallError(error) ? error.kind === 'refused' && [413, 415, 422].includes(error.statusCode) : isGone(error);
/** A definite no: nothing was done. */
export const isNo = (error: unknown): boolean =>
  isCallError(error) && error.kind === 'refused' && error.code !== 'not_found';
export const isClosed = (error: unknown): boolean => isCallError(error) && error.code === 'document_closed';

/** Nothing more is taken: it lies with whoever looks at it, or it is done. */
export const takesNothing = ({ status }: VerificationDocument): boolean =>
  status === 'in_review' || status === 'verified';

/** Whether the server has another file of the side than this page knew of. */
export const isOther = ({ stored }: UploadContext, now: StoredFile | null): boolean => now?.id !== stored?.id;

/** Nothing but the line was in the way, and it is back: what was pressed goes once more, unless another file came meanwhile. */
export const goesOnceMore = ({ file, pressed, online, trouble }: UploadContext, now: StoredFile | null): boolean =>
  file !== null && pressed !== null && online && isOfLine(trouble) && (now?.id ?? null) === pressed.over;

/** What was in the way of a removal is over when the file is gone; another one is not removed unseen. */
export function afterRemoval(context: UploadContext, now: StoredFile | null): Trouble | null {
  if (!isOther(context, now)) return context.trouble;
  return now && context.trouble ? { code: 'file_replaced' } : null;
}

export const fileIn = ({ sides }: VerificationDocument, side: DocumentSide): StoredFile | null =>
  sides.find((one) => one.side === side)?.file ?? null;
