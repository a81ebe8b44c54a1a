import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import { countFailure } from '../../server/auth/attempts.ts';
import { balanceOf, bankCheck } from './bank.ts';
import type { Browser, Reply } from './browser.ts';
import { checkCard } from './cards.ts';
import { startServer, type TestServer } from './harness.ts';
import { check, checked, makePerson, submit, usdToBtc, type Person } from './money.ts';
import { bitcoinByCard, byBank, checkPayment, outside } from './payments.ts';
import { checkTransfer } from './transfer.ts';
import { checkWithdrawal, payout } from './withdraw.ts';

/*
 * Checks are kept, so an account has so many in an hour. Whoever tests on a laptop has as many as they like: here everybody comes
 * from elsewhere.
 */

let server: TestServer;
let person: Person;
let payee: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0', TRUST_PROXY: '1' });
  payee = await makePerson(server, {});
});
beforeEach(async () => {
  await sql`delete from attempts`.execute(server.db);
  person = await someone();
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const someone = async (): Promise<Person> => {
  const one = await makePerson(server, { USD: '2000', EUR: '2000' });
  await server.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', one.id).execute();
  await payout(server.db, one.number);
  await outside(server.db, one.number);
  return { ...one, browser: from(one.browser, '203.0.113.9') };
};

/** The same browser at another place. */
const from = (browser: Browser, place: string): Browser => {
  const send = browser.send.bind(browser);
  browser.send = (path, extra) => send(path, { ...extra, headers: { 'x-forwarded-for': place, ...extra.headers } });
  return browser;
};

/** As if so many checks had been asked for in this hour. */
const counted = async ({ id }: Person, checks: number): Promise<void> => {
  await countFailure(server.db, { most: added.checksAnHour, seconds: 3_600 }, 'checks', id);
  await sql`update attempts set failures = ${checks}`.execute(server.db);
};
const rows = async ({ id }: Person): Promise<string | undefined> =>
  (
    await sql<{ count: string }>`select count(*) from operations where account_id = ${id} and parent_id is null
      and kind <> 'treasury'`.execute(server.db)
  ).rows[0]?.count;
const said = ({ http, body }: Reply) => (http === 200 ? 'ok' : `${http} ${body.payload.code}`);

const asks: [string, (browser: Browser) => Promise<Reply>][] = [
  ['an exchange', (browser) => check(browser)],
  ['an exchange of everything', (browser) => browser.post('/api/exchange/all/BTC', { wallets: ['USD', 'EUR'] })],
  ['a withdrawal', (browser) => checkWithdrawal(browser)],
  ['a deposit', (browser) => checkPayment(browser, 'deposit', byBank)],
  ['a purchase', (browser) => checkPayment(browser, 'purchase', bitcoinByCard)],
  ['a transfer', (browser) => checkTransfer(browser, { to: payee.number })],
  ['a card', (browser) => checkCard(browser)],
];

describe('checks of one account', () => {
  test.each(asks)(
    'F3 S1 the last of the hour is answered as ever, the next one is told when to come back: %s',
    async (_, ask) => {
      await counted(person, added.checksAnHour - 1);
      const last = await ask(person.browser);
      expect(said(last)).toBe('ok');
      const before = await rows(person);
      const refused = await ask(person.browser);
      expect(said(refused)).toBe('429 wait_before_retry');
      const seconds = refused.failure.params?.['seconds'] as number;
      expect(seconds).toBeGreaterThan(3_500);
      expect(refused.headers.get('retry-after')).toBe(String(seconds));
      expect(await rows(person)).toBe(before);
      await sql`update attempts set expires_at = now()`.execute(server.db);
      expect(said(await ask(person.browser))).toBe('ok');
    },
  );

  test('F3 S1 all kinds count together, and each account for itself', async () => {
    await counted(person, added.checksAnHour - asks.length);
    for (const [, ask] of asks) expect(said(await ask(person.browser))).toBe('ok');
    for (const [, ask] of asks) expect(said(await ask(person.browser))).toBe('429 wait_before_retry');
    expect(said(await check((await someone()).browser))).toBe('ok');
  });

  test('F3 S1 many at once are no more than the window has room for', async () => {
    await counted(person, added.checksAnHour - 3);
    const replies = await Promise.all(Array.from({ length: 8 }, () => check(person.browser)));
    expect(replies.filter((reply) => said(reply) === 'ok')).toHaveLength(3);
    expect(replies.filter((reply) => said(reply) === '429 wait_before_retry')).toHaveLength(5);
  });

  test('F3 S1 what is refused for another reason counts nowhere', async () => {
    await counted(person, added.checksAnHour - 1);
    expect(said(await check(person.browser, { ...usdToBtc, amount: '1' }))).toMatch(/^422 /);
    expect(said(await check(person.browser))).toBe('ok');
  });

  test('F3 S1 the terms of a check are what they are, counted or not', async () => {
    const laptop = await startServer({ SEED_DEMO: '0', DATABASE_URL: server.databaseUrl });
    try {
      const elsewhere = (await checked(person.browser)).terms;
      const here = (await checked(await person.elsewhere(laptop))).terms;
      expect({ ...elsewhere, rate: '', get: '' }).toEqual({ ...here, rate: '', get: '' });
      await counted(person, added.checksAnHour);
      expect(said(await check(person.browser))).toBe('429 wait_before_retry');
      expect(said(await check(await person.elsewhere(laptop)))).toBe('ok');
      expect(said(await check(from(await person.elsewhere(), '127.0.0.1')))).toBe('429 wait_before_retry');
    } finally {
      await laptop.close();
    }
  });

  test('F3 S1 a full hour stops no confirm, and none whose terms have changed', async () => {
    const [kept, changed] = [await checked(person.browser), await checked(person.browser)];
    await counted(person, added.checksAnHour);
    expect(said(await submit(person.browser, kept))).toBe('ok');
    await sql`update exchange_pairs set percent = '1.5' where src = 'USD' and dst = 'BTC'`.execute(server.db);
    const refused = await submit(person.browser, changed);
    expect(said(refused)).toBe('409 terms_changed');
    expect(refused.failure.fresh).toMatchObject({ status: 'open' });
    expect((await balanceOf(server.db, person.id, 'USD')).available).toBe('1900');
  });
});
