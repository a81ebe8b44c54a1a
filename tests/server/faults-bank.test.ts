import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../tools/deep.ts';
import { bankErrors, lostErrors, unheardErrors } from './bank.ts';
import { act, disturb, live, makeCustomers, Site, type Customer } from './bank-life.ts';
import { methods, pick, ways } from './bank-ways.ts';
import { hurry, provider } from './money.ts';
import { payout } from './withdraw.ts';

/** How long people move money, in milliseconds; and how many of them, on how many processes. */
const duration = deep ? 60_000 : 10_000;
const people = 50;
const processes = 3;

/** Where a process that takes the place of a dead one is going to die by itself, in the middle of somebody's money. */
const failpoints = [
  '',
  'before COMMIT@exchange.submit',
  'after COMMIT@exchange.submit',
  'before COMMIT@exchange_all.submit',
  'after COMMIT@exchange_all.submit',
  'before COMMIT@transfer.submit',
  'after COMMIT@transfer.submit',
  'after COMMIT@withdraw.submit',
  'after COMMIT@operation.cancel',
  'before COMMIT@deposit.integration_json',
  'after COMMIT@purchase.integration_json',
  'before COMMIT@payment',
  'after COMMIT@payment',
  'before COMMIT@settlement',
  'after COMMIT@settlement',
];

let site: Site;
beforeAll(async () => {
  site = await Site.start(processes);
  await provider(site.db, 'settle');
});
afterAll(() => site.close());

/** How many operations that people started stand where, as `<kind> <status>`. */
const outcomes = async (): Promise<Record<string, number>> => {
  const rows = await site.db
    .selectFrom('operations')
    .select(['kind', 'status', (eb) => eb.fn.countAll<string>().as('count')])
    .where('kind', 'in', Object.keys(ways) as 'exchange'[])
    .where('parent_id', 'is', null)
    // Not the money that people have from the start.
    .where(sql<boolean>`(kind <> 'deposit' or details ? 'method')`)
    .groupBy(['kind', 'status'])
    .execute();
  return Object.fromEntries(rows.map(({ kind, status, count }) => [`${kind} ${status}`, Number(count)]));
};

/** Ways in and out by which none came to a good end. */
const leftMethods = async (): Promise<typeof methods> => {
  const rows = await site.db
    .selectFrom('operations')
    .select(sql<string>`details->>'method'`.as('method'))
    .distinct()
    .where('status', '=', 'completed')
    .execute();
  return methods.filter(({ method }) => !rows.some((row) => row.method === method));
};

/** Kinds and ways by which none came to a good end, for the machine was too slow: somebody does one more of each. */
const left = async (customers: Customer[]): Promise<string[]> => {
  const counts = await outcomes();
  const kinds = Object.keys(ways).filter((kind) => (counts[`${kind} completed`] ?? 0) === 0);
  const unused = await leftMethods();
  await Promise.all([
    ...kinds.map((kind) => act(site, pick(customers), kind)),
    ...unused.map(({ kind, method }) => act(site, pick(customers), kind, method)),
  ]);
  await hurry(site.db);
  return [...kinds, ...unused.map(({ method }) => method)];
};

const underWay = async (): Promise<number> => {
  await hurry(site.db);
  const rows = await site.db.selectFrom('operations').select('id').where('status', '=', 'processing').execute();
  const unheard = await site.db.selectFrom('sandbox_payments').select('id').where('heard', '=', false).execute();
  return rows.length + unheard.length;
};

describe('the bank', () => {
  test(`F3 F4 F6 F7 F8 F9 ${people} people, every kind of operation, ${processes} processes that are killed, providers that fail: not one unit is off, at any moment`, async () => {
    const customers = await makeCustomers(site, people);
    const begun = performance.now();
    const end = begun + duration;
    const everybody = customers.map((customer) => live(site, customer, end));
    const errors = new Set<string>();
    let looks = 0;
    const look = async () => {
      // What was said before the look began, or what is said during it would seem lost.
      const said = customers.flatMap((customer) => customer.said);
      for (const error of [...(await bankErrors(site.db)), ...(await lostErrors(site.db, said))]) errors.add(error);
      looks += 1;
    };
    const watching = (async () => {
      while (performance.now() < end) await look();
    })();
    let kills = 0;
    const disturbing = (async () => {
      while (performance.now() < end) {
        await Promise.all([pick(customers), pick(customers)].map((customer) => disturb(site, customer)));
        const [src, dst] = pick([
          ['USD', 'BTC'],
          ['EUR', 'USD'],
          ['JPY', 'ETH'],
        ] as const);
        await site.db
          .updateTable('exchange_pairs')
          .set({ src })
          .where('src', '=', src)
          .where('dst', '=', dst)
          .execute();
        await pause(100);
      }
    })();
    const killing = (async () => {
      while (performance.now() < end) {
        await pause(1_000);
        await site.replaceOne(pick(failpoints));
        kills += 1;
      }
    })();
    await Promise.all([...everybody, watching, disturbing, killing]);

    // Everybody is served again and verified, and what is under way ends.
    site.bury();
    await site.replaceOne('');
    for (const { person } of customers) await payout(site.db, person.number);
    await site.db.updateTable('accounts').set({ verification_level: 1 }).execute();
    await expect.poll(() => left(customers), { timeout: 40_000, interval: 250 }).toEqual([]);
    await expect.poll(underWay, { timeout: 40_000, interval: 250 }).toBe(0);
    await look();
    const paid = customers.flatMap((customer) => customer.paid);
    for (const error of await unheardErrors(site.db, paid)) errors.add(error);
    expect([...errors]).toEqual([]);

    const { rows: waits } = await sql<{ deadlocks: string }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(site.db);
    expect(waits).toEqual([{ deadlocks: '0' }]);
    // Refused for a reason of the person's own or for asking for too many codes, not answered by one who died, or told to
    // come again by one who is too busy; never by a fault of the server.
    const seen = Map.groupBy(
      customers.flatMap((customer) => customer.seen),
      (http) => http,
    );
    expect([...seen.keys()].filter((http) => ![0, 200, 409, 422, 429, 503].includes(http))).toEqual([]);
    const counts = await outcomes();
    if (process.env['TELL'] === '1')
      console.warn(counts, {
        looks,
        kills,
        paid: paid.length,
        answers: Object.fromEntries([...seen].map(([http, all]) => [http, all.length])),
      });
    // However slow the machine is: some died, and somebody looked meanwhile and at the end.
    expect(looks).toBeGreaterThan(1);
    expect(kills).toBeGreaterThan(0);
  }, 180_000);
});
