import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, movementsOf, until, type Person } from './money.ts';
import {
  bitcoinByCard,
  byBank,
  factOf,
  handOver,
  ordered,
  outside,
  paymentBecomes,
  paymentOf,
  payTo,
  press,
} from './payments.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server, {});
  await server.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', person.id).execute();
  // Nothing is called back: only who asks the provider hears of a payment.
  await outside(server.db, person.number, 'never');
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const has = async (currency: string) => (await balanceOf(server.db, person.id, currency)).available;
/** By whoever asks for all: its page would ask for this one alone. */
const isCompleted = ({ id }: Operation) =>
  until(
    async () => (await person.browser.get(`/api/operation/read/${id}`)).body.payload.status === 'completed',
    `${id} was never credited`,
  );
const receiptsOf = async ({ id }: Operation) =>
  (await server.db.selectFrom('payment_receipts').select('id').where('operation_id', '=', id).execute()).length;

const end = async () => {
  await sql`drop function if exists refuse cascade`.execute(server.db);
};
afterEach(async () => {
  await end();
  await sql`drop sequence refused`.execute(server.db);
});

/** The database notes no payment of this order until `end`, whatever becomes of the statements. */
const refusing = async ({ id }: Operation) => {
  const { db } = server;
  await sql`create sequence refused`.execute(db);
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin
      perform nextval('refused');
      raise exception 'busy' using errcode = '53300';
    end $$`.execute(db);
  await sql
    .raw(
      `create trigger refuse before insert on payment_receipts for each row when (new.operation_id = '${id}') execute function refuse()`,
    )
    .execute(db);
  return {
    happened: () =>
      until(
        async () => (await sql<{ is_called: boolean }>`select is_called from refused`.execute(db)).rows[0]!.is_called,
        'it was never refused',
      ),
    end,
  };
};

describe('a payment that could not be taken in', () => {
  test('F7 is asked for again and credited once, and keeps no later one waiting', async () => {
    const [first, later] = [
      await ordered(person.browser, 'deposit', byBank),
      await ordered(person.browser, 'deposit', byBank),
    ];
    const refusal = await refusing(first);
    await payTo(server, factOf(first, 'reference'));
    await refusal.happened();
    await payTo(server, factOf(later, 'reference'));
    await isCompleted(later);
    expect([await has('EUR'), await receiptsOf(first)]).toEqual(['100', 0]);
    await refusal.end();
    await isCompleted(first);
    expect(await movementsOf(server.db, first)).toEqual(['settle']);
    expect([await has('EUR'), await receiptsOf(first)]).toEqual(['200', 1]);
  });

  test('F8 ends no order whose time passes meanwhile: paid in time, it is bought', async () => {
    const order = await ordered(person.browser, 'purchase', bitcoinByCard);
    const refusal = await refusing(order);
    await press(await handOver(order), 'pay');
    // Whoever asks from here on is told of it.
    await refusal.happened();
    await sql`
      with paid as (update sandbox_payments set at = now() - interval '3601 seconds' where operation_id = ${order.id})
      update operations set payment_until = now() - interval '1 hour' where id = ${order.id}`.execute(server.db);
    expect((await paymentOf(person.browser, order)).status).toBe('awaiting_payment');
    await refusal.end();
    const { timeline } = await paymentBecomes(person.browser, order, 'completed');
    expect(timeline.map(({ status }) => status)).toEqual(['open', 'awaiting_payment', 'processing', 'completed']);
    expect([await has('BTC'), await receiptsOf(order)]).toEqual([String(Number(order.terms.get.amount)), 1]);
  });
});
