import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { matches } from './conditional.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const textual = /^(text\/|application\/(json|manifest)|image\/svg)/;
const year = 31_536_000;

interface Asset {
  file: string;
  type: string;
  etag: string;
  cache: string;
  compressed: Map<'br' | 'gzip', Promise<Buffer>>;
}

/** The built front end. What was not there at the start does not exist: no path of a request ever reaches the disk. */
export interface Assets {
  /** Short hash of the build, the `fv` of every answer; `dev` when nothing is built. */
  version: string;
  /** The page, for its inline styles and scripts; undefined when nothing is built. */
  page: string | undefined;
  /** The asset at this path of an address; undefined when there is none. */
  serve(path: string, request: Request): Promise<Response | undefined>;
}

export const readAssets = (dist: string): Assets => {
  const assets = new Map<string, Asset>();
  const version = createHash('sha256');
  for (const file of existsSync(dist) ? listFiles(dist) : []) {
    const path = `/${relative(dist, file).split(sep).join('/')}`;
    const type = types[extname(file)];
    if (type === undefined) continue;
    const hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22);
    version.update(`${path} ${hash}\n`);
    assets.set(path, { file, type, etag: `W/"${hash}"`, cache: cacheOf(path), compressed: new Map() });
  }
  const index = assets.get('/index.html');
  return {
    version: index ? version.digest('base64url').slice(0, 12) : 'dev',
    page: index && readFileSync(index.file, 'utf8'),
    serve: async (path, request) => {
      const asset = assets.get(path);
      return asset && (await respond(asset, request));
    },
  };
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

/** A name with its content's hash never changes its content; every other is asked for again. */
const cacheOf = (path: string): string =>
  /^\/assets\/.*-[A-Za-z0-9_-]{8,}\.\w+$/.test(path) ? `public, max-age=${year}, immutable` : 'no-cache';

const respond = async (asset: Asset, request: Request): Promise<Response> => {
  const headers = new Headers({ ETag: asset.etag, 'Cache-Control': asset.cache, 'Content-Type': asset.type });
  if (textual.test(asset.type)) headers.set('Vary', 'Accept-Encoding');
  if (matches(request.headers.get('if-none-match') ?? undefined, asset.etag))
    return new Response(null, { status: 304, headers });
  const encoding = textual.test(asset.type) ? chooseEncoding(request.headers.get('accept-encoding') ?? '') : undefined;
  if (encoding) headers.set('Content-Encoding', encoding);
  const bytes = encoding ? await compressed(asset, encoding) : readFileSync(asset.file);
  headers.set('Content-Length', String(bytes.length));
  return new Response(new Uint8Array(bytes), { headers });
};

const chooseEncoding = (accepted: string): 'br' | 'gzip' | undefined => {
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?(\\s|,|$)`).test(accepted);
  return (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted) && !refused(name));
};

/** The file that the build made beside it, else made once and kept. */
const compressed = (asset: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> => {
  const known = asset.compressed.get(encoding);
  if (known) return known;
  const made = compress(asset.file, encoding);
  asset.compressed.set(encoding, made);
  return made;
};

const compress = async (file: string, encoding: 'br' | 'gzip'): Promise<Buffer> => {
  const beside = `${file}.${encoding === 'br' ? 'br' : 'gz'}`;
  if (existsSync(beside) && statSync(beside).mtimeMs >= statSync(file).mtimeMs) return readFileSync(beside);
  const bytes = readFileSync(file);
  if (encoding === 'gzip') return await promisify(gzip)(bytes, { level: 9 });
  return await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
};
