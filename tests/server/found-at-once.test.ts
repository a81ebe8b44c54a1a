import { sql, type SelectQueryBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestExchange } from '../../server/exchange/worth.ts';
import { receiptOf } from '../../server/payments/deposits-operator.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  person = await makePerson(server);
});
afterAll(() => server.close());

/** Pages of the database that a question reads. */
const pagesOf = async (question: SelectQueryBuilder<never, never, object>): Promise<number> => {
  const [first] = await question.explain<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    'json',
    sql`analyze, buffers`,
  );
  const { Plan: plan } = first?.['QUERY PLAN'][0] ?? {};
  return Number(plan?.['Shared Hit Blocks']) + Number(plan?.['Shared Read Blocks']);
};

describe('what is read on nearly every page, with a long past behind it', () => {
  test('R9 the newest exchange that went through, behind checks that nobody confirmed', async () => {
    const operation = (id: string, status: string, at: string) => sql`
      insert into operations (id, account_id, kind, status, give_currency, give, get_currency, get, fee, rate, asked_side, asked_amount,
        terms_version, created_at, expires_at)
      select ${sql.raw(id)}, ${person.id}, 'exchange', ${status}, 'USD', 10, 'EUR', 9, 0, 0.9, 'give', 10, 1, ${sql.raw(at)}, now()
      from generate_series(1, ${status === 'expired' ? 20_000 : 1}::integer) n`;
    await operation(`'G' || lpad(n::text, 19, '0')`, 'completed', `now() - interval '1 year'`).execute(server.db);
    await operation(`'H' || lpad(n::text, 19, '0')`, 'expired', `now() - n * interval '1 second'`).execute(server.db);
    await sql`vacuum analyze operations`.execute(server.db);
    const newest = newestExchange(server.db, person.id);
    expect(await newest.execute()).toEqual([{ get_currency: 'EUR' }]);
    expect(await pagesOf(newest as never)).toBeLessThan(10);
  });

  test('R9 the payment that a deposit came by, among all that ever came', async () => {
    const id = `G${'1'.padStart(19, '0')}`;
    await sql`insert into payment_receipts (provider, id, operation_id, status, currency, amount, paid_at, became)
      select 'sandbox', 'many' || n, ${id}, 'received', 'EUR', 1, now(), case when n = 17 then ${id} else 'H' || lpad(n::text, 19, '0') end
      from generate_series(1, 20000) n`.execute(server.db);
    await sql`vacuum analyze payment_receipts`.execute(server.db);
    const receipt = receiptOf(server.db, id);
    expect(await receipt.execute()).toEqual([{ provider: 'sandbox', id: 'many17', operation_id: id }]);
    expect(await pagesOf(receipt as never)).toBeLessThan(10);
  });
});
