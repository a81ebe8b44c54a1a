import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemOfAddress } from '../../contract/fields/address.ts';
import type { Operation } from '../../contract/operation.ts';
import { isPublished } from '../../contract/outward.ts';
import { createFailpoints } from '../../server/failpoints.ts';
import { say } from '../../server/http/words.ts';
import type { OperationRow } from '../../server/operations/row.ts';
import { askedPayment } from '../../server/payments/receipt.ts';
import { settle } from '../../server/operations/settle.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { hurry, makePerson, movementsOf, until, type Person } from './money.ts';
import {
  askedByPath,
  byBank,
  byBitcoin,
  byCard,
  callBack,
  checkedPayment,
  checkPayment,
  factOf,
  handOver,
  ordered,
  outside,
  paymentBecomes,
  paymentOf,
  payTimeOver,
  payTo,
  press,
  submitPayment,
} from './payments.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server, { EUR: '10' });
  await verify(1);
  await outside(server.db, person.number);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const verify = (level: 0 | 1) =>
  server.db.updateTable('accounts').set({ verification_level: level }).where('id', '=', person.id).execute();
const eur = async () => (await balanceOf(server.db, person.id, 'EUR')).available;
const read = async ({ id }: { id: string }): Promise<Operation> =>
  (await person.browser.get(`/api/operation/read/${id}`)).body.payload;
/** A deposit that takes the place of an order, once it stands so. */
const becomes = async (id = '', status: Operation['status']): Promise<Operation> => {
  await until(async () => (await read({ id })).status === status, `${id} never became ${status}`);
  return await read({ id });
};
/** Its provider is not sure of the money in the end. */
const isRefused = (id: string): Promise<boolean> =>
  settle({ db: server.db, failpoints: createFailpoints('') }, id, { kind: 'refused', reason: 'payment_not_confirmed' });
