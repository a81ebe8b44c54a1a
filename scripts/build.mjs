import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Among what it is about: whatever else builds there sweeps it away (`keep-earlier.ts`), as it sweeps what is not of its build. */
const stamp = join(root, 'dist', '.vite', 'built-from');
const sources = [
  'src',
  'machines',
  'contract',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .toSorted()
        .flatMap((name) => filesOf(join(path, name)))
    : [path];

const wanted = () => {
  const hash = createHash('sha256');
  for (const source of sources.map((name) => join(root, name)).filter((path) => existsSync(path)))
    for (const file of filesOf(source)) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
};

const isFresh = (want) =>
  existsSync(join(root, 'dist', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === want;

/** Builds the page into `dist` unless it was built from the very same sources. False when the build failed. */
export const build = () => {
  if (isFresh(wanted())) return true;
  return withLock(join(root, '.cache', 'build-lock'), () => {
    const want = wanted();
    if (isFresh(want)) return true;
    console.log('[build] the sources changed');
    // A build that breaks off may leave a part of what it wrote, which is of no sources at all.
    rmSync(stamp, { force: true });
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    // A person's own NODE_ENV would bring the development builds of the packages.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      env,
      cwd: root,
      stdio: 'inherit',
    });
    if (status !== 0) return false;
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, want);
    return true;
  });
};
