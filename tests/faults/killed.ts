import { afterAll, expect, test } from 'vitest';
import { bankCheck } from '../server/bank.ts';
import { moneyFlows, named } from '../tools/money-flows.ts';
import { cellNames, isKill } from './cells.ts';
import { openYard, runCell } from './matrix.ts';
import { openMachines } from './page-of-machines.ts';

/** Every kill, in every second flow from a place on: two files side by side take them all in half of the time. */
export const testKilledFlows = async (from: 0 | 1): Promise<void> => {
  const yard = await openYard();
  const first = yard.server;
  afterAll(async () => {
    await bankCheck(first.db);
    await yard.server.kill('SIGKILL');
    await first.close();
  });
  const flows = (await moneyFlows()).filter((_, at) => at % 2 === from);
  for (const flow of flows)
    for (const cell of cellNames.filter(isKill))
      test(`${named(flow)}, ${cell}: one effect, and its machines tell the truth`, () =>
        runCell(yard, openMachines, flow, cell, expect));
};
