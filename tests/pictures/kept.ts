import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Letters, Picture } from './draw.ts';

const usual = join(import.meta.dirname, 'kept');
const fileOf = (sheet: string, home = usual): string => join(home, `${sheet}.webp`);
const listIn = (home: string): string => join(home, 'kept.json');

interface List extends Letters {
  sheets: Record<string, Picture['cells']>;
}

const readList = (home = usual): List =>
  existsSync(listIn(home))
    ? (JSON.parse(readFileSync(listIn(home), 'utf8')) as List)
    : { made: 'nowhere', hash: '', sheets: {} };

export const keptLetters = (): Letters => readList();

/** @throws where what is kept was drawn with other letters: every picture would differ, and none is compared. */
export function checkLetters({ made, hash }: Letters, kept: Letters): void {
  if (hash !== kept.hash)
    throw new Error(
      `The kept pictures were drawn with other letters, on: ${kept.made}. This machine is: ${made}.\n` +
        'Every picture would differ, and none was compared: compare them on such a machine,\n' +
        'or draw all of them anew for this one by npm run pictures -- --keep.',
    );
}

export const keptSheets = (): string[] => Object.keys(readList().sheets);

export function keptPicture(sheet: string): Picture | null {
  const cells = readList().sheets[sheet];
  return cells && existsSync(fileOf(sheet)) ? { image: readFileSync(fileOf(sheet), 'base64'), cells } : null;
}

/**
 * Keeps pictures in the place of those that are there. `all` sheets that there are: where they are renewed, what is kept of any
 * other goes, and of one that could not be drawn stays; null for some of them. What was drawn with other letters stays beside none.
 * @throws where only some would be kept with other letters.
 */
export function keep(
  pictures: Record<string, Picture>,
  { made, hash }: Letters,
  all: readonly string[] | null,
  home = usual,
): void {
  const before = readList(home);
  const isSame = before.hash === hash;
  if (all === null && !isSame && before.hash !== '')
    throw new Error(`the others were drawn with other letters, on: ${before.made}. Keep all of them, or none here`);
  const stays = ([sheet]: [string, unknown]) => isSame && (all === null || all.includes(sheet));
  const others = Object.fromEntries(Object.entries(before.sheets).filter(stays));
  for (const sheet of Object.keys(before.sheets))
    if (!(sheet in others) && !(sheet in pictures)) rmSync(fileOf(sheet, home), { force: true });
  mkdirSync(home, { recursive: true });
  for (const [sheet, { image }] of Object.entries(pictures)) writeFileSync(fileOf(sheet, home), image, 'base64');
  const cells = Object.entries(pictures).map(([sheet, picture]) => [sheet, picture.cells] as const);
  const sheets = Object.fromEntries(
    [...Object.entries({ ...others, ...Object.fromEntries(cells) })].toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  );
  writeFileSync(listIn(home), `${JSON.stringify({ made, hash, sheets }, null, 1)}\n`);
}
