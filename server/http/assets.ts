import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageConfig } from '../../contract/page-config.ts';
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
  /** In place of what the file holds. */
  made?: Buffer;
  type: string;
  etag: string;
  cache: string;
  compressed: Map<'br' | 'gzip', Promise<Buffer>>;
}

/** The built front end. What was not there at the start does not exist: no path of a request ever reaches the disk. */
export interface Assets {
  /** Short hash of the build, the `fv` of every answer; `dev` when nothing is built. */
  version: string;
  /** The page as it is served, for its inline styles and scripts; undefined when nothing is built. */
  page: string | undefined;
  /** The asset at this path of an address; undefined when there is none. */
  serve(path: string, request: Request): Promise<Response | undefined>;
}

/**
 * Reads the build below `dist`, and writes what the page has to know before its first call into it, once: its version
 * only where the answers name the same one.
 */
export const readAssets = (dist: string, config: Omit<PageConfig, 'fv'>, namesVersion = true): Assets => {
  const assets = new Map<string, Asset>();
  for (const file of existsSync(dist) ? listFiles(dist) : []) {
    const path = `/${relative(dist, file).split(sep).join('/')}`;
    const type = types[extname(file)];
    if (type === undefined || path.startsWith('/.vite/')) continue;
    assets.set(path, {
      file,
      type,
      etag: etagOf(readFileSync(file)),
      cache: cacheOf(path),
      compressed: new Map(),
    });
  }
  const index = assets.get('/index.html');
  const version = index ? versionOf(dist, assets) : 'dev';
  const page =
    index && writeConfig(readFileSync(index.file, 'utf8'), { ...(namesVersion && { fv: version }), ...config });
  if (index && page !== undefined) {
    const made = Buffer.from(page);
    assets.set('/index.html', { ...index, made, etag: etagOf(made) });
  }
  return {
    version,
    page,
    serve: async (path, request) => {
      const asset = assets.get(path);
      return asset && (await respond(asset, request).catch(goneSince));
    },
  };
};

/** A build may have taken a file away while this server runs. */
const goneSince = (error: unknown): undefined => {
  if ((error as { code?: unknown } | null)?.code !== 'ENOENT') throw error;
};

/** Of the present build alone, by its own list: pieces of earlier ones lie beside it. Without a list, of everything. */
const versionOf = (dist: string, assets: ReadonlyMap<string, Asset>): string => {
  const hash = createHash('sha256');
  const list = join(dist, '.vite', 'manifest.json');
  if (existsSync(list)) hash.update(readFileSync(list)).update(readFileSync(join(dist, 'index.html')));
  else for (const [path, { etag }] of assets) hash.update(`${path} ${etag}\n`);
  return hash.digest('base64url').slice(0, 12);
};

const etagOf = (bytes: Buffer): string => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** The page with its configuration; one without the place for it stays as it is. */
const writeConfig = (page: string, config: PageConfig): string => {
  const text = JSON.stringify(config).replaceAll(/[&"<>]/g, (letter) => entities[letter] ?? '');
  return page.replace(/(<meta name="page-config" content=")[^"]*(?=")/, (_, before: string) => before + text);
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

/** A name with its content's hash never changes its content; every other is asked for again. */
const cacheOf = (path: string): string =>
  /^\/assets\/.*-[A-Za-z0-9_-]{7,}\.\w+$/.test(path) ? `public, max-age=${year}, immutable` : 'no-cache';

const respond = async (asset: Asset, request: Request): Promise<Response> => {
  const headers = new Headers({ ETag: asset.etag, 'Cache-Control': asset.cache, 'Content-Type': asset.type });
  if (textual.test(asset.type)) headers.set('Vary', 'Accept-Encoding');
  if (matches(request.headers.get('if-none-match') ?? undefined, asset.etag))
    return new Response(null, { status: 304, headers });
  const encoding = textual.test(asset.type) ? chooseEncoding(request.headers.get('accept-encoding') ?? '') : undefined;
  if (encoding) headers.set('Content-Encoding', encoding);
  const bytes = encoding ? await compressed(asset, encoding) : bytesOf(asset);
  headers.set('Content-Length', String(bytes.length));
  return new Response(new Uint8Array(bytes), { headers });
};

const chooseEncoding = (accepted: string): 'br' | 'gzip' | undefined => {
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

const compress = async (asset: Asset, encoding: 'br' | 'gzip'): Promise<Buffer> => {
  const { file, made } = asset;
  const beside = `${file}.${encoding === 'br' ? 'br' : 'gz'}`;
  if (!made && existsSync(beside) && statSync(beside).mtimeMs >= statSync(file).mtimeMs) return readFileSync(beside);
  const bytes = bytesOf(asset);
  if (encoding === 'gzip') return await promisify(gzip)(bytes, { level: 9 });
  return await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
};