/** The deposit of what came for an order besides. */
const cameBesides = async ({ id }: Operation, first = id): Promise<string> => {
  let made: string | null | undefined;
  await until(async () => {
    const receipts = await server.db
      .selectFrom('payment_receipts')
      .select('became')
      .where('operation_id', '=', id)
      .where('became', '<>', first)
      .execute();
    made = receipts[0]?.became;
    return receipts.length > 0;
  });
  return made ?? '';
};
/** What they are told of their deposits. */
const told = async (): Promise<{ type: string; title: string; text: string }[]> => {
  const { notifications = [] } = (await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body;
  return notifications.map(({ type, title, text }: Record<string, string>) => ({ type, title, text }));
};
const cancel = (id: string) => person.browser.post('/api/operation/cancel', { id });
const timeline = (operation: Operation) => operation.timeline.map(({ status }) => status);

describe('ways in and the check', () => {
  test('F7 R5 each way has a form under the prefix of deposits; a visitor has none', async () => {
    const { items } = (await person.browser.get('/api/deposit/ps')).body.payload;
    expect(items.map(({ system }: { system: string }) => system)).toContain('crypto');
    for (const { id, form_path: path } of items) {
      expect(path).toBe(`/deposit/form/${id}`);
      const form = await person.browser.get(`/api${path}`);
      expect([form.http, form.body.payload.method.id, form.body.payload.rate]).toEqual([200, id, '1']);
    }
    expect((await person.browser.get('/api/deposit/form/bank_eur')).http).toBe(404);
    expect((await server.browser().get('/api/deposit/ps')).http).toBe(401);
    expect((await checkPayment(server.browser(), 'deposit', byBank)).http).toBe(401);
  });

  test('F7 whoever is not verified may pay in as much as that, and not by every way', async () => {
    await verify(0);
    const tooMuch = await checkPayment(person.browser, 'deposit', { ...byBank, amount: '1000.01' });
    expect([tooMuch.http, tooMuch.failure.code, tooMuch.failure.params?.['maximum']]).toEqual([
      422,
      'above_maximum',
      '1000.00',
    ]);
    const closed = await checkPayment(person.browser, 'deposit', { ...byBank, method: 'bank_usd_in' });
    expect([closed.http, closed.failure.code]).toEqual([422, 'needs_verification']);
  });

  test.each([
    [{ amount: '9.99' }, 422, 'below_minimum'],
    [{ amount: '50000.01' }, 422, 'above_maximum'],
    [{ amount: '10.001' }, 422, 'too_precise'],
    [{ amount: '0' }, 422, 'not_positive'],
    [{ amount: '1e3' }, 422, 'invalid'],
    [{ method: 'bank_eur' }, 409, 'method_unavailable'],
    [{ method: 'card_eur_in', email: 'nobody' }, 422, 'invalid'],
  ])('F7 %j is refused with %i %s, and no operation is made', async (change, http, code) => {
    const refused = await checkPayment(person.browser, 'deposit', { ...byBank, ...change });
    expect([refused.http, refused.failure.code]).toEqual([http, code]);
    const { items } = (await person.browser.get('/api/deposit/history?status=open')).body.payload;
    expect(items).toEqual([]);
  });

  test('F7 the fee is taken from what is paid, and nothing says how to pay before the confirm', async () => {
    const operation = await checkedPayment(person.browser, 'deposit', byCard);
    expect(operation).toMatchObject({
      status: 'open',
      terms: { give: { amount: '100.00' }, fee: { amount: '1.80' }, get: { amount: '98.20' }, rate: '1' },
      place: `/deposit/form/card_eur_in/${operation.id}`,
      status_path: expect.stringMatching(/^\/deposit\/integration\/[\w-]{43}$/),
    });
    expect(operation.payment).toBeUndefined();
    expect(await eur()).toBe('10');
  });
});

describe('an order that is paid', () => {
  test('F7 by a bank transfer: its reference is copied whole, and the money is there when the bank is sure', async () => {
    await outside(server.db, person.number, 'settle', 600_000);
    const operation = await ordered(person.browser, 'deposit', byBank);
    expect(operation.status).toBe('awaiting_payment');
    expect(operation.payment?.facts.find(({ label }) => label === 'reference')).toMatchObject({ exact: true });
    expect(operation.payment?.qr).toContain(factOf(operation, 'reference'));
    await payTo(server, factOf(operation, 'reference'));
    const processing = await paymentBecomes(person.browser, operation, 'processing');
    expect([processing.payment, processing.cancellable]).toEqual([undefined, undefined]);
    expect(await eur()).toBe('10');
    const late = await cancel(operation.id);
    expect([late.http, late.failure.code]).toEqual([409, 'too_late']);
    await outside(server.db, person.number);
    await hurry(server.db, operation);
    const done = await paymentBecomes(person.browser, operation, 'completed');
    expect(timeline(done)).toEqual(['open', 'awaiting_payment', 'processing', 'completed']);
    expect([await eur(), await movementsOf(server.db, operation)]).toEqual(['110', ['settle']]);
    const { items } = (await person.browser.get('/api/deposit/history')).body.payload;
    expect(items[0].id).toBe(operation.id);
  });

  test('F7 at hand, on a page of this machine: it lists what waits, and its button pays it as it was ordered', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    const target = factOf(operation, 'reference');
    const address = `${server.url}/dev/pay`;
    const listed = await fetch(address);
    expect([listed.status, listed.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    const row = (await listed.text()).split('<form').find((form) => form.includes(`value="${target}"`));
    expect(row).toMatch(new RegExp(`Account ${person.number}, by bank[^]*Pay 100 EUR</button>`));
    const press = (origin: string) =>
      fetch(address, {
        method: 'POST',
        body: new URLSearchParams({ to: target }),
        headers: { origin },
        redirect: 'manual',
      });
    expect((await press('https://elsewhere.example')).status).toBe(403);
    expect((await paymentBecomes(person.browser, operation, 'awaiting_payment')).payment).toBeDefined();
    const pressed = await press(server.url);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/dev/pay']);
    await hurry(server.db, operation);
    await paymentBecomes(person.browser, operation, 'completed');
    expect(await (await fetch(address)).text()).not.toContain(target);
  });

  test('F7 by a network: each order has an address of its own, in the spelling of its network', async () => {
    const bitcoin = await ordered(person.browser, 'deposit', byBitcoin);
    const other = await ordered(person.browser, 'deposit', byBitcoin);
    const ether = await ordered(person.browser, 'deposit', { ...byBitcoin, method: 'ethereum_eth_in' });
    const [one, two, three] = [bitcoin, other, ether].map((operation) => factOf(operation, 'address'));
    expect(one).not.toBe(two);
    expect(problemOfAddress('bitcoin', one ?? '')).toBeNull();
    expect(problemOfAddress('ethereum', three ?? '')).toBeNull();
    await payTo(server, one ?? '');
    await paymentBecomes(person.browser, bitcoin, 'completed');
    expect(await balanceOf(server.db, person.id, 'BTC')).toEqual({ available: '0.01', held: '0' });
    expect((await paymentOf(person.browser, other)).status).toBe('awaiting_payment');
  });

  test('F7 by a network with one address for everybody: the memo tells whose the money is, the picture is the address alone', async () => {
    const byTon = { method: 'ton_usdt_in', side: 'give', amount: '100' };
    const [mine, other] = [
      await ordered(person.browser, 'deposit', byTon),
      await ordered(person.browser, 'deposit', byTon),
    ];
    const [address, memo] = [factOf(mine, 'address'), factOf(mine, 'memo')];
    expect([problemOfAddress('ton', address), factOf(other, 'address')]).toEqual([null, address]);
    expect(mine.payment?.facts.find(({ label }) => label === 'memo')).toMatchObject({ exact: true });
    expect(memo).toMatch(/^\d{12}$/);
    expect(factOf(other, 'memo')).not.toBe(memo);
    // A link of the network would propose its own coin, and no wallet reads a coin that it does not know out of it.
    expect(mine.payment?.qr).toBe(address);
    expect((await payTo(server, address)).http).toBe(404);
    await payTo(server, memo);
    await paymentBecomes(person.browser, mine, 'completed');
    expect(await balanceOf(server.db, person.id, 'USDT')).toEqual({ available: '100', held: '0' });
    expect((await paymentOf(person.browser, other)).status).toBe('awaiting_payment');
  });

  test('F7 by a card: the page is one that the site publishes, and sends the browser back to the operation', async () => {
    const operation = await ordered(person.browser, 'deposit', byCard);
    const { origins } = (await server.browser().get('/api/auth/check')).body.site_settings;
    expect(isPublished(operation.payment?.hand_over?.url ?? '', origins)).toBe(true);
    const page = await handOver(operation);
    expect(await press(page, 'pay')).toBe(`${server.url}/deposit/form/card_eur_in/${operation.id}?returned=success`);
    await paymentBecomes(person.browser, operation, 'completed');
    expect(await eur()).toBe('108.2');
    expect(await press(page, 'decline')).toContain('?returned=success');
    expect((await paymentOf(person.browser, operation)).status).toBe('completed');
  });

  test('F7 ten confirms at once are one order', async () => {
    const operation = await checkedPayment(person.browser, 'deposit', byBitcoin);
    const replies = await Promise.all(Array.from({ length: 10 }, () => submitPayment(person.browser, operation)));
    expect(replies.map(({ http }) => http)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.payload.payment))).size).toBe(1);
    const again = await submitPayment(await person.elsewhere(), operation);
    expect(again.body.payload.payment.until).toBe(replies[0]?.body.payload.payment.until);
  });

  test.each(['twice', 'callback', 'late', 'never'] as const)(
    'F7 a provider that calls back "%s" is counted once',
    async (behaviour) => {
      await outside(server.db, person.number, behaviour);
      const operation = await ordered(person.browser, 'deposit', byBank);
      await payTo(server, factOf(operation, 'reference'));
      await paymentBecomes(person.browser, operation, 'completed');
      expect([await eur(), await movementsOf(server.db, operation)]).toEqual(['110', ['settle']]);
    },
  );

  test('F7 a provider that hangs keeps it unpaid until it speaks; nothing is made up', async () => {
    await outside(server.db, person.number, 'hang');
    const operation = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(operation, 'reference'));
    expect((await paymentOf(person.browser, operation)).status).toBe('awaiting_payment');
    await outside(server.db, person.number);
    await paymentBecomes(person.browser, operation, 'completed');
  });

  test('F7 money that the network takes back is not credited', async () => {
    await outside(server.db, person.number, 'fail');
    const operation = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(operation, 'reference'));
    expect(await paymentBecomes(person.browser, operation, 'failed')).toMatchObject({
      reason: 'payment_not_confirmed',
    });
    expect([await eur(), await movementsOf(server.db, operation)]).toEqual(['10', []]);
  });
});

