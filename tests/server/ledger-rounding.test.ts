import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { checked, makePerson, movementsOf, provider, submit, until, type Ask } from './money.ts';
import { runs } from '../tools/runs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  await provider(server.db, 'settle');
});
afterAll(() => server.close());

const codes = ['USD', 'JPY', 'KZT', 'BTC', 'ETH', 'USDT'] as const;
const scales = { USD: 2, JPY: 0, KZT: 2, BTC: 8, ETH: 18, USDT: 6 } as const;
/** Between the least and a hundred times as much, to the last digit of the currency. */
const least = { USD: 10n, JPY: 1500n, KZT: 5000n, BTC: 1n, ETH: 1n, USDT: 10n } as const;

const asks: fc.Arbitrary<Ask> = fc
  .tuple(fc.constantFrom(...codes), fc.constantFrom(...codes), fc.bigInt(0n, 10n ** 20n))
  .filter(([src, dst]) => src !== dst)
  .map(([src, dst, chance]) => {
    const scale = scales[src];
    const digits = (least[src] * 10n ** BigInt(scale) + (chance % (10n ** BigInt(scale) * 9n)))
      .toString()
      .padStart(scale + 1, '0');
    const amount = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return {
      src,
      dst,
      side: 'give' as const,
      amount: src === 'BTC' ? `0.${amount.split('.')[1]?.replace(/^0/, '1')}` : amount,
    };
  });

describe('rounding in the ledger', () => {
  test('F3 of any exchange, to the last of eighteen digits, no unit appears and none vanishes', async () => {
    const everything = () =>
      sql<{
        currency: string;
      }>`select currency, sum(amount) from postings group by currency having sum(amount) <> 0`.execute(server.db);
    await fc.assert(
      fc.asyncProperty(asks, async (ask) => {
        const person = await makePerson(server, { [ask.src]: ask.amount });
        const operation = await checked(person.browser, ask);
        expect(Number((await submit(person.browser, operation)).http)).toBe(200);
        await until(async () => (await movementsOf(server.db, operation)).length === 2);
        expect(await balanceOf(server.db, person.id, ask.src)).toEqual({ available: '0', held: '0' });
        const { rows } = await sql<{ right: boolean }>`
          select w.available = o.get and o.get <= (o.give - o.fee) * o.rate and (o.give - o.fee) * o.rate - o.get < power(10::numeric, -c.scale)
            and o.fee >= o.give * p.percent / 100 and scale(trim_scale(o.fee)) <= g.scale as right
          from operations o join wallets w on w.account_id = o.account_id and w.currency = o.get_currency
          join currencies c on c.code = o.get_currency join currencies g on g.code = o.give_currency
          join exchange_pairs p on p.src = o.give_currency and p.dst = o.get_currency where o.id = ${operation.id}`.execute(
          server.db,
        );
        expect(rows).toEqual([{ right: true }]);
      }),
      runs(15),
    );
    expect((await everything()).rows).toEqual([]);
    await bankCheck(server.db);
  });
});
