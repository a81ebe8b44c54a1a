import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { bankCheck, bankErrors } from './bank.ts';
import { startChild, type ChildServer } from './harness.ts';
import { check, makePerson, provider, statusOf, submit, until, type Ask, type Person } from './money.ts';

/** Twenty people exchange for this long, on two processes. */
const duration = 5_000;
const codes = ['USD', 'EUR', 'JPY', 'BTC', 'ETH'];
const sums: Record<string, string[]> = {
  USD: ['10', '12.34', '250', '999.99'],
  EUR: ['10', '11.11', '180.07'],
  JPY: ['1500', '2001', '33333'],
  BTC: ['0.0001', '0.00123457'],
  ETH: ['0.003', '0.010000000000000001'],
};

let one: ChildServer;
let two: ChildServer;
beforeAll(async () => {
  one = await startChild({ SEED_DEMO: '0', DATABASE_POOL: '8' });
  two = await startChild({ SEED_DEMO: '0', DATABASE_POOL: '8', DATABASE_URL: one.databaseUrl });
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;

const anyAsk = (): Ask => {
  const src = pick(codes);
  return { src, dst: pick(codes.filter((code) => code !== src)), side: 'give', amount: pick(sums[src] ?? []) };
};

/** Checks, then submits here and there at once, or forgets it; asks for the status in between. */
const live = async (person: Person, until_: number): Promise<number[]> => {
  const there = await person.elsewhere(two);
  const seen: number[] = [];
  while (performance.now() < until_) {
    const { http, body } = await check(pick([person.browser, there]), anyAsk());
    seen.push(http);
    if (http !== 200) continue;
    const operation = body.payload as Operation;
    const browsers = pick([[], [person.browser], [there], [person.browser, there, person.browser]]);
    const replies = await Promise.all(browsers.map((browser) => submit(browser, operation)));
    seen.push(...replies.map((reply) => reply.http));
    await statusOf(there, operation);
  }
  return seen;
};

describe('the bank', () => {
  test('F3 twenty people on two processes, retries, failures, double answers, changing fees: not one unit is off, at any moment', async () => {
    await provider(one.db, 'settle');
    const people = await Promise.all(
      Array.from({ length: 20 }, () =>
        makePerson(one, { USD: '3000', EUR: '900', JPY: '150000', BTC: '0.02', ETH: '0.4' }),
      ),
    );
    for (const [at, { number: whom }] of people.entries())
      await provider(one.db, pick(['settle', 'fail', 'twice']), { whom, delay: at * 10 });

    const end = performance.now() + duration;
    const everybody = people.map((person) => live(person, end));
    const watching = (async () => {
      const errors: string[] = [];
      while (performance.now() < end) {
        errors.push(...(await bankErrors(one.db)));
        const { src, dst } = anyAsk();
        await one.db.updateTable('exchange_pairs').set({ src }).where('src', '=', src).where('dst', '=', dst).execute();
      }
      return errors;
    })();
    const seen = (await Promise.all(everybody)).flat();
    expect(await watching).toEqual([]);
    // Refused for a reason of the person's own, never by a fault of the server.
    expect([...new Set(seen)].filter((http) => ![200, 409, 422].includes(http))).toEqual([]);

    const jobs = () => one.db.selectFrom('jobs').select('operation_id').execute();
    await until(async () => (await jobs()).length === 0, 'not everything was settled');
    await bankCheck(one.db);
    const rows = await one.db
      .selectFrom('operations')
      .select(['status', (eb) => eb.fn.countAll<string>().as('count')])
      .where('kind', '=', 'exchange')
      .groupBy('status')
      .execute();
    const counts = Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
    expect(counts['completed']).toBeGreaterThan(20);
    expect(counts['failed']).toBeGreaterThan(0);
    expect(counts['processing']).toBeUndefined();
  });
});
