import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding } from './asset.ts';

/** A shorter text, in characters, goes in one packet either way. */
const least = 1_400;
/** 54 kB of rates take 0.6 ms, beside the loop, and become 6 kB; what the build does takes a hundred times as long. */
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** A text as a browser takes it that accepts these encodings, and the name of that; undefined where it goes as it is. */
export const pack = async (
  text: string,
  accepted: string | null,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; encoding: 'br' | 'gzip' } | undefined> => {
  const encoding = text.length < least ? undefined : chooseEncoding(accepted ?? '');
  if (!encoding) return undefined;
  const packed = encoding === 'br' ? await promisify(brotliCompress)(text, brotli) : await promisify(gzip)(text);
  return { bytes: new Uint8Array(packed), encoding };
};
