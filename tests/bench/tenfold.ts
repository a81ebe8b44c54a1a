import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { chromium, type Browser } from 'playwright';
import type { Account } from '../../server/scanned.ts';
import { listOfChats, pageOfChat } from '../../server/chat/page.ts';
import { readUnread } from '../../server/chat/unread.ts';
import { readConfig } from '../../server/config.ts';
import { openPool, type Db } from '../../server/db/db.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { advance } from '../../server/exchange/reserve-marks.ts';
import { reserves } from '../../server/exchange/reserve.ts';
import { readWallets } from '../../server/exchange/worth.ts';
import { historyRows } from '../../server/history/rows.ts';
import { depositToHouse } from '../../server/ledger/deposit.ts';
import { operationEntities } from '../../server/operations/entity.ts';
import { launch } from '../chromium.ts';
import budget from './budget.json' with { type: 'json' };
import { serverAt, type Child } from './child.ts';
import { fillHistory } from './history.ts';
import { held, told } from './limits.ts';

/** Of one person: operations of each list, wallets, chats, and messages of the longest chat; and postings of the house. */
interface Size {
  operations: number;
  wallets: number;
  chats: number;
  messages: number;
  postings: number;
}
const few: Size = { operations: 10_000, wallets: 8, chats: 100, messages: 10_000, postings: 100_000 };
const tenfold: Size = { operations: 100_000, wallets: 80, chats: 1_000, messages: 100_000, postings: 1_000_000 };

const times = 100;
const openings = 9;
const token = 'tenfold'.padEnd(43, '0');
/** The chat of so many messages, and the first account of a history: whose all this is. */
const longChat = 'longchat'.padEnd(20, '0');
const account = '1';
const pageSize = 21;
/** One in a thousand. */
const failedOfFew = few.operations / 1_000;

/** A wallet in each of so many currencies, made up where the house has not as many. */
const fillWallets = async (db: Db, count: number): Promise<void> => {
  await sql`
    insert into currencies (code, name_ru, name_en, logo, scale, kind, position)
    select 'X' || lpad(n::text, 3, '0'), 'Валюта ' || n, 'Currency ' || n, '/currencies/usd.svg', 2, 'fiat', 1000 + n
    from generate_series(1, ${tenfold.wallets}::int) n`.execute(db);
  await sql`
    insert into wallets (account_id, currency, number)
    select ${account}, code, lpad(position::text, 12, '0') from currencies order by position limit ${count}`.execute(
    db,
  );
};

/** What the exchange account of the house has, in so many lines over all currencies, and its marks behind them. */
const fillHouse = async (db: Db, count: number): Promise<void> => {
  const id = await db.transaction().execute((trx) => depositToHouse(trx, { currency: 'USD', amount: '1' }));
  // The triggers would want another side of each line.
  await sql`alter table postings disable trigger user`.execute(db);
  for (let begun = 0; begun < count; begun += 100_000)
    await sql`
      insert into postings (movement_id, house, currency, amount, note)
      select m.id, 'exchange', c.codes[1 + n % cardinality(c.codes)], 1, 'deposit'
      from movements m, (select array_agg(code) as codes from currencies) c, generate_series(1, 100000) n
      where m.operation_id = ${id}`.execute(db);
  await sql`alter table postings enable trigger user`.execute(db);
  await sql`vacuum analyze postings`.execute(db);
  // The first notes how far it goes, the second goes there.
  for (let time = 0; time < 2; time += 1) await advance(db);
};

