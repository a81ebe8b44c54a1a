import { expect, test, vi } from 'vitest';
import { withParts } from '../bench/last.ts';
import { held, heldAbove, inPart, judged, measured, type Row } from '../bench/limits.ts';

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

test('B1 a run is kept by its parts, each with commit and machine, in the place of what was measured of it before', () => {
  const earlier = withParts('{}', { ...about, commit: 'fedcba9' }, rows.slice(0, 3));
  const text = withParts(earlier, about, rows.slice(2));
  const { paint, money, chat } = JSON.parse(text) as Record<string, unknown>;
  expect(paint).toEqual({
    ...about,
    commit: 'fedcba9',
    rows: [
      { name: 'FCP ÷ static', figure: 1.02, atMost: 1.1, control: { name: 'static', figure: 630 }, isHeld: true },
      { name: 'rows at its end', figure: 25 },
    ],
  });
  expect([money, chat]).toEqual([
    { ...about, rows: [{ name: 'a submit ÷ pgbench', figure: 0.3, atLeast: 0.45, isHeld: false }] },
    { ...about, rows: [{ name: 'runs to its end', figure: null, isHeld: false, error: 'no browser' }] },
  ]);
  // One row a line: two runs can be laid side by side.
  expect(text.split('\n').filter((line) => line.includes('"name"'))).toHaveLength(4);
});

test('B1 what does not hold is named, and a part that broke counts as one', () => {
  expect(judged(rows)).toEqual({
    held: 1,
    of: 3,
    beyond: ['money: a submit ÷ pgbench: 0.3, not at least 0.45', 'chat: no browser'],
  });
  expect(judged([])).toEqual({ held: 0, of: 0, beyond: [] });
});

test('B1 a figure that was divided by nothing, or is none, holds no limit', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const before = measured().length;
  await inPart('money', () => {
    heldAbove('a submit ÷ pgbench', 2_000 / 0, 0.45);
    held('FCP ÷ static', Number.NaN, 1.1);
    heldAbove('as it should be', 1, 0.45);
  });
  said.mockRestore();
  expect(
    measured()
      .slice(before)
      .map(({ isHeld }) => isHeld),
  ).toEqual([false, false, true]);
});

test('B1 a part that ends without a figure does not hold, and says so', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const before = measured().length;
  await inPart('chat', () => {});
  said.mockRestore();
  const now = measured().slice(before);
  expect(judged(now)).toEqual({
    held: 0,
    of: 1,
    beyond: ['chat: it ended without a figure: nothing of it was measured'],
  });
  expect(Object.keys(JSON.parse(withParts('{}', about, now)) as object)).toEqual(['chat']);
});
