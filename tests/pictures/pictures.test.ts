import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBrowser } from '../tools/product.ts';
import { compare, type Compared } from './compare.ts';
import { drawSheet, lettersOf, stillPage, type Picture } from './draw.ts';
import { checkLetters, keep, keptLetters, keptPicture, keptSheets } from './kept.ts';
import { differencesPage } from './differences-page.ts';
import { serveFolder } from './serve.ts';

const root = join(import.meta.dirname, '..', '..');
const gallery = join(root, '.cache', 'gallery');
const shown = join(root, '.cache', 'pictures');

/** What `npm run pictures -- --keep` asks for, and the part of a sheet's name that it may be given besides. */
const isKept = process.env['KEEP_PICTURES'] === '1';
const wish = process.env['SHEETS'] ?? '';

const storybook = join(root, 'node_modules', 'storybook', 'dist', 'bin', 'dispatcher.js');
execFileSync(process.execPath, [storybook, 'build', '--quiet', '--output-dir', gallery], {
  cwd: root,
  env: { ...process.env, NODE_ENV: 'production', STORYBOOK_DISABLE_TELEMETRY: '1' },
  stdio: 'pipe',
});

interface Entry {
  id: string;
  type: string;
  tags: string[];
}
const { entries } = JSON.parse(readFileSync(join(gallery, 'index.json'), 'utf8')) as { entries: Record<string, Entry> };
const sheets = Object.values(entries)
  .filter(({ type, tags, id }) => type === 'docs' && tags.includes('gallery') && id.includes(wish))
  .map(({ id }) => id);
const firstStory = Object.values(entries).find(({ type }) => type === 'story')!.id;

rmSync(shown, { recursive: true, force: true });
mkdirSync(shown, { recursive: true });
const server = await serveFolder(gallery);
const browser = await openBrowser();
const page = await stillPage(browser);
const letters = await lettersOf(page, server.url, firstStory);
const close = async () => {
  await browser.close();
  await server.close();
};
if (!isKept)
  try {
    checkLetters(letters, keptLetters());
  } catch (error) {
    await close();
    throw error;
  }
const drawn: Record<string, Picture> = {};
const found: Record<string, Compared> = {};

afterAll(async () => {
  await close();
  if (isKept) keep(drawn, letters, wish === '' ? sheets : null);
  const path = differencesPage(shown, found);
  if (path !== null) console.warn(`the differences as pictures: ${path}`);
});

test('D5 there are sheets to look at', () => {
  expect(sheets.length).toBeGreaterThan(0);
});

const words = ({ changed, added, gone }: Compared): string[] => [
  ...changed.map((story) => `looks otherwise: ${story}`),
  ...added.map((story) => `is new: ${story}`),
  ...gone.map((story) => `is gone: ${story}`),
];

test.each(sheets)('D5 %s looks as it was kept', async (sheet) => {
  const picture = await drawSheet(page, server.url, sheet);
  drawn[sheet] = picture;
  if (isKept) return;
  const before = keptPicture(sheet) ?? { image: picture.image, cells: {} };
  const compared = await compare(page, before, picture);
  if (words(compared).length > 0) found[sheet] = compared;
  if (compared.picture !== null) writeFileSync(join(shown, `${sheet}.png`), compared.picture, 'base64');
  expect(words(compared)).toEqual([]);
});

if (!isKept && wish === '')
  test('D5 no picture is kept of a sheet that is not there', () => {
    expect(keptSheets().filter((sheet) => !sheets.includes(sheet))).toEqual([]);
  });
