import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardToken } from '../../contract/card-token.ts';
import { isPublished } from '../../contract/outward.ts';
import { createLog } from '../../server/log.ts';
import { readConfig } from '../../server/config.ts';
import { unheardInSandbox } from '../../server/sandbox/payments.ts';
import { createServer, type RunningServer } from '../../server/server.ts';
import type { Db } from '../../server/db/db.ts';
import { quiet } from '../setup/postgres.ts';
import { everyTable } from '../tools/leaks.ts';
import { Browser } from './browser.ts';
import { createDatabase, startServer, type TestDatabase } from './harness.ts';
import { makePerson, until, type Person } from './money.ts';
import {
  bitcoinByCard,
  byBank,
  byCard,
  checkPayment,
  factOf,
  handOver,
  ordered,
  outside,
  paymentBecomes,
  payTo,
  press,
} from './payments.ts';
import { checkTransfer } from './transfer.ts';
import { checkWithdrawal, toBank } from './withdraw.ts';

/** Planted: the card network's own test number, and another one that fails the check digit. */
const planted = { number: '4242 4242 4242 4242' };

let database: TestDatabase;
let server: RunningServer & { db: Db };
let person: Person;
let log = '';
const said: string[] = [];
const browserOf = () => new Browser(server.url);

beforeAll(async () => {
  database = await createDatabase();
  const config = readConfig({ ...quiet, LOG_LEVEL: 'debug', SEED_DEMO: '0', DATABASE_URL: database.url });
  const destination = { write: (line: string) => void (log += line) };
  const started = await createServer({ config, log: createLog(config, destination) });
  if (!started.db) throw new Error('it has a database');
  server = { ...started, db: started.db };
  person = await makePerson({ db: server.db, browser: browserOf }, { EUR: '1000' });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const frameOf = async (): Promise<string> =>
  (await person.browser.get('/api/withdraw/form/card_eur')).body.payload.card_frame;
const give = async (card: object, site = 'same-origin') => {
  const response = await fetch(new URL('/card/token', await frameOf()), {
    method: 'POST',
    body: JSON.stringify(card),
    headers: { 'sec-fetch-site': site },
  });
  const text = await response.text();
  said.push(text);
  return { http: response.status, body: JSON.parse(text) as Record<string, string> };
};

const isHashed = (page: string, policy: string, tag: 'script' | 'style') => {
  const content = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? '';
  return policy.includes(`${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`);
};

describe('the frame for a card', () => {
  test('F6 its address passes the guard of the page; it stands on our page alone and speaks to it alone', async () => {
    const frame = await frameOf();
    const { origins } = (await person.browser.get('/api/auth/check')).body.site_settings;
    expect(isPublished(frame, origins)).toBe(true);
    const response = await fetch(frame);
    const page = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${server.url};`);
    expect(policy).toContain(`form-action 'none'`);
    expect([isHashed(page, policy, 'script'), isHashed(page, policy, 'style')]).toEqual([true, true]);
    expect(page).toContain(`data-page="${server.url}"`);
    expect(page).toContain('lang="en"');
    expect(page).toContain('parent.postMessage({ ready: true }, page)');
    expect(page).not.toContain(`'*'`);
  });

  test.each(['https://evil.example', 'http://localhost.evil.example:80', '*', '', 'http://localhost:1;x', 'null'])(
    'F6 no frame for a page that is not ours: %j',
    async (page) => {
      const { origin } = new URL(await frameOf());
      expect((await fetch(`${origin}/card?page=${encodeURIComponent(page)}`)).status).toBe(404);
    },
  );

  test('F6 a card that is paid to is asked for its number alone', async () => {
    const page = await (await fetch(await frameOf())).text();
    expect([...page.matchAll(/<input name="(\w+)"/g)].map(([, name]) => name)).toEqual(['number']);
    expect(page).not.toMatch(/cc-csc|cc-exp/);
  });

  test('F6 a card becomes its token: brand and last four, the same card the same token', async () => {
    const first = await give(planted);
    expect(first.body).toMatchObject({ brand: 'Visa', last_four: '4242' });
    expect(cardToken.safeParse(first.body).success).toBe(true);
    expect((await give({ ...planted, number: '4242424242424242' })).body['token']).toBe(first.body['token']);
    const known = await checkWithdrawal(person.browser, {
      method: 'card_eur',
      side: 'give',
      amount: '50',
      card: first.body['token'] ?? '',
    });
    expect([known.http, known.body.payload.facts.at(-1)]).toEqual([200, { label: 'card', text: 'Visa •• 4242' }]);
  });

  test.each([
    ['number', { number: '4242 4242 4242 4241' }],
    ['number', { number: '6011 1111 1111 1117' }],
    ['number', { number: '' }],
    ['number', { number: 4242 }],
  ])('F6 what is no card is refused by its field: %s %j', async (problem, change) => {
    expect(await give({ ...planted, ...change })).toEqual({ http: 422, body: { problem } });
  });

  test('F6 no other site gets a token', async () => {
    expect((await give(planted, 'cross-site')).http).toBe(403);
  });
});

describe('the pay page', () => {
  test('F8 it says what is paid in both languages, and its forms go nowhere else', async () => {
    const operation = await ordered(person.browser, 'purchase', bitcoinByCard);
    const page = await handOver(operation);
    const english = await fetch(page);
    const policy = english.headers.get('content-security-policy') ?? '';
    const text = await english.text();
    expect(policy).toContain(`form-action 'self' ${server.url};`);
    expect([isHashed(text, policy, 'style'), policy.includes('script-src')]).toEqual([true, false]);
    expect(text).toContain('100.00\u00a0USD');
    expect(text).toMatch(/<html lang="en">[\s\S]*<h1>[\s\S]*<button name="answer" value="pay">Pay</);
    expect(await (await fetch(`${page}?lang=ru`)).text()).toMatch(
      /<html lang="ru">[\s\S]*>100,00\u00a0USD<[\s\S]*Оплатить</,
    );
    for (const answer of ['', 'refund'])
      expect(
        (
          await fetch(page, {
            method: 'POST',
            body: new URLSearchParams({ answer }),
            headers: { 'sec-fetch-site': 'same-origin' },
          })
        ).status,
      ).toBe(400);
    const foreign = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'pay' }),
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    await press(page, 'cancel');
    expect(await (await fetch(page)).text()).not.toContain('<button');
  });

  test('F8 an order that is not there, and another name of this machine, get nothing', async () => {
    const { origin } = new URL(await frameOf());
    expect((await fetch(`${origin}/pay/${'a'.repeat(43)}`)).status).toBe(404);
    const long = await fetch(`${origin}/pay`, {
      method: 'POST',
      body: new URLSearchParams({ order: 'x'.repeat(3e6) }),
    });
    expect([long.status, await long.text()]).toEqual([413, 'too_large']);
    const unknown = await fetch(`${origin}/pay`, { method: 'POST', body: new URLSearchParams({ order: 'x' }) });
    expect(unknown.status).toBe(404);
    expect((await fetch(`${origin}/`)).status).toBe(404);
  });

  test('F8 of several processes one has the pages: the page of any allows that origin alone, also in front of another server', async () => {
    const { origin } = new URL(await frameOf());
    const other = await startServer({ DATABASE_URL: database.url, SEED_DEMO: '0', SANDBOX_ORIGIN: origin });
    const config = readConfig({ ...quiet, API_ORIGIN: other.url, SANDBOX_ORIGIN: origin });
    const front = await createServer({ config });
    try {
      const elsewhere = await person.elsewhere(other);
      const { origins } = (await elsewhere.get('/api/auth/check')).body.site_settings;
      expect(origins.filter((one: string) => one.startsWith('http://127.0.0.1'))).toEqual([origin]);
      const operation = await ordered(elsewhere, 'deposit', byCard);
      expect(new URL(operation.payment?.hand_over?.url ?? '').origin).toBe(origin);
      for (const { url } of [server, other, front]) {
        const policy = (await fetch(`${url}/local/healthcheck`)).headers.get('content-security-policy');
        expect(policy).toContain(`frame-src https://www.bestchange.com ${origin};`);
        expect(policy).toContain(`form-action 'self' https://www.bestchange.com ${origin};`);
      }
      await press(await handOver(operation), 'pay');
      await paymentBecomes(elsewhere, operation, 'completed');
    } finally {
      await front.close();
      await other.close();
    }
  });

  test('F8 of several processes each has a port, and the page of either takes the payment', async () => {
    const other = await startServer({ DATABASE_URL: database.url, SEED_DEMO: '0' });
    try {
      const operation = await ordered(person.browser, 'deposit', byCard);
      const elsewhere = await person.elsewhere(other);
      const seen = (await elsewhere.get(`/api/operation/read/${operation.id}`)).body.payload;
      expect(new URL(seen.payment.hand_over.url).port).not.toBe(new URL(operation.payment?.hand_over?.url ?? '').port);
      const { items } = (await elsewhere.get('/api/operation/progress')).body.payload;
      expect(items[0].payment.hand_over.url).toBe(seen.payment.hand_over.url);
      await press(await handOver(seen), 'pay');
      await paymentBecomes(person.browser, operation, 'completed');
    } finally {
      await other.close();
    }
  });
});

