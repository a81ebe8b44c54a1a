// npm run bench: what the first screen and the exchange screen weigh, beside the floor, all built now by one configuration;
// how long it takes to find the paths of every machine; how long the second start takes, with the database there and the
// page built; what recording costs; how a long journal opens in the inspector; how long a page of a long history
// takes; how many answers go through the page's streams; and how many submits a second go through the server.
// Fails when a figure is over its limit in budget.json.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../scripts/build.mjs';
import { npmStart } from '../tools/npm-start.ts';
import budget from './budget.json' with { type: 'json' };
import { benchChat } from './chat.ts';
import { buildFloor } from './floor.ts';
import { benchFirstScreen } from './first-screen.ts';
import { benchHistory } from './history.ts';
import { benchInspector } from './inspector.ts';
import { measureJournal } from './journal.ts';
import { beyond, held } from './limits.ts';
import { benchPaths } from './paths.ts';
import { benchScroll } from './scroll.ts';
import { benchMoney } from './money.ts';
import { benchStream } from './stream.ts';
import { weigh } from './weigh.ts';

if (!build()) process.exit(1);
const floor = await buildFloor('minimal');
const rows = [
  { name: 'floor: the same packages, minimal use', code: floor, messages: 0, idle: 0, files: [] },
  { name: 'first screen of a visitor', ...(await weigh('/')) },
  { name: 'exchange screen', ...(await weigh('/exchange/USD/BTC', { account: true })) },
];

console.log('gzip bytes before anything is fetched ahead\n');
console.log(
  `${''.padEnd(40)}${'code'.padStart(9)}${'× floor'.padStart(9)}${'messages'.padStart(10)}${'idle'.padStart(7)}${'files'.padStart(7)}`,
);
for (const { name, code, messages, idle, files } of rows)
  console.log(
    `${name.padEnd(40)}${String(code).padStart(9)}${(code / floor).toFixed(3).padStart(9)}${String(messages).padStart(10)}${String(idle).padStart(7)}${String(files.length || 1).padStart(7)}`,
  );

console.log();
for (const [{ name, code }, limit] of [
  [rows[1]!, budget.firstScreen],
  [rows[2]!, budget.exchangeScreen],
] as const)
  held(`${name}, × floor`, code / floor, limit, { digits: 3 });

await benchPaths();

/** The product as `npm start` starts it, for as long as it is measured. */
async function withProduct(measure: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-bench-'));
  await chmod(dataDir, 0o755);
  const started = await npmStart({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
  try {
    await measure(started.url);
  } finally {
    await started.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Seconds from `npm start` to the line that says where it listens, one start after the other on the same data. */
async function starts(times: number): Promise<number[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-start-'));
  await chmod(dataDir, 0o755);
  const took: number[] = [];
  try {
    for (let time = 0; time < times; time++) {
      const started = await npmStart({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
      took.push(started.seconds);
      await started.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
  return took;
}

const [first = 0, second = 0] = await starts(2);
await withProduct(benchFirstScreen);
console.log('\nseconds from npm start until it serves\n');
console.log(`${'first start: the database is made'.padEnd(40)}${first.toFixed(1).padStart(9)}`);
held('second start', second, budget.startSeconds, { digits: 1 });

const { events, entries, size, recording } = await measureJournal();
console.log(
  '\nmicroseconds an event for recording, masking and writing included, beside an inspector that does nothing\n',
);
const session = `${events} events, ${entries} written, ${Math.round(size / 1024)} kB`;
held(session, recording, budget.recordingMicroseconds, { digits: 2 });

await benchInspector();
await benchHistory();
await benchScroll();
benchStream();
await benchMoney();
await benchChat();

if (beyond().length > 0) {
  console.error(`\nnot within its limit\n\n${beyond().join('\n')}`);
  process.exitCode = 1;
}
