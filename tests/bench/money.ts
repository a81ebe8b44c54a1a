// node tests/bench/money.ts [--large] [--seconds=N] [--rounds=N]: the money path alone. A submit over HTTP as production
// serves it, beside pgbench and beside a transfer that is one SQL function behind bare node:http, in turns on one PostgreSQL.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPool, type Db } from '../../server/db/db.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import budget from './budget.json' with { type: 'json' };
import { serverAt, start, type Child } from './child.ts';
import { conclude, held, heldAbove, inPart, told } from './limits.ts';
import { fillGround, openSessions, openTransfers, production } from './money/ground.ts';
import { part, shoot, type Loaded, type Shot } from './money/load.ts';

const root = join(import.meta.dirname, '..', '..');
const connections = 8;

const serve = (databaseUrl: string, port = 0): Promise<Child> =>
  serverAt({ ...production, PORT: String(port), DATABASE_URL: databaseUrl });

const option = (name: string, usual: number): number =>
  Number(process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1] ?? usual);

const hasPgbench = spawnSync('pgbench', ['--version']).status === 0;
const scale = 10;

/** Transactions a second of pgbench, of its own kind; undefined without it. */
const pgbench = (url: string, seconds: number): number | undefined => {
  if (!hasPgbench) return undefined;
  const { stdout, stderr } = spawnSync(
    'pgbench',
    ['-n', '-c', String(connections), '-j', '2', '-T', String(seconds), url],
    {
      encoding: 'utf8',
    },
  );
  const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  if (rate === undefined) throw new Error(`pgbench: ${stderr}`);
  return Number(rate);
};

