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
  'stories',
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

const runVite = (...args) =>
  spawnSync(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', ...args], {
    // A person's own NODE_ENV would bring the development builds of the packages.
    env: { ...process.env, NODE_ENV: 'production' },
    cwd: root,
    stdio: 'inherit',
  }).status === 0;

/** Of two that build at once into one folder, each would sweep away what the other writes. */
const alone = (work) => withLock(join(root, '.cache', 'build-lock'), work);

const buildFrom = (want, ...args) => {
  // A build that breaks off may leave a part of what it wrote, which is of no sources at all.
  rmSync(stamp, { force: true });
  if (!runVite(...args)) return false;
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, want);
  return true;
};

/** Builds the page into `dist` unless it was built from the very same sources. False when the build failed. */
export const build = () => {
  if (isFresh(wanted())) return true;
  return alone(() => {
    const want = wanted();
    if (isFresh(want)) return true;
    console.log('[build] the sources changed');
    return buildFrom(want, '--logLevel', 'warn');
  });
};

// `npm run build` builds whatever is there already; what else Vite is told may lead elsewhere, or make another page.
// A Node that does not know `main` is to fail for what it lacks, and not to do nothing.
if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) {
  const told = process.argv.slice(2);
  process.exitCode = alone(() => (told.length > 0 ? runVite(...told) : buildFrom(wanted()))) ? 0 : 1;
}
