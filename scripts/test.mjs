// npm test: everything, one suite after the other, and one closing line `N passed, N failed`.
//   npm test -- --only machines,server   some suites      npm test -- --fast   what needs neither a browser nor a database
//   npm test -- --whole   what else takes its turn from commit to commit; so does what --only names
//   npm test -- --weigh   also keeps how long each file took, by which the turns are made
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { run } from './children.mjs';
import { helpOption, tellOptions } from './command.ts';
import { closingLine, countsOf } from './counts.mjs';
import { rooms } from './rooms.mjs';
import { filesOf, notOfTurn, turns, turnsOf, weigh } from './turns.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const minute = 60_000;
const results = join(root, '.cache', 'test');

const refuse = (words) => {
  console.error(words);
  process.exit(2);
};
const readArgs = () => {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean', default: false }];
  try {
    return parseArgs({ options: { only: text, fast: flag, whole: flag, weigh: flag, ...helpOption } }).values;
  } catch (error) {
    return refuse(error.message.split('. ')[0]);
  }
};
// What is misspelt would else run everything.
const { fast, whole, weigh: weighs, help, ...asked } = readArgs();
if (help) {
  tellOptions(import.meta.filename);
  process.exit(0);
}
const only = asked.only?.split(',');
if (!/^\d{0,15}$/.test(process.env['SEED'] ?? '')) refuse(`SEED is a whole number, not ${process.env['SEED']}`);

// Nothing of the person's own environment decides where a test writes: a DATABASE_URL of theirs is never touched.
const dataDir = mkdtempSync(join(tmpdir(), 'statera-test-'));
chmodSync(dataDir, 0o755); // the database runs as another user when this one is root
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

/** What is random is so by the commit: each looks at other cases, and whoever runs it again looks at the same ones. */
const seedOfCommit = () => {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return String(Number.parseInt(commit.slice(0, 6), 16));
  } catch {
    return '1';
  }
};

const { PORT: _port, HOST: _host, DATABASE_URL: _url, TURN: _turn, ...inherited } = process.env;
const seed = process.env['SEED'] || seedOfCommit();
// By other digits of the seed than those that choose among looks, so that both choices come together in every way.
const turn = only || weighs || whole ? undefined : Math.trunc(Number(seed) / 720_720);
const env = {
  ...inherited,
  DATA_DIR: dataDir,
  NODE_ENV: 'test',
  SEED: seed,
  ...(turn === undefined ? {} : { TURN: String(turn) }),
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
};

console.log(`seed ${seed}${turn === undefined ? '' : `, turn ${turn}`}`);

/**
 * One command as one test: passes when it exits with 0, and prints what it said only when it does not. It keeps to one
 * core: what is split among checkers is found by each of them again, which takes twice the work.
 */
const command = (title, name, args) => async (limit) => {
  const { code, output, late } = await run(bin(name), args, {
    cwd: root,
    env: { ...env, GOMAXPROCS: '1' },
    limit,
    quiet: true,
  });
  if (code === 0) return { passed: 1, failed: 0 };
  console.log(`${title}: ${late ? 'stopped, it took too long' : 'failed'}\n${output.trimEnd()}\n`);
  return { passed: 0, failed: 1 };
};

const all =
  (...parts) =>
  async (limit) => {
    const sum = { passed: 0, failed: 0 };
    for (const part of parts) {
      const { passed, failed } = await part(limit);
      sum.passed += passed;
      sum.failed += failed;
    }
    return sum;
  };

/** What a run in turns leaves to other commits, told where it is seen last. */
const notes = [];

/** One project of vitest.config.ts, counted by its own report: a suite that ran nothing has failed. */
const vitest = (project) => async (limit) => {
  const report = join(results, `${project}.json`);
  rmSync(report, { force: true });
  const files = turn === undefined || !turns[project] ? [] : turnsOf(project)[turn % turns[project].of];
  const others = files.length > 0 ? filesOf(project).length - files.length : 0;
  if (others > 0) notes.push(notOfTurn(project, others));
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', `--project=${project}`, ...reporters, ...files];
  const { code, late } = await run(bin('vitest'), args, { cwd: root, env, limit });
  if (late) console.log(`${project}: stopped, it took longer than ${Math.round(limit / minute)} minutes`);
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const { passed, skipped, failed } = countsOf(counts, code);
  if (weighs && failed === 0 && turns[project]) weigh(project, counts);
  if (skipped > 0) console.log(`${project}: ${skipped} skipped, and so failed`);
  if ((counts.numTotalTests ?? 0) === 0) console.log(`${project}: no test ran`);
  return { passed, failed };
};