const tpcb = async (url: string, seconds: number): Promise<number> => {
  const child = spawn(
    process.execPath,
    [join(root, 'tests/bench/floors/transfer/tpcb.ts'), String(seconds), String(scale)],
    {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
  await once(child, 'close');
  const rate = Number(said);
  if (!(rate > 0)) throw new Error(`the transaction of pgbench was not measured: ${said}`);
  return rate;
};

/** For so long, one of these after the other. */
const during = (seconds: number, shots: Shot[]) => {
  const end = performance.now() + seconds * 1000;
  return () => (performance.now() < end ? shots.pop() : undefined);
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

let floorTurn = 0;
const floorShot = (): Shot => {
  floorTurn += 1;
  const id = `${process.pid}-${floorTurn}`;
  const body = JSON.stringify({ id, from: 1 + (floorTurn % 10_000), to: 1 + ((floorTurn * 7 + 3) % 10_000) });
  return { id, bytes: `POST / HTTP/1.1\r\nHost: bench\r\nContent-Length: ${body.length}\r\n\r\n${body}` };
};

const line = (name: string, { rate, taken }: Pick<Loaded, 'rate' | 'taken'>, more = '') =>
  console.log(
    `${name.padEnd(44)}${rate.toFixed(0).padStart(8)}/s  p50 ${part(taken, 50).toFixed(1).padStart(6)}  p99 ${part(taken, 99).toFixed(1).padStart(6)}${more}`,
  );

interface Ground {
  name: string;
  db: Db;
  url: string;
  server: Child;
  people: { id: string; number: string }[];
  rates: number[];
  taken: number[];
}

/** More than anybody answers in a second: nobody runs out of requests. */
const mostASecond = 5_000;

/** Nothing else runs on the machine while one of them is measured: what it would do beside is put off. */
const alone = async <T>(one: Child | undefined, all: Child[], work: () => Promise<T> | T): Promise<T> => {
  for (const child of all) if (child !== one) child.process.kill('SIGSTOP');
  try {
    return await work();
  } finally {
    for (const child of all) child.process.kill('SIGCONT');
  }
};

/** Every operation that was answered has its one effect, and no other one has any. */
const errorsOf = async (db: Db, done: string[]): Promise<{ lost: number; doubled: number; wrong: number }> => {
  const { rows } = await sql<{ lost: string; doubled: string; wrong: string }>`
    select (select count(*) from unnest(${done}::text[]) as answered (operation)
        where not exists (select from movements m where m.operation_id = answered.operation and m.kind in ('hold', 'settle'))) as lost,
      (select count(*) from (select from movements m join postings p on p.movement_id = m.id
        where m.operation_id like 'B%' and p.note = 'give' and p.amount < 0 group by m.operation_id having count(*) <> 1) d) as doubled,
      (select count(*) from wallets w cross join lateral (select
          coalesce(sum(p.amount) filter (where p.part = 'available'), 0) as available,
          coalesce(sum(p.amount) filter (where p.part = 'held'), 0) as held from postings p where p.wallet_id = w.id) s
        where (w.available, w.held) is distinct from (s.available, s.held)) as wrong`.execute(db);
  const [{ lost, doubled, wrong } = { lost: '-1', doubled: '-1', wrong: '-1' }] = rows;
  return { lost: Number(lost), doubled: Number(doubled), wrong: Number(wrong) };
};

/** Two processes on one database, each killed in turn while both are asked. @returns answers a second. */
const benchKilled = async ({ db, url, people }: Ground, seconds: number): Promise<number> => {
  const servers = [await serve(url), await serve(url)];
  let stopped = false;
  let killed = 0;
  const killer = (async () => {
    for (; !stopped; killed += 1) {
      await pause(1_500);
      const at = killed % 2;
      const { port, stop } = servers[at]!;
      await stop('SIGKILL');
      servers[at] = await serve(url, port);
    }
  })();
  try {
    const shots = (await openTransfers(db, people, mostASecond * seconds)).toReversed();
    const byId = new Map(shots.map((shot) => [shot.id, shot]));
    const port = (connection: number) => servers[connection % 2]!.port;
    const loaded = await shoot({ port, connections, next: during(seconds, shots) });
    stopped = true;
    await killer;
    // Nobody knows what became of these: they are asked again, as a page asks.
    const again = loaded.unknown.flatMap((id) => byId.get(id) ?? []);
    const asked = await shoot({ port, connections, next: () => again.pop() });
    const { lost, doubled, wrong } = await errorsOf(db, [...loaded.done, ...asked.done]);
    line('two processes, one of them killed again and again', loaded);
    console.log(
      `  killed ${killed} times, ${loaded.unknown.length} without an answer and asked again; lost ${lost}, doubled ${doubled}, wrong balances ${wrong}, refused ${loaded.refused.length + asked.refused.length}`,
    );
    held('lost, doubled and wrong', lost + doubled + wrong + asked.unknown.length, 0);
    return loaded.rate;
  } finally {
    stopped = true;
    await killer.catch(() => {});
    for (const server of servers) await server.stop();
  }
};

interface Options {
  seconds?: number;
  rounds?: number;
  /** With a million accounts and ten million postings beside the small one. */
  large?: boolean;
}

/** Prints what a submit does in a second beside what PostgreSQL could, and holds the ratios. */
export const benchMoney = async ({ seconds = 5, rounds = 3, large = false }: Options = {}): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-money-'));
  const embedded = await openEmbedded(dataDir);
  const at = (name: string) => embedded.url.replace(/\/postgres$/, `/${name}`);
  const children: Child[] = [];
  const admin = openPool(embedded.url, 1, () => {});
  const pools = [admin];
  const prepare = async (name: string, accounts: number, past: number): Promise<Ground> => {
    await admin.pool.query(`create database ${name}`);
    const url = at(name);
    const server = await serve(url);
    children.push(server);
    const product = openPool(url, 1, () => {});
    pools.push(product);
    await fillGround(product.db, accounts, past);
    const people = await openSessions(product.db);
    const warm = await openTransfers(product.db, people, mostASecond);
    await shoot({ port: () => server.port, connections, next: during(3, warm) });
    return { name, db: product.db, url, server, people, rates: [], taken: [] };
  };
  try {
    for (const name of ['tpcb', 'floor']) await admin.pool.query(`create database ${name}`);
    if (hasPgbench) spawnSync('pgbench', ['-i', '-q', '-s', String(scale), at('tpcb')]);
    const floor = await start('tests/bench/floors/transfer/floor.ts', { DATABASE_URL: at('floor') }, /^(\d+)$/);
    children.push(floor);
    const grounds = [await prepare('small', 10_000, 0)];
    if (large) grounds.push(await prepare('large', 1_000_000, 2_000_000));
    const control: number[] = [];
    const bare: Pick<Ground, 'rates' | 'taken'> = { rates: [], taken: [] };
    console.log(
      `\ntransactions a second, durable, ${connections} at once; ${hasPgbench ? 'beside pgbench' : 'without pgbench: its transaction from Node'}\n`,
    );
    for (let round = 0; round < rounds; round += 1) {
      control.push(await alone(undefined, children, () => pgbench(at('tpcb'), seconds) ?? tpcb(at('tpcb'), seconds)));
      const shots = Array.from({ length: mostASecond * seconds }, floorShot);
      const one = await alone(floor, children, () =>
        shoot({ port: () => floor.port, connections, next: during(seconds, shots) }),
      );
      if (one.refused.length > 0) throw new Error(`the bare function refused: ${one.refused[0]}`);
      bare.rates.push(one.rate);
      bare.taken.push(...one.taken);
      for (const { db, server, people, rates, taken } of grounds) {
        const transfers = (await openTransfers(db, people, mostASecond * seconds)).toReversed();
        const { refused, ...full } = await alone(server, children, () =>
          shoot({ port: () => server.port, connections, next: during(seconds, transfers) }),
        );
        if (refused.length > 0) throw new Error(`a submit was refused: ${refused[0]}`);
        rates.push(full.rate);
        taken.push(...full.taken);
      }
    }
    console.log(
      `${hasPgbench ? 'pgbench' : 'its transaction from Node'}: ${control.map((rate) => rate.toFixed(0)).join(', ')}`,
    );
    const say = (name: string, { rates, taken }: Pick<Ground, 'rates' | 'taken'>) =>
      line(
        name,
        { rate: median(rates), taken: taken.sort((a, b) => a - b) },
        `  ${rates.map((rate) => rate.toFixed(0)).join(', ')}`,
      );
    say('one SQL function behind bare node:http', bare);
    for (const ground of grounds) say(`a submit, ${ground.name}`, ground);
    const [small, big] = grounds;
    const rate = median(small!.rates);
    heldAbove('a submit ÷ pgbench', rate / median(control), budget.submitToPgbench, {
      digits: 3,
      control: { name: hasPgbench ? 'pgbench' : 'its transaction from Node', figure: median(control) },
    });
    told('a submit ÷ one function', rate / median(bare.rates), {
      digits: 3,
      control: { name: 'one function', figure: median(bare.rates) },
    });
    held('a submit, p99 in ms', part(small!.taken, 99), budget.submitMilliseconds, { digits: 1 });
    if (big)
      heldAbove('the large one ÷ the small one', median(big.rates) / rate, budget.largeToSmall, {
        digits: 3,
        control: { name: 'the small one', figure: rate },
      });
    await small!.server.stop();
    const killed = await alone(
      undefined,
      children.filter((child) => child !== small!.server),
      () => benchKilled(small!, 2 * seconds),
    );
    told('two with kills ÷ one', killed / rate, { digits: 3, control: { name: 'one', figure: rate } });
  } finally {
    for (const child of children) await child.stop();
    for (const { db } of pools) await db.destroy();
    await embedded.leave();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
};

if (import.meta.main) {
  await inPart('money', () =>
    benchMoney({
      seconds: option('seconds', 5),
      rounds: option('rounds', 3),
      large: process.argv.includes('--large'),
    }),
  );
  conclude();
}
