import { expect, test } from 'vitest';
import { codeBelow, dailyStrings } from './source.ts';

/** Rows that are built, each with where a test of it has to stand; a new flow adds its own. */
const rows: readonly { what: string; ids: string; in: readonly string[] }[] = [
  { what: 'header and footer', ids: 'H1 H2 H3 H4 H5 H6', in: ['journeys'] },
  { what: 'routes', ids: 'R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16', in: ['journeys'] },
  { what: 'guards and redirects', ids: 'G1 G2 G3 G4 G5 G6', in: ['journeys', 'security'] },
  { what: 'menus, wallets, modals, lists', ids: 'M1 M2 M3 M4 M5 M7', in: ['journeys'] },
  { what: 'signals', ids: 'S1 S2 S3 S6 S9 S10 S11', in: ['journeys', 'faults'] },
  { what: 'errors', ids: 'E1 E2', in: ['journeys'] },
  { what: 'times, languages', ids: 'B1 B3', in: ['journeys'] },
  { what: 'the title', ids: 'B2', in: ['machines'] },
  { what: 'articles and the worker', ids: 'F16 F17', in: ['journeys'] },
  { what: 'sign-in, by code', ids: 'F1', in: ['journeys'] },
  { what: 'sign-in, by password, as the server takes it', ids: 'F2', in: ['server'] },
  { what: 'sign-in, by password, as the page asks for it', ids: 'F2', in: ['machines'] },
  { what: 'a forgotten password, and the puzzle, as the server takes them', ids: 'F2 M5 R8', in: ['server'] },
  { what: 'a forgotten password, and the puzzle, as the page asks for them', ids: 'F2 M5 R8', in: ['machines'] },
  { what: 'a forgotten password, and the puzzle, in a browser', ids: 'F2 M5 R8', in: ['journeys'] },
  { what: 'the exchange, and a visitor’s', ids: 'F3 F5', in: ['journeys', 'faults'] },
  { what: 'the other flows that move money', ids: 'F4 F6 F7 F8 F9 S7', in: ['journeys'] },
  { what: 'money, as the server moves it', ids: 'F4 F6 F7 F8 F9 S7 R5 R7 R9 R10 R13 R14', in: ['server'] },
  { what: 'money, as the page asks for it', ids: 'F4 F6 F7 F8 F9 S7 R7 R9 R10 M7', in: ['machines'] },
  { what: 'papers, from the overview to a verified identity', ids: 'F11 R12', in: ['journeys'] },
  { what: 'papers, as the server takes them', ids: 'F11 R12', in: ['server'] },
  { what: 'papers, as the page asks for them', ids: 'F11 R12', in: ['machines'] },
  { what: 'chats with support and with others, as the server takes them', ids: 'F13 F14 M4', in: ['server'] },
  { what: 'chats with support and with others, as the page shows them', ids: 'F13 F14', in: ['machines'] },
  { what: 'chats with support and with others, in a browser', ids: 'F13 F14 R4', in: ['journeys'] },
  { what: 'chats over a line that is cut', ids: 'F13', in: ['faults'] },
  { what: 'Telegram, in a browser', ids: 'M6', in: ['journeys'] },
  { what: 'Telegram, as the server takes it', ids: 'M6', in: ['server'] },
  { what: 'Telegram, as the page asks for it', ids: 'M6', in: ['machines'] },
  { what: 'cards, in a browser', ids: 'F10 R3', in: ['journeys'] },
  { what: 'cards, as the server moves money and keeps them', ids: 'F10 R3', in: ['server'] },
  { what: 'cards, as the page asks for them', ids: 'F10 R3', in: ['machines'] },
  { what: 'settings', ids: 'F15 R12 R15', in: ['journeys'] },
  { what: 'settings, as the server takes them', ids: 'F15 R12', in: ['server'] },
  { what: 'letters and another address, as the page asks for them', ids: 'F15 R12', in: ['machines'] },
  { what: 'what the house tells, as the server keeps it', ids: 'S4', in: ['server'] },
  { what: 'what the house tells, as the page shows it', ids: 'S4 S5 S6 S7 S8', in: ['machines'] },
  {
    what: 'what the house tells, and the tutorial, in a browser',
    ids: 'S4 S5 S6 S7 S8 M5',
    in: ['journeys', 'faults'],
  },
  { what: 'how what comes by itself is read', ids: 'S4 S5 S6 S7 S8', in: ['house'] },
  { what: 'hostile notifications', ids: 'S4', in: ['security'] },
  { what: 'hostile messages', ids: 'F13 F14', in: ['security'] },
  {
    what: 'how it is built',
    ids: 'D1 D2 D3 D4 D5 D6 D7 D8',
    in: ['machines', 'paths', 'house', 'views', 'transport', 'bench'],
  },
];

/** `R3 R15 words`: the ids that a title begins with. */
const idsOf = (text: string): string[] => /^(?:[A-Z]\d{1,2} )+(?=\S)/.exec(text)?.[0].trim().split(' ') ?? [];

const titlesIn = (folder: string): string[] =>
  codeBelow(`tests/${folder}`)
    .filter((file) => /\.test\.tsx?$/.test(file))
    .flatMap((file) => dailyStrings(file));

/** Each folder is read once: many rows look into the same ones. */
const guarded = new Map(
  [...new Set(rows.flatMap((row) => row.in))].map((folder) => [folder, new Set(titlesIn(folder).flatMap(idsOf))]),
);

test.each(rows)('D10 $what: each row has a test of every day whose title begins with it', (row) => {
  const missing = row.ids.split(' ').filter((id) => !row.in.some((folder) => guarded.get(folder)?.has(id)));
  expect(missing.map((id) => `${id}: no title begins with it in ${row.in.join(', ')} of tests`)).toEqual([]);
});

test('D10 ids are read off the beginning of a title, and of nothing else', () => {
  expect(idsOf('R3 R15 cards')).toEqual(['R3', 'R15']);
  expect([idsOf('see R3'), idsOf('R3'), idsOf('B1x y')]).toEqual([[], [], []]);
});

test('D10 a title that only a deep run has does not count', () => {
  const code = `
    test('R1 every day', () => {});
    deepTest('R2 deep', () => {});
    deepTest.each([1])('R3 deep', () => {});
    deepDescribe('R4 deep', () => { test.each([2])(\`R5 \${1}\`, () => {}); });
    describe('R6 every day', () => { deepTest.concurrent('R7 deep', () => {}); test('R8 every day', () => {}); });`;
  expect(dailyStrings('a.ts', code)).toEqual(['R1 every day', 'R6 every day', 'R8 every day']);
});
