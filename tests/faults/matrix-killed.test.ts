import { afterAll, expect, test } from 'vitest';
import { bankCheck } from '../server/bank.ts';
import { moneyFlows, named } from '../tools/money-flows.ts';
import { cellNames, isKill } from './cells.ts';
import { openYard, runCell } from './matrix.ts';
import { openMachines } from './page-of-machines.ts';

const yard = await openYard();
const first = yard.server;
afterAll(async () => {
  await bankCheck(first.db);
  await yard.server.kill('SIGKILL');
  await first.close();
});

for (const flow of await moneyFlows())
  for (const cell of cellNames.filter(isKill))
    test(`${named(flow)}, ${cell}: one effect, and its machines tell the truth`, () =>
      runCell(yard, openMachines, flow, cell, expect));
