import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CardDetails } from '../../contract/card.ts';
import { isLuhn } from '../../contract/fields/card-number.ts';
import type { Operation } from '../../contract/operation.ts';
import { chargeCard } from '../../server/card/charge.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { addMissingDeliveries } from '../../server/card/delivery.ts';
import { everyTable } from '../tools/leaks.ts';
import { bankCheck } from './bank.ts';
import type { Reply } from './browser.ts';
import {
  cardBecomes,
  cardDetailsOf,
  checkCard,
  checkedCard,
  confirmCard,
  lookCode,
  lookThrough,
  madeCard,
  toHome,
} from './cards.ts';
import { startServer, type TestServer } from './harness.ts';
import { hurry, makePerson, until, type Person } from './money.ts';
import { anotherCode, payout } from './withdraw.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await payout(server.db, '');
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const said = ({ http, body }: Reply) => [http, http === 200 ? body.payload.status : body.payload.code];
const emailOf = ({ number }: Person) => `p${number}@example.com`;
const verified = async (money: Record<string, string> = { EUR: '100' }): Promise<Person> => {
  const person = await makePerson(server, money);
  await sql`update accounts set verification_level = 1 where id = ${person.id}`.execute(server.db);
  return person;
};
const balance = async ({ id }: Person, currency = 'EUR') => {
  const row = await server.db
    .selectFrom('wallets')
    .select(['available', 'held'])
    .where('account_id', '=', id)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return [Number(row.available), Number(row.held)];
};
/** How often which step of an order moved money, and what each left in all. */
const movesOf = async (id: string) => {
  const { rows } = await sql<{ kind: string; sum: string }>`
    select m.kind, sum(p.amount) as sum from movements m join postings p on p.movement_id = m.id
    where m.operation_id = ${id} group by m.id, m.kind order by m.id`.execute(server.db);
  return rows.map(({ kind, sum }) => [kind, Number(sum)]);
};

