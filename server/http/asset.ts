import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matches } from './conditional.ts';

const textual = /^(text\/|application\/(json|manifest)|image\/svg)/;

/** What is answered to a plain request, as it is and compressed. */
export interface Asset {
  /** Empty for one that was made. */
  file: string;
  /** In place of what the file holds. */
  made?: Buffer;
  type: string;
  etag: string;
  cache: string;
  /** Further headers that it depends on, as `Vary` names them. */
  vary?: string;
  /** The language of its words. */
  language?: string;
  compressed: Map<'br' | 'gzip', Promise<Buffer>>;
}

export const etagOf = (bytes: Buffer): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

/** A text that was made here; it is asked for again each time. */
export const madeText = (type: string, text: string, more: Pick<Asset, 'vary' | 'language'> = {}): Asset => {
  const made = Buffer.from(text);
  return {
    ...{ file: '', made, etag: etagOf(made), cache: 'no-cache', compressed: new Map() },
    type: `${type}; charset=utf-8`,
    ...more,
  };
};

export const respond = async (asset: Asset, request: Request): Promise<Response> => {
  const headers = new Headers({ ETag: asset.etag, 'Cache-Control': asset.cache, 'Content-Type': asset.type });
  if (textual.test(asset.type)) headers.set('Vary', ['Accept-Encoding', asset.vary].filter(Boolean).join(', '));
  if (asset.language) headers.set('Content-Language', asset.language);
  if (matches(request.headers.get('if-none-match') ?? undefined, asset.etag))
    return new Response(null, { status: 304, headers });
  const encoding = textual.test(asset.type) ? chooseEncoding(request.headers.get('accept-encoding') ?? '') : undefined;
  if (encoding) headers.set('Content-Encoding', encoding);
  const bytes = encoding ? await compressed(asset, encoding) : bytesOf(asset);
  headers.set('Content-Length', String(bytes.length));
  return new Response(new Uint8Array(bytes), { headers });
};

/** Of what a browser accepts what packs best; undefined where it takes neither. */
export const chooseEncoding = (accepted: string): 'br' | 'gzip' | undefined => {
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?(\\s|,|$)`).test(accepted);
  return (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted) && !refused(name));
};

const bytesOf = ({ file, made }: Asset): Buffer => made ?? readFileSync(file);

/** The file that the build made beside it, else made once and kept. */
const compressed = (asset: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> => {
  const known = asset.compressed.get(encoding);
  if (known) return known;
  const made = compress(asset, encoding);
  asset.compressed.set(encoding, made);
  return made;
};

/** Somebody waits for it: the best one takes three times as long, and a long text is a hundredth shorter by it. */
const qualityFor = ({ length }: Buffer): number => (length > 40_000 ? 10 : constants.BROTLI_MAX_QUALITY);

const compress = async (asset: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> => {
  const { file, made } = asset;
  const beside = `${file}.${encoding === 'br' ? 'br' : 'gz'}`;
  if (!made && existsSync(beside) && statSync(beside).mtimeMs >= statSync(file).mtimeMs) return readFileSync(beside);
  const bytes = bytesOf(asset);
  if (encoding === 'gzip') return await promisify(gzip)(bytes, { level: 9 });
  return await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: made ? qualityFor(bytes) : 9 },
  });
};
