import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { build as viteBuild } from 'vite';
import { keepEarlier } from '../../scripts/keep-earlier.ts';

let folder: string;
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const page = () => readFileSync(join(folder, 'dist/index.html'), 'utf8');
const sources = (text: string) => put('src/page.txt', text);

/** Stands for Vite: the page is what its source says; one that says so breaks off behind it. */
const vite = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  const text = readFileSync('src/page.txt', 'utf8');
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/index.html', text);
  if (text.includes('breaks off')) process.exit(1);`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'statera-build-'));
  for (const name of ['build.mjs', 'lock.mjs'])
    cpSync(join(import.meta.dirname, '../../scripts', name), join(folder, 'scripts', name));
  put('node_modules/vite/bin/vite.js', vite);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Whether it built, and had something to build. */
const built = (): [isBuilt: boolean, wasWork: boolean] => {
  const script = `const { build } = await import(process.argv[1]); process.exitCode = build() ? 0 : 1;`;
  const args = ['--input-type=module', '-e', script, join(folder, 'scripts/build.mjs')];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return [status === 0, stdout.includes('[build]')];
};

test('what was built from these very sources is not built again', () => {
  sources('one');
  expect([built(), page(), built(), page()]).toEqual([[true, true], 'one', [true, false], 'one']);
});

test('sources that come back after a build that broke off are built again', () => {
  sources('one');
  built();
  sources('another one, which breaks off');
  expect(built()).toEqual([false, true]);
  sources('one');
  expect([built(), page()]).toEqual([[true, true], 'one']);
});

test('so are those that come back after a build by hand', async () => {
  sources('one');
  built();
  put('index.html', '<p>by hand</p>');
  await viteBuild({ root: folder, configFile: false, logLevel: 'silent', plugins: [keepEarlier()] });
  expect(page()).toContain('by hand');
  rmSync(join(folder, 'index.html'));
  expect([built(), page()]).toEqual([[true, true], 'one']);
});

test('two builds by hand come one after the other, and the next start has nothing to build', async () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: { build: string };
  };
  expect(scripts.build).toBe('node scripts/build.mjs');
  sources('one');
  put(
    'node_modules/vite/bin/vite.js',
    `const { appendFileSync } = require('node:fs');
     appendFileSync('told', 'begins ');
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
     ${vite}
     appendFileSync('told', 'ends ');`,
  );
  const byHand = () => once(spawn(process.execPath, [join(folder, 'scripts/build.mjs')], { stdio: 'ignore' }), 'exit');
  expect(await Promise.all([byHand(), byHand()])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('begins ends begins ends ');
  expect(built()).toEqual([true, false]);
});

test('the browsers that the page is built for are those that its notice and the README name', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const [, targets = ''] = /target: \[(.*)\]/.exec(read('vite.config.ts')) ?? [];
  const versions = [...targets.matchAll(/'([a-z]+)([\d.]+)'/g)].map(([, name, version]) => `${name} ${version}`);
  const notice = read('index.html').replaceAll(/\s+/g, ' ');
  const notices = [...notice.matchAll(/: (Chrome, [^<]*)\. </g)].map(([, named]) =>
    named!.replace('Chrome,', 'Chrome 123+,').toLowerCase(),
  );
  const said = versions.map((each) => `${each}+`);
  expect(notices.map((each) => each.split(', ').toSorted())).toEqual([said.toSorted(), said.toSorted()]);
  const readme =
    /The page is built for (.*) and (Firefox from [\d.]+)/.exec(read('README.md'))?.slice(1).join(' ') ?? '';
  for (const each of versions) expect(readme.toLowerCase().replaceAll('from ', '')).toContain(each.split(' ')[1]);
});
