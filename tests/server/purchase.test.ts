import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { isPublished } from '../../contract/outward.ts';
import { Big } from '../../server/money/decimal.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, movementsOf, runOut, until, type Person } from './money.ts';
import {
  bitcoinByCard,
  callBack,
  checkedPayment,
  checkPayment,
  handOver,
  ordered,
  outside,
  paymentBecomes,
  paymentOf,
  payTimeOver,
  press,
  submitPayment,
} from './payments.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server, { USD: '10' });
  await server.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', person.id).execute();
  await outside(server.db, person.number);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const bought = async () => (await balanceOf(server.db, person.id, 'BTC')).available;
const dollars = async () => (await balanceOf(server.db, person.id, 'USD')).available;
const order = () => ordered(person.browser, 'purchase', bitcoinByCard);

describe('what can be bought', () => {
  test('F8 R10 by what is bought, or all; each has a form with its rate and what the house has', async () => {
    const all = (await person.browser.get('/api/purchase/ps/all')).body.payload.items;
    const bitcoin = (await person.browser.get('/api/purchase/ps/BTC')).body.payload.items;
    expect(bitcoin.length).toBeGreaterThan(0);
    expect(bitcoin.every(({ get }: { get: { code: string } }) => get.code === 'BTC')).toBe(true);
    expect(all.length).toBeGreaterThan(bitcoin.length);
    for (const { form_path: path } of all) {
      const form = await person.browser.get(`/api${path}`);
      expect([form.http, Number(form.body.payload.rate) > 0, Number(form.body.payload.reserve) > 0]).toEqual([
        200,
        true,
        true,
      ]);
    }
    expect((await person.browser.get('/api/purchase/ps/GOLD')).http).toBe(404);
    expect((await person.browser.get('/api/purchase/form/bank_eur')).http).toBe(404);
    expect((await server.browser().get('/api/purchase/ps/all')).http).toBe(401);
  });

  test.each([
    [{ amount: '9.99' }, 422, 'below_minimum'],
    [{ amount: '5000.01' }, 422, 'above_maximum'],
    [{ amount: '10.001' }, 422, 'too_precise'],
    [{ method: 'bank_eur_in' }, 409, 'method_unavailable'],
    [{ email: 'nobody' }, 422, 'invalid'],
  ])('F8 %j is refused with %i %s', async (change, http, code) => {
    const refused = await checkPayment(person.browser, 'purchase', { ...bitcoinByCard, ...change });
    expect([refused.http, refused.failure.code]).toEqual([http, code]);
  });

  test('F8 the rate is held for sixty seconds, from either side, and after them nothing is ordered', async () => {
    const operation = await checkedPayment(person.browser, 'purchase', bitcoinByCard);
    const held = Date.parse(operation.expires_at) - Date.parse(operation.created_at);
    expect(held).toBeGreaterThan(59_000);
    expect(held).toBeLessThanOrEqual(60_100);
    const typed = await checkedPayment(person.browser, 'purchase', { ...bitcoinByCard, side: 'get', amount: '0.001' });
    expect(typed.terms.get).toEqual({ amount: '0.00100000', currency: 'BTC' });
    await runOut(server.db, operation);
    const late = await submitPayment(person.browser, operation);
    expect([late.http, late.failure.code]).toEqual([409, 'quote_expired']);
    expect((await paymentOf(person.browser, operation)).status).toBe('expired');
  });

  test('F8 terms that changed under a check come back complete, and nothing is ordered before a new confirm', async () => {
    const ask = { ...bitcoinByCard, method: 'card_usd_eth' };
    const operation = await checkedPayment(person.browser, 'purchase', ask);
    await server.db.updateTable('payment_methods').set({ percent: '2.6' }).where('id', '=', ask.method).execute();
    const changed = await submitPayment(person.browser, operation);
    expect([changed.http, changed.failure.code]).toEqual([409, 'terms_changed']);
    expect(changed.failure.fresh).toMatchObject({
      kind: 'purchase',
      status: 'open',
      terms: { fee: { amount: '2.60' } },
    });
    expect((await submitPayment(person.browser, changed.failure.fresh as Operation)).http).toBe(200);
  });

  test('F8 the house promises no more than it has', async () => {
    const all = (await person.browser.get('/api/purchase/form/card_eur_eth')).body.payload;
    await server.db
      .updateTable('payment_methods')
      .set({ maximum: '999999999999' })
      .where('id', '=', 'card_eur_eth')
      .execute();
    const refused = await checkPayment(person.browser, 'purchase', {
      method: 'card_eur_eth',
      side: 'get',
      amount: String(Math.ceil(Number(all.reserve)) + 1),
    });
    expect([refused.http, refused.failure.code]).toEqual([422, 'reserve_too_low']);
  });
});

