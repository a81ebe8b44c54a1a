import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { HistoryKind } from '../../contract/calls/history.ts';
import type { OperationFilter } from '../../contract/operation.ts';
import { openPool, type Db } from '../../server/db/db.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { cursorOf, historyRows, historyQuery } from '../../server/history/rows.ts';
import { operationEntities } from '../../server/operations/entity.ts';
import budget from './budget.json' with { type: 'json' };
import { held } from './limits.ts';

/** Operations of one account in each list; as many belong to other people. */
const many = 100_000;
/** What a page asks for: twenty, and one more to know whether there are others. */
const pageSize = 21;
/** How often each page is asked for: enough that the second slowest is the 99th of a hundred. */
const times = 100;
/** Rows of one statement: none may take long. */
const slice = 20_000;

/** `part`: so many of them. One exchange in a hundred is of all, with three lines. */
const lists = [
  { kind: 'exchange', get: `case when n % 1000 = 0 then 'ETH' else 'EUR' end`, method: null, part: 1 },
  { kind: 'transfer', get: `'USD'`, method: null, part: 1 },
  { kind: 'deposit', get: `'USD'`, method: 'bank_usd_in', part: 1 },
  { kind: 'withdraw', get: `'USD'`, method: 'swift_usd', part: 1 },
  { kind: 'purchase', get: `'BTC'`, method: 'card_usd_btc', part: 1 },
  { kind: 'exchange_all', get: `'EUR'`, method: null, part: 1 / 100 },
] as const;

/** `at`: which list, the first figure of its ids. */
const fillList = async (db: Db, many: number, at: number, begun: number): Promise<void> => {
  const { kind, get, method, part } = lists[at]!;
  const transfer = kind === 'transfer';
  const minutes = kind === 'exchange_all' ? 100 : 1;
  const end = Math.min(begun + slice, 2 * many * part);
  const id = sql`${String(at)} || lpad(n::text, 19, '0')`;
  const details = JSON.stringify(method === null ? {} : { method, facts: [{ label: 'method', text: method }] });
  await sql`
    insert into operations (id, account_id, counterparty_id, kind, status, reason, give_currency, give, get_currency, get, fee,
      rate, asked_side, asked_amount, terms_version, details, created_at, expires_at)
    select ${id}, case when n % 2 = 1 then 2 else case when ${transfer} and n % 4 = 0 then 3 else 1 end end,
      case when ${transfer} then case when n % 2 = 1 then 3 when n % 4 = 0 then 1 else 2 end end, ${kind},
      case when n % 2000 = 0 then 'failed' else 'completed' end, case when n % 2000 = 0 then 'provider_declined' end,
      'USD', 10, ${sql.raw(get)}, 9, 0, 0.9, 'give', 10, 1, ${details}::jsonb,
      timestamptz '2020-01-01' + n * ${minutes}::int * interval '1 minute', now()
    from generate_series(${begun}::int + 1, ${end}::int) n`.execute(db);
  await sql`
    insert into operation_timeline (operation_id, status, at)
    select ${id}, status, timestamptz '2020-01-01' + n * ${minutes}::int * interval '1 minute'
    from generate_series(${begun}::int + 1, ${end}::int) n,
      unnest(array['open', 'processing', 'completed']) with ordinality as steps (status, place)
    where n % 2 = 0 order by n, place`.execute(db);
  if (kind === 'exchange_all')
    await sql`
      insert into operations (id, parent_id, account_id, kind, status, give_currency, give, get_currency, get, fee, rate,
        asked_side, asked_amount, terms_version, created_at, expires_at)
      select line::text || lpad(n::text, 19, '0'), ${id}, case when n % 2 = 1 then 2 else 1 end, 'exchange', 'completed',
        (array['USD', 'BTC', 'ETH'])[line - 6], 10, 'EUR', 3, 0, 0.9, 'give', 10, 1,
        timestamptz '2020-01-01' + n * ${minutes}::int * interval '1 minute', now()
      from generate_series(${begun}::int + 1, ${end}::int) n, generate_series(7, 9) line`.execute(db);
};

/** Three accounts; the first has every kind of operation, and transfers half of which came to it. One in a thousand failed. */
export const fillHistory = async (db: Db, many: number): Promise<void> => {
  await sql`insert into accounts (number, email) select (10000000 + n)::text, 'bench' || n || '@example.com' from generate_series(1, 3) n`.execute(
    db,
  );
  const written = ['operations', 'operation_timeline'].map((name) => sql.table(name));
  // The triggers would write a timeline one by one, and refuse what begins at its end.
  for (const table of written) await sql`alter table ${table} disable trigger user`.execute(db);
  for (const [at, { part }] of lists.entries())
    for (let begun = 0; begun < 2 * many * part; begun += slice) await fillList(db, many, at, begun);
  for (const table of written) await sql`alter table ${table} enable trigger user`.execute(db);
  for (const table of written) await sql`vacuum analyze ${table}`.execute(db);
};

