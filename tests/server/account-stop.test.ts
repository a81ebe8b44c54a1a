import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/passwords.ts';
import { chargeCard } from '../../server/card/charge.ts';
import { beginAsking, takeOperation } from '../../server/operations/taken.ts';
import { operateAccount } from '../../server/settings/account-operator.ts';
import { balanceOf, bankCheck } from './bank.ts';
import type { Reply } from './browser.ts';
import { checkedCard, confirmCard, madeCard } from './cards.ts';
import { mailTo, startServer, type TestServer } from './harness.ts';
import { checked, makePerson, movementsOf, submit, until, waitingForLocks, type Person } from './money.ts';
import { byBank, checkedPayment, factOf, ordered, paymentBecomes, payTo, submitPayment } from './payments.ts';
import { checkedTransfer, emailOf, readOperation, send, transferred } from './transfer.ts';
import { checkedWithdrawal, confirm, mailedCode, payout, withdrawalBecomes, withdrawn } from './withdraw.ts';

/*
 * An account that somebody else has got hold of: whoever is on call stops it, and nothing goes out of it by any door.
 */

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  await payout(server.db, '');
});
beforeEach(async () => {
  person = await makePerson(server, { USD: '1000', EUR: '1000' });
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const operate = async (...words: string[]): Promise<string[]> => {
  const lines: string[] = [];
  const config = { productName: 'Statera', origins: [], publicUrl: undefined };
  await operateAccount({ db: server.db, config, say: (line) => lines.push(line) }, words);
  return lines;
};
const stop = () => operate('stop', person.number);
const said = ({ http, body }: Reply) => [http, http === 200 ? 'done' : body.payload.code];
const stopped = [422, 'account_stopped'];
const balance = (currency: string) => balanceOf(server.db, person.id, currency);
/** Somebody who is in although nobody can be: each door is closed by itself. */
const inside = async () => await person.elsewhere();

describe('npm run operator -- account stop', () => {
  test('F1 ends every sign-in, shows the mark, and is lifted by go', async () => {
    const rest = 'sign-ins ended: 1, and no code, link or Telegram account of before signs in';
    expect(await stop()).toEqual([`${person.number}  stopped: nobody signs in, and nothing moves its money; ${rest}`]);
    expect((await person.browser.get('/api/user/info')).http).toBe(401);
    const mark = (await operate('show', person.number)).find((line) => line.startsWith('  stopped since '));
    expect(mark).toMatch(/^ {2}stopped since \S+Z$/);
    expect(await stop()).toEqual([
      `${person.number}  stopped: nobody signs in, and nothing moves its money; ${rest.replace('1', '0')}`,
    ]);
    expect(await operate('show', person.number)).toContain(mark);
    expect(await operate('go', emailOf(person))).toEqual([
      `${person.number}  goes again: whoever knows its password or reads its letters signs in`,
    ]);
    await expect(operate('go', person.number)).rejects.toThrow(`${person.number} is not stopped`);
    expect((await operate('show', person.number)).join('\n')).not.toContain('stopped since');
    const transfer = await checkedTransfer(await inside(), { to: emailOf(await makePerson(server)) });
    expect(said(await send(await inside(), transfer))).toEqual([200, 'done']);
  });

  test('F1 nobody signs in by password, code or link, with words in both languages; a wrong password is told as ever', async () => {
    const email = emailOf(person);
    const password = 'a quiet long phrase';
    await sql`insert into credentials (account_id, password) values (${person.id}, ${await hashPassword(password)})`.execute(
      server.db,
    );
    await stop();
    const browser = server.browser();
    const refused = await browser.post(
      '/api/auth/login_by_password',
      { email, password, remember: true },
      { 'accept-language': 'en' },
    );
    expect([said(refused), browser.cookies.get('session'), browser.cookies.get('remember')]).toEqual([
      ...[stopped, undefined, undefined],
    ]);
    expect(refused.failure.message).toBe(
      'To keep its money safe, the account has been stopped: nobody can sign in, and nothing is paid out. Money that comes in is credited. To have it opened again, answer any e-mail of ours.',
    );
    expect(
      said(await browser.post('/api/auth/login_by_password', { email, password: 'another', remember: false })),
    ).toEqual([...[422, 'wrong_credentials']]);
    const russian = server.browser();
    await russian.post('/api/auth/login', { email }, { 'accept-language': 'ru' });
    const { code, link } = await mailTo(server, email);
    const byCode = await russian.post('/api/auth/code', { code, remember: true }, { 'accept-language': 'ru' });
    expect([said(byCode), byCode.failure.message]).toEqual([
      stopped,
      'Аккаунт остановлен, чтобы деньги на нём были в безопасности: войти в него нельзя, и списаний с него нет. Поступления зачисляются. Чтобы его снова открыли, ответьте на любое наше письмо.',
    ]);
    expect(said(await russian.post(`/api/auth/link/${link}`, { remember: true }))).toEqual(stopped);
    const { rows } = await sql`select 1 from sessions where account_id = ${person.id}`.execute(server.db);
    expect(rows).toEqual([]);

    // What was asked for meanwhile signs in nobody once it goes again; what is asked for then does.
    await operate('go', person.number);
    expect(said(await russian.post('/api/auth/code', { code, remember: true }))).toEqual([409, 'code_expired']);
    expect(said(await browser.post('/api/auth/login_by_password', { email, password, remember: true }))).toEqual([
      ...[200, 'done'],
    ]);
  });
});

describe('F1 whoever it belongs to is told by a letter', () => {
  const letters = () =>
    server.db
      .selectFrom('mail_outbox')
      .select(['kind', 'locale', 'subject', 'body'])
      .where('recipient', '=', emailOf(person))
      .where('kind', 'like', 'account_%')
      .orderBy('id')
      .execute();

  test('that it is stopped, once, and that it goes again, in their language', async () => {
    await server.db.updateTable('accounts').set({ locale: 'ru' }).where('id', '=', person.id).execute();
    await stop();
    await stop();
    await operate('go', person.number);
    await expect(operate('go', person.number)).rejects.toThrow('is not stopped');
    await server.db.updateTable('accounts').set({ locale: 'en' }).where('id', '=', person.id).execute();
    await stop();
    await operate('go', person.number);
    const all = await letters();
    expect(all.map(({ kind, locale, subject }) => [kind, locale, subject])).toEqual([
      ['account_stopped', 'ru', 'Ваш аккаунт в Statera остановлен'],
      ['account_goes', 'ru', 'Ваш аккаунт в Statera снова открыт'],
      ['account_stopped', 'en', 'Your Statera account has been stopped'],
      ['account_goes', 'en', 'Your Statera account is open again'],
    ]);
    const says = ['ответьте на это письмо', '«Я не помню пароль»', 'answer this e-mail', '“I forgot the password”'];
    expect(all.map(({ body }, index) => body.includes(says[index] ?? '?'))).toEqual([true, true, true, true]);
  });

  test('not where the stop, or the end of it, did not come about', async () => {
    const withoutLetters = async (act: () => Promise<unknown>) => {
      // It is the last thing that either does.
      await sql`create function no_raise() returns trigger language plpgsql as $$ begin raise 'not raised'; end $$`.execute(
        server.db,
      );
      await sql`create trigger no_raise before update of rev on accounts for each row execute function no_raise()`.execute(
        server.db,
      );
      await expect(act()).rejects.toThrow('not raised');
      await sql`drop function no_raise cascade`.execute(server.db);
    };
    await withoutLetters(stop);
    expect(await letters()).toEqual([]);
    await stop();
    await withoutLetters(() => operate('go', person.number));
    expect((await letters()).map(({ kind }) => kind)).toEqual(['account_stopped']);
  });
});

describe('F3 S3 nothing goes out of an account that is stopped', () => {
  test('by no confirm, which leaves what it was about as it is, and costs no try of a code', async () => {
    const other = await makePerson(server);
    const exchange = await checked(person.browser);
    const transfer = await checkedTransfer(person.browser, { to: emailOf(other) });
    const withdrawal = await checkedWithdrawal(person.browser);
    const deposit = await checkedPayment(person.browser, 'deposit', byBank);
    const card = await checkedCard(person.browser);
    const all = (await person.browser.post('/api/exchange/all/BTC', { wallets: ['USD'] })).body.payload;
    const code = await mailedCode(server.db, person.number);
    await stop();
    const browser = await inside();
    for (const confirmed of [
      await submit(browser, exchange),
      await send(browser, transfer),
      await confirm(browser, withdrawal, code),
      await confirm(browser, withdrawal, '0'.repeat(6)),
      await submitPayment(browser, deposit),
      await confirmCard(browser, card),
      await browser.post('/api/exchange/all', { id: all.id }),
    ])
      expect(said(confirmed)).toEqual(stopped);
    for (const { id } of [exchange, transfer, withdrawal, deposit, card, all]) {
      expect((await readOperation(browser, { id })).status).toBe('open');
      expect(await movementsOf(server.db, { id })).toEqual([]);
    }
    expect((await readOperation(browser, withdrawal)).second_step?.tries_left).toBe(5);
    expect([await balance('USD'), await balance('EUR')]).toEqual([
      { available: '1000', held: '0' },
      { available: '1000', held: '0' },
    ]);
    await operate('go', person.number);
    expect(said(await confirm(await inside(), withdrawal, code))).toEqual([200, 'done']);
  });

  test('by no confirm of the same moment: it waits for the stop, or is taken back by it', async () => {
    const exchange = await checked(person.browser);
    let confirmed: Promise<Reply> | undefined;
    await server.db.transaction().execute(async (trx) => {
      // As the stop does, up to the moment before it is there for the others.
      await sql`select 1 from accounts where id = ${person.id} for no key update`.execute(trx);
      await sql`update accounts set stopped_at = now() where id = ${person.id}`.execute(trx);
      confirmed = submit(person.browser, exchange);
      await until(async () => (await waitingForLocks(server.db)) > 0);
    });
    expect(said((await confirmed) as Reply)).toEqual(stopped);
    expect(await movementsOf(server.db, exchange)).toEqual([]);
  });

  test('at no till: a charge is declined, also one of the same moment, and what was paid before stays paid', async () => {
    const { id } = await madeCard(person.browser);
    const pay = (charge: string) =>
      chargeCard(server, { id: charge, card: id, merchant: 'Book shop', currency: 'EUR', amount: '10' });
    expect(await pay(`${id}1`)).toEqual({ status: 'approved' });
    const before = await balance('EUR');
    let charged: ReturnType<typeof pay> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await sql`update accounts set stopped_at = now() where id = ${person.id}`.execute(trx);
      charged = pay(`${id}2`);
      await until(async () => (await waitingForLocks(server.db)) > 0);
    });
    expect(await charged).toEqual({ status: 'declined', reason: 'stopped' });
    await stop();
    expect(await pay(`${id}3`)).toEqual({ status: 'declined', reason: 'stopped' });
    expect([await pay(`${id}1`), await balance('EUR')]).toEqual([{ status: 'approved' }, before]);
    const { items } = (await (await inside()).get(`/api/card/operations?card=${id}`)).body.payload;
    expect(items.map(({ reason }: { reason?: string }) => reason)).toEqual(['stopped', 'stopped', undefined]);
    await operate('go', person.number);
    expect([await pay(`${id}2`), await pay(`${id}4`)]).toEqual([
      { status: 'declined', reason: 'stopped' },
      { status: 'approved' },
    ]);
  });

  test('what waits for its provider is taken back, once, and its money is there again', async () => {
    await payout(server.db, person.number, 'settle', { pause: 60_000 });
    const [one, two] = [await withdrawn(server.db, person), await withdrawn(server.db, person)];
    expect(await balance('EUR')).toEqual({ available: '800', held: '200' });
    const [, ...lines] = await stop();
    expect(lines).toEqual(
      [one, two].map(({ id }) => `  ${id}  withdraw  taken back, its money is in the wallet again`),
    );
    const browser = await inside();
    for (const operation of [one, two]) {
      expect(await readOperation(browser, operation)).toMatchObject({
        ...{ status: 'cancelled', reason: 'cancelled_by_house' },
      });
      expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
    }
    expect([await balance('EUR'), (await stop()).length]).toEqual([{ available: '1000', held: '0' }, 1]);
  });

  test('what has not been taken back yet is placed by nobody until the account goes again', async () => {
    await payout(server.db, person.number, 'settle', { pause: 60_000 });
    const { id } = await withdrawn(server.db, person);
    await sql`update accounts set stopped_at = now() where id = ${person.id}`.execute(server.db);
    expect(await beginAsking(server.db, id)).toBeUndefined();
    expect((await readOperation(person.browser, { id })).status).toBe('processing');
    await sql`update accounts set stopped_at = null where id = ${person.id}`.execute(server.db);
    expect(await beginAsking(server.db, id)).toBeGreaterThan(0);
  });

  test('what its provider was asked for goes on to its true end, and whoever stops is told of it', async () => {
    await payout(server.db, person.number, 'settle', { delay: 1_500 });
    const operation = await withdrawn(server.db, person);
    const { id } = operation;
    await until(async () => {
      const row = await server.db.selectFrom('operations').select('placed_at').where('id', '=', id).executeTakeFirst();
      return row?.placed_at !== null;
    });
    const [, line] = await stop();
    expect(line).toBe(`  ${id}  withdraw  goes on, it is too late to take it back: ask its provider to stop it`);
    await withdrawalBecomes(await inside(), operation, 'completed');
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
  });

  test('what somebody of the house decides about is not said to be placed', async () => {
    await payout(server.db, person.number, 'settle', { pause: 60_000 });
    const { id } = await withdrawn(server.db, person);
    expect(await takeOperation(server.db, id, 'ann')).toBe(true);
    const [, ...lines] = await stop();
    expect(lines).toEqual([`  ${id}  withdraw  stays, for ann decides about it: operation show ${id}`]);
    expect(await balance('EUR')).toEqual({ available: '900', held: '100' });
  });

  test('an exchange, the lines of one of several wallets, and a card are taken back as well', async () => {
    await sql`create function never_placed() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
      server.db,
    );
    await sql`create trigger never_placed before update on operations for each row
      when (old.placed_at is null and new.placed_at is not null) execute function never_placed()`.execute(server.db);
    try {
      const exchange = await checked(person.browser);
      const order = await checkedCard(person.browser);
      expect([(await submit(person.browser, exchange)).http, (await confirmCard(person.browser, order)).http]).toEqual([
        ...[200, 200],
      ]);
      const all = (await person.browser.post('/api/exchange/all/BTC', { wallets: ['USD', 'EUR'] })).body.payload;
      expect((await person.browser.post('/api/exchange/all', { id: all.id })).http).toBe(200);
      const [, ...lines] = await stop();
      expect(lines.map((line) => line.split('  ').slice(2, 4).join(' ')).toSorted()).toEqual([
        'card_order taken back, its money is in the wallet again',
        ...Array<string>(3).fill('exchange taken back, its money is in the wallet again'),
      ]);
      expect(await readOperation(await inside(), all)).toMatchObject({
        status: 'failed',
        reason: 'cancelled_by_house',
      });
    } finally {
      await sql`drop function never_placed cascade`.execute(server.db);
    }
    expect([await balance('USD'), await balance('EUR')]).toEqual([
      { available: '1000', held: '0' },
      { available: '1000', held: '0' },
    ]);
  });
});

describe('F3 money that comes to an account that is stopped is booked', () => {
  test('a transfer to it, and a payment for an order of before', async () => {
    const other = await makePerson(server);
    const order = await ordered(person.browser, 'deposit', byBank);
    await stop();
    await transferred(other.browser, { to: emailOf(person) });
    expect(await balance('USD')).toEqual({ available: '1099.5', held: '0' });
    const { available: before } = await balance('EUR');
    await payTo(server, factOf(order, 'reference'));
    await paymentBecomes(await inside(), order, 'completed');
    expect(Number((await balance('EUR')).available)).toBeGreaterThan(Number(before));
  });
});