describe('the reserve', () => {
  const ether = { ...bitcoinByCard, method: 'card_eur_eth' };
  const reserve = async (): Promise<string> =>
    (await person.browser.get(`/api/purchase/form/${ether.method}`)).body.payload.reserve;
  const cancel = ({ browser }: Person, { id }: Operation) => browser.post('/api/operation/cancel', { id });

  test('F8 an order that waits to be paid takes what it gets from the reserve, and gives it back when it is cancelled', async () => {
    const before = await reserve();
    const checked = await checkedPayment(person.browser, 'purchase', ether);
    expect(await reserve()).toBe(before);
    const { terms } = (await submitPayment(person.browser, checked)).body.payload as Operation;
    expect(await reserve()).toBe(new Big(before).minus(terms.get.amount).toFixed(18));
    await cancel(person, checked);
    expect(await reserve()).toBe(before);
  });

  test('F8 two checks for all of it, confirmed at once: one is, the other stays open until there is room', async () => {
    await server.db
      .updateTable('payment_methods')
      .set({ maximum: '999999999999' })
      .where('id', '=', ether.method)
      .execute();
    const other = await makePerson(server);
    await server.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', other.id).execute();
    const before = await reserve();
    const all = { ...ether, side: 'get', amount: before };
    const people = [person, other];
    const open = await Promise.all(people.map(({ browser }) => checkedPayment(browser, 'purchase', all)));
    const confirm = (at: number) => submitPayment((people[at] as Person).browser, open[at] as Operation);
    const replies = await Promise.all([confirm(0), confirm(1)]);
    const refused = replies.findIndex(({ http }) => http !== 200);
    expect(replies.map(({ http }) => http).toSorted((one, more) => one - more)).toEqual([200, 409]);
    const { code, params } = replies[refused]?.failure ?? {};
    const nothing = new Big('0').toFixed(18);
    expect([code, params, await reserve()]).toEqual([
      'reserve_too_low',
      { reserve: nothing, currency: 'ETH' },
      nothing,
    ]);
    await cancel(people[1 - refused] as Person, open[1 - refused] as Operation);
    expect(await reserve()).toBe(before);
    expect((await confirm(refused)).body.payload.status).toBe('awaiting_payment');
    await cancel(people[refused] as Person, open[refused] as Operation);
  });
});