interface Case {
  name: string;
  kind: HistoryKind;
  filter: OperationFilter;
  shown?: boolean;
}

/** A place in the middle of the two hundred thousand minutes. */
const middle = cursorOf({ time: String(Date.parse('2020-03-10T12:00:00Z') * 1_000), id: '0'.repeat(20) });

const cases: Case[] = [
  { name: 'exchanges, first page', kind: 'exchange', filter: {}, shown: true },
  { name: 'exchanges, a page in the middle', kind: 'exchange', filter: { cursor: middle } },
  { name: 'exchanges of one day', kind: 'exchange', filter: { from: '2020-02-02', to: '2020-02-02' } },
  { name: 'exchanges, one in a thousand failed', kind: 'exchange', filter: { status: 'failed' } },
  { name: 'exchanges, a currency of one in 500', kind: 'exchange', filter: { currency: 'ETH' } },
  { name: 'exchanges, a currency that is not there', kind: 'exchange', filter: { currency: 'KZT' } },
  { name: 'transfers, a currency that is not there', kind: 'transfer', filter: { currency: 'KZT' } },
  { name: 'transfers both ways, first page', kind: 'transfer', filter: {}, shown: true },
  { name: 'transfers both ways, in the middle', kind: 'transfer', filter: { cursor: middle } },
  { name: 'deposits, first page', kind: 'deposit', filter: {} },
  { name: 'deposits, one in a thousand failed', kind: 'deposit', filter: { status: 'failed' } },
  { name: 'withdrawals, first page', kind: 'withdraw', filter: {} },
  { name: 'withdrawals, a page in the middle', kind: 'withdraw', filter: { cursor: middle } },
  { name: 'purchases, first page', kind: 'payment', filter: {} },
  { name: 'purchases, a currency that is not there', kind: 'payment', filter: { currency: 'KZT' } },
];

/** The one below which are so many of a hundred. */
const part = (taken: number[], hundredths: number): number =>
  taken.toSorted((one, other) => one - other)[
    Math.min(taken.length - 1, Math.ceil((taken.length * hundredths) / 100) - 1)
  ] ?? 0;

/** Milliseconds of the query of a page, and of the whole page: with all that is read of its rows besides. */
const timesOf = async (db: Db, { kind, filter }: Case): Promise<{ query: number[]; page: number[] }> => {
  const query: number[] = [];
  const page: number[] = [];
  for (let time = 0; time < times; time++) {
    const begun = performance.now();
    const rows = await historyRows(db, { account: '1', kind }, filter, pageSize);
    query.push(performance.now() - begun);
    await operationEntities(db, rows.slice(0, pageSize - 1), 'ru', '1');
    page.push(performance.now() - begun);
  }
  return { query, page };
};

/** Prints how long one page of a history of a hundred thousand operations takes to find and to read, and by which plan. */
export const benchHistory = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-history-'));
  const embedded = await openEmbedded(dataDir);
  const pool = openPool(embedded.url, 2, () => {});
  try {
    await migrate(pool);
    await fillHistory(pool.db, many);
    console.log(
      `\nmilliseconds of a page's query and of the whole page, ${many.toLocaleString('en')} operations a list\n`,
    );
    const plans: string[] = [];
    for (const one of cases) {
      const { name, kind, filter, shown } = one;
      const { query, page } = await timesOf(pool.db, one);
      held(name, part(query, 50), budget.historyQueryMilliseconds, {
        digits: 2,
        more: `   99th ${part(query, 99).toFixed(2)}`,
      });
      held(`${name}: whole page`, part(page, 50), budget.historyPageMilliseconds, {
        digits: 2,
        more: `   99th ${part(page, 99).toFixed(2)}`,
      });
      if (shown === true) {
        const asked = historyQuery(pool.db, { account: '1', kind }, filter, pageSize);
        const plan = (await asked?.explain<{ 'QUERY PLAN': string }>('text', sql`analyze, costs off`)) ?? [];
        plans.push(`\n${name}\n${plan.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
      }
    }
    console.log(plans.join('\n'));
  } finally {
    await pool.db.destroy();
    await embedded.leave();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
};
