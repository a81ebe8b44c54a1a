// npm run test:deep: all eight variants of every story, and longer property runs. It takes hours, may be stopped at any
// time, and goes on where it was: each part done, of the longest each piece, is kept in .cache/deep, per commit and what is changed since.
//   npm run test:deep -- --seed 7          the seed of every property run (default: 1)
//   npm run test:deep -- --only stories    some parts        npm run test:deep -- --again   forgets what was done
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { run } from './children.mjs';
import { ArgsError, helpOption, parsedArgs, runCommand, tellOptions, wholeNumber } from './command.ts';
import { countsOf, lastFigures } from './counts.mjs';
import { editionOf } from './edition.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const home = join(root, '.cache', 'deep');
const figures = join(root, 'tests', 'deep.json');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** How much the generated tests notice: no project of vitest, but charts and views that are changed on purpose. */
const mutations = { mutate: [], 'mutate-views': ['--views', '--walks', '1'] };
const parts = [
  ...['machines', 'sessions', 'server', 'stories', 'pictures', 'views', 'faults', 'security', 'journeys'],
  ...Object.keys(mutations),
];

/** Parts that take more than half an hour, with how many pieces they are run in, one after the other: each has some of the files. */
const pieces = { server: 4, stories: 4, journeys: 8 };

/** Null where what may be given is asked for. @throws ArgsError */
const readArgs = () => {
  const { values } = parsedArgs({
    options: {
      seed: { type: 'string' },
      only: { type: 'string' },
      again: { type: 'boolean', default: false },
      ...helpOption,
    },
  });
  if (values.help) return null;
  const chosen = values.only?.split(',') ?? parts;
  const unknown = chosen.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new ArgsError(`--only is of ${parts.join(', ')}, not ${unknown.join(', ')}`);
  return { chosen, seed: wholeNumber('seed', values.seed) ?? 1, again: values.again };
};

/** A survivor without a line of reason has failed; so have too few that were killed. */
async function mutate(report, options) {
  const script = join(root, 'scripts', 'mutate', 'index.ts');
  const { code } = await run(process.execPath, [script, '--report', report, ...options], {
    cwd: root,
    env: process.env,
  });
  const {
    made = 0,
    killed = 0,
    explained = 0,
    unexplained = [],
    stale = [],
  } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const failed = unexplained.length + stale.length;
  return { made, killed, passed: killed + explained, failed: code === 0 ? failed : Math.max(1, failed) };
}

async function project(part, report, seed, piece) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(process.execPath, [vitest, 'run', `--project=${part}`, `--shard=${piece}`, ...reporters], {
    cwd: root,
    env: { ...process.env, DEEP: '1', SEED: String(seed), NODE_ENV: 'test' },
  });
  const { passed, failed } = countsOf(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}, code);
  return { passed, failed };
}

const sumOf = (counts, key) => counts.reduce((sum, one) => sum + (one[key] ?? 0), 0);

async function main() {
  const args = readArgs();
  if (!args) return tellOptions(import.meta.filename);
  const { chosen, seed, again } = args;
  // The figures of the parts before are no change of what is measured.
  const { commit: of, changes } = editionOf(root, ['tests/deep.json']);
  const commit = of + (changes === null ? '' : ' with changes');
  const progress = join(home, `${[of, ...(changes === null ? [] : [changes]), seed].join('-')}.json`);

  if (again) rmSync(progress, { force: true });
  mkdirSync(home, { recursive: true });
  if (!build()) process.exit(1);

  const done = existsSync(progress) ? JSON.parse(readFileSync(progress, 'utf8')) : {};
  const keep = () => writeFileSync(progress, JSON.stringify(done, null, 2));
  for (const part of chosen) {
    if (done[part]?.failed === 0) {
      console.log(`${part}: done before, ${done[part].passed} passed`);
      continue;
    }
    const report = join(home, `${part}.json`);
    const options = mutations[part];
    const many = pieces[part] ?? 1;
    const counts = [];
    for (let at = 1; at <= many; at += 1) {
      const piece = `${at}/${many}`;
      const name = `${part} ${piece}`;
      if (done[name]?.failed !== 0) {
        rmSync(report, { force: true });
        const began = Date.now();
        const count = await (options ? mutate(report, options) : project(part, report, seed, piece));
        done[name] = { ...count, minutes: (Date.now() - began) / 60_000 };
        keep();
      }
      counts.push(done[name]);
    }
    done[part] = {
      ...Object.fromEntries(Object.keys(counts[0]).map((key) => [key, sumOf(counts, key)])),
      minutes: Number(sumOf(counts, 'minutes').toFixed(1)),
      command: `npm run test:deep -- --only ${part} --seed ${seed}`,
      commit,
      day: new Date().toISOString().slice(0, 10),
    };
    keep();
  }

  const last = lastFigures(parts, done, JSON.parse(readFileSync(figures, 'utf8')));
  writeFileSync(figures, `${JSON.stringify(last, null, 2)}\n`);
  const counts = chosen.map((part) => done[part]);
  const failed = sumOf(counts, 'failed');
  console.log(`\n${sumOf(counts, 'passed')} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await runCommand(main, 2);
