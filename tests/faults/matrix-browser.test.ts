import { afterAll, expect, test } from 'vitest';
import { bankCheck } from '../server/bank.ts';
import { deep, deepTest } from '../tools/deep.ts';
import { moneyFlows, named } from '../tools/money-flows.ts';
import { dist, openBrowser } from '../tools/product.ts';
import { cellNames, longCellNames } from './cells.ts';
import { openYard, runCell } from './matrix.ts';
import { inBrowser } from './page-of-browser.ts';

const [yard, browser] = await Promise.all([openYard({ DIST_DIR: dist }), openBrowser()]);
const first = yard.server;
afterAll(async () => {
  await browser.close();
  await bankCheck(first.db);
  await yard.server.kill('SIGKILL');
  await first.close();
});

/** Every day two of each flow, which together are each of them at least once. */
const chosen = (flow: number) =>
  deep ? cellNames : [2 * flow, 2 * flow + 1].map((at) => cellNames[at % cellNames.length]!);

const flows = await moneyFlows();
for (const [at, flow] of flows.entries())
  for (const cell of chosen(at))
    test(`${named(flow)}, ${cell}: one effect, and the page says the truth`, () =>
      runCell(yard, inBrowser(browser), flow, cell, expect));

/** Each in a flow of its own: what waits is the same for all. */
for (const [at, cell] of longCellNames.entries())
  deepTest(`${named(flows[at]!)}, ${cell}: one effect, and the page says the truth`, () =>
    runCell(yard, inBrowser(browser, { timed: true }), flows[at]!, cell, expect),
  );