describe('the pay page', () => {
  test('F8 paid: what was bought arrives, the rest of rounding stays with the house', async () => {
    const operation = await order();
    const { url } = operation.payment?.hand_over ?? { url: '' };
    const { origins } = (await server.browser().get('/api/auth/check')).body.site_settings;
    expect([isPublished(url, origins), url.startsWith(server.url)]).toEqual([true, false]);
    const minutes = (Date.parse(operation.payment?.until ?? '') - Date.parse(operation.timeline[1]?.at ?? '')) / 60_000;
    expect(minutes).toBeCloseTo(5, 1);
    const back = await press(await handOver(operation), 'pay');
    expect(back).toBe(`${server.url}/purchase/form/card_usd_btc/${operation.id}?returned=success`);
    const done = await paymentBecomes(person.browser, operation, 'completed');
    expect([await bought(), await dollars()]).toEqual([String(Number(done.terms.get.amount)), '10']);
    expect(await movementsOf(server.db, operation)).toEqual(['settle']);
    const history = (await person.browser.get('/api/payment/history')).body.payload.items;
    expect(history.map(({ id }: Operation) => id)).toEqual([operation.id]);
  });

  test.each([
    ['decline', 'failure', 'failed', 'payment_declined'],
    ['cancel', 'cancelled', 'cancelled', 'cancelled_by_person'],
  ] as const)('F8 %s: the browser is told "%s", the operation is %s', async (button, hint, status, reason) => {
    const operation = await order();
    expect(await press(await handOver(operation), button)).toContain(`?returned=${hint}`);
    expect(await paymentBecomes(person.browser, operation, status)).toMatchObject({ status, reason });
    expect([await bought(), await movementsOf(server.db, operation)]).toEqual(['0', []]);
  });

  test('F8 a tab that was closed leaves it payable, and the same page takes the payment afterwards', async () => {
    const operation = await order();
    const page = await handOver(operation);
    expect((await fetch(page)).status).toBe(200);
    const left = await paymentOf(person.browser, operation);
    expect([left.status, left.cancellable]).toEqual(['awaiting_payment', true]);
    expect(await press(await handOver(left), 'pay')).toContain('?returned=success');
    await paymentBecomes(person.browser, operation, 'completed');
  });

  test('F8 what the address says is a hint: "success" without a payment moves nothing', async () => {
    const operation = await order();
    await person.browser.get(`/purchase/form/card_usd_btc/${operation.id}?returned=success`);
    expect((await paymentOf(person.browser, operation)).status).toBe('awaiting_payment');
    expect(await bought()).toBe('0');
  });

  test.each(['callback', 'twice', 'late', 'never'] as const)(
    'F8 a provider that calls back "%s" is counted once',
    async (behaviour) => {
      await outside(server.db, person.number, behaviour);
      const operation = await order();
      const page = await handOver(operation);
      await Promise.all([press(page, 'pay'), press(page, 'pay')]);
      const done = await paymentBecomes(person.browser, operation, 'completed');
      expect(await bought()).toBe(String(Number(done.terms.get.amount)));
      expect(await movementsOf(server.db, operation)).toEqual(['settle']);
    },
  );

  test('F8 a provider that is told to fail declines on its page', async () => {
    await outside(server.db, person.number, 'fail');
    const operation = await order();
    expect(await press(await handOver(operation), 'pay')).toContain('?returned=failure');
    await paymentBecomes(person.browser, operation, 'failed');
  });

  test('F8 ten confirms at once are one order', async () => {
    const operation = await checkedPayment(person.browser, 'purchase', bitcoinByCard);
    const replies = await Promise.all(Array.from({ length: 10 }, () => submitPayment(person.browser, operation)));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.payload.payment))).size).toBe(1);
    expect(replies.every(({ http }) => http === 200)).toBe(true);
  });

  test('F8 paid when it was over: the money is credited by the terms of a deposit, nothing is bought', async () => {
    const operation = await order();
    await payTimeOver(server.db, operation);
    await press(await handOver(operation), 'pay');
    await until(async () => (await dollars()) === '108.2');
    const ended = await paymentOf(person.browser, operation);
    expect([ended.status, ended.reason, await bought()]).toEqual(['expired', 'payment_late', '0']);
    expect(ended.payment).toBeUndefined();
    const credited = (await person.browser.get(`/api/operation/read/${ended.replaced_by}`)).body.payload;
    expect(credited).toMatchObject({ kind: 'deposit', status: 'completed', terms: { get: { amount: '98.20' } } });
  });

  test.each([
    ['in time', 0, 'heard_late'],
    ['too late', 3_600_000, 'payment_late'],
  ] as const)(
    'F8 declined, then paid %s: the receipt says that what came stands in a deposit',
    async (_, later, reason) => {
      const operation = await order();
      await press(await handOver(operation), 'decline');
      expect(await paymentBecomes(person.browser, operation, 'failed')).toMatchObject({ reason: 'payment_declined' });
      const { amount } = operation.terms.give;
      const news = {
        provider: 'card' as const,
        order: operation.id,
        status: 'received' as const,
        currency: 'USD',
        amount,
      };
      const at = new Date(Date.now() + later).toISOString();
      expect(await callBack(server, { ...news, id: `again-${operation.id}`, at })).toMatchObject({ http: 200 });
      const ended = await paymentOf(person.browser, operation);
      await until(async () => (await dollars()) === '108.2');
      expect([ended.status, ended.reason, await bought()]).toEqual(['failed', reason, '0']);
      expect(ended.timeline.map(({ status }) => status)).toEqual(['open', 'awaiting_payment', 'failed']);
      const credited = (await person.browser.get(`/api/operation/read/${ended.replaced_by}`)).body.payload;
      expect(credited).toMatchObject({ kind: 'deposit', status: 'completed' });
    },
  );

  test.each([
    ['declined', '0', 'USD', 'payment_declined'],
    ['cancelled', '0', 'USD', 'cancelled_by_person'],
    ['declined', '1.001', 'XXX', 'payment_declined'],
  ] as const)('F8 %s, with %s %s: nothing was paid, and the order ends', async (status, amount, currency, reason) => {
    const operation = await order();
    const news = { id: `nothing-${operation.id}`, provider: 'card' as const, order: operation.id, status };
    const said = await callBack(server, { ...news, currency, amount, at: new Date().toISOString() });
    expect(said).toEqual({ http: 200, counted: true });
    expect(await paymentOf(person.browser, operation)).toMatchObject({ reason });
    expect([await dollars(), await bought()]).toEqual(['10', '0']);
  });

  test('F8 a callback for another amount buys nothing and loses nothing', async () => {
    const operation = await order();
    const news = { provider: 'card' as const, order: operation.id, status: 'received' as const, currency: 'USD' };
    const at = new Date().toISOString();
    expect(await callBack(server, { ...news, id: `x-${operation.id}`, amount: '0.01', at })).toMatchObject({
      http: 200,
    });
    expect(await paymentOf(person.browser, operation)).toMatchObject({ status: 'cancelled', reason: 'wrong_amount' });
    await until(async () => (await dollars()) === '10.01');
    expect(await bought()).toBe('0');
  });
});

