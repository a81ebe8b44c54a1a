import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closingLine, countsOf } from '../../scripts/counts.mjs';

test.each([
  ['passed', { numPassedTests: 3 }, 0, { passed: 3, skipped: 0, failed: 0 }],
  ['one failed', { numPassedTests: 3, numFailedTests: 1 }, 1, { passed: 3, skipped: 0, failed: 1 }],
  ['one was skipped', { numPassedTests: 3, numPendingTests: 1 }, 0, { passed: 3, skipped: 1, failed: 1 }],
  ['one is yet to be written', { numPassedTests: 3, numTodoTests: 1 }, 0, { passed: 3, skipped: 1, failed: 1 }],
  ['nothing ran', {}, 0, { passed: 0, skipped: 0, failed: 1 }],
  ['it ended badly', { numPassedTests: 3 }, 1, { passed: 3, skipped: 0, failed: 1 }],
])('D10 a suite of which %s', (_what, report, code, counts) => {
  expect(countsOf(report, code)).toEqual(counts);
});

test('D10 the closing line says nothing but what passed and what failed', () => {
  expect(closingLine({ passed: 12, failed: 1 })).toBe('12 passed, 1 failed');
});

test.each([
  [['--only=storys'], {}, /^no suite storys: there are build, types, /],
  [['--only'], {}, /^Option '--only <value>' argument missing$/],
  [['--wohle'], {}, /^Unknown option '--wohle'$/],
  [['machines'], {}, /^Unexpected argument 'machines'/],
  [['--only', 'format'], { SEED: 'seven' }, /^SEED is a whole number, not seven$/],
])('D10 a run of all suites does not begin with %j', (args, env, why) => {
  const script = join(import.meta.dirname, '../../scripts/test.mjs');
  const how = { encoding: 'utf8', timeout: 20_000, env: { ...process.env, ...env } } as const;
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], how);
  expect([status, stderr.trim()]).toEqual([2, expect.stringMatching(why)]);
});

test.each([
  ['test', '--weigh'],
  ['deep', '--again'],
  ['pictures', '--keep'],
])('D10 %s says what it may be told when it is asked', (name, option) => {
  const script = join(import.meta.dirname, `../../scripts/${name}.mjs`);
  for (const asked of ['--help', '-h']) {
    const { status, stdout } = spawnSync(process.execPath, [script, asked], { encoding: 'utf8', timeout: 20_000 });
    expect([status, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^npm [^]*${option} `))]);
  }
});
