import { describe, expect, test } from 'vitest';
import { ownFlows } from '../tools/own-flows.ts';
import { deafToTheLine, rules, untilAsked } from './chart-rules.ts';
import { machineFiles, models } from './models.ts';

describe.each(Object.entries(models))('%s', (_file, model) => {
  test.each(Object.entries(rules))(`D4 ${model.name}: %s`, (_title, rule) => {
    expect(rule(model)).toEqual([]);
  });
});

describe('the register', () => {
  const modelOf = (machineFile: string) => machineFile.replace(/\.machine\.ts$/, '.model.ts');

  test('D4 each machine has its model beside it', () => {
    expect(machineFiles.map(modelOf).filter((file) => !(file in models))).toEqual([]);
  });

  test.each(ownFlows)('D1 the flow %s has a machine and a model of its own name', (name) => {
    const folder = `machines/flows/${name}/${name}`;
    expect(machineFiles).toContain(`${folder}.machine.ts`);
    expect(models[`${folder}.model.ts`]?.name).toBe(name);
  });

  test('D4 whoever is excused from hearing that the line is back would not hear it', () => {
    const deaf = Object.values(models).flatMap(deafToTheLine);
    expect(Object.keys(untilAsked).filter((state) => !deaf.includes(state))).toEqual([]);
  });

  test('D4 no two models have the same name', () => {
    const names = Object.values(models).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