describe('when it is over', () => {
  /** The order was to be paid by the first moment, and was at the second. */
  const paidAt = async ({ id }: Operation, until: string, at: string) => {
    await server.db.updateTable('sandbox_payments').set({ at }).where('operation_id', '=', id).execute();
    await server.db.updateTable('operations').set({ payment_until: until }).where('id', '=', id).execute();
  };
  const moment = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

  test('F8 paid in time and heard in the minute after it: it is bought at its rate', async () => {
    const operation = await order();
    await outside(server.db, person.number, 'hang');
    await press(await handOver(operation), 'pay');
    await paidAt(operation, moment(-30), moment(-31));
    const waits = await paymentOf(person.browser, operation);
    expect([waits.status, waits.payment]).toEqual(['awaiting_payment', undefined]);
    await outside(server.db, person.number);
    await paymentBecomes(person.browser, operation, 'completed');
    expect([await bought(), await dollars()]).toEqual([String(Number(operation.terms.get.amount)), '10']);
  });

  test('F8 paid in time and heard too late: it says so, its end is told once, and the money is credited', async () => {
    const operation = await order();
    await outside(server.db, person.number, 'hang');
    await press(await handOver(operation), 'pay');
    await paidAt(operation, moment(-70), moment(-71));
    expect(await paymentBecomes(person.browser, operation, 'expired')).toMatchObject({ reason: 'not_paid' });
    await outside(server.db, person.number);
    await until(async () => (await paymentOf(person.browser, operation)).replaced_by !== undefined);
    const ended = await paymentOf(person.browser, operation);
    expect(ended.timeline.map(({ status, reason }) => [status, reason])).toEqual([
      ['open', undefined],
      ['awaiting_payment', undefined],
      ['expired', 'heard_late'],
    ]);
    await until(async () => (await dollars()) === '108.2');
    expect([ended.reason, await bought()]).toEqual(['heard_late', '0']);
  });

  test('F8 who only reads ends nothing: the provider is asked first, also where its word waits to be heard', async () => {
    const operation = await order();
    await outside(server.db, person.number, 'never');
    await press(await handOver(operation), 'pay');
    await paidAt(operation, moment(-3_600), moment(-3_601));
    await person.browser.get('/api/payment/history');
    await paymentBecomes(person.browser, operation, 'completed');
  });
});

