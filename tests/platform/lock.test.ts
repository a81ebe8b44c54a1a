import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'statera-lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const script = `
  const { appendFileSync } = await import('node:fs');
  const { withLock } = await import(process.argv[1]);
  const [, , lock, log] = process.argv;
  withLock(lock, () => {
    appendFileSync(log, 'in ' + process.pid + '\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    appendFileSync(log, 'out ' + process.pid + '\\n');
  });`;
const log = () => join(folder, 'log');
const start = () => {
  const where = join(import.meta.dirname, '../../scripts/lock.mjs');
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, where, lock, log()]);
  return { child, ended: once(child, 'exit').then(([code]) => code as number) };
};
/** The number of a process that has ended. */
const gone = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
};

test.each<[string, () => Promise<string>]>([
  ['is empty', async () => ''],
  ['names a process that has ended', async () => `${await gone()} 1 a`],
  ['names one that ended, as it was written before', async () => String(await gone())],
  ['names a number that another process has by now', async () => `${process.pid} 1 a`],
])('a lock that %s stops nobody', async (_, left) => {
  writeFileSync(lock, await left());
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
  expect(await start().ended).toBe(0);
  expect(readdirSync(folder)).toEqual(['log']);
});

test('of many that find a dead lock one at a time works, and none is left behind', async () => {
  const dead = `${await gone()} 1 a`;
  writeFileSync(lock, dead);
  // Somebody was about to remove it, and died too.
  writeFileSync(`${lock}.${dead.replaceAll(' ', '-')}`, dead);
  appendFileSync(log(), '');
  const ended = await Promise.all(Array.from({ length: 8 }, () => start().ended));
  expect(ended).toEqual(ended.map(() => 0));
  const said = readFileSync(log(), 'utf8').trim().split('\n');
  expect(said).toHaveLength(16);
  for (let at = 0; at < said.length; at += 2) expect(said[at]?.replace('in', 'out')).toBe(said[at + 1]);
  expect(readdirSync(folder)).toEqual(['log']);
});

test('who waits for a living process says for which', async () => {
  writeFileSync(lock, String(process.pid));
  const { child, ended } = start();
  const [words] = (await once(child.stderr, 'data')) as [Buffer];
  expect(String(words)).toBe(`waiting for process ${process.pid}, which holds ${lock}\n`);
  rmSync(lock);
  expect(await ended).toBe(0);
});
