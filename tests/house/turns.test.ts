import { describe, expect, test } from 'vitest';
import { filesOf, notOfTurn, seconds, small, turns, turnsOf } from '../../scripts/turns.mjs';
import { textOf } from './source.ts';

const sumOf = (files: readonly string[], took: Record<string, number>): number =>
  files.reduce((sum, file) => sum + (took[file] ?? 0), 0);

describe.each(Object.entries(turns))('the turns of %s', (suite, { of, always }) => {
  const each = turnsOf(suite);
  const took = seconds()[suite] ?? {};

  test('each file has its turn', () => {
    expect(each).toHaveLength(of);
    expect([...new Set(each.flat())].toSorted()).toEqual(filesOf(suite));
  });

  test('what is named runs in each', () => {
    for (const name of always)
      for (const files of each) expect(files.filter((file) => file.startsWith(`tests/${name}.test.`))).toHaveLength(1);
  });

  test('none is longer than the others by more than its longest file', () => {
    const sums = each.map((files) => sumOf(files, took));
    const longest = Math.max(...Object.values(took));
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(longest);
  });

  test('no file is weighed that is not there', () => {
    expect(Object.keys(took).filter((file) => !filesOf(suite).includes(file))).toEqual([]);
  });

  test('a file that nobody has weighed runs in each', () => {
    const [first = ''] = each[0] ?? [];
    const { [first]: _gone, ...others } = took;
    for (const files of turnsOf(suite, others)) expect(files).toContain(first);
  });
});

/** Which go over all models to look for ways, or to draw them: dear, and no part that a flow lacks is named by them alone. */
const dear = ['house/no-window', 'paths/every-stage', 'paths/plans', 'sessions/sessions'].map(
  (name) => `tests/${name}.test.ts`,
);

test('what asks every model whether it lacks something runs in each turn, and so do the rules of the house', () => {
  const askAll = filesOf('machines').filter(
    (file) =>
      /'\.\.\/paths\/models\.ts'|'\.\/models\.ts'|\/\*\*\/\*\.model\.ts'/.test(textOf(file)) &&
      !dear.some((one) => file.startsWith(one)),
  );
  const always = ['house/models', 'house/rows', 'house/rules', 'machines/journal-secrets', 'paths/phrases'];
  const wanted = [...askAll, ...always.map((name) => `tests/${name}.test.ts`)];
  for (const files of turnsOf('machines')) expect(wanted.filter((file) => !files.includes(file))).toEqual([]);
});

test('a run in turns says how much of a suite it left out, and what runs it', () => {
  expect([notOfTurn('machines', 12), notOfTurn('faults', 1)]).toEqual([
    'machines: 12 files are not of this turn; npm test -- --only machines runs all',
    'faults: 1 file is not of this turn; npm test -- --only faults runs all',
  ]);
});

const words = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

test('the README says how many turns there are, and from which length on', () => {
  const suitesOf = Map.groupBy(Object.entries(turns), ([, { of }]) => of);
  const parts = [...suitesOf]
    .toSorted(([one], [other]) => one - other)
    .map(([of, suites]) => `${words[of]} (${suites.map(([suite]) => suite).join(', ')})`);
  const readme = textOf('README.md').replaceAll(/\s+/g, ' ');
  expect(readme).toContain(`files of ${words[small]} seconds and more are dealt out`);
  expect(readme).toContain(` into ${parts.slice(0, -1).join(', ')} or ${parts.at(-1)} turns, and`);
});