describe('taken back', () => {
  const cancel = ({ id }: Operation) => person.browser.post('/api/operation/cancel', { id });

  test('F8 the pay page takes no payment any more, and leads back', async () => {
    const operation = await order();
    const page = await handOver(operation);
    expect((await cancel(operation)).body.payload.status).toBe('cancelled');
    const shown = await (await fetch(page)).text();
    expect([shown.includes('<form'), shown.includes('?returned=cancelled')]).toEqual([false, true]);
    expect(await press(page, 'pay')).toContain('?returned=cancelled');
    await paymentOf(person.browser, operation);
    expect([await dollars(), await bought()]).toEqual(['10', '0']);
  });

  test('F8 paid at the page and not called back: whoever cancels is told that it goes through', async () => {
    const operation = await order();
    await outside(server.db, person.number, 'never', 600_000);
    await press(await handOver(operation), 'pay');
    const late = await cancel(operation);
    expect([late.http, late.failure.code]).toEqual([409, 'too_late']);
    await outside(server.db, person.number, 'hang');
    const other = await order();
    await press(await handOver(other), 'pay');
    expect((await cancel(other)).failure.code).toBe('too_late');
    expect((await paymentOf(person.browser, other)).status).toBe('awaiting_payment');
  });

  test('F8 one that has ended is answered as it ended', async () => {
    const operation = await order();
    await payTimeOver(server.db, operation);
    await paymentBecomes(person.browser, operation, 'expired');
    const { http, body } = await cancel(operation);
    expect([http, body.payload.status, body.payload.reason]).toEqual([200, 'expired', 'not_paid']);
  });

  test('F8 paid and taken back at the same moment: one of them', async () => {
    await outside(server.db, person.number, 'never');
    const rounds = Array.from({ length: 3 }, async () => {
      const operation = await order();
      const page = await handOver(operation);
      const [back, cancelled] = await Promise.all([press(page, 'pay'), cancel(operation)]);
      const end = await paymentBecomes(person.browser, operation, cancelled.http === 200 ? 'cancelled' : 'completed');
      expect(back.includes('success')).toBe(end.status === 'completed');
    });
    await Promise.all(rounds);
    expect(await dollars()).toBe('10');
  });
});

test('F8 three orders may wait to be paid; a fourth is refused, at the check and at the confirm, until one is gone', async () => {
  const open = await Promise.all(
    Array.from({ length: 6 }, () => checkedPayment(person.browser, 'purchase', bitcoinByCard)),
  );
  const replies = await Promise.all(open.map((one) => submitPayment(person.browser, one)));
  const refused = replies.filter(({ http }) => http !== 200);
  expect(refused.map(({ http, failure }) => [http, failure.code, failure.params])).toEqual(
    Array.from({ length: 3 }, () => [409, 'too_many_unpaid', { most: 3 }]),
  );
  expect((await checkPayment(person.browser, 'purchase', bitcoinByCard)).failure.code).toBe('too_many_unpaid');
  const waiting = replies.find(({ http }) => http === 200)?.body.payload;
  await person.browser.post('/api/operation/cancel', { id: waiting.id });
  const left = open[replies.findIndex(({ http }) => http !== 200)];
  expect((await submitPayment(person.browser, left ?? waiting)).http).toBe(200);
});
