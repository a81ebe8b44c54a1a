import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { HistoryKind } from '../../contract/calls/history.ts';
import type { OperationFilter } from '../../contract/operation.ts';
import { openPool, type Db } from '../../server/db/db.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { cursorOf, historyQuery } from '../../server/history/rows.ts';

/** Operations of one account in each of the two lists that are measured; as many belong to other people. */
const many = 100_000;
const pageSize = 21;
/** Rows of one statement: none may take long. */
const slice = 20_000;

/** Two accounts; the first has exchanges, and transfers half of which came to it. One in a thousand failed. */
const fill = async (db: Db): Promise<void> => {
  await sql`insert into accounts (number, email) select (10000000 + n)::text, 'bench' || n || '@example.com' from generate_series(1, 3) n`.execute(
    db,
  );
  // What the timeline would keep of them is nothing that a page's query reads.
  await sql`alter table operations disable trigger user`.execute(db);
  for (const [kind, from] of [
    ['exchange', 0],
    ['transfer', 1],
  ] as const)
    for (let begun = 0; begun < 2 * many; begun += slice)
      await sql`
      insert into operations (id, account_id, counterparty_id, kind, status, give_currency, give, get_currency, get, fee, rate,
        asked_side, asked_amount, terms_version, created_at, expires_at)
      select ${String(from)} || lpad(n::text, 19, '0'), case when n % 2 = 1 then 2 else case when ${from} = 1 and n % 4 = 0 then 3 else 1 end end,
        case when ${from} = 1 then case when n % 2 = 1 then 3 when n % 4 = 0 then 1 else 2 end end, ${kind},
        case when n % 2000 = 0 then 'failed' else 'completed' end, 'USD', 10,
        case when ${from} = 1 then 'USD' when n % 1000 = 0 then 'ETH' else 'EUR' end, 9, 0, 0.9, 'give', 10, 1,
        timestamptz '2020-01-01' + n * interval '1 minute', now()
      from generate_series(${begun}::int + 1, ${begun + slice}::int) n`.execute(db);
  await sql`alter table operations enable trigger user`.execute(db);
  await sql`vacuum analyze operations`.execute(db);
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
];

const medianOf = (times: number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

/** Prints how long one page of a history of a hundred thousand operations takes to find, and by which plan. */
export const benchHistory = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'statera-history-'));
  const embedded = await openEmbedded(dataDir);
  const pool = openPool(embedded.url, 2, () => {});
  try {
    await migrate(pool);
    await fill(pool.db);
    console.log(`\nmilliseconds for the query of a page, ${many.toLocaleString('en')} operations of one account\n`);
    const plans: string[] = [];
    for (const { name, kind, filter, shown } of cases) {
      const ask = () => historyQuery(pool.db, { account: '1', kind }, filter, pageSize);
      const times: number[] = [];
      for (let time = 0; time < 15; time++) {
        const begun = performance.now();
        await ask()?.execute();
        times.push(performance.now() - begun);
      }
      console.log(`${name.padEnd(40)}${medianOf(times).toFixed(2).padStart(9)}   of 10.00`);
      if (shown === true) {
        const plan = (await ask()?.explain<{ 'QUERY PLAN': string }>('text', sql`analyze, costs off`)) ?? [];
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