/** Private chats with as many others, ten messages each, all read but the last of every tenth; and a long one with support. */
const fillChats = async (db: Db, { chats, messages }: Size): Promise<void> => {
  const id = sql`'C' || lpad(n::text, 19, '0')`;
  await sql`insert into accounts (number, email)
    select (20000000 + n)::text, 'friend' || n || '@example.com' from generate_series(1, ${chats}::int) n`.execute(db);
  await sql`insert into chats (id, kind, account_id, other_id, last_seq)
    select ${id}, 'private', ${account}, a.id, 10
    from generate_series(1, ${chats}::int) n join accounts a on a.number = (20000000 + n)::text`.execute(db);
  await sql`insert into chats (id, kind, account_id, last_seq) values (${longChat}, 'support', ${account}, ${messages})`.execute(
    db,
  );
  await sql`insert into chat_members (chat_id, account_id, last_read_message)
    select id, account_id, case when kind = 'private' and right(id, 1) = '0' then last_seq - 1 else last_seq end from chats
    union all select id, other_id, last_seq from chats where other_id is not null`.execute(db);
  await sql`insert into chat_messages (chat_id, seq, author_id, text, created_at)
    select c.id, seq, case when seq % 2 = 0 then c.other_id else c.account_id end, 'Message ' || seq,
      timestamptz '2026-01-01' + (right(c.id, 9)::int * 10 + seq) * interval '1 minute'
    from chats c cross join generate_series(1, 10) seq where c.kind = 'private'`.execute(db);
  await sql`insert into chat_messages (chat_id, seq, author_id, text, created_at)
    select ${longChat}, seq, case when seq % 2 = 0 then null else ${account}::bigint end, 'Message ' || seq,
      timestamptz '2025-01-01' + seq * interval '1 minute' from generate_series(1, ${messages}::int) seq`.execute(db);
  for (const table of ['accounts', 'chats', 'chat_messages', 'chat_members', 'chat_files', 'wallets', 'currencies'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
};

const openSession = (db: Db) =>
  sql`insert into sessions (token_hash, account_id, handle, device, place, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${account}, ${'TENFOLD'.padEnd(20, '0')}, 'bench', '', now() + interval '10 hours')`.execute(
    db,
  );

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** What a server answers a question of the five from. */
const queries = (db: Db, messages: number): Record<string, () => Promise<unknown>> => {
  const config = readConfig({ PROVIDERS: 'none' });
  const owner = { id: account, number: '10000001', locale: 'en' } as Account;
  const head = { id: 'support', title: 'Support', kind: 'support' } as const;
  const thread = (page?: string) => pageOfChat(db, head, { id: longChat, looker: account }, page);
  const history = async (filter: Parameters<typeof historyRows>[2], most = pageSize) => {
    const rows = await historyRows(db, { account, kind: 'exchange' }, filter, most);
    return operationEntities(db, rows.slice(0, pageSize - 1), 'en', account);
  };
  return {
    'history, a page': () => history({}),
    // Of few only so many failed: as many rows are read of both.
    'history, those that failed': () => history({ status: 'failed' }, failedOfFew),
    'reserves of all currencies': () => reserves(db),
    wallets: () => readWallets(db, owner, config),
    'the list of chats': () => listOfChats(db, { account, locale: 'en' }),
    'what is unread': () => readUnread(db, { id: account }),
    'a chat, its end': () => thread(),
    'a chat, in its middle': () => thread(`before-${messages / 2}`),
  };
};

/** What is told whole: ten times as many rows are read and summed up, and the README says why. */
const whole: ReadonlySet<string> = new Set(['wallets', 'what is unread']);

const screens: [name: string, path: string, shown: string][] = [
  ['history', '/history/exchange', '[data-index]'],
  ['wallets', '/history/deposit', '#wallets li'],
  ['list of chats', '/chat', 'main a[href^="/chat/private/"]'],
  ['a chat', '/chat/support', '[role=log] [data-index], main [data-index]'],
];

/** Ms from the address until what the screen is about stands there. */
const shownAfter = async (browser: Browser, url: string, path: string, shown: string): Promise<number> => {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  try {
    await context.addCookies([{ name: 'session', value: token, url }]);
    const page = await context.newPage();
    await page.addInitScript((wanted) => {
      new MutationObserver((_, watch) => {
        if (!document.querySelector(wanted)) return;
        watch.disconnect();
        requestAnimationFrame(() => Object.assign(globalThis, { shownAt: performance.now() }));
      }).observe(document, { subtree: true, childList: true });
    }, shown);
    await page.goto(`${url}${path}`);
    await page.waitForFunction(() => 'shownAt' in globalThis);
    return await page.evaluate(() => (globalThis as unknown as { shownAt: number }).shownAt);
  } finally {
    await context.close();
  }
};

interface Ground {
  db: Db;
  size: Size;
  server: Child;
}

/** Measures one with few and with ten times as many, in turns. */
const compared = async (
  name: string,
  count: number,
  grounds: readonly [Ground, Ground],
  once: (ground: Ground) => Promise<number>,
): Promise<void> => {
  const taken: [number[], number[]] = [[], []];
  for (let time = 0; time <= count; time += 1)
    for (const [at, ground] of grounds.entries()) {
      const ms = await once(ground);
      if (time > 0) taken[at]!.push(ms);
    }
  const [small, large] = taken.map(median) as [number, number];
  const about = { digits: 2, control: { name: 'of few, ms', figure: small }, more: `   ${large.toFixed(2)}` };
  if (whole.has(name)) told(name, large / small, about);
  else held(name, large / small, budget.tenfold, about);
};

/** Prints by how much each query and each screen is slower with ten times as much of what it shows. */
export const benchTenfold = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-tenfold-'));
  const embedded = await openEmbedded(dataDir);
  const admin = openPool(embedded.url, 1, () => {});
  const pools = [admin];
  const servers: Child[] = [];
  const prepare = async (name: string, size: Size): Promise<Ground> => {
    await admin.pool.query(`create database ${name}`);
    const url = embedded.url.replace(/\/postgres$/, `/${name}`);
    const pool = openPool(url, 2, () => {});
    pools.push(pool);
    await migrate(pool);
    await fillHistory(pool.db, size.operations);
    await fillWallets(pool.db, size.wallets);
    await fillHouse(pool.db, size.postings);
    await fillChats(pool.db, size);
    await openSession(pool.db);
    const server = await serverAt({
      ...{ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DIST_DIR: 'dist', DATABASE_POOL: '4' },
      ...{ PROVIDERS: 'none', SEED_DEMO: '0', DATABASE_URL: url },
    });
    servers.push(server);
    return { db: pool.db, size, server };
  };
  const browser = await chromium.launch(launch);
  try {
    const grounds = [await prepare('few', few), await prepare('tenfold', tenfold)] as const;
    console.log('\nten times as much ÷ few: a query, and a screen from its address until it shows\n');
    for (const name of Object.keys(queries(grounds[0].db, 0)))
      await compared(name, times, grounds, async ({ db, size }) => {
        const began = performance.now();
        await queries(db, size.messages)[name]!();
        return performance.now() - began;
      });
    for (const [name, path, shown] of screens)
      await compared(`the screen: ${name}`, openings, grounds, ({ server }) =>
        shownAfter(browser, `http://127.0.0.1:${server.port}`, path, shown),
      );
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
    for (const { db } of pools) await db.destroy();
    await embedded.leave();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
};
