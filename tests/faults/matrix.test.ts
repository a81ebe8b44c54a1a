import { afterAll, describe, expect, test } from 'vitest';
import { bankCheck } from '../server/bank.ts';
import { moneyFlows, named, ways } from '../tools/money-flows.ts';
import { cellNames, isKill } from './cells.ts';
import { openYard, runCell } from './matrix.ts';
import { openMachines } from './page-of-machines.ts';

const flows = await moneyFlows();
const yard = await openYard();
afterAll(async () => {
  await bankCheck(yard.server.db);
  await yard.server.close();
});

test('F3 F4 F6 F7 F8 F9 every flow of the register that submits money is in the matrix', () => {
  expect(flows.map(({ name }) => name).toSorted()).toEqual(Object.keys(ways).toSorted());
});

describe.concurrent('machines over HTTP', () => {
  for (const flow of flows)
    for (const cell of cellNames.filter((name) => !isKill(name)))
      test(`${named(flow)}, ${cell}: one effect, and its machines tell the truth`, ({ expect: own }) =>
        runCell(yard, openMachines, flow, cell, own));
});