describe('F10 ordering a card', () => {
  test('F10 a virtual card: its price is held, then taken, once, and the card is there', async () => {
    const person = await makePerson(server, { EUR: '100' });
    const order = await checkedCard(person.browser);
    expect([order.kind, order.status, order.terms.give.amount]).toEqual(['card_order', 'open', '1.00']);
    expect((await cardDetailsOf(person.browser, order)).card).toBeUndefined();
    const confirmed = await Promise.all([1, 2, 3, 4].map(() => confirmCard(person.browser, order)));
    expect(confirmed.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
    const { card } = await cardBecomes(person.browser, order, 'active');
    expect(card).toMatchObject({
      id: order.id,
      kind: 'virtual',
      brand: 'mastercard',
      available: '99.00',
      spent: '0.00',
    });
    expect([card?.last_four, card?.expires]).toEqual([
      expect.stringMatching(/^\d{4}$/),
      expect.stringMatching(/^\d{4}-\d\d$/),
    ]);
    expect(await balance(person)).toEqual([99, 0]);
    expect(await movesOf(order.id)).toEqual([
      ['hold', 0],
      ['settle', 0],
    ]);
    expect((await person.browser.get('/api/card/my')).body.payload.items).toHaveLength(1);
  });

  test('F10 plastic goes to an address, says when it comes, and cannot be used before', async () => {
    const person = await verified();
    const order = await checkedCard(person.browser, toHome);
    expect(order.facts?.map(({ label }) => label)).toEqual([
      'card',
      'recipient',
      'address',
      'phone',
      'delivery',
      'cancel',
    ]);
    await confirmCard(person.browser, order);
    const sent = await cardBecomes(person.browser, order, 'sent');
    expect(sent.card?.arrives).toEqual({ from: expect.any(String), to: expect.any(String) });
    const charge = { id: 'auth_early', card: order.id, merchant: 'Shop', currency: 'EUR', amount: '1' };
    expect(await chargeCard(server, charge)).toEqual({ status: 'declined', reason: 'not_arrived' });
    expect(said(await person.browser.post('/api/card/freeze', { card: order.id }))).toEqual([409, 'conflict']);
    await sql`update sandbox_cards set made_at = made_at - interval '1 minute' where id = ${order.id}`.execute(
      server.db,
    );
    await cardBecomes(person.browser, order, 'active');
    const form = (await person.browser.get('/api/card/order?offer=plastic_usd')).body.payload;
    expect(form.values).toEqual(Object.fromEntries(Object.entries(toHome).filter(([name]) => name !== 'offer')));
  });

  test('F10 a card on its way whose question was lost is asked about again', async () => {
    const person = await verified();
    const order = await checkedCard(person.browser, toHome);
    await confirmCard(person.browser, order);
    await cardBecomes(person.browser, order, 'sent');
    await sql`update sandbox_cards set made_at = made_at - interval '1 minute' where id = ${order.id}`.execute(
      server.db,
    );
    await cardBecomes(person.browser, order, 'active');
    // With the last answer the question is gone: from here on nobody asks by themselves.
    const jobs = async () => {
      const { rows } = await sql<{ n: string }>`
        select count(*) as n from graphile_worker.jobs where key = ${`card delivery ${order.id}`}`.execute(server.db);
      return Number(rows[0]?.n);
    };
    await until(async () => (await jobs()) === 0);
    await addMissingDeliveries(server.db);
    expect(await jobs()).toBe(0);
    await sql`update cards set status = 'sent' where id = ${order.id}`.execute(server.db);
    await addMissingDeliveries(server.db);
    await cardBecomes(person.browser, order, 'active');
  });

  test('F10 what is wrong with an address is told by the field, all at once, and a card number is none', async () => {
    const person = await verified();
    const wrong = { ...toHome, holder: 'Анна', city: '', phone: '12', street: '4111 1111 1111 1111', country: 'XX' };
    const { http, body } = await checkCard(person.browser, wrong);
    expect([http, body.payload.fields]).toEqual([
      422,
      { holder: 'bad_format', city: 'required', phone: 'bad_phone', street: 'card_number', country: 'not_an_option' },
    ]);
  });

  test('F10 what may not be ordered is refused: unverified, unknown, without money, more than five', async () => {
    const person = await makePerson(server, { USD: '100', EUR: '0.5' });
    const { browser } = person;
    expect(said(await checkCard(browser, toHome))).toEqual([422, 'needs_verification']);
    expect(said(await checkCard(browser, { offer: 'golden' }))).toEqual([404, 'not_found']);
    expect(said(await checkCard(browser))).toEqual([422, 'insufficient_funds']);
    const usd = { offer: 'virtual_usd' };
    const orders = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => checkedCard(browser, usd)));
    const confirmed = await Promise.all(orders.map((order) => confirmCard(browser, order)));
    expect(confirmed.map(({ http }) => http).toSorted((one, other) => one - other)).toEqual([
      200, 200, 200, 200, 200, 409, 409,
    ]);
    expect(said(await checkCard(browser, usd))).toEqual([409, 'too_many_cards']);
  });

  test('F10 an order is taken back until its issuer has it, and the money comes back; afterwards it is too late', async () => {
    const person = await makePerson(server, { EUR: '10' });
    await payout(server.db, person.number, 'settle', { pause: 60_000 });
    const order = await checkedCard(person.browser);
    expect(said(await confirmCard(person.browser, order))).toEqual([200, 'processing']);
    expect(await balance(person)).toEqual([9, 1]);
    const cancel = () => person.browser.post('/api/card/order/cancel', { card: order.id });
    expect((await Promise.all([cancel(), cancel()])).map(said)).toEqual([
      [200, 'cancelled'],
      [200, 'cancelled'],
    ]);
    expect([await balance(person), await movesOf(order.id)]).toEqual([
      [10, 0],
      [
        ['hold', 0],
        ['release', 0],
      ],
    ]);
    expect((await person.browser.get('/api/card/my')).body.payload.items).toEqual([]);
    await payout(server.db, person.number, 'hang');
    const other = await checkedCard(person.browser);
    await confirmCard(person.browser, other);
    await until(async () => {
      const row = await server.db
        .selectFrom('operations')
        .select('placed_at')
        .where('id', '=', other.id)
        .executeTakeFirst();
      return row?.placed_at !== null;
    });
    expect(said(await person.browser.post('/api/card/order/cancel', { card: other.id }))).toEqual([409, 'too_late']);
  });

  test('F10 an issuer that refuses gives the money back, says why, and leaves no card', async () => {
    const person = await makePerson(server, { EUR: '10' });
    await payout(server.db, person.number, 'fail');
    const order = await checkedCard(person.browser);
    await confirmCard(person.browser, order);
    await until(async () => (await cardDetailsOf(person.browser, order)).status === 'failed');
    const { card, reason } = await cardDetailsOf(person.browser, order);
    expect([card, reason, await balance(person)]).toEqual([undefined, 'issuer_declined', [10, 0]]);
  });

  test('F10 what is not made yet pays nothing, and its order ends as if nobody had asked', async () => {
    const early = (order: { id: string }) =>
      chargeCard(server, {
        ...{ id: `early_${order.id}`, card: order.id, merchant: 'Shop', currency: 'EUR', amount: '1' },
      });
    const person = await makePerson(server, { EUR: '10' });
    await payout(server.db, person.number, 'fail', { pause: 60_000 });
    const [taken, refused] = [await checkedCard(person.browser), await checkedCard(person.browser)];
    const canCancel = async ({ id }: { id: string }) =>
      ((await person.browser.get(`/api/operation/read/${id}`)).body.payload as Operation).facts?.some(
        ({ label }) => label === 'cancel',
      );
    for (const order of [taken, refused]) await confirmCard(person.browser, order);
    expect([await canCancel(taken), await canCancel(refused)]).toEqual([true, true]);
    expect([await early(taken), await early(refused)]).toEqual([undefined, undefined]);
    expect(said(await person.browser.post('/api/card/order/cancel', { card: taken.id }))).toEqual([200, 'cancelled']);
    await hurry(server.db);
    await until(async () => (await cardDetailsOf(person.browser, refused)).status === 'failed');
    expect([await canCancel(taken), await canCancel(refused)]).toEqual([false, false]);
    expect([await balance(person), (await person.browser.get('/api/card/my')).body.payload.items]).toEqual([
      [10, 0],
      [],
    ]);
  });

  test('F10 a card has the limits that its check has seen, whatever its offer says by the confirm', async () => {
    const person = await makePerson(server, { RUB: '1000' });
    const rub = { offer: 'virtual_rub' };
    const order = await checkedCard(person.browser, rub);
    const limits = await sql<{ once: string; day: string }>`
      select limit_once as once, limit_day as day from card_offers where id = 'virtual_rub'`.execute(server.db);
    const set = ({ once, day }: { once: string; day: string }) =>
      sql`update card_offers set limit_once = ${once}, limit_day = ${day} where id = 'virtual_rub'`.execute(server.db);
    await set({ once: '7', day: '8' });
    await confirmCard(person.browser, order);
    const other = await checkedCard(person.browser, rub);
    await set(limits.rows[0]!);
    await confirmCard(person.browser, other);
    const given = [];
    for (const one of [order, other]) given.push((await cardDetailsOf(person.browser, one)).card?.highest);
    expect(given).toEqual([
      { once: '40000.00', day: '80000.00' },
      { once: '7.00', day: '8.00' },
    ]);
  });

  test('F10 five cards that have expired are no reason against a sixth; in its last month a card is still one', async () => {
    const person = await makePerson(server, { USD: '100' });
    const usd = { offer: 'virtual_usd' };
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => madeCard(person.browser, usd)));
    const expire = (id: string, months: number) =>
      sql`update cards set expires = to_char((now() at time zone 'UTC') + ${months}::integer * interval '1 month', 'YYYY-MM')
        where id = ${id}`.execute(server.db);
    for (const { id } of made) await expire(id, 0);
    expect(said(await checkCard(person.browser, usd))).toEqual([409, 'too_many_cards']);
    await expire(made[0]?.id ?? '', -1);
    expect(said(await confirmCard(person.browser, await checkedCard(person.browser, usd)))).toEqual([
      200,
      'processing',
    ]);
    expect(said(await checkCard(person.browser, usd))).toEqual([409, 'too_many_cards']);
  });

  test.each(['twice', 'late', 'callback'] as const)(
    'F10 an issuer that answers %s makes one card',
    async (behaviour) => {
      const person = await makePerson(server, { EUR: '10' });
      await payout(server.db, person.number, behaviour);
      const order = await checkedCard(person.browser);
      await confirmCard(person.browser, order);
      await cardBecomes(person.browser, order, 'active');
      expect([await balance(person), (await movesOf(order.id)).length]).toEqual([[9, 0], 2]);
    },
  );
});

