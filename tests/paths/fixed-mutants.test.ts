import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chartGraph, seenBy } from '../../scripts/mutate/charts.ts';
import { editOf, fixedCharts, fixedViews } from '../../scripts/mutate/fixed.ts';
import { chartKinds, viewKinds } from '../../scripts/mutate/mutant.ts';
import { createBench } from '../../scripts/mutate/pool.ts';
import { checkUnchanged, checkUnchangedViews } from '../../scripts/mutate/unchanged.ts';

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

describe('a run that would judge nothing fails', () => {
  const mutate = (...args: string[]) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../scripts/mutate/index.ts'), ...args],
      { encoding: 'utf8' },
    );
    return [status, stderr.trim()];
  };

  test('D4 it names a model that there is not', () => {
    const none = 'there is nothing to judge: no such change is the own of a model exchnge';
    expect(mutate('--model', 'exchnge')).toEqual([2, none]);
    expect(mutate('--model', 'exchnge', '--views')).toEqual([2, none]);
  });

  test('D4 it wants none', () => {
    expect(mutate('--max', '0')).toEqual([2, '--max is 1 or more, not 0']);
  });
});

test('D4 a model that its tests do not hold for as it stands judges nothing', async () => {
  const asked: string[] = [];
  const judge: typeof bench.judge = async ({ file, edits, models }) => {
    asked.push(file);
    expect([edits, models]).toEqual([[], [file]]);
    return file === 'worn' ? { by: 'transcript', why: 'worn: another way' } : null;
  };
  await checkUnchanged({ judge }, [{ models: ['one', 'two'] }, { models: ['two'] }]);
  expect(asked).toEqual(['one', 'two']);
  await expect(checkUnchanged({ judge }, [{ models: ['one', 'worn'] }])).rejects.toThrow('worn: another way');
});

test('D4 so it is with views: each that judges is looked at once as it stands, and walked where its mutants are', async () => {
  const asked: [views: string, walk: boolean][] = [];
  const judge: Parameters<typeof checkUnchangedViews>[0] = (tasks, walk) => {
    expect(tasks.flatMap(({ edits }) => edits)).toEqual([]);
    asked.push(...tasks.map(({ file }): [string, boolean] => [file, walk]));
    // Of one that nobody judged nothing is known either.
    const known = [...tasks.entries()].filter(([, { file }]) => !file.includes('silent'));
    return Promise.resolve(
      new Map(known.map(([at, { file }]) => [at, file.includes('worn') ? { by: 'outline or walk', why: '' } : null])),
    );
  };
  await checkUnchangedViews(judge, [{ views: ['one', 'two'] }, { views: ['two', 'three'] }], true, 2);
  expect(asked).toHaveLength(3);
  expect(Object.fromEntries(asked)).toEqual({
    'src/features/one.view.tsx': true,
    'src/features/two.view.tsx': true,
    'src/features/three.view.tsx': false,
  });
  for (const wrong of ['worn', 'silent'])
    await expect(checkUnchangedViews(judge, [{ views: ['one', wrong] }], false, 1)).rejects.toThrow(
      `a test of ${wrong} notices`,
    );
});

test('D4 a model as it stands is left alone', async () => {
  const file = 'machines/residents/theme/theme.model.ts';
  await expect(checkUnchanged(bench, [{ models: [file] }])).resolves.toBeUndefined();
});
