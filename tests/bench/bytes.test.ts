import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import budget from './budget.json' with { type: 'json' };
import { buildFloor, root } from './floor.ts';
import { weigh } from './weigh.ts';

/** The floor stands in the repository, so that the budget moves only when somebody moves it. */
describe('B1 the page stays light', () => {
  test('B1 the committed floor is what this build makes of it', async () => {
    const floor = await buildFloor('minimal');
    expect(Math.abs(floor - budget.floor) / budget.floor).toBeLessThan(0.02);
  }, 60_000);

  test('B1 the first screen of a visitor', async () => {
    const { code, files } = await weigh('/');
    expect(files).toContain('/i18n/ru/visitor');
    // Weighed apart: the worker is asked for when the page is idle.
    expect(files).toContain('/sw.js');
    expect(code).toBeGreaterThan(budget.floor / 2);
    expect(code / budget.floor).toBeLessThanOrEqual(budget.firstScreen);
  }, 60_000);

  test('B1 the exchange screen', async () => {
    const { code, files } = await weigh('/exchange/USD/BTC', { account: true });
    expect(files.some((file) => /exchange/.test(file))).toBe(true);
    expect(code / budget.floor).toBeLessThanOrEqual(budget.exchangeScreen);
  }, 60_000);
});

test('B1 no file of the build waits for one that waits for it: whichever is asked for first finds what it needs', () => {
  const files = JSON.parse(readFileSync(join(root, 'dist/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { imports?: string[] }
  >;
  const waitsFor = (name: string, found = new Set<string>()): Set<string> => {
    for (const next of files[name]?.imports ?? []) if (!found.has(next)) waitsFor(next, found.add(next));
    return found;
  };
  expect(Object.keys(files).length).toBeGreaterThan(50);
  expect(Object.keys(files).filter((name) => waitsFor(name).has(name))).toEqual([]);
});
