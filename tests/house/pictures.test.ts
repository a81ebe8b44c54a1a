import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sheetsNamed } from '../../scripts/sheets.ts';
import { checkLetters, keep } from '../pictures/kept.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'statera-pictures-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const [here, elsewhere] = [
  { made: 'here', hash: '1' },
  { made: 'elsewhere', hash: '2' },
];
const drawn = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { image: 'AAAA', cells: {} }]));
const kept = () => {
  const { made, sheets } = JSON.parse(readFileSync(join(home, 'kept.json'), 'utf8')) as {
    made: string;
    sheets: object;
  };
  const files = readdirSync(home).filter((name) => name.endsWith('.webp'));
  expect(files.toSorted()).toEqual(Object.keys(sheets).map((name) => `${name}.webp`));
  return [made, ...Object.keys(sheets)];
};

test('D5 of all sheets those that could not be drawn keep their pictures, and those that are gone do not', () => {
  keep(drawn('a', 'b', 'c'), here, ['a', 'b', 'c'], home);
  keep(drawn('a', 'd'), here, ['a', 'b', 'd'], home);
  expect(kept()).toEqual(['here', 'a', 'b', 'd']);
});

test('D5 some pictures are not kept beside others that were drawn with other letters', () => {
  keep(drawn('a', 'b'), here, ['a', 'b'], home);
  keep(drawn('b'), here, null, home);
  expect(kept()).toEqual(['here', 'a', 'b']);
  expect(() => keep(drawn('b'), elsewhere, null, home)).toThrow('drawn with other letters, on: here');
  expect(kept()).toEqual(['here', 'a', 'b']);
  keep(drawn('a'), elsewhere, ['a', 'b'], home);
  expect(kept()).toEqual(['elsewhere', 'a']);
});

test('D5 where letters are drawn otherwise nothing is compared, and whoever asks is told what to do', () => {
  expect(() => checkLetters(here, here)).not.toThrow();
  expect(() => checkLetters(elsewhere, here)).toThrow(
    /on: here. This machine is: elsewhere\.[^]*npm run pictures -- --keep/,
  );
});

test('D5 sheets are named by one part of their names', () => {
  const script = join(import.meta.dirname, '../../scripts/pictures.mjs');
  const asked = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 20_000 });
    return [status, stderr.trim()];
  };
  expect(asked('exchange', 'login')).toEqual([2, 'one name at a time, not exchange, login']);
  expect(asked('--kep')).toEqual([2, "Unknown option '--kep'"]);
  const there = /^no sheet of the gallery is called Exchnge. There are: .*\bflows-exchange, .*\bhouse-theme\b/;
  expect(asked('Exchnge')).toEqual([2, expect.stringMatching(there)]);
});

test('D5 a part of the name of a sheet may be written in capitals', async () => {
  expect(await sheetsNamed('Exchange')).toBe('exchange');
});
