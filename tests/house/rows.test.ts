import { expect, test } from 'vitest';
import { codeBelow, parse } from './source.ts';

/** Rows that are built, each with where a test of it has to stand; a new flow adds its own. */
const rows: readonly { what: string; ids: string; in: readonly string[] }[] = [
  { what: 'header and footer', ids: 'H1 H2 H3 H4 H5 H6', in: ['journeys'] },
  { what: 'routes', ids: 'R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16', in: ['journeys'] },
  { what: 'guards and redirects', ids: 'G1 G2 G3 G4 G5 G6', in: ['journeys', 'security'] },
  { what: 'menus, wallets, modals, lists', ids: 'M1 M2 M3 M5 M7', in: ['journeys'] },
  { what: 'signals', ids: 'S1 S2 S3 S6 S9 S10 S11', in: ['journeys', 'faults'] },
  { what: 'errors', ids: 'E1 E2', in: ['journeys'] },
  { what: 'times, title, languages', ids: 'B1 B2 B3', in: ['journeys'] },
  { what: 'articles and the worker', ids: 'F16 F17', in: ['journeys'] },
  { what: 'sign-in, by code and by password', ids: 'F1 F2', in: ['journeys'] },
  { what: 'the exchange, and a visitor’s', ids: 'F3 F5', in: ['journeys', 'faults'] },
  {
    what: 'how it is built',
    ids: 'D1 D2 D3 D4 D5 D6 D7 D8',
    in: ['machines', 'paths', 'house', 'views', 'transport', 'bench'],
  },
];

/** `R3 R15 words`: the ids that a title begins with. */
const idsOf = (text: string): string[] => /^(?:[A-Z]\d{1,2} )+(?=\S)/.exec(text)?.[0].trim().split(' ') ?? [];

const guarded = (folder: string): Set<string> =>
  new Set(
    codeBelow(`tests/${folder}`)
      .filter((file) => /\.test\.tsx?$/.test(file))
      .flatMap((file) => parse(file).strings.flatMap(idsOf)),
  );

test.each(rows)('D10 $what: each row has a test whose title begins with it', (row) => {
  const found = row.in.map(guarded);
  const missing = row.ids.split(' ').filter((id) => !found.some((ids) => ids.has(id)));
  expect(missing.map((id) => `${id}: no title begins with it in ${row.in.join(', ')} of tests`)).toEqual([]);
});

test('D10 ids are read off the beginning of a title, and of nothing else', () => {
  expect(idsOf('R3 R15 cards')).toEqual(['R3', 'R15']);
  expect([idsOf('see R3'), idsOf('R3'), idsOf('B1x y')]).toEqual([[], [], []]);
});
