import { expect, test } from 'vitest';
import { written } from '../bench/last.ts';
import { judged, type Row } from '../bench/limits.ts';

const about = {
  commit: '0123abc',
  command: 'npm run bench',
  date: '2026-01-15T10:00:00.000Z',
  machine: { cores: 2, processor: 'one', gigabytes: 8, node: 'v26.0.0', system: 'linux x64' },
};
const rows: Row[] = [
  {
    part: 'paint',
    name: 'FCP ÷ static',
    figure: 1.02,
    atMost: 1.1,
    control: { name: 'static', figure: 630 },
    isHeld: true,
  },
  { part: 'paint', name: 'rows at its end', figure: 25, isHeld: true },
  { part: 'money', name: 'a submit ÷ pgbench', figure: 0.3, atLeast: 0.45, isHeld: false },
  { part: 'chat', name: 'runs to its end', figure: null, isHeld: false, error: 'no browser' },
];

test('B1 a run is kept with its commit, its machine, and each figure with its limit and its control', () => {
  const text = written(about, rows);
  expect(JSON.parse(text)).toEqual({
    ...about,
    held: 1,
    of: 3,
    rows: [
      rows[0],
      // What has no limit neither holds nor does not.
      { part: 'paint', name: 'rows at its end', figure: 25 },
      rows[2],
      rows[3],
    ],
  });
  // One figure a line: two runs can be laid side by side.
  expect(text.split('\n').filter((line) => line.includes('"part"'))).toHaveLength(4);
});

test('B1 what does not hold is named, and a part that broke counts as one', () => {
  expect(judged(rows)).toEqual({
    held: 1,
    of: 3,
    beyond: ['money: a submit ÷ pgbench: 0.3, not at least 0.45', 'chat: no browser'],
  });
  expect(judged([])).toEqual({ held: 0, of: 0, beyond: [] });
});