const buildPage = async () => (build() ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** `group` is the line of the closing table that a suite counts for; what needs `oneCore` runs beside its neighbours. */
const suites = [
  { name: 'build', group: 'setup and build', run: all(buildPage, vitest('bytes')) },
  {
    name: 'types',
    group: 'types and machines',
    fast: true,
    oneCore: true,
    run: all(...rooms.map((room) => command(`types of ${room}`, 'tsc', ['-p', room, '--singleThreaded']))),
  },
  {
    name: 'lint',
    group: 'types and machines',
    fast: true,
    oneCore: true,
    run: command('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  },
  {
    name: 'format',
    group: 'types and machines',
    fast: true,
    oneCore: true,
    run: command('format', 'oxfmt', ['--check']),
  },
  { name: 'dead code', group: 'types and machines', fast: true, oneCore: true, run: command('dead code', 'knip', []) },
  { name: 'machines', group: 'types and machines', fast: true, run: vitest('machines') },
  { name: 'server', group: 'server', run: vitest('server') },
  { name: 'stories', group: 'stories', run: vitest('stories') },
  { name: 'views', group: 'view paths', run: vitest('views') },
  { name: 'faults', group: 'faults', run: all(buildPage, vitest('faults')) },
  { name: 'security', group: 'faults', run: all(buildPage, vitest('security')) },
  { name: 'journeys', group: 'journeys', run: all(buildPage, vitest('journeys')) },
];
/** Minutes on two cores. */
const budgets = {
  'setup and build': 2,
  'types and machines': 3,
  server: 2,
  stories: 3,
  'view paths': 3,
  faults: 4,
  journeys: 3,
};

const unknown = only?.filter((name) => !suites.some((suite) => suite.name === name)) ?? [];
if (unknown.length > 0)
  refuse(`no suite ${unknown.join(', ')}: there are ${suites.map((suite) => suite.name).join(', ')}`);
const chosen = suites.filter((suite) => (only ? only.includes(suite.name) : !fast || suite.fast));

const setupTook = () => {
  const path = join(root, '.cache', 'setup-took');
  const took = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
  rmSync(path, { force: true });
  return took;
};

/** What runs at a time: a suite of its own, or neighbours that need one core each. */
const rounds = [];
for (const suite of chosen) {
  if (suite.oneCore && rounds.at(-1)?.[0].oneCore) rounds.at(-1).push(suite);
  else rounds.push([suite]);
}

mkdirSync(results, { recursive: true });
const spent = { 'setup and build': setupTook() };
const sum = { passed: 0, failed: 0 };
const lines = [];

const runSuite = async (suite) => {
  const began = Date.now();
  // A busy machine has taken five times the budget, with every test passing; one that hangs is stopped all the same.
  const counts = await suite.run(10 * budgets[suite.group] * minute);
  for (const key of Object.keys(sum)) sum[key] += counts[key];
  const took = ((Date.now() - began) / minute).toFixed(1).padStart(6);
  lines.push(`${suite.name.padEnd(12)}${took} min   ${closingLine(counts)}`);
};

for (const round of rounds) {
  const began = Date.now();
  console.log(`\n── ${round.map(({ name }) => name).join(', ')}`);
  const left = [...round];
  const lane = async () => {
    for (let suite = left.shift(); suite; suite = left.shift()) await runSuite(suite);
  };
  await Promise.all(Array.from({ length: Math.min(round.length, availableParallelism()) }, lane));
  const [{ group }] = round;
  spent[group] = (spent[group] ?? 0) + Date.now() - began;
}

console.log(`\n${lines.join('\n')}\n`);
const total = (values) => values.reduce((sofar, value) => sofar + value, 0);
const row = (name, took, budget) =>
  console.log(
    `${name.padEnd(20)}${(took / minute).toFixed(1).padStart(5)} of ${budget} min${took > budget * minute ? '   over its budget' : ''}`,
  );
for (const [group, took] of Object.entries(spent)) if (took > 0) row(group, took, budgets[group]);
row('in all', total(Object.values(spent)), total(Object.values(budgets)));
if (notes.length > 0) console.log(`\n${notes.join('\n')}`);
console.log(`\n${closingLine(sum)}`);
process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
