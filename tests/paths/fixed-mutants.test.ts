import { afterAll, describe, expect, test } from 'vitest';
import { chartGraph, seenBy } from '../../scripts/mutate/charts.ts';
import { editOf, fixedCharts, fixedViews } from '../../scripts/mutate/fixed.ts';
import { chartKinds, viewKinds } from '../../scripts/mutate/mutant.ts';
import { createBench } from '../../scripts/mutate/pool.ts';

const bench = createBench();
const graph = chartGraph();
afterAll(() => bench.close());

describe('a chart in which', () => {
  test.each(fixedCharts.map((fixed) => [fixed.what, fixed] as const))('D4 %s: it is noticed', async (_what, fixed) => {
    const mutant = { file: fixed.file, edits: [editOf(fixed)], ...seenBy(graph, fixed.file) };
    const verdict = await bench.judge(mutant, 0);
    expect(verdict?.by).toMatch(/^(transcript|rules)$/);
  });

  test('D4 nothing is changed is left alone', async () => {
    const { file } = fixedCharts[0]!;
    expect(await bench.judge({ file, edits: [], ...seenBy(graph, file) }, 0)).toBeNull();
  });
});

test('D4 the fixed mutants are thirty and more, of every kind', () => {
  const kinds = [...fixedCharts, ...fixedViews].map(({ kind }) => kind);
  expect(kinds.length).toBeGreaterThanOrEqual(30);
  expect(new Set(kinds)).toEqual(new Set([...chartKinds, ...viewKinds]));
});
