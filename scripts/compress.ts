import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Below this a packet is a packet, compressed or not. */
const worthIt = 600;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Of an earlier build: it was compressed then. */
const isCompressed = async (path: string): Promise<boolean> => {
  const [file, small] = await Promise.all([stat(path), stat(`${path}.br`).catch(() => undefined)]);
  return small !== undefined && small.mtimeMs > file.mtimeMs;
};

const compressFile = async (path: string): Promise<void> => {
  if (await isCompressed(path)) return;
  const bytes = await readFile(path);
  if (bytes.byteLength < worthIt) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    brotli(bytes, quality).then((small) => writeFile(`${path}.br`, small)),
    gz(bytes, { level: constants.Z_BEST_COMPRESSION }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
};

const compressFolder = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) await compressFolder(path);
    else if (text.test(name)) await compressFile(path);
  }
};

/** After a build, each text file gets a `.br` and a `.gz` beside it, so that the server never compresses by itself. */
export const compress = (): Plugin => {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  };
};
