// Which files of a suite run in `npm test`: the small ones and those that are named here always, the others in turns of
// about equal length, one turn a commit. `npm test -- --whole` and `--only` run all, and so does `npm run test:deep`.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'tests', 'seconds.json');

/** Below so many seconds a file is no matter. */
export const small = 3;

/** The folders of a suite, in how many turns its larger files run, and the files of every time without their endings. */
export const turns = {
  machines: {
    folders: ['machines', 'paths', 'contract', 'house', 'ui', 'transport', 'platform', 'sessions'],
    of: 6,
    always: [
      ...['paths/every-model', 'paths/fixed-mutants', 'paths/kept'],
      // What names a part that a flow lacks: `npm run check` says what is missing, whichever turn it is.
      ...['house/models', 'house/rows', 'house/rules', 'machines/journal-secrets'],
      ...['paths/alike', 'paths/back', 'paths/phrases'],
    ],
  },
  server: {
    folders: ['server'],
    of: 12,
    always: [
      'deposit',
      'day-limit',
      'exchange-settlement',
      'exchange-truth',
      'ledger-rounding',
      'money-path',
      'purchase',
      'send-back',
      'transfer',
      'two-processes',
      'withdraw',
    ].map((name) => `server/${name}`),
  },
  faults: {
    folders: ['faults'],
    of: 5,
    always: ['faults/matrix', 'faults/matrix-killed', 'faults/matrix-killed-others'],
  },
  security: { folders: ['security'], of: 4, always: [] },
  journeys: { folders: ['journeys'], of: 8, always: ['journeys/exchange'] },
};

/** @returns {Record<string, Record<string, number>>} seconds a file took, by suite: what the last `--weigh` measured */
export const seconds = () => JSON.parse(readFileSync(file, 'utf8'));

/** All test files of a suite. */
export const filesOf = (suite) =>
  turns[suite].folders
    .flatMap((folder) =>
      readdirSync(join(root, 'tests', folder), { recursive: true }).map(
        (name) => `tests/${folder}/${name.split(sep).join('/')}`,
      ),
    )
    .filter((name) => /\.test\.tsx?$/.test(name))
    .toSorted();

const isAlways = (suite, name) =>
  turns[suite].always.some((one) => name.replace(/\.test\.tsx?$/, '') === `tests/${one}`);

/** The files of each turn of a suite: the longest first, each to the turn that has least so far. One that nobody has weighed is in all. */
export const turnsOf = (suite, took = seconds()[suite] ?? {}) => {
  const every = [];
  const each = Array.from({ length: turns[suite].of }, () => ({ files: [], seconds: 0 }));
  const longest = filesOf(suite).toSorted((one, other) => (took[other] ?? 0) - (took[one] ?? 0));
  for (const name of longest) {
    if (isAlways(suite, name) || (took[name] ?? 0) < small) every.push(name);
    else {
      const least = each.reduce((sofar, turn) => (turn.seconds < sofar.seconds ? turn : sofar));
      least.files.push(name);
      least.seconds += took[name];
    }
  }
  return each.map(({ files }) => [...every, ...files]);
};

/** What a run in turns says of a suite of which so many files were left to other commits. */
export const notOfTurn = (suite, count) =>
  `${suite}: ${count} ${count === 1 ? 'file is' : 'files are'} not of this turn; npm test -- --only ${suite} runs all`;

/** Keeps how long the files of a suite took, from the report of a run of all of them. One that works in a hook takes no time there: it keeps its weight. */
export const weigh = (suite, { testResults }) => {
  const before = seconds()[suite] ?? {};
  const took = Object.fromEntries(
    testResults
      .map(({ name, startTime, endTime }) => [relative(root, name).split(sep).join('/'), (endTime - startTime) / 1000])
      .map(([name, taken]) => [name, Math.round(10 * taken) / 10 || (before[name] ?? 0)])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync(file, `${JSON.stringify({ ...seconds(), [suite]: took }, null, 2)}\n`);
};