describe('an order that is paid otherwise', () => {
  test('F7 not confirmed, and paid once more: the second is credited by a deposit, and the first is not forgotten', async () => {
    await outside(server.db, person.number, 'fail');
    const operation = await ordered(person.browser, 'deposit', byBank);
    const reference = factOf(operation, 'reference');
    await payTo(server, reference);
    await paymentBecomes(person.browser, operation, 'failed');
    await outside(server.db, person.number);
    await payTo(server, reference);
    await until(async () => (await eur()) === '110');
    const ended = await paymentOf(person.browser, operation);
    expect([ended.status, ended.reason]).toEqual(['failed', 'payment_not_confirmed']);
    expect((await read({ id: ended.replaced_by ?? '' })).status).toBe('completed');
  });

  test('F7 F15 paid once more while the first payment is under way, which is not confirmed then: both are told of', async () => {
    await outside(server.db, person.number, 'settle', 600_000);
    const operation = await ordered(person.browser, 'deposit', byBank);
    const reference = factOf(operation, 'reference');
    await payTo(server, reference);
    await paymentBecomes(person.browser, operation, 'processing');
    await payTo(server, reference);
    const sure = await cameBesides(operation);
    expect(await isRefused(operation.id)).toBe(true);
    const ended = await paymentOf(person.browser, operation);
    expect([ended.reason, timeline(ended).at(-1)]).toEqual(['payment_not_confirmed', 'failed']);
    expect(ended.replaced_by).toBe(sure);
    const { body } = await server.db
      .selectFrom('mail_outbox')
      .select('body')
      .where('recipient', '=', `p${person.number}@example.com`)
      .where('subject', 'like', 'No deposit%')
      .executeTakeFirstOrThrow();
    expect(body).toContain(say('en', 'operation.paid_twice'));
    await outside(server.db, person.number);
    await hurry(server.db, { id: sure });
    const instead = await becomes(sure, 'completed');
    expect(instead).toMatchObject({ kind: 'deposit', terms: { give: { amount: '100.00' } } });
    expect(await eur()).toBe('110');
  });

  test('F7 another amount: the order ends, and what came is credited by a deposit in its place', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(operation, 'reference'), { amount: '40.05' });
    const ended = await paymentBecomes(person.browser, operation, 'cancelled');
    expect([ended.reason, ended.payment]).toEqual(['wrong_amount', undefined]);
    const instead = await becomes(ended.replaced_by, 'completed');
    expect(instead).toMatchObject({ kind: 'deposit', status: 'completed', terms: { give: { amount: '40.05' } } });
    expect([await eur(), await movementsOf(server.db, operation)]).toEqual(['50.05', []]);
  });

  test('F7 F15 another amount of which its provider is not sure: nothing is credited until it is, and nothing if it never is', async () => {
    const other = async (): Promise<Operation> => {
      const operation = await ordered(person.browser, 'deposit', byBank);
      await payTo(server, factOf(operation, 'reference'), { amount: '40.05' });
      return await paymentBecomes(person.browser, operation, 'cancelled');
    };
    await outside(server.db, person.number, 'fail', 600_000);
    const ended = await other();
    const unsure = await read({ id: ended.replaced_by ?? '' });
    expect(unsure).toMatchObject({ kind: 'deposit', status: 'processing', terms: { give: { amount: '40.05' } } });
    expect([unsure.reason, unsure.cancellable, unsure.expected_by]).toEqual([undefined, undefined, expect.any(String)]);
    expect([await eur(), await told()]).toEqual(['10', []]);
    await outside(server.db, person.number, 'fail');
    await hurry(server.db, unsure);
    expect(await becomes(unsure.id, 'failed')).toMatchObject({ reason: 'payment_not_confirmed' });
    expect([await eur(), await movementsOf(server.db, unsure)]).toEqual(['10', []]);
    expect(await told()).toEqual([
      { type: 'secondary', title: 'Your payment was not confirmed', text: expect.stringContaining('40.05\u00A0EUR') },
    ]);
    const { body } = await server.db
      .selectFrom('mail_outbox')
      .select('body')
      .where('recipient', '=', `p${person.number}@example.com`)
      .where('subject', 'like', 'No deposit%')
      .executeTakeFirstOrThrow();
    expect(body).toContain(say('en', 'operation.reason.payment_not_confirmed'));
    // The order leads to it still.
    expect(await paymentOf(person.browser, ended)).toMatchObject({ reason: 'wrong_amount', replaced_by: unsure.id });

    await outside(server.db, person.number, 'settle', 600_000);
    const sure = await read({ id: (await other()).replaced_by ?? '' });
    await outside(server.db, person.number, 'twice');
    await hurry(server.db, sure);
    expect(timeline(await becomes(sure.id, 'completed'))).toEqual(['processing', 'completed']);
    expect([await eur(), await movementsOf(server.db, sure)]).toEqual(['50.05', ['settle']]);
    expect((await told())[1]).toMatchObject({ type: 'success', title: 'Your payment has been credited' });
  });

  test.each(['first', 'second'] as const)(
    'F7 what comes for an order whose first payment was not confirmed is led to: the refusal comes %s',
    async (comes) => {
      await outside(server.db, person.number, 'settle', 600_000);
      const operation = await ordered(person.browser, 'deposit', byBank);
      await payTo(server, factOf(operation, 'reference'), { amount: '40.05' });
      const { replaced_by: unsure = '' } = await paymentBecomes(person.browser, operation, 'cancelled');
      if (comes === 'first') expect(await isRefused(unsure)).toBe(true);
      await payTo(server, factOf(operation, 'reference'));
      const sure = await cameBesides(operation, unsure);
      if (comes === 'second') expect(await isRefused(unsure)).toBe(true);
      const order = await paymentOf(person.browser, operation);
      expect(order).toMatchObject({ reason: 'wrong_amount', replaced_by: comes === 'first' ? sure : unsure });
      expect((await read({ id: unsure })).replaced_by).toBe(comes === 'first' ? undefined : sure);
      await outside(server.db, person.number);
      await hurry(server.db, { id: sure });
      await becomes(sure, 'completed');
      expect(await eur()).toBe('110');
    },
  );

  test('F7 too late: the order has expired, the money is credited all the same, the old address is never said again', async () => {
    const operation = await ordered(person.browser, 'deposit', byBitcoin);
    const address = factOf(operation, 'address');
    await payTimeOver(server.db, operation);
    expect((await submitPayment(person.browser, operation)).text).not.toContain(address);
    expect(await paymentOf(person.browser, operation)).toMatchObject({ status: 'expired', reason: 'not_paid' });
    await payTo(server, address);
    await until(async () => (await paymentOf(person.browser, operation)).replaced_by !== undefined);
    expect(await paymentOf(person.browser, operation)).toMatchObject({ status: 'expired', reason: 'payment_late' });
    await until(async () => (await balanceOf(server.db, person.id, 'BTC')).available === '0.01');
    const answers = await Promise.all([
      person.browser.get(`/api/operation/read/${operation.id}`),
      person.browser.get('/api/operation/progress'),
      person.browser.get('/api/deposit/history'),
      person.browser.get('/api/history/deposit.csv'),
      askedByPath(person.browser, operation.status_path ?? ''),
      submitPayment(person.browser, operation),
    ]);
    for (const { text } of answers) expect(text).not.toContain(address);
  });

  test('F7 paid twice by the person: the second time is a deposit of its own', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    const { payments } = await payTo(server, factOf(operation, 'reference'), { times: 2 });
    // Its provider is asked about each by its own name of it: the deposit that the second became it has never heard of.
    const { rows } =
      await sql<OperationRow>`select * from operations where account_id = ${person.id} and details ? 'provider' order by created_at`.execute(
        server.db,
      );
    expect(await Promise.all(rows.map((row) => askedPayment(server.db, row)))).toEqual(
      payments.map((id) => ({ id, order: operation.id })),
    );
    await paymentBecomes(person.browser, operation, 'completed');
    await until(async () => (await eur()) === '210');
    const { items } = (await person.browser.get('/api/deposit/history')).body.payload;
    expect(items.map(({ status }: Operation) => status).slice(0, 2)).toEqual(['completed', 'completed']);
  });

  test('F7 taken back and paid all the same: the money is credited and the order says where', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    const reference = factOf(operation, 'reference');
    expect((await cancel(operation.id)).body.payload).toMatchObject({ status: 'cancelled' });
    await payTo(server, reference);
    await until(async () => (await eur()) === '110');
    const ended = await paymentOf(person.browser, operation);
    expect([ended.status, (await read({ id: ended.replaced_by ?? '' })).status]).toEqual(['cancelled', 'completed']);
  });

  test('F7 S7 who paid an order that was over is told where the money is, once, by the next answer', async () => {
    const answer = async () =>
      (await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body as { rev: number; notifications?: Told[] };
    interface Told {
      notification_id: string;
      type: string;
      text: string;
      buttons: { url: string }[];
    }
    const operation = await ordered(person.browser, 'deposit', byBank);
    await cancel(operation.id);
    const before = await answer();
    expect(before.notifications ?? []).toEqual([]);
    await payTo(server, factOf(operation, 'reference'), { amount: '50' });
    await until(async () => (await eur()) === '60');
    const { replaced_by: became = '' } = await paymentOf(person.browser, operation);
    expect((await answer()).notifications).toEqual([
      expect.objectContaining({ notification_id: `deposit:${became}`, type: 'success' }),
    ]);
    const [one] = (await answer()).notifications ?? [];
    expect(one?.text).toContain('50.00\u00A0EUR');
    expect(one?.buttons).toEqual([{ url: `/deposit/form/bank_eur_in/${became}`, title: 'Open' }]);
    // More than somebody may have whom nobody has verified is told as well.
    await server.db.updateTable('accounts').set({ verification_level: 0 }).where('id', '=', person.id).execute();
    await payTo(server, factOf(operation, 'reference'), { amount: '49000' });
    await until(async () => (await answer()).notifications?.length === 2);
    expect((await answer()).notifications?.[1]).toMatchObject({ type: 'secondary' });
  });

  test('F7 ten payments and a cancel at the same time: each is counted, and the order ends once', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    const to = factOf(operation, 'reference');
    await Promise.all([cancel(operation.id), ...Array.from({ length: 10 }, () => payTo(server, to))]);
    await until(async () => (await eur()) === '1010');
    expect((await movementsOf(server.db, operation)).length).toBeLessThanOrEqual(1);
  });
});

