import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastFigures } from '../../scripts/counts.mjs';
import { editionOf } from '../../scripts/edition.mjs';

test('D10 what a part of a deep run was done on is its commit and every change since', () => {
  const folder = mkdtempSync(join(tmpdir(), 'statera-edition-'));
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'pipe' });
  const edition = () => editionOf(folder, ['figures.json']);
  try {
    put('chart', 'one');
    put('figures.json', '1');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'first');
    const clean = edition();
    expect(clean).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{4,}$/), changes: null });
    put('figures.json', '2');
    expect(edition()).toEqual(clean);
    const seen = new Set<string | null>();
    for (const text of ['two', 'three']) {
      put('chart', text);
      seen.add(edition().changes);
      // The same again is the same.
      seen.add(edition().changes);
    }
    for (const text of ['new', 'newer']) {
      put('beside', text);
      seen.add(edition().changes);
    }
    expect([seen.size, seen.has(null)]).toEqual([4, false]);
    git('add', 'chart', 'beside');
    git('commit', '-qm', 'second');
    expect(edition()).toMatchObject({ changes: null });
    expect(edition().commit).not.toBe(clean.commit);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('D10 a part of which nothing could be judged keeps the figures of the last run that did', () => {
  const [before, red, none] = [
    { passed: 79, failed: 0 },
    { passed: 70, failed: 9 },
    { passed: 0, failed: 1 },
  ];
  const parts = ['machines', 'pictures', 'views', 'faults'];
  expect(lastFigures(parts, { pictures: none, views: red, faults: none }, { pictures: before, views: before })).toEqual(
    {
      pictures: before,
      views: red,
    },
  );
});

test.each([
  [['--only', 'storys'], /^--only is of machines, .*, not storys$/],
  [['--only'], /^Option '--only <value>' argument missing$/],
  [['--seed', 'seven'], /^--seed is a whole number, not seven$/],
  [['--sed', '7'], /^Unknown option '--sed'$/],
])('D10 a deep run does not begin with %j', (args, why) => {
  const deep = join(import.meta.dirname, '../../scripts/deep.mjs');
  const { status, stderr } = spawnSync(process.execPath, [deep, ...args], { encoding: 'utf8', timeout: 20_000 });
  expect([status, stderr.trim()]).toEqual([2, expect.stringMatching(why)]);
});