test('F6 F7 F8 a planted card number is in no log, no table and no answer', async () => {
  await give(planted);
  for (const kind of ['deposit', 'purchase'] as const)
    for (const name of ['card', 'email', 'amount', 'method', 'replaces']) {
      const ask = kind === 'deposit' ? byCard : bitcoinByCard;
      said.push((await checkPayment(person.browser, kind, { ...ask, [name]: planted.number })).text);
    }
  const ask = { method: 'card_eur', side: 'give', amount: '50', card: planted.number };
  said.push((await checkWithdrawal(person.browser, ask)).text);
  // As words of a person, and where a page that is not ours takes what it is sent.
  const shapes = [planted.number, ...['', '-', '.', '\u00a0'].map((by) => planted.number.replaceAll(' ', by))];
  const friend = await makePerson({ db: server.db, browser: browserOf });
  for (const [at, shape] of shapes.entries()) {
    // Now and then with its date and its code, as it stands on a card.
    const words = `pay from ${shape}${at % 2 === 0 ? ', please' : ' 12/35 731'}`;
    for (const change of [{ comment: words }, { recipient: words }]) {
      const refused = await checkWithdrawal(person.browser, { ...toBank, ...change });
      expect(Object.values(refused.failure.fields ?? {})).toEqual(['card_number']);
      said.push(refused.text);
    }
    const transfer = { to: friend.number, currency: 'EUR', amount: '1', comment: words };
    const refused = await checkTransfer(person.browser, transfer);
    expect([refused.http, refused.failure.fields]).toEqual([422, { comment: 'card_number' }]);
    said.push(refused.text, (await checkTransfer(person.browser, { ...transfer, to: shape, comment: '' })).text);
  }
  const order = await ordered(person.browser, 'purchase', bitcoinByCard);
  const page = await handOver(order);
  for (const address of [page, new URL('/pay', page).href, `${page}?lang=${encodeURIComponent(planted.number)}`]) {
    const body = new URLSearchParams({ answer: planted.number, card: planted.number, order: planted.number });
    const headers = { 'sec-fetch-site': 'same-origin' };
    said.push(await (await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })).text());
    said.push(await (await fetch(address)).text());
  }
  for (const path of [
    '/api/operation/progress',
    '/api/withdraw/history',
    '/api/transfer/history',
    '/api/payment/history',
  ])
    said.push((await person.browser.get(path)).text);
  const tables = await everyTable(server.db);
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(({ text }) => shapes.some((shape) => text.includes(shape)))).toEqual([]);
  expect(log.length).toBeGreaterThan(1_000);
  for (const shape of shapes) {
    expect(log).not.toContain(shape);
    expect(said.join('\n')).not.toContain(shape);
  }
});

