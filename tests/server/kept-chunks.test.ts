import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { compress } from '../../scripts/compress.ts';
import { keepEarlier } from '../../scripts/keep-earlier.ts';
import { startServer } from './harness.ts';

let root: string;
let dist: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'statera-builds-'));
  dist = join(root, 'dist');
  await mkdir(join(root, 'public'));
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><meta name="page-config" content="{}"><script type="module" src="/main.js"></script>',
  );
});
afterAll(() => rm(root, { recursive: true }));

const day = 24 * 60 * 60 * 1000;
const longText = (word: string) => `export default ${JSON.stringify(`${word} `.repeat(300))};`;

/** A page of one piece that is fetched later; resolves with that piece's address. */
const buildWith = async (word: string, outDir?: string): Promise<string> => {
  await writeFile(join(root, 'main.js'), `import('./later.js').then((m) => (document.title = m.default));`);
  await writeFile(join(root, 'later.js'), longText(word));
  await writeFile(join(root, 'public', `${word}.svg`), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { manifest: true, modulePreload: false, ...(outDir === undefined ? {} : { outDir }) },
    plugins: [keepEarlier(), compress()],
  });
  await rm(join(root, 'public', `${word}.svg`));
  const manifest = JSON.parse(await readFile(resolve(root, outDir ?? 'dist', '.vite', 'manifest.json'), 'utf8'));
  return `/${manifest['later.js'].file}`;
};

/** What a server says that starts now on the folder. */
const serve = async (folder = dist) => {
  const server = await startServer({ DIST_DIR: folder });
  const ask = (path: string) => fetch(server.url + path, { headers: { 'accept-encoding': 'br' } });
  const page = await (await ask('/')).text();
  return { ask, fv: /fv&quot;:&quot;([\w-]{12})&quot;/.exec(page)?.[1], close: server.close };
};

/** As if the files that were replaced by now had been replaced so long ago. */
const age = async (ms: number): Promise<void> => {
  const record = join(dist, '.vite', 'replaced.json');
  const kept = Object.keys(JSON.parse(await readFile(record, 'utf8')) as object);
  const since = new Date(Date.now() - ms).toISOString();
  await writeFile(record, JSON.stringify(Object.fromEntries(kept.map((path) => [path, since]))));
};

test('S10 the pieces of an earlier build answer for seven days, and the version is that of the present build', async () => {
  const first = await buildWith('first');
  const early = await serve();
  const second = await buildWith('second');
  expect(second).not.toBe(first);
  const now = await serve();
  const alone = join(root, 'alone');
  await buildWith('second', 'alone');
  const clean = await serve(alone);
  try {
    // A server that has run since the first build, and one that was started after the second.
    for (const server of [early, now]) {
      const old = await server.ask(first);
      expect([old.status, old.headers.get('cache-control'), old.headers.get('content-encoding')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'br',
      ]);
      expect(await old.text()).toContain('first first');
    }
    expect((await now.ask(second)).status).toBe(200);
    expect(now.fv).toMatch(/^[\w-]{12}$/);
    expect(now.fv).not.toBe(early.fv);
    expect(now.fv).toBe(clean.fv);
    expect((await now.ask('/first.svg')).status).toBe(404);
    expect((await now.ask('/second.svg')).status).toBe(200);
    for (const path of ['/.vite/manifest.json', '/.vite/replaced.json']) expect((await now.ask(path)).status).toBe(404);
  } finally {
    await early.close();
    await now.close();
    await clean.close();
  }
});

test('S10 an hour before seven days are over a piece is there, after eight days it is gone, with what was compressed', async () => {
  const second = await buildWith('second');
  const third = await buildWith('third');
  await age(7 * day - day / 24);
  await buildWith('third');
  const server = await serve();
  try {
    expect((await server.ask(second)).status).toBe(200);
    await age(8 * day);
    expect(await buildWith('third')).toBe(third);
    const next = await serve();
    expect((await next.ask(second)).status).toBe(404);
    expect((await next.ask(third)).status).toBe(200);
    await next.close();
    // The server that had it says that it is gone.
    const gone = await fetch(new URL(second, (await server.ask('/')).url), {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(gone.status).toBe(404);
  } finally {
    await server.close();
  }
  const files = await readdir(dist, { recursive: true });
  expect(files.filter((name) => name.includes('later-')).toSorted()).toEqual(
    [third, `${third}.br`, `${third}.gz`].map((path) => path.slice(1)).toSorted(),
  );
});

test('S10 a piece that comes back is replaced anew later, and what is kept is not compressed again', async () => {
  const one = await buildWith('one');
  const two = await buildWith('two');
  await age(6 * day);
  expect(await buildWith('one')).toBe(one);
  const record = async () => JSON.parse(await readFile(join(dist, '.vite', 'replaced.json'), 'utf8')) as object;
  expect(Object.keys(await record())).toContain(two.slice(1));
  expect(Object.keys(await record())).not.toContain(one.slice(1));
  const small = join(dist, `${two}.br`);
  const before = await stat(small);
  await buildWith('one');
  expect((await stat(small)).mtimeMs).toBe(before.mtimeMs);
});

test('S10 a record that cannot be read loses nothing: seven days begin anew', async () => {
  const one = await buildWith('one');
  await buildWith('two');
  await age(8 * day);
  await writeFile(join(dist, '.vite', 'replaced.json'), '{');
  await buildWith('two');
  expect(existsSync(join(dist, one))).toBe(true);
});

test('S10 what Vite is told to empty it empties, and a folder outside of the project stays as it is', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'statera-outside-'));
  try {
    await writeFile(join(outside, 'mine.txt'), 'mine');
    await utimes(join(outside, 'mine.txt'), 0, 0);
    const one = await buildWith('one', outside);
    await buildWith('two', outside);
    expect(existsSync(join(outside, one))).toBe(true);
    expect(existsSync(join(outside, 'mine.txt'))).toBe(true);
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: { outDir: outside, emptyOutDir: true },
      plugins: [keepEarlier()],
    });
    expect(existsSync(join(outside, one))).toBe(false);
  } finally {
    await rm(outside, { recursive: true });
  }
});