describe('F10 R3 a card in use', () => {
  let person: Person;
  let made: CardDetails;
  beforeAll(async () => {
    person = await makePerson(server, { EUR: '1000' });
    made = await madeCard(person.browser);
  });
  let payments = 0;
  const pay = (amount: string, id = `auth_${(payments += 1)}`) =>
    chargeCard(server, { id, card: made.id, merchant: 'Book shop', currency: 'EUR', amount });
  const limit = (once: string, day: string) => person.browser.post('/api/card/limits', { card: made.id, once, day });

  test('F10 what is paid leaves the wallet by postings, once however often it is asked', async () => {
    const [before] = await balance(person);
    const answers = await Promise.all([1, 2, 3].map(() => pay('12.5', 'auth_same')));
    expect(answers).toEqual(answers.map(() => ({ status: 'approved' })));
    expect(await balance(person)).toEqual([(before ?? 0) - 12.5, 0]);
    const { items } = (await person.browser.get(`/api/card/operations?card=${made.id}`)).body.payload;
    expect(items.filter(({ id }: { id: string }) => id === 'auth_same')).toMatchObject([
      { merchant: 'Book shop', amount: { amount: '12.50', currency: 'EUR' }, status: 'approved' },
    ]);
    const { rows } = await sql<{ rest: string }>`select sum(amount) as rest from postings`.execute(server.db);
    expect(Number(rows[0]?.rest)).toBe(0);
  });

  test('F10 a frozen card pays nothing, and goes on when it is unfrozen', async () => {
    const set = (call: string) => person.browser.post(`/api/card/${call}`, { card: made.id });
    expect((await Promise.all([set('freeze'), set('freeze')])).map(said)).toEqual([
      [200, 'frozen'],
      [200, 'frozen'],
    ]);
    expect(await pay('1')).toEqual({ status: 'declined', reason: 'frozen' });
    expect(said(await set('unfreeze'))).toEqual([200, 'active']);
    expect(await pay('1')).toEqual({ status: 'approved' });
  });

  test('F10 limits hold at once and in a day, also for payments that come together', async () => {
    const { spent } = (await cardDetailsOf(person.browser, made)).card!;
    const day = String(Number(spent) + 30);
    expect((await limit('20', day)).http).toBe(200);
    expect(await pay('20.01')).toEqual({ status: 'declined', reason: 'above_once' });
    const together = await Promise.all(['10', '10', '10', '10', '10'].map((amount) => pay(amount)));
    expect(together.filter((one) => one?.status === 'approved')).toHaveLength(3);
    expect(together.filter((one) => one?.status === 'declined' && one.reason === 'above_day')).toHaveLength(2);
    const refused = await limit('900', '100');
    expect([said(refused), refused.body.payload.fields, refused.body.payload.params]).toEqual([
      [422, 'above_maximum'],
      { once: 'above_maximum' },
      { maximum: '500.00', currency: 'EUR', scale: 2 },
    ]);
    const tooMuchADay = (await limit('500', '1000.01')).failure;
    expect([tooMuchADay.fields, tooMuchADay.message]).toEqual([
      { day: 'above_maximum_a_day' },
      'Above the maximum: at most 1,000.00\u{a0}EUR in 24 hours.',
    ]);
    for (const [once, code] of [
      ['0', 'not_positive'],
      ['1.001', 'too_precise'],
    ])
      expect(said(await limit(once!, '100'))).toEqual([422, code]);
    await limit('500', '1000');
  });

  test('F10 what was paid counts for the limit of a day for 24 hours', async () => {
    const { id } = await madeCard(person.browser);
    await person.browser.post('/api/card/limits', { card: id, once: '20', day: '30' });
    const charge = { card: id, merchant: 'Book shop', currency: 'EUR', amount: '20' };
    const paidAgo = (hours: number) =>
      sql`update card_operations set at = clock_timestamp() - ${hours}::integer * interval '1 hour' where id = ${`first_${id}`}`.execute(
        server.db,
      );
    const spent = async () => (await cardDetailsOf(person.browser, { id })).card?.spent;
    expect(await chargeCard(server, { ...charge, id: `first_${id}` })).toEqual({ status: 'approved' });
    await paidAgo(23);
    expect(await chargeCard(server, { ...charge, id: `second_${id}` })).toEqual({
      status: 'declined',
      reason: 'above_day',
    });
    expect(await spent()).toBe('20.00');
    await paidAgo(25);
    expect(await spent()).toBe('0.00');
    expect(await chargeCard(server, { ...charge, id: `third_${id}` })).toEqual({ status: 'approved' });
  });

  test('F10 R2 a limit that is not named stays as it is, also where it was lowered meanwhile', async () => {
    const change = (limits: object) => person.browser.post('/api/card/limits', { card: made.id, ...limits });
    await limit('400', '900');
    await change({ day: '100' });
    const { body } = await change({ once: '90' });
    expect(body.payload.limits).toEqual({ once: '90.00', day: '100.00' });
    expect((await change({})).body.payload.limits).toEqual({ once: '90.00', day: '100.00' });
    await limit('500', '1000');
  });

  test('F10 a card pays until the end of its month, and not after', async () => {
    const set = (expires: string) =>
      server.db.updateTable('cards').set({ expires }).where('id', '=', made.id).execute();
    const { expires = '' } = (await cardDetailsOf(person.browser, made)).card!;
    await set(new Date().toISOString().slice(0, 7));
    expect(await pay('1')).toEqual({ status: 'approved' });
    await set('2020-01');
    expect(await pay('1')).toEqual({ status: 'declined', reason: 'expired' });
    await set(expires);
  });

  test('F10 a card whose month is over is told as expired, wherever it stands, and nothing is done with it', async () => {
    const { id } = await madeCard(person.browser);
    const set = (changes: { expires?: string; status?: 'active' | 'frozen' | 'sent' }) =>
      server.db.updateTable('cards').set(changes).where('id', '=', id).execute();
    const stands = async (): Promise<unknown> => {
      const { items } = (await person.browser.get('/api/card/my')).body.payload;
      const own = items.find((card: { id: string }) => card.id === id);
      return [(await cardDetailsOf(person.browser, { id })).card?.status, own?.status];
    };
    await set({ expires: new Date().toISOString().slice(0, 7) });
    expect(await stands()).toEqual(['active', 'active']);
    await set({ expires: '2020-01' });
    for (const status of ['active', 'frozen', 'sent'] as const) {
      await set({ status });
      expect(await stands()).toEqual(['expired', 'expired']);
      // A declined payment gives no advice that nobody can follow.
      const charge = { id: `over_${status}_${id}`, card: id, merchant: 'Shop', currency: 'EUR', amount: '1' };
      expect(await chargeCard(server, charge)).toEqual({ status: 'declined', reason: 'expired' });
      const file = (await person.browser.get('/api/user/export')).text;
      const kept = (JSON.parse(file) as { cards: { id: string }[] }).cards.find((card) => card.id === id);
      expect(kept).toMatchObject({ status: 'expired', last_four: expect.stringMatching(/^\d{4}$/) as string });
    }
    await set({ status: 'active' });
    for (const call of ['freeze', 'unfreeze', 'limits', 'details/code'])
      expect([call, ...said(await person.browser.post(`/api/card/${call}`, { card: id }))]).toEqual([
        call,
        409,
        'conflict',
      ]);
  });

  test('F10 whether the month of a card is over is told by the clock of the database, and not by that of a server', async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2099-06-01') });
    expect(await pay('1')).toEqual({ status: 'approved' });
    vi.setSystemTime(Date.parse('2001-06-01'));
    const set = (expires: string) =>
      server.db.updateTable('cards').set({ expires }).where('id', '=', made.id).execute();
    const { expires = '' } = (await cardDetailsOf(person.browser, made)).card!;
    await set('2020-01');
    expect(await pay('1')).toEqual({ status: 'declined', reason: 'expired' });
    await set(expires);
  });

  test('F10 more than the wallet has is declined, and nothing moves', async () => {
    const poor = await makePerson(server, { EUR: '3' });
    const { id } = await madeCard(poor.browser);
    const charge = { card: id, merchant: 'Cafe', currency: 'EUR', amount: '2' };
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((each) => chargeCard(server, { ...charge, id: `poor_${each}` })),
    );
    expect(answers.map((one) => String(one?.status)).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'approved',
      'declined',
      'declined',
    ]);
    expect(await balance(poor)).toEqual([0, 0]);
  });

  test('F10 what was paid with a card is read page by page', async () => {
    for (let count = 0; count < 22; count += 1) await pay('0.01');
    const first = (await person.browser.get(`/api/card/operations?card=${made.id}`)).body.payload;
    const second = (await person.browser.get(`/api/card/operations?card=${made.id}&cursor=${first.next}`)).body.payload;
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    const { rows } = await sql`select from card_operations where card_id = ${made.id}`.execute(server.db);
    expect([first.items.length, new Set(ids).size, ids.length]).toEqual([20, rows.length, rows.length]);
    expect(second.next).toBeNull();
  });

  test('F10 pages go on behind whatever an issuer calls a payment', async () => {
    const { id } = await madeCard(person.browser);
    // The twentieth of each page is asked behind.
    const names = ['a.b', 'ключ 1', '𝄞'.repeat(64), "it's\n/?#%", '.'];
    for (const [at, name] of names.entries())
      await sql`insert into card_operations (id, card_id, account_id, at, merchant, currency, amount, status, reason)
        select case n when 20 then ${name}::text else ${name.slice(0, 20)}::text || n end, ${id}, ${person.id},
          timestamptz '2026-03-01' - ${at}::integer * interval '1 hour' - n * interval '1 second',
          'Shop', 'EUR', 1, 'declined', 'frozen' from generate_series(1, 20) n`.execute(server.db);
    const seen: string[] = [];
    const ends: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply = await person.browser.get(`/api/card/operations?card=${id}&cursor=${cursor}`);
      expect(reply.http).toBe(200);
      const page: { items: { id: string }[]; next: string | null } = reply.body.payload;
      seen.push(...page.items.map((one) => one.id));
      ends.push(page.items.at(-1)?.id ?? '');
      cursor = page.next;
    }
    expect([ends, seen.length, new Set(seen).size]).toEqual([names, 100, 100]);
    for (const wrong of ['1', '1.', 'x.a', '1.\0', `1.${'a'.repeat(65)}`, '12345678901234567.a']) {
      const coded = Buffer.from(wrong).toString('base64url');
      const reply = await person.browser.get(`/api/card/operations?card=${id}&cursor=${coded}`);
      expect([wrong, reply.http, reply.body.payload.fields]).toEqual([wrong, 422, { cursor: 'malformed' }]);
    }
  });
});