describe('what the outside says when it is asked', () => {
  const told = (order: string, of: { id: string; amount?: string }[], db: Db = server.db) =>
    db
      .insertInto('sandbox_payments')
      .values(
        of.map(({ id, amount = '100' }) => ({
          id,
          amount,
          operation_id: order,
          status: 'received' as const,
          currency: 'EUR',
          at: '2026-01-01T00:00:00Z',
        })),
      )
      .execute();

  test('F7 what hangs keeps nothing else waiting, however much of it there is', async () => {
    const slow = await makePerson({ db: server.db, browser: browserOf });
    await outside(server.db, slow.number, 'hang');
    const hung = await ordered(slow.browser, 'deposit', byBank);
    await told(
      hung.id,
      Array.from({ length: 120 }, (_, at) => ({ id: `hung-${at}` })),
    );
    await outside(server.db, person.number, 'never');
    const operation = await ordered(person.browser, 'deposit', byBank);
    const { payments } = await payTo(server, factOf(operation, 'reference'));
    await until(async () => {
      const rows = await server.db.selectFrom('payment_receipts').select('id').where('id', 'in', payments).execute();
      return rows.length === 1;
    });
    await server.db.deleteFrom('sandbox_payments').where('operation_id', '=', hung.id).execute();
  });

  test('F7 more than one reading of it is told, each payment once', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    const ids = Array.from({ length: 210 }, (_, at) => ({ id: `many-${at}` }));
    const heard: string[] = [];
    const read = server.db.transaction().execute(async (trx) => {
      await told(operation.id, ids, trx);
      for await (const { id } of unheardInSandbox(trx, operation.id)) heard.push(id);
      throw new Error('nobody else hears of these');
    });
    await expect(read).rejects.toThrow('nobody else');
    expect(heard.toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
  });

  test('F7 what is refused is asked for once', async () => {
    const operation = await ordered(person.browser, 'deposit', byBank);
    await told(operation.id, [{ id: 'odd', amount: '0.001' }]);
    const unheard = async () => {
      const payments = server.db.selectFrom('sandbox_payments').select('id').where('heard', '=', false);
      return (await payments.where('operation_id', '=', operation.id).execute()).length;
    };
    await until(async () => (await unheard()) === 0);
    const receipts = server.db.selectFrom('payment_receipts').select('id').where('operation_id', '=', operation.id);
    expect(await receipts.execute()).toEqual([]);
  });
});
