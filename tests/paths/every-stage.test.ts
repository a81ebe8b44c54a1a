import { describe, expect, test } from 'vitest';
import { stageFile, stageOf, stages } from '../stages/all.ts';
import type { Model } from '../../machines/model.ts';
import { finalStates, finishedStates, walksToEnds } from '../stages/stage.ts';
import { moneyFlows } from '../tools/money-flows.ts';
import { models } from './models.ts';

const movesMoney = new Set((await moneyFlows()).map(({ name }): string => name));
/** A flow that moves money goes on for ever: its receipts are its ends. */
const endsOf = (model: Model): string[] => (movesMoney.has(model.name) ? finishedStates(model) : finalStates(model));
const withEnds = Object.values(models).filter((model) => endsOf(model).length > 0);

describe('a path to each final state can be walked on the real product', () => {
  test.each(withEnds.map((model) => [model.name, model] as const))(
    'D4 %s: every end is led to, or its stage says why not',
    (_name, model) => {
      const stage = stageOf(model);
      if (!stage) throw new Error(`${model.name} has final states and no stage: write ${stageFile(model.name)}`);
      const led = new Set(walksToEnds(stage).map(({ to }) => to));
      const excused = Object.keys(stage.without ?? {});
      expect(endsOf(model).filter((end) => !led.has(end) && !excused.includes(end))).toEqual([]);
      // A reason that no longer holds, and a way to know a state that is none, are told too.
      expect(excused.filter((end) => led.has(end) || !endsOf(model).includes(end))).toEqual([]);
      expect(Object.keys(stage.ends).filter((end) => !led.has(end))).toEqual([]);
    },
  );

  test('D4 a missing stage is named by a file as there are', () => {
    expect(stageFile('transfer form')).toBe('tests/stages/transfer-form.stage.ts');
  });

  test('D4 every stage is of a model that is there, and every way leads to some end', () => {
    for (const stage of stages) {
      expect(Object.values(models)).toContain(stage.model);
      const used = new Set(walksToEnds(stage).map(({ way }) => way));
      expect(Object.keys(stage.ways).filter((way) => !used.has(way))).toEqual([]);
    }
  });
});
