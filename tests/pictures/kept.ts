import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Letters, Picture } from './draw.ts';

const home = join(import.meta.dirname, 'kept');
const list = join(home, 'kept.json');
const fileOf = (sheet: string): string => join(home, `${sheet}.webp`);

interface List extends Letters {
  sheets: Record<string, Picture['cells']>;
}

const readList = (): List =>
  existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as List) : { made: 'nowhere', hash: '', sheets: {} };

export const keptLetters = (): Letters => readList();

export const keptSheets = (): string[] => Object.keys(readList().sheets);

export function keptPicture(sheet: string): Picture | null {
  const cells = readList().sheets[sheet];
  return cells && existsSync(fileOf(sheet)) ? { image: readFileSync(fileOf(sheet), 'base64'), cells } : null;
}

/** Keeps pictures in the place of those that are there; sheets that are not among them go when `all` are renewed. */
export function keep(pictures: Record<string, Picture>, { made, hash }: Letters, all: boolean): void {
  const before = readList().sheets;
  if (all) for (const sheet of Object.keys(before)) if (!(sheet in pictures)) rmSync(fileOf(sheet), { force: true });
  mkdirSync(home, { recursive: true });
  for (const [sheet, { image }] of Object.entries(pictures)) writeFileSync(fileOf(sheet), image, 'base64');
  const cells = Object.entries(pictures).map(([sheet, picture]) => [sheet, picture.cells] as const);
  const sheets = Object.fromEntries(
    [...(all ? [] : Object.entries(before)), ...cells].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync(list, `${JSON.stringify({ made, hash, sheets }, null, 1)}\n`);
}
