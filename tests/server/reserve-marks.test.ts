import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPool, type Db, type Pool } from '../../server/db/db.ts';
import { advance } from '../../server/exchange/reserve-marks.ts';
import { reserveQuery } from '../../server/exchange/reserve.ts';
import { depositToHouse } from '../../server/ledger/deposit.ts';
import { bankErrors } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { becomes, checked, makePerson, provider, submit, until } from './money.ts';

/*
 * What the house has is the sum of its postings, most of which are summed already.
 */

let server: TestServer;
let other: Pool;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  other = openPool(server.databaseUrl, 3, () => undefined);
});
afterEach(async () => {
  expect(await bankErrors(server.db)).toEqual([]);
});
afterAll(async () => {
  await other.db.destroy();
  await server.close();
});

const deposit = (db: Db, amount: string, currency = 'USD') =>
  db.transaction().execute((trx) => depositToHouse(trx, { currency, amount }));
const reachOf = async (db: Db) => {
  const { rows } = await sql<{ through: string; newest: string }>`
    select through::text as through, (select max(id)::text from postings) as newest from reserve_reach`.execute(db);
  return { through: Number(rows[0]?.through), newest: Number(rows[0]?.newest) };
};
/** Brings the marks on to what is the newest posting by now; transactions of other test files may be under way. */
const reached = async (db: Db): Promise<void> => {
  const { newest } = await reachOf(db);
  await until(async () => {
    await advance(db);
    return (await reachOf(db)).through >= newest;
  }, 'the marks were never brought on');
};
/** What the house has by marks and what is behind them, and what it has by all postings, where that is something else. */
const wrong = async (db: Db) => {
  const { rows } = await sql`
    select said.currency, said.amount, whole.amount as whole
    from (select currency, amount from (${reserveQuery(null)}) said) said
    full join (
      select currency, sum(amount) as amount from (
        select currency, amount from postings where house = 'exchange'
        union all
        select get_currency, -get from operations where kind in ('exchange', 'purchase') and status in ('awaiting_payment', 'processing')) all_of_it
      group by currency) whole on whole.currency = said.currency
    where said.amount is distinct from whole.amount`.execute(db);
  return rows;
};

test('F3 marks and what is behind them are all postings, while exchanges settle and the marks are brought on by two', async () => {
  await provider(server.db, 'settle');
  const people = await Promise.all([1, 2, 3, 4].map(() => makePerson(server)));
  let over = false;
  const bringing = [server.db, other.db].map(async (db) => {
    while (!over) await advance(db, undefined, 7);
  });
  const looking = (async () => {
    let looks = 0;
    while (!over) {
      expect(await wrong(other.db)).toEqual([]);
      looks += 1;
    }
    return looks;
  })();
  for (let time = 0; time < 3; time += 1)
    await Promise.all(
      people.map(async ({ browser }) => {
        const operation = await checked(browser);
        await submit(browser, operation);
        await becomes(browser, operation, 'completed');
      }),
    );
  over = true;
  await Promise.all(bringing);
  expect(await looking).toBeGreaterThan(10);
  await reached(server.db);
  expect(await wrong(server.db)).toEqual([]);
});

test('F3 postings whose transaction is still open when later ones are there are not passed over', async () => {
  const { db } = server;
  await reached(db);
  const drawn = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const before = await reachOf(db);
  onTestFinished(() => end.resolve());
  const open = other.db.transaction().execute(async (trx) => {
    await depositToHouse(trx, { currency: 'USD', amount: '5' });
    drawn.resolve();
    await end.promise;
  });
  await drawn.promise;
  // Nobody has had a number after that one when its ids are seen, and somebody has when they are looked at.
  await advance(db);
  await deposit(db, '7');
  for (let time = 0; time < 3; time += 1) await advance(db);
  expect((await reachOf(db)).through).toBe(before.newest);
  expect(await wrong(db)).toEqual([]);
  end.resolve();
  await open;
  expect(await wrong(db)).toEqual([]);
  await reached(db);
  expect(await wrong(db)).toEqual([]);
});

test('F3 postings that are not kept hold nothing up', async () => {
  const { db } = server;
  const taken = db.transaction().execute(async (trx) => {
    await depositToHouse(trx, { currency: 'USD', amount: '5' });
    throw new Error('not kept');
  });
  await expect(taken).rejects.toThrow('not kept');
  await deposit(db, '7');
  await reached(db);
  expect(await wrong(db)).toEqual([]);
});

test('F3 two that bring the marks on at once count nothing twice', async () => {
  const { db } = server;
  for (let time = 0; time < 10; time += 1) {
    await deposit(db, String(time + 1));
    await Promise.all([db, other.db, db, other.db].map((each) => advance(each, undefined, 1)));
    expect(await wrong(db)).toEqual([]);
  }
  await reached(db);
  expect(await wrong(db)).toEqual([]);
});

test('F3 marks of a dump that was restored into a cluster of lower numbers go on', async () => {
  const { db } = server;
  await deposit(db, '3');
  await advance(db);
  await sql`
    update reserve_reach set before = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000000)::text::xid8`.execute(
    db,
  );
  await deposit(db, '4');
  await reached(db);
  expect(await wrong(db)).toEqual([]);
});

test('F3 what is asked of one currency reads no posting that is under its mark, and expects few', async () => {
  const { db } = server;
  const lines = 20_000;
  await db.transaction().execute(async (trx) => {
    const id = await depositToHouse(trx, { currency: 'USD', amount: '1' });
    await sql`
      insert into postings (movement_id, house, currency, amount, note)
      select m.id, house, currency, case house when 'exchange' then 1 else -1 end, 'deposit'
      from movements m, generate_series(1, ${lines}::int) n, unnest(array['USD', 'EUR']) currency,
        unnest(array['exchange', 'outside']) house
      where m.operation_id = ${id}`.execute(trx);
  });
  await sql`vacuum analyze postings`.execute(db);
  await reached(db);
  await deposit(db, '1');
  await deposit(db, '1', 'EUR');
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${reserveQuery('USD')}`.execute(db);
  const scans = allOf(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'postings');
  expect(scans.map((node) => node['Index Name'])).toEqual(['postings_of_house']);
  for (const node of scans) {
    expect(node['Actual Rows'] * node['Actual Loops']).toBe(1);
    expect(node['Plan Rows']).toBeLessThan(lines / 50);
  }
});

interface PlanNode {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
const allOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allOf)];
