import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DescribedForm } from '../../contract/payment.ts';
import { boundOf } from '../../machines/form/quote.ts';
import { pairOf } from '../../machines/described-form/described-form.context.ts';
import { openPool } from '../../server/db/db.ts';
import type { SignedInCtx } from '../../server/area.ts';
import { setMethodOpen } from '../../server/payments/pause.ts';
import { transferFormOf } from '../../server/transfer/form.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';
import { byBank, checkPayment, factOf, ordered, outside, paymentBecomes, payTo } from './payments.ts';
import { checkTransfer, transferred } from './transfer.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server);
  await verify(0);
  await outside(server.db, person.number);
});
afterAll(() => server.close());

const verify = (level: 0 | 1) =>
  server.db.updateTable('accounts').set({ verification_level: level }).where('id', '=', person.id).execute();
const formOf = async (path: string): Promise<DescribedForm> => (await person.browser.get(`/api${path}`)).body.payload;
const byBankForm = () => formOf('/deposit/form/bank_eur_in');
const order = (amount: string) => ordered(person.browser, 'deposit', { ...byBank, amount });
const check = (amount: string) => checkPayment(person.browser, 'deposit', { ...byBank, amount });

/** When the operation was confirmed, and a day later. */
const dayAfter = async ({ id }: { id: string }): Promise<number> => {
  const { submitted_at: at } = await server.db
    .selectFrom('operations')
    .select('submitted_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Date.parse(at ?? '') + 24 * 60 * 60_000;
};
const momentOf = (at: string | undefined): number => Date.parse(at ?? '');

describe('what is left of a day, before an amount is typed', () => {
  test('F7 a form says it where it is less than the most at once, and the check takes no more', async () => {
    await order('900');
    await order('900');
    expect((await byBankForm()).today).toBeUndefined();
    await order('900');
    expect((await byBankForm()).today).toEqual({ left: '300.00', verification: true });
    expect((await check('300.01')).failure.code).toBe('above_day_maximum');
    expect((await check('300')).http).toBe(200);
    // Of another currency and another direction nothing is used up.
    expect((await formOf('/deposit/form/bitcoin_btc_in')).today).toBeUndefined();
    expect((await formOf('/withdraw/form/bank_eur')).today).toBeUndefined();
    await verify(1);
    expect((await byBankForm()).today).toBeUndefined();
  });

  test('F7 where less is left than the least, a form says from when that fits again', async () => {
    const first = await order('11');
    const second = await order('989');
    const third = await order('1000');
    await order('998');
    expect((await byBankForm()).today).toMatchObject({ left: '2.00', verification: true });
    expect(momentOf((await byBankForm()).today?.again_at)).toBe(await dayAfter(first));
    // What came in place of the second, and waits, is more than a day has left: the first alone makes no room.
    await payTo(server, factOf(second, 'reference'), { amount: '1010' });
    await paymentBecomes(person.browser, second, 'cancelled');
    const { today } = await byBankForm();
    expect(today?.left).toBe('0.00');
    expect(momentOf(today?.again_at)).toBe(await dayAfter(third));
    await server.db
      .updateTable('operations')
      .set({ submitted_at: new Date(Date.now() - 24 * 60 * 60_000).toISOString() })
      .where('id', '=', third.id)
      .execute();
    expect((await byBankForm()).today).toEqual({ left: '981.00', verification: true });
  });

  test('F7 a day lasts 24 hours from the confirm, however long before that it was checked', async () => {
    const [oldest] = [await order('900'), await order('900'), await order('900')];
    const confirmedAgo = (minutes: number) =>
      server.db.transaction().execute(async (trx) => {
        // An operation keeps when it was checked, for ever.
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql`
          update operations set submitted_at = clock_timestamp() - ${minutes}::integer * interval '1 minute',
            created_at = clock_timestamp() - ${minutes + 31}::integer * interval '1 minute'
          where id = ${oldest.id}`.execute(trx);
      });
    await confirmedAgo(23 * 60 + 59);
    expect((await byBankForm()).today).toEqual({ left: '300.00', verification: true });
    expect((await check('300.01')).failure.code).toBe('above_day_maximum');
    await confirmedAgo(24 * 60);
    expect((await byBankForm()).today).toBeUndefined();
    expect((await check('1000')).http).toBe(200);
  });

  test('F7 the least is that of the page: where a fee takes nearly all, what brings the smallest amount', async () => {
    const feeOf = (percent: string) =>
      server.db.updateTable('payment_methods').set({ percent }).where('id', '=', byBank.method).execute();
    const first = await order('1000');
    for (const amount of ['1000', '950']) await order(amount);
    const usual = await byBankForm();
    expect(usual.today).toEqual({ left: '50.00', verification: true });
    await feeOf('99.99');
    const { today, ...form } = await byBankForm();
    await feeOf(usual.method.fee.percent);
    expect(momentOf(today?.again_at)).toBe(await dayAfter(first));
    for (const one of [usual, { ...form, today }])
      expect(boundOf(pairOf(one), 'give') === 'used up').toBe(one.today?.again_at !== undefined);
  });

  test('F7 a way for verified people alone counts for nobody else, paused or not', async () => {
    const card = { method: 'card_usd_in', side: 'give', amount: '200' };
    for (let times = 0; times < 3; times += 1) await ordered(person.browser, 'deposit', card);
    const answered = async () => (await checkPayment(person.browser, 'deposit', card)).http;
    expect(await answered()).toBe(422);
    await setMethodOpen(server.db, 'bank_usd_in', false);
    expect(await answered()).toBe(422);
    expect((await formOf('/deposit/form/card_usd_in')).today).toMatchObject({ left: '0.00' });
    await verify(1);
    // Of whoever may use it, it is the way that allows most, also while it is paused.
    expect((await formOf('/deposit/form/card_usd_in')).today).toBeUndefined();
    await setMethodOpen(server.db, 'bank_usd_in', true);
  });

  test('F7 a verified identity raises nothing more, and a closed way says nothing', async () => {
    expect((await formOf('/deposit/form/bank_usd_in')).today).toBeUndefined();
    await verify(1);
    for (let made = 0; made < 3; made += 1) await order('49999');
    expect((await byBankForm()).today).toEqual({ left: '3.00', again_at: expect.any(String), verification: false });
  });

  test('F9 each wallet of a transfer says it, and when the oldest counts no more', async () => {
    const other = await makePerson(server, {});
    const ask = { to: other.number, amount: '200' };
    const today = async () => (await person.browser.get('/api/transfer')).body.payload.wallets[0].today;
    expect(await today()).toBeUndefined();
    const first = await transferred(person.browser, ask);
    await transferred(person.browser, ask);
    expect(await today()).toBeUndefined();
    await transferred(person.browser, { ...ask, amount: '150' });
    expect(await today()).toEqual({ left: '50.00', verification: true });
    expect((await checkTransfer(person.browser, { ...ask, amount: '50.01' })).failure.code).toBe('above_day_maximum');
    await transferred(person.browser, { ...ask, amount: '50' });
    const { left, again_at: again } = await today();
    expect([left, momentOf(again)]).toEqual(['0.00', await dayAfter(first)]);
  });

  test('F9 the form of a transfer takes one connection, however many wallets there are', async () => {
    const { id } = await makePerson(server, { USD: '5', EUR: '5', BTC: '5' });
    const { db, pool } = openPool(server.databaseUrl, 5, () => undefined);
    const { wallets } = await transferFormOf({ db, account: { id }, locale: 'en' } as SignedInCtx);
    const opened = pool.totalCount;
    await db.destroy();
    expect([wallets.length, opened]).toEqual([3, 1]);
  });
});