describe('what is not ours to believe', () => {
  test('F7 a status path is this account’s, to the letter', async () => {
    const operation = await checkedPayment(person.browser, 'deposit', byBank);
    const path = operation.status_path ?? '';
    const stranger = await makePerson(server);
    expect((await askedByPath(stranger.browser, path)).http).toBe(404);
    expect((await askedByPath(server.browser(), path)).http).toBe(401);
    for (const url of [
      `${path}/`,
      `${path}?a`,
      path.toUpperCase(),
      path.slice(1),
      `/${path}`,
      `/api${path}`,
      server.url + path,
      `//evil.example${path}`,
      '/deposit/integration/../../operation/read/x',
      `/deposit/integration/${operation.id}`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      '%',
      '',
      "' or true --",
    ])
      expect([url, (await askedByPath(person.browser, url)).http]).toEqual([url, 404]);
    expect((await paymentOf(person.browser, operation)).id).toBe(operation.id);
  });

  test('F7 a callback that is forged, cut or of somebody else’s order counts for nothing', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    const news = {
      id: `forged-${operation.id}`,
      provider: 'bank' as const,
      order: operation.id,
      status: 'received' as const,
      currency: 'EUR',
      amount: '100',
      at: new Date().toISOString(),
    };
    expect((await callBack(server, news, '')).http).toBe(403);
    expect((await callBack(server, news, '0'.repeat(64))).http).toBe(403);
    expect((await callBack(server, { ...news, provider: 'card' })).http).toBe(404);
    expect((await callBack(server, { ...news, order: 'Z'.repeat(20) })).http).toBe(404);
    expect((await callBack(server, { ...news, amount: '-1' })).http).toBe(422);
    expect((await callBack(server, { ...news, amount: '1.001' })).http).toBe(422);
    expect((await callBack(server, { order: operation.id })).http).toBe(400);
    const open = await checkedPayment(person.browser, 'deposit', byBank);
    expect((await callBack(server, { ...news, order: open.id })).http).toBe(404);
    expect(await eur()).toBe('10');
    expect(await callBack(server, news)).toEqual({ http: 200, counted: true });
    expect(await callBack(server, { ...news, amount: '999' })).toEqual({ http: 200, counted: false });
    await paymentBecomes(person.browser, operation, 'completed');
    expect(await eur()).toBe('110');
  });
});

