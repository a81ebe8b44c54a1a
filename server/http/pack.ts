import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { chooseEncoding } from './asset.ts';

/** Bytes: a shorter text goes in one packet either way; a longer one than `long` is packed beside the loop, which a short one would only wait for. */
const [least, long] = [1_300, 8_000];
/** 54 kB of rates take 0.6 ms and become 12 kB; what the build does takes a hundred times as long. */
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const [brotliBeside, gzipBeside] = [promisify(brotliCompress), promisify(gzip)];
const packers = {
  br: {
    atOnce: (bytes: Buffer) => brotliCompressSync(bytes, brotli),
    beside: (bytes: Buffer) => brotliBeside(bytes, brotli),
  },
  gzip: { atOnce: (bytes: Buffer) => gzipSync(bytes), beside: (bytes: Buffer) => gzipBeside(bytes) },
};

/** A text as a browser takes it that accepts these encodings, and the name of that; undefined where it goes as it is. */
export const pack = async (
  text: string,
  accepted: string | null,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: 'br' | 'gzip' } | undefined> => {
  const plain = Buffer.from(text);
  const encoding = plain.length < least ? undefined : chooseEncoding(accepted ?? '');
  if (!encoding) return undefined;
  const { atOnce, beside } = packers[encoding];
  return { bytes: new Uint8Array(plain.length < long ? atOnce(plain) : await beside(plain)), encoding };
};
