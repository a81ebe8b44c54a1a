import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright';
import { build } from 'vite';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const gzipped = (bytes: Uint8Array | string): number => gzipSync(bytes, { level: 9 }).length;

/** Gzip bytes of each file, whoever asks for it and how often: an import behind a fetch is answered from the browser's cache. */
export const weighedFiles = () => {
  const files = new Map<string, number>();
  const take = async (response: Response): Promise<void> => {
    const body = await response.body().catch(() => '');
    files.set(response.url(), Math.max(files.get(response.url()) ?? 0, body.length === 0 ? 0 : gzipped(body)));
  };
  const sumOf = (urls: Iterable<string> = files.keys()): number =>
    [...urls].reduce((sum, url) => sum + (files.get(url) ?? 0), 0);
  return { take, sumOf };
};

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Builds a floor by the product's own configuration; answers the gzip bytes of its page, scripts and styles. */
export const buildFloor = async (name: string): Promise<number> => {
  const outDir = join('.cache', 'bench', name);
  // A test runner's own mode would bring the development builds of the packages.
  process.env['NODE_ENV'] = 'production';
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: join(root, 'tests/bench/floors', name, 'index.html') },
    },
  });
  return filesOf(join(root, outDir))
    .filter((file) => /\.(html|js|css)$/.test(file))
    .reduce((sum, file) => sum + gzipped(readFileSync(file)), 0);
};