describe('F10 a look at the number', () => {
  const ask = ({ browser }: Person, card: string) => browser.post('/api/card/details/code', { card });
  const look = ({ browser }: Person, card: string, code: string) =>
    browser.post('/api/card/details/reveal', { card, code });
  const later = () => sql`update card_reveals set asked_at = asked_at - interval '1 minute'`.execute(server.db);

  test('F10 a code by mail gives one token, which its issuer takes once, for a minute', async () => {
    const person = await makePerson(server, { EUR: '10' });
    const { id, card } = await madeCard(person.browser);
    expect((await ask(person, id)).body.payload).toMatchObject({ tries_left: 5, sent_to: 'p•••@example.com' });
    const code = await lookCode(server.db, emailOf(person));
    const wrong = await look(person, id, anotherCode(code));
    expect([said(wrong), wrong.body.payload.params]).toEqual([[422, 'wrong_code'], { left: 4 }]);
    const replies = await Promise.all([1, 2, 3].map(() => look(person, id, code)));
    const [shown, ...others] = replies.toSorted((one, other) => one.http - other.http);
    expect(others.map(said)).toEqual([
      [409, 'code_used'],
      [409, 'code_used'],
    ]);
    const { frame, token } = shown?.body.payload ?? {};
    expect((await lookThrough(frame, token, 'cross-site')).status).toBe(403);
    const answers = await Promise.all([1, 2, 3].map(() => lookThrough(frame, token)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410, 410]);
    const told = await answers.find(({ ok }) => ok)?.json();
    expect([isLuhn(told.number), told.number.slice(-4), told.code]).toEqual([
      true,
      card?.last_four,
      expect.stringMatching(/^\d{3}$/),
    ]);
    expect((await lookThrough(frame, 'none')).status).toBe(410);
    // Its letter was used: another has to wait.
    expect(said(await ask(person, id))).toEqual([429, 'rate_limited']);
    // Where the number is: in that one answer of the issuer, and nowhere here.
    const tables = await everyTable(server.db);
    expect(tables.filter(({ text }) => text.includes(told.number) || text.includes(token))).toEqual([]);
    expect(replies.some(({ text }) => text.includes(told.number))).toBe(false);
  });

  test('F10 whoever asks again at once, as after an answer that was lost, is told of the letter that went', async () => {
    const person = await makePerson(server, { EUR: '10' });
    const { id } = await madeCard(person.browser);
    const first = (await ask(person, id)).body.payload;
    const letters = async () =>
      (await listMail(server.db, emailOf(person))).filter(({ subject }) => /^\d{6}/.test(subject));
    const code = await lookCode(server.db, emailOf(person));
    await look(person, id, anotherCode(code));
    const again = await Promise.all([1, 2].map(() => ask(person, id)));
    expect(again.map(({ http, body }) => [http, body.payload])).toEqual(
      again.map(() => [200, { ...first, tries_left: 4 }]),
    );
    expect((await letters()).length).toBe(1);
    expect((await look(person, id, code)).http).toBe(200);
  });

  test('F10 five wrong codes void it, another letter voids the one before, and each ends', async () => {
    const person = await makePerson(server, { EUR: '10' });
    const { id } = await madeCard(person.browser);
    expect(said(await look(person, id, '000000'))).toEqual([409, 'code_expired']);
    await ask(person, id);
    const code = await lookCode(server.db, emailOf(person));
    const wrong = anotherCode(code);
    for (let tries = 0; tries < 4; tries += 1) expect(said(await look(person, id, wrong))).toEqual([422, 'wrong_code']);
    expect(said(await look(person, id, wrong))).toEqual([409, 'too_many_tries']);
    expect(said(await look(person, id, code))).toEqual([409, 'too_many_tries']);
    expect(said(await ask(person, id))).toEqual([429, 'rate_limited']);
    await later();
    await ask(person, id);
    const fresh = await lookCode(server.db, emailOf(person));
    await sql`update card_reveals set expires_at = clock_timestamp()`.execute(server.db);
    expect(said(await look(person, id, fresh))).toEqual([409, 'code_expired']);
  });

  test('F10 a token that nobody used in a minute is worth nothing', async () => {
    const person = await makePerson(server, { EUR: '10' });
    const { id } = await madeCard(person.browser);
    await ask(person, id);
    const { frame, token } = (await look(person, id, await lookCode(server.db, emailOf(person)))).body.payload;
    await sql`update sandbox_card_tokens set expires_at = clock_timestamp()`.execute(server.db);
    expect((await lookThrough(frame, token)).status).toBe(410);
    const page = await fetch(frame);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(frame.replace(/page=[^&]*/, 'page=https://evil.example'))).status).toBe(404);
  });
});
