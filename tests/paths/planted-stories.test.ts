import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '../tools/deep.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'planted-'));
const report = join(folder, 'report.json');

interface Report {
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

/** Story to what each look found wrong with it; one entry a look, empty where it was sound. */
const found = new Map<string, string[]>();

beforeAll(async () => {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { NODE_OPTIONS: _options, VITEST: _vitest, TURN: _turn, ...env } = process.env;
  await new Promise<void>((done) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--project=stories', '--reporter=json', `--outputFile=${report}`],
      { cwd: root, env: { ...env, GALLERY_MODELS: 'tests/views/planted/*.model.ts' } },
      // It must fail; how is in the report.
      () => done(),
    );
  });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  for (const { title, failureMessages } of testResults.flatMap(({ assertionResults }) => assertionResults))
    found.set(title, [...(found.get(title) ?? []), failureMessages.join('\n')]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const looks = deep ? 8 : 2;
/** How many looks are Russian, on a phone, dark: half of each. */
const half = looks / 2;
/** In how many axe judges a story: a day in one of the two. */
const judged = deep ? looks : half;

test.each<[fault: string, story: string, words: RegExp, redIn: number]>([
  ['nothing', 'sound', /./, 0],
  ['a field that a screen reader cannot name', 'unread', /label|accessib/i, judged],
  ['a complaint on the console', 'loud', /the page complains: a complaint/, looks],
  ['a message that nobody wrote', 'wordless', /no message (ru|en): planted.no such key/, looks],
  ['a message that is missing in one language', 'wordless in Russian', /no message ru: planted.no such key/, half],
  ['a page wider than its window', 'wide', /px too wide for/, looks],
  ['a page wider than a phone', 'wide for a phone', /px too wide for 320/, half],
  ['letters that are too dim in one theme', 'dim in the dark', /contrast/, half],
  ['a page on which nothing is', 'empty', /nothing is on the screen/, looks],
  ['a model that cannot be read', 'does not load', /planted\/broken\.model\.ts does not load: a chart in/, looks],
  ['a call that leaves', 'calling', /a call left: \/api\/auth\/check/, looks],
])('D5 a story with %s is red in each look that shows it and looks for it', (_fault, story, words, redIn) => {
  const said = found.get(story) ?? [];
  expect(said).toHaveLength(looks);
  expect(said.filter((message) => words.test(message))).toHaveLength(redIn);
  expect(said.filter((message) => message !== '')).toHaveLength(redIn);
});