describe('limits that are looked at again', () => {
  const tool = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  test('F7 a way that was paused under a check takes no confirm, and the check can be confirmed when it is open again', async () => {
    const ask = { method: 'bank_usd_in', side: 'give', amount: '100' };
    const operation = await checkedPayment(person.browser, 'deposit', ask);
    await tool('/dev/methods', { id: ask.method, enabled: false });
    const refused = await submitPayment(person.browser, operation);
    await tool('/dev/methods', { id: ask.method, enabled: true });
    expect([refused.http, refused.failure.code]).toEqual([409, 'method_unavailable']);
    expect((await submitPayment(person.browser, operation)).body.payload.status).toBe('awaiting_payment');
  });

  test('F7 three times what is allowed at once is all of a day, also for confirms at the same time', async () => {
    await verify(0);
    const ask = { ...byBank, amount: '900' };
    const open = await Promise.all(Array.from({ length: 5 }, () => checkedPayment(person.browser, 'deposit', ask)));
    const replies = await Promise.all(open.map((one) => submitPayment(person.browser, one)));
    const refused = replies.filter(({ http }) => http !== 200);
    expect(refused.map(({ http, failure }) => [http, failure.code, failure.params?.['left']])).toEqual([
      [422, 'above_day_maximum', '300.00'],
      [422, 'above_day_maximum', '300.00'],
    ]);
    const early = await checkPayment(person.browser, 'deposit', { ...byBank, amount: '300.01' });
    expect(early.failure.fields).toEqual({ amount: 'above_day_maximum' });
    expect((await checkPayment(person.browser, 'deposit', { ...byBank, amount: '300' })).http).toBe(200);
    const gone = replies.find(({ http }) => http === 200)?.body.payload;
    await cancel(gone.id);
    expect((await checkPayment(person.browser, 'deposit', ask)).http).toBe(200);
  });

  test('F7 five orders may wait to be paid; a sixth is refused, at the check and at the confirm, until one is gone', async () => {
    const open = await Promise.all(Array.from({ length: 7 }, () => checkedPayment(person.browser, 'deposit', byBank)));
    const replies = await Promise.all(open.map((one) => submitPayment(person.browser, one)));
    const refused = replies.filter(({ http }) => http !== 200);
    expect(refused.map(({ http, failure }) => [http, failure.code, failure.params])).toEqual(
      Array.from({ length: 2 }, () => [409, 'too_many_unpaid', { most: 5 }]),
    );
    expect((await checkPayment(person.browser, 'deposit', byBank)).failure.code).toBe('too_many_unpaid');
    const waiting = replies.find(({ http }) => http === 200)?.body.payload;
    await cancel(waiting.id);
    const left = open[replies.findIndex(({ http }) => http !== 200)];
    expect((await submitPayment(person.browser, left ?? waiting)).body.payload.status).toBe('awaiting_payment');
  });

  test('F7 more than ordered, from somebody unverified: it is taken in, and credited when they are verified', async () => {
    await verify(0);
    const operation = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(operation, 'reference'), { amount: '50000' });
    const ended = await paymentBecomes(person.browser, operation, 'cancelled');
    const instead = await read({ id: ended.replaced_by ?? '' });
    expect([instead.status, instead.reason, instead.cancellable]).toEqual([
      'processing',
      'needs_verification',
      undefined,
    ]);
    expect((await cancel(instead.id)).failure.code).toBe('too_late');
    await hurry(server.db, instead);
    expect([(await read(instead)).status, await eur()]).toEqual(['processing', '10']);
    await verify(1);
    await until(async () => {
      // The job of the first hurry may be at work still, and put itself off.
      await hurry(server.db, instead);
      return (await read(instead)).status === 'completed';
    });
    expect([await eur(), await movementsOf(server.db, instead)]).toEqual(['50010', ['settle']]);
  });

  test('F7 what waited for a verification is credited no sooner than its provider is sure of it, and not where it is not', async () => {
    await verify(0);
    const operation = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(operation, 'reference'), { amount: '50000' });
    const instead = await becameOf(operation);
    expect(await told()).toMatchObject([{ title: 'Your payment has arrived and waits' }]);
    await outside(server.db, person.number, 'settle', 600_000);
    await verify(1);
    await until(async () => {
      await hurry(server.db, instead);
      return (await read(instead)).reason === undefined;
    });
    expect(await read(instead)).toMatchObject({ status: 'processing', expected_by: expect.any(String) });
    await outside(server.db, person.number, 'fail');
    await hurry(server.db, instead);
    expect(await becomes(instead.id, 'failed')).toMatchObject({ reason: 'payment_not_confirmed' });
    expect([await eur(), await movementsOf(server.db, instead)]).toEqual(['10', []]);
    expect(await told()).toEqual([
      {
        type: 'secondary',
        title: 'Your payment was not confirmed',
        text: expect.stringContaining('50,000.00\u00A0EUR'),
      },
    ]);
  });

  const becameOf = async (order: Operation): Promise<Operation> =>
    await read({ id: (await paymentBecomes(person.browser, order, 'cancelled')).replaced_by ?? '' });

  test('F7 an order that its money ends does not count against that money', async () => {
    await verify(0);
    const orders = [];
    for (let made = 0; made < 3; made += 1)
      orders.push(await ordered(person.browser, 'deposit', { ...byBank, amount: '1000' }));
    const [first] = orders as [Operation];
    await payTo(server, factOf(first, 'reference'), { amount: '999' });
    const { id } = await becameOf(first);
    expect(await becomes(id, 'completed')).toMatchObject({ terms: { give: { amount: '999.00' } } });
    expect(await eur()).toBe('1009');
  });

  test('F7 a currency that has no way in waits for verification as well', async () => {
    await verify(0);
    const order = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(order, 'reference'), { amount: '500000', currency: 'GBP' });
    expect(await becameOf(order)).toMatchObject({ status: 'processing', reason: 'needs_verification' });
    expect(await balanceOf(server.db, person.id, 'GBP')).toEqual({ available: '0', held: '0' });
  });

  test('F7 what comes at the same time by several orders is counted one after the other', async () => {
    await verify(0);
    const orders = [];
    for (let made = 0; made < 5; made += 1)
      orders.push(await ordered(person.browser, 'deposit', { ...byBank, amount: '10' }));
    await Promise.all(orders.map((order) => payTo(server, factOf(order, 'reference'), { amount: '1000' })));
    const became = await Promise.all(orders.map(becameOf));
    const credited = became.filter(({ reason }) => reason === undefined).length;
    // A thousand is what is allowed at once; the orders that wait take a little of the day meanwhile.
    expect([2, 3]).toContain(credited);
    await until(async () => (await eur()) === String(10 + credited * 1_000));
  });

  test('F7 what came otherwise costs what the order said, whatever its way costs since', async () => {
    const operation = await ordered(person.browser, 'deposit', { ...byBank, method: 'bank_usd_in', amount: '100' });
    const percent = (value: string) =>
      server.db.updateTable('payment_methods').set({ percent: value }).where('id', '=', 'bank_usd_in').execute();
    await percent('9');
    await payTo(server, factOf(operation, 'reference'), { amount: '5000' });
    const ended = await paymentBecomes(person.browser, operation, 'cancelled');
    await percent('0.1');
    expect((await read({ id: ended.replaced_by ?? '' })).terms.fee.amount).toBe('5.00');
  });
});
