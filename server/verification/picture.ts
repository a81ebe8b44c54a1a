import sharp, { type Metadata } from 'sharp';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { added } from '../../contract/limits.ts';
import { pictureBounds, type Turn } from '../../contract/verification.ts';
import { takeTurns } from '../../contract/take-turns.ts';
import { NoFile } from '../http/no-file.ts';
import { mostPages, scansIn } from './pdf.ts';

// What is decoded is somebody's paper: no copy of it stays in the library, and one picture takes one core.
sharp.cache(false);
sharp.concurrency(1);

export type Kind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf';
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** What the bytes are, by how they begin; undefined for anything that is no document. */
export const kindOf = (content: Buffer): Kind | undefined => {
  const latin = content.toString('latin1', 0, 12);
  if (latin.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (latin.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (latin.startsWith('RIFF') && latin.slice(8) === 'WEBP') return 'webp';
  if (latin.startsWith('%PDF-')) return 'pdf';
  return latin.slice(4, 8) === 'ftyp' && heicBrands.includes(latin.slice(8)) ? 'heic' : undefined;
};

/** The longer edge of what is kept, in pixels: small print of a paper can be read. */
const longestKept = 3_000;
const seconds = 15;
const jpeg = { quality: 86 } as const;

/** Bytes of one channel of one pixel; finer ones have no picture that is taken. */
const bytesOfDepth = (depth: string): number => ({ uchar: 1, char: 1, ushort: 2, short: 2 })[depth] ?? 8;

/** What is in memory of a picture while it is drawn. A JPEG that comes in passes is kept as what they are added up to, too. */
const bytesOf = ({ format, width, height, channels, depth, isProgressive }: Metadata): number =>
  width * height * channels * bytesOfDepth(depth) * (format === 'jpeg' && isProgressive ? 2 : 1);

/** Why no picture was made: what takes too long may be whole. */
export const whyNone = (error: unknown): ErrorCode =>
  error instanceof Error && error.message.includes('timeout: ') ? 'unavailable' : 'file_broken';

/** @throws NoFile for whatever is thrown while one is drawn. */
const drawn = async <T>(drawing: Promise<T>): Promise<T> => {
  try {
    return await drawing;
  } catch (error) {
    throw new NoFile(whyNone(error));
  }
};

/** Reads the head of the file alone. @throws NoFile before anything is decoded that is too large, or no picture. */
const checkHead = async (content: Buffer, kind: Kind, shortest: number): Promise<void> => {
  let head: Metadata;
  try {
    head = await sharp(content, { limitInputPixels: false }).metadata();
  } catch {
    throw new NoFile('file_broken');
  }
  const { format, width, height } = head;
  if (format !== kind) throw new NoFile('file_broken');
  if (width * height > pictureBounds.most || Math.max(width, height) > pictureBounds.longest)
    throw new NoFile('picture_large');
  // A few hundred kilobytes can be that much: what is turned, interlaced or comes in passes is decoded as a whole.
  if (bytesOf(head) > pictureBounds.bytes) throw new NoFile('picture_large');
  if (Math.min(width, height) < shortest) throw new NoFile('picture_small');
};

/** A JPEG with its measures in pixels. */
export interface Picture {
  content: Buffer;
  width: number;
  height: number;
}

/** Drawn anew: upright, turned, without transparency, and without whatever else stood in the file. */
const redraw = async (content: Buffer, kind: Kind, turn: Turn, shortest: number): Promise<Picture> => {
  await checkHead(content, kind, shortest);
  const { data, info } = await drawn(
    sharp(content, { limitInputPixels: pictureBounds.most, failOn: 'error' })
      .timeout({ seconds })
      .autoOrient()
      .rotate(Number(turn))
      .flatten({ background: '#ffffff' })
      .resize({ width: longestKept, height: longestKept, fit: 'inside', withoutEnlargement: true })
      .jpeg(jpeg)
      .toBuffer({ resolveWithObject: true }),
  );
  return { content: data, width: info.width, height: info.height };
};

const redrawPaper = async (content: Buffer, kind: Kind, turn: Turn): Promise<Buffer> =>
  (await redraw(content, kind, turn, pictureBounds.shortest)).content;

/** The pages of a scan, one below the other. */
const redrawScan = async (content: Buffer, turn: Turn): Promise<Buffer> => {
  const scans = scansIn(content);
  if (scans.length === 0 || scans.length > mostPages) throw new NoFile('pdf_no_scan');
  const pages: Buffer[] = [];
  for (const scan of scans) pages.push(await redrawPaper(scan, 'jpeg', turn));
  const [first, ...more] = pages;
  if (first === undefined || more.length === 0) return first ?? Buffer.alloc(0);
  return await drawn(
    sharp(pages, { join: { across: 1, background: '#ffffff' }, limitInputPixels: pictureBounds.most })
      .timeout({ seconds })
      .jpeg(jpeg)
      .toBuffer(),
  );
};

const atOnce = takeTurns(2);

/**
 * A JPEG of our own making of what somebody sent, turned to the right by `turn` degrees. Nothing of the file itself is in
 * it: no place, no date, no camera, no other file behind its end.
 * @throws NoFile
 */
export const pictureOf = async (content: Buffer, turn: Turn = '0'): Promise<Buffer> => {
  if (content.length > added.fileBytes) throw new NoFile('file_size');
  const kind = kindOf(content);
  if (kind === undefined) throw new NoFile('file_type');
  // The library's own decoders know no HEVC.
  if (kind === 'heic') throw new NoFile('heic_unreadable');
  return await atOnce(() => (kind === 'pdf' ? redrawScan(content, turn) : redrawPaper(content, kind, turn)));
};

/** The same of a picture of any size that is no paper. @throws NoFile */
export const redrawn = async (content: Buffer, kind: Exclude<Kind, 'heic' | 'pdf'>): Promise<Picture> =>
  await atOnce(() => redraw(content, kind, '0', 1));
