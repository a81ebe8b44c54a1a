import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { usualPageConfig, type PageConfig } from '../../contract/page-config.ts';
import { productName } from '../../contract/product.ts';
import { escapeHtml } from '../content/fill.ts';
import { etagOf, madeText, respond, type Asset } from './asset.ts';
import { webManifest, withName } from './product-name.ts';

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
const year = 31_536_000;

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
 * Reads the build below `dist`, and writes into it, once, what the page has to know before its first call, its version
 * only where the answers name the same one; and the product's name, where it is another one than the build's.
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
  const name = config.product ?? productName;
  const index = assets.get('/index.html');
  const version = index ? versionOf(dist, assets) : 'dev';
  /** What is said in place of a built file. */
  const say = (path: string, asset: Asset, text: string): string => {
    const made = Buffer.from(text);
    assets.set(path, { ...asset, made, etag: etagOf(made) });
    return text;
  };
  const textOf = ({ file }: Asset): string => withName(readFileSync(file, 'utf8'), name);
  const page =
    index && say('/index.html', index, writeConfig(textOf(index), { ...(namesVersion && { fv: version }), ...config }));
  // The page for when there is none stands in the worker, which keeps the other one with what was written into it until it is itself another.
  const worker = assets.get('/sw.js');
  const unusual = unusualIn(config);
  if (worker && (name !== productName || unusual !== '')) say('/sw.js', worker, textOf(worker) + unusual);
  assets.set('/manifest.webmanifest', madeText('application/manifest+json', webManifest(name)));
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

/** The page with its configuration; one without the place for it stays as it is. */
const writeConfig = (page: string, config: PageConfig): string => {
  const text = escapeHtml(JSON.stringify(config));
  return page.replace(/(<meta name="page-config" content=")[^"]*(?=")/, (_, before: string) => before + text);
};

/** As a comment of a script, where the page is told another thing than usual. */
const unusualIn = (config: Omit<PageConfig, 'fv'>): string => {
  const told = Object.entries(usualPageConfig).map(([key, usual]) => [config[key as keyof typeof config], usual]);
  if (told.every(([is, usual]) => is === usual)) return '';
  return `\n// ${createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 12)}\n`;
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

/** A name with its content's hash never changes its content; every other is asked for again. */
const cacheOf = (path: string): string =>
  /^\/assets\/.*-[A-Za-z0-9_-]{7,}\.\w+$/.test(path) ? `public, max-age=${year}, immutable` : 'no-cache';
