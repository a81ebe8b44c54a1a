import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '../../contract/entities.ts';
import { operatePair } from '../../server/exchange/operator.ts';
import { operateNotice } from '../../server/notify/operator.ts';
import { operateOperation } from '../../server/operations/operator.ts';
import { OperatorError, type Office } from '../../server/office.ts';
import { operateDeposits } from '../../server/payments/deposits-operator.ts';
import { operateMethod } from '../../server/payments/method-operator.ts';
import { operateAccount } from '../../server/settings/account-operator.ts';
import { operateSite } from '../../server/site/operator.ts';
import { operateSupport } from '../../server/support/operator.ts';
import { operateVerification } from '../../server/verification/operator.ts';
import { makeDist } from './dist.ts';
import { createDatabase, mailTo, resetLinkTo, startServer, type TestServer } from './harness.ts';
import { bankCheck } from './bank.ts';
import { checked, makePerson, provider, submit, type Person } from './money.ts';
import {
  bitcoinByCard,
  byBank,
  checkedPayment,
  checkPayment,
  factOf,
  ordered,
  paymentBecomes,
  payTo,
  submitPayment,
} from './payments.ts';
import { emailOf } from './transfer.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
beforeEach(async () => {
  person = await makePerson(server);
});
afterAll(() => server.close());

const operate = async (
  act: (office: Office, words: string[]) => Promise<void>,
  ...words: string[]
): Promise<string[]> => {
  const lines: string[] = [];
  const config = { productName: 'Statera', origins: ['https://rates.example.com'], publicUrl: undefined };
  await act({ db: server.db, config, say: (line) => lines.push(line) }, words);
  return lines;
};
const newsOf = async () => (await person.browser.get('/api/auth/check', { 'x-rev': '0' })).body;

describe('npm run operator', () => {
  const typed = async (url: string, ...words: string[]) => await typedWith({ DATABASE_URL: url }, ...words);
  const typedWith = async (environment: Record<string, string>, ...words: string[]) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment };
    const child = spawn(process.execPath, ['server/operator.ts', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [said, code] = await Promise.all([
      text(child.stderr),
      once(child, 'exit').then(([status]) => status as number),
    ]);
    return { lines: said.trimEnd().split('\n'), code };
  };

  test('F1 a database that no server has prepared is said in a line', async () => {
    const database = await createDatabase({ empty: true });
    try {
      expect(await typed(database.url, 'operation', 'late')).toEqual({
        lines: ['this database has not what the desk works with: start a server of this version on it first'],
        code: 1,
      });
    } finally {
      await database.drop();
    }
  });

  test('F1 S2 what nobody thought of is one line, without what the database quotes', async () => {
    await sql`create function fail() returns trigger language plpgsql as $$
      begin
        raise exception 'of somebody@example.com' using detail = 'Key (email)=(somebody@example.com)', errcode = 'unique_violation';
      end $$`.execute(server.db);
    await sql`create trigger fail before update on settings execute function fail()`.execute(server.db);
    try {
      const { lines, code } = await typed(server.databaseUrl, 'site', 'set', 'site_blocked=false');
      expect([code, lines.length]).toEqual([1, 1]);
      expect(lines[0]).toMatch(/^\{"type":"error","code":"23505",/);
      expect(lines[0]).not.toContain('somebody');
    } finally {
      await sql`drop function fail cascade`.execute(server.db);
    }
  });

  test('G5 nobody is led to a path that the build does not have, and nothing is changed or told', async () => {
    const knowing = `export const planOf = (path) => (['/', '/exchanges'].includes(path) ? undefined : { name: 'not found' });`;
    const { folder, remove } = await makeDist({ '.vite/prerender.mjs': knowing });
    const built = { DATABASE_URL: server.databaseUrl, DIST_DIR: folder };
    const notice = ['notice', 'send', person.number, 'title=a', 'text=b'];
    const refused = (name: string, where: string) => ({
      lines: [`${name}: must be a path of the page: it has none at ${where}`],
      code: 1,
    });
    const done = { lines: [''], code: 0 };
    try {
      expect(
        await typedWith(built, 'site', 'set', 'site_blocked=true', 'sign_in_redirect=/exchnages?search=USD/'),
      ).toEqual(refused('sign_in_redirect', '/exchnages?search=USD/'));
      expect(await typedWith(built, 'site', 'set', 'sign_in_redirect=/en/exchanges')).toEqual(
        refused('sign_in_redirect', '/en/exchanges while LOCALE_PREFIX is 0'),
      );
      expect(await operate(operateSite, 'show')).toEqual([
        ...['auth_type=password', 'site_blocked=false', 'sign_in_redirect=none'],
      ]);
      expect(await typedWith(built, ...notice, 'button=/exchanges Go', 'button=/exchnages Go')).toEqual(
        refused('button', '/exchnages'),
      );
      expect((await newsOf()).notifications).toEqual([]);
      expect(await typedWith(built, 'site', 'set', 'sign_in_redirect=/exchanges?search=USD/')).toEqual(done);
      expect(await typedWith(built, 'site', 'set', 'sign_in_redirect=none')).toEqual(done);
      expect(await typedWith(built, ...notice, 'button=/exchanges Go')).toEqual(done);
    } finally {
      await remove();
    }
  });
});

describe('F1 a word that is too many is told, and nothing is done', () => {
  test.each([
    [operatePair, 'pair list', ['list', 'USD']],
    [operatePair, 'pair list', ['pause', 'USD', 'BTC', 'ETH']],
    [operateMethod, 'method list', ['list', 'junk']],
    [operateMethod, 'method list', ['pause', 'bank_eur', 'bank_usd']],
    [operateSite, 'site show', ['show', 'junk']],
    [operateSite, 'site_blocked is said twice', ['set', 'site_blocked=true', 'site_blocked=false']],
    [operateSupport, 'support list', ['list', 'junk']],
    [operateSupport, 'support list', ['show', '1', 'junk']],
    [operateSupport, 'support list', ['save', 'file', 'folder', 'junk']],
    [operateVerification, 'verification list', ['list', 'junk']],
    [operateVerification, 'verification list', ['save', 'paper', 'folder', 'junk']],
    [operateVerification, 'front is said twice', ['reject', 'paper/1', 'front=blurry', 'front=glare']],
    [operateDeposits, 'deposits list', ['list', 'junk']],
    [operateDeposits, 'deposits list', ['owed', 'junk']],
    [operateDeposits, 'deposits list', ['refused', 'junk']],
    [operateDeposits, 'deposits list', ['return', 'ONE', 'TWO']],
    [operateOperation, 'operation late', ['late', 'junk']],
    [operateOperation, 'operation late', ['taken', 'junk']],
    [operateOperation, 'operation late', ['show', 'ONE', 'TWO']],
    [operateNotice, 'notice send', ['list', '1', 'junk']],
    [operateNotice, 'notice send', ['take-back', '1', 'one', 'two']],
    [operateNotice, 'title is said twice', ['send', '1', 'title=a', 'title=b', 'text=c']],
    [operateAccount, 'account show', ['stop', '1', '2']],
  ])('%o says %s of %j', async (act, line, words) => {
    await expect(operate(act, ...words)).rejects.toThrow(new RegExp(`^${line}`));
  });

  test('F7 F3 no way of payment and no pair is paused by it', async () => {
    const closed = async () =>
      [...(await operate(operateMethod, 'list')), ...(await operate(operatePair, 'list'))].filter((line) =>
        line.includes('  paused'),
      );
    const before = await closed();
    await operate(operateMethod, 'pause', 'bank_eur', 'bank_usd').catch(() => {});
    await operate(operatePair, 'pause', 'USD', 'BTC', 'ETH').catch(() => {});
    expect(await closed()).toEqual(before);
  });
});

describe('npm run operator -- site', () => {
  test('F1 shows and sets how people sign in, whether the site is closed, and where a sign-in leads', async () => {
    const usual = ['auth_type=password', 'site_blocked=false', 'sign_in_redirect=none'];
    expect(await operate(operateSite, 'show')).toEqual(usual);
    expect(
      await operate(operateSite, 'set', 'auth_type=passwordless', 'sign_in_redirect=/exchanges?search=USD/'),
    ).toEqual(['auth_type=passwordless', 'site_blocked=false', 'sign_in_redirect=/exchanges?search=USD/']);
    expect((await server.browser().get('/api/auth/check', { 'x-rev': '0' })).body.site_settings.auth_type).toBe(
      'passwordless',
    );
    await operate(operateSite, 'set', 'site_blocked=true');
    expect((await server.browser().get('/api/exchange/list')).failure.code).toBe('site_blocked');
    expect(
      await operate(operateSite, 'set', 'auth_type=password', 'site_blocked=false', 'sign_in_redirect=none'),
    ).toEqual(usual);
  });

  test.each([
    [['set', 'auth_type=magic'], /^auth_type: /],
    [['set', 'site_blocked=yes'], /^site_blocked: must be true or false\n/],
    [['set', 'sign_in_redirect=https://elsewhere.example'], /^sign_in_redirect: /],
    [['set', 'colour=red'], /colour/],
    [['set', 'auth_type'], /^auth_type is no <name>=<value>/],
    [['set'], /^site show/],
    [[], /^site show/],
  ])('F1 says what is wrong with %j, and changes nothing', async (words, line) => {
    const before = await operate(operateSite, 'show');
    await expect(operate(operateSite, ...words)).rejects.toThrow(line);
    expect(await operate(operateSite, 'show')).toEqual(before);
  });
});

describe('npm run operator -- method and pair', () => {
  test('F7 a paused way takes nothing until it is open again', async () => {
    const { method } = byBank;
    expect(await operate(operateMethod, 'list')).toContainEqual(
      expect.stringMatching(`^${method}  deposit  EUR  open  `),
    );
    expect(await operate(operateMethod, 'pause', method)).toEqual([`${method}  paused`]);
    expect((await checkPayment(person.browser, 'deposit', byBank)).failure.code).toBe('method_unavailable');
    expect(await operate(operateMethod, 'open', method)).toEqual([`${method}  open`]);
    expect((await checkPayment(person.browser, 'deposit', byBank)).http).toBe(200);
    await expect(operate(operateMethod, 'pause', 'nothing')).rejects.toThrow('no method nothing');
    await expect(operate(operateMethod, 'pause')).rejects.toThrow('method list');
  });

  test('F7 F3 where no provider is configured the desk says that nobody is behind what is open', async () => {
    const said = async (act: typeof operateMethod, ...words: string[]) => {
      const lines: string[] = [];
      const config = { productName: 'Statera', origins: [], publicUrl: undefined, providers: 'none' as const };
      await act({ db: server.db, config, say: (line) => lines.push(line) }, words);
      return lines.at(-1);
    };
    const line = 'PROVIDERS is none: nobody is behind what is open here, and to people it is closed all the same';
    expect(await said(operateMethod, 'list')).toBe(line);
    expect(await said(operateMethod, 'open', byBank.method)).toBe(line);
    expect(await said(operatePair, 'list')).toBe(line);
    expect(await said(operatePair, 'open', 'USD', 'BTC')).toBe(line);
    expect([...(await operate(operateMethod, 'list')), ...(await operate(operatePair, 'list'))]).not.toContain(line);
  });

  test('F3 a paused pair is exchanged by nobody until it is open again', async () => {
    const form = async () => (await person.browser.get('/api/exchange/pair/USD/BTC')).http;
    expect(await operate(operatePair, 'list')).toContain('USD BTC  open');
    expect(await operate(operatePair, 'pause', 'USD', 'BTC')).toEqual(['USD BTC  paused']);
    expect(await form()).not.toBe(200);
    expect(await operate(operatePair, 'open', 'USD', 'BTC')).toEqual(['USD BTC  open']);
    expect(await form()).toBe(200);
    await expect(operate(operatePair, 'pause', 'USD', 'USD')).rejects.toThrow('no pair USD USD');
    await expect(operate(operatePair, 'pause', 'USD')).rejects.toThrow('pair list');
  });

  test('F3 F8 said once more of a pair or a way that is open already, it changes no terms that somebody reads', async () => {
    const exchange = await checked(person.browser);
    const purchase = await checkedPayment(person.browser, 'purchase', bitcoinByCard);
    expect(await operate(operatePair, 'open', 'USD', 'BTC')).toEqual(['USD BTC  open']);
    expect(await operate(operateMethod, 'open', bitcoinByCard.method)).toEqual([`${bitcoinByCard.method}  open`]);
    expect((await submit(person.browser, exchange)).http).toBe(200);
    expect((await submitPayment(person.browser, purchase)).http).toBe(200);
  });
});

describe('npm run operator -- account', () => {
  test('F1 its usage says what is the same as another behind that other', async () => {
    const said = await operate(operateAccount).catch((error: unknown) => (error as OperatorError).message);
    expect(String(said).match(/^account \S+ \S+/gm)).toEqual([
      ...['account show <number', 'account sign-out <number', 'account sign-out everybody'],
      ...['account stop <number', 'account go <number'],
    ]);
  });

  test('F1 shows by number or address what is there, and moves nothing', async () => {
    const operation = await checked(person.browser);
    await submit(person.browser, operation);
    const [first = '', language = '', ...rest] = await operate(operateAccount, 'show', person.number);
    expect(first).toMatch(new RegExp(`^${person.number}  ${emailOf(person)}  since \\S+Z  not verified$`));
    expect(language).toMatch(/^ {2}language /);
    expect(rest).toContainEqual(expect.stringMatching(/^ {2}wallet \S+ {2}900\.00 USD, /));
    expect(rest).toContainEqual(expect.stringMatching(/^ {2}signed in {2}/));
    const operations = rest.filter((line) => /^ {2}[A-Z0-9]{20} {2}/.test(line));
    expect(operations[0]).toMatch(new RegExp(`^  ${operation.id}  exchange  `));
    expect(operations.map((line) => line.trim().split('  ')[1])).toEqual(['exchange', 'deposit']);
    expect(await operate(operateAccount, 'show', emailOf(person).toUpperCase())).toHaveLength(rest.length + 2);
  });

  test('F1 ends every sign-in of one account, and of nobody else', async () => {
    const other = await makePerson(server);
    const again = await person.elsewhere();
    const status = async ({ browser }: Pick<Person, 'browser'>) => (await browser.get('/api/user/info')).http;
    expect([await status(person), await status(other), await status({ browser: again })]).toEqual([200, 200, 200]);
    const rest = 'and no code, link or Telegram account of before signs in';
    expect(await operate(operateAccount, 'sign-out', person.number)).toEqual([
      `${person.number}  sign-ins ended: 2, ${rest}`,
    ]);
    expect([await status(person), await status(other), await status({ browser: again })]).toEqual([401, 200, 401]);
    expect(await operate(operateAccount, 'sign-out', emailOf(person))).toEqual([
      `${person.number}  sign-ins ended: 0, ${rest}`,
    ]);
  });

  test('F1 and what was asked for to get in: a code, a link for another password, another address, Telegram', async () => {
    const email = emailOf(person);
    const [asking, forgetful] = [server.browser(), server.browser()];
    expect((await asking.post('/api/auth/login', { email })).http).toBe(200);
    const { code } = await mailTo(server, email);
    expect((await forgetful.post('/api/auth/reset', { email })).http).toBe(200);
    const token = await resetLinkTo(server, email);
    expect((await person.browser.post('/api/user/mail', { email: `other-${email}` })).http).toBe(200);
    await sql`insert into telegram_links (telegram_id, account_id) values (${person.number}, ${person.id})`.execute(
      server.db,
    );
    await operate(operateAccount, 'sign-out', person.number);
    const said = async (reply: Promise<{ http: number; failure: { code: string } }>) => {
      const { http, failure } = await reply;
      return [http, failure.code];
    };
    expect(await said(asking.post('/api/auth/code', { code, remember: false }))).toEqual([409, 'code_expired']);
    expect(await said(forgetful.post(`/api/auth/reset/${token}`, { password: 'a quiet long phrase' }))).toEqual([
      ...[404, 'link_invalid'],
    ]);
    const { rows } = await sql`
      select (select count(*)::int from mail_changes where account_id = ${person.id} and used_at is null and voided_at is null) as wishes,
        (select count(*)::int from telegram_links where account_id = ${person.id}) as ties`.execute(server.db);
    expect(rows).toEqual([{ wishes: 0, ties: 0 }]);
  });

  test('F1 on a database that was restored, every sign-in of everybody', async () => {
    const other = await makePerson(server);
    const asking = server.browser();
    await asking.post('/api/auth/login', { email: emailOf(other) });
    const { code } = await mailTo(server, emailOf(other));
    // Whoever signs up has chosen a password, which waits with the request.
    await server
      .browser()
      .post('/api/auth/register', { email: 'nobody-yet@example.com', password: 'a quiet long phrase' });
    const passwords = async () =>
      (await sql`select 1 from sign_in_requests where password is not null and used_at is null`.execute(server.db)).rows
        .length;
    expect(await passwords()).toBeGreaterThan(0);
    const [line = ''] = await operate(operateAccount, 'sign-out', 'everybody');
    expect(await passwords()).toBe(0);
    expect(line).toMatch(/^everybody {2}ended: \d+ sessions, \d+ remembered sign-ins$/);
    for (const { browser } of [person, other]) expect((await browser.get('/api/user/info')).http).toBe(401);
    expect((await asking.post('/api/auth/code', { code, remember: false })).failure.code).toBe('code_expired');
    expect(await operate(operateAccount, 'sign-out', 'everybody')).toEqual([
      'everybody  ended: 0 sessions, 0 remembered sign-ins',
    ]);
  });

  test.each([
    [['show', '00000000'], /^nobody is 00000000$/],
    [['sign-out', 'nobody@example.com'], /^nobody is nobody@example\.com$/],
    [['show'], /^account show/],
    [['close', '10000017'], /^account show/],
    [['sign-out', '10000017', '10000025'], /^account show/],
  ])('F1 says what is wrong with %j', async (words, line) => {
    await expect(operate(operateAccount, ...words)).rejects.toThrow(line);
  });
});

describe('npm run operator -- notice', () => {
  test('S7 tells somebody by number or address, with all that a notification may have', async () => {
    const said = ['title=Work tonight', 'text=From two\nto three', 'type=danger', 'display=modal', 'closable=false'];
    const [line = ''] = await operate(operateNotice, 'send', person.number, ...said, 'button=/support Write to us');
    const [id = ''] = line.split(' ');
    expect(line).toMatch(/^house:\w{20} {2}told$/);
    await operate(operateNotice, 'send', emailOf(person).toUpperCase(), 'title=Second', 'text=x=y');
    expect((await newsOf()).notifications).toEqual([
      {
        ...{ notification_id: id, display: 'modal', type: 'danger', title: 'Work tonight', text: 'From two\nto three' },
        ...{ buttons: [{ url: '/support', title: 'Write to us' }], closable: false },
      },
      expect.objectContaining({ display: 'inner', type: 'secondary', title: 'Second', text: 'x=y', closable: true }),
    ]);
  });

  test('S7 what stands there in the same words is not told again, by however many at once', async () => {
    const lines = await Promise.all(
      [1, 2, 3].map(() => operate(operateNotice, 'send', person.number, 'title=Tonight', 'text=x')),
    );
    const ids = new Set(lines.map(([line = '']) => line.split(' ')[0]));
    expect([ids.size, lines.filter(([line]) => line?.endsWith('  told')).length]).toEqual([1, 1]);
    expect((await newsOf()).notifications).toHaveLength(1);
  });

  test('S7 what nobody may close is listed, and taken back by the house', async () => {
    const [line = ''] = await operate(
      operateNotice,
      'send',
      person.number,
      'title=Tonight',
      'text=x',
      'closable=false',
    );
    const [id = ''] = line.split(' ');
    await operate(operateNotice, 'send', person.number, 'title=Second', 'text=y');
    expect((await person.browser.post('/api/notify/close', { id })).failure.code).toBe('forbidden');
    expect(await operate(operateNotice, 'list', emailOf(person))).toEqual([
      expect.stringMatching(/^house:\w{20} {2}\S+Z {2}may be closed {2}Second$/),
      expect.stringMatching(new RegExp(`^${id}  \\S+Z  stays until it is taken back  Tonight$`)),
    ]);
    const { rev } = await newsOf();
    expect(await operate(operateNotice, 'take-back', person.number, id)).toEqual([`${id}  taken back`]);
    // A page that stands open learns of it.
    const { body } = await person.browser.get('/api/auth/check', {
      ...{ 'x-rev': String(rev), 'x-account': person.number },
    });
    expect(body.notifications).toEqual([expect.objectContaining({ title: 'Second' })]);
    await expect(operate(operateNotice, 'take-back', person.number, id)).rejects.toThrow(
      `no notice ${id} stands there`,
    );
    const inbox = async () => (await person.browser.get('/api/notify/list')).body.payload.items as Notification[];
    expect((await inbox()).map(({ title }) => title)).toEqual(['Second']);
    // The reader may have closed it: it is taken out of the inbox all the same.
    const [{ notification_id: second }] = (await inbox()) as [Notification];
    expect((await person.browser.post('/api/notify/close', { id: second })).http).toBe(200);
    expect(await operate(operateNotice, 'list', person.number)).toEqual([
      expect.stringMatching(new RegExp(`^${second}  \\S+Z  closed at \\S+Z  Second$`)),
    ]);
    expect(await operate(operateNotice, 'take-back', person.number, second)).toEqual([`${second}  taken back`]);
    expect(await inbox()).toEqual([]);
    expect(await operate(operateNotice, 'list', person.number)).toEqual(['nothing stands there']);
    // Nothing is kept of what it said.
    const { rows } = await sql<{ params: unknown }>`
      select params from notifications where account_id = ${person.id}`.execute(server.db);
    expect(rows).toEqual([{ params: { taken_back: 'true' } }, { params: { taken_back: 'true' } }]);
    expect(await operate(operateNotice, 'list', (await makePerson(server)).number)).toEqual(['nothing stands there']);
    for (const words of [
      ['list', '00000000'],
      ['take-back', '00000000', id],
    ])
      await expect(operate(operateNotice, ...words)).rejects.toThrow('nobody is 00000000');
    for (const words of [['list'], ['take-back', person.number], ['take-back', person.number, id, 'x']])
      await expect(operate(operateNotice, ...words)).rejects.toThrow('notice send');
  });

  test('S7 a button leads to an origin that is published', async () => {
    await operate(
      operateNotice,
      'send',
      person.number,
      'title=a',
      'text=b',
      'button=https://rates.example.com/a Rates',
    );
    expect((await newsOf()).notifications).toMatchObject([
      { buttons: [{ url: 'https://rates.example.com/a', title: 'Rates' }] },
    ]);
  });

  test.each([
    [['send', '00000000', 'title=a', 'text=b'], /^nobody is 00000000$/],
    [['title=a'], /text/],
    [['title=a', 'text=b', 'type=loud'], /type/],
    [['title=a', 'text=b', 'closable=maybe'], /^closable is true or false, not maybe$/],
    [['title=a', 'text=b', 'button=https://elsewhere.example Go'], /is no button/],
    [['title=a', 'text=b', 'button=/support'], /is no button/],
    [['title=a', 'text=b', 'colour=red'], /^colour=red is no part of a notice/],
    [['title=a', 'text=b', 'button=https://rates.example.com.evil.example Go'], /is no button/],
  ])('S7 says what is wrong with %j, and tells nobody', async (words, line) => {
    const typed = words[0] === 'send' ? words : ['send', person.number, ...words];
    await expect(operate(operateNotice, ...typed)).rejects.toThrow(line);
    expect((await newsOf()).notifications).toEqual([]);
    await expect(operate(operateNotice)).rejects.toThrow('notice send');
  });
});

describe('npm run operator -- operation', () => {
  test('F3 of one that is not late it says how it stands, and never that a provider is asked that nobody asks', async () => {
    const open = await checked(person.browser);
    const unpaid = await ordered(person.browser, 'deposit', byBank);
    const next = await ordered(person.browser, 'deposit', byBank);
    await payTo(server, factOf(unpaid, 'reference'), { amount: '50000' });
    const { replaced_by: held = '' } = await paymentBecomes(person.browser, unpaid, 'cancelled');
    for (const [id, line] of [
      [open.id, `${open.id} is open and not late: nobody has confirmed it`],
      [next.id, `${next.id} is awaiting_payment and not late: it waits to be paid`],
      [held, `${held} is processing and not late: it waits for a verified identity`],
      [unpaid.id, `${unpaid.id} is cancelled and not late: it has ended`],
    ] as const)
      for (const words of [
        ['take', id, 'ann'],
        ['done', id, 'ann'],
        ['refused', id, 'ann'],
        ...(id === unpaid.id ? [] : [['release', id, 'ann']]),
      ])
        await expect(operate(operateOperation, ...words)).rejects.toThrow(new OperatorError(line));
    await expect(operate(operateOperation, 'release', unpaid.id, 'ann')).rejects.toThrow('has ended meanwhile');
  });

  test('F3 all that are late are counted, also those behind the end of the list', async () => {
    const taken = server.db.transaction().execute(async (trx) => {
      await sql`
        insert into operations (id, account_id, kind, status, give_currency, give, get_currency, get, fee, rate, asked_side,
          asked_amount, terms_version, expires_at, expected_by)
        select 'PATE' || lpad(n::text, 16, '0'), ${person.id}, 'exchange', 'processing', 'USD', 1, 'EUR', 1, 0, 1, 'give', 1, 1,
          clock_timestamp(), clock_timestamp() - interval '1 hour'
        from generate_series(1, 203) n`.execute(trx);
      const lines: string[] = [];
      const config = { productName: 'Statera', origins: [], publicUrl: undefined };
      await operateOperation({ db: trx, config, say: (line) => lines.push(line) }, ['late']);
      throw new Error([String(lines.length), lines.at(-1)].join(' '));
    });
    await expect(taken).rejects.toThrow('201 203 late, the first 200 of which stand here');
  });

  test('F3 lists what is late, shows how it stands, and ends it by what its provider told a person', async () => {
    await provider(server.db, 'hang', { whom: person.number });
    const [one, other, young] = [
      await checked(person.browser),
      await checked(person.browser),
      await checked(person.browser),
    ];
    for (const { id } of [one, other, young]) await submit(person.browser, { id });
    expect(await operate(operateOperation, 'late')).toEqual(['nothing is late']);
    await expect(operate(operateOperation, 'done', one.id)).rejects.toThrow('is processing and not late');
    await sql`update operations set expected_by = clock_timestamp() - interval '1 hour' where id in (${one.id}, ${other.id})`.execute(
      server.db,
    );
    const lines = await operate(operateOperation, 'late');
    expect(lines.at(-1)).toBe('2 late');
    expect(
      lines
        .slice(0, -1)
        .map((line) => line.slice(0, 20))
        .toSorted(),
    ).toEqual([one.id, other.id].toSorted());
    expect(lines[0]).toMatch(new RegExp(`exchange  100\\.00 USD to .* BTC  account ${person.number}  promised by `));

    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^statera_operations_late\{kind="exchange"\} 2$/m);
    expect(metrics).toMatch(/^statera_operations_late_seconds\{kind="exchange"\} 36\d\d/m);

    for (const { id } of [one, other]) await operate(operateOperation, 'take', id, 'ann');
    expect(await operate(operateOperation, 'done', one.id, 'ann')).toEqual([`${one.id}  completed`]);
    expect(await operate(operateOperation, 'refused', other.id, 'ann')).toEqual([
      `${other.id}  failed, and what was held is back`,
    ]);
    await expect(operate(operateOperation, 'done', other.id, 'ann')).rejects.toThrow('is failed and not late');
    // That it takes longer is told where its provider was asked once more before somebody took it.
    const steps = (await operate(operateOperation, 'show', other.id)).slice(1);
    expect(steps.filter((line) => !line.endsWith('taking_longer'))).toEqual([
      expect.stringMatching(/  open$/),
      expect.stringMatching(/  processing$/),
      expect.stringMatching(/  failed, provider_declined$/),
      expect.stringMatching(/^ {2}taken by ann, since /),
    ]);
    const { rows } = await sql<{ movements: string; held: string }>`
      select (select count(*) from movements where operation_id = ${one.id} and kind = 'settle') as movements,
        (select held from wallets w join accounts a on a.id = w.account_id where a.number = ${person.number} and w.currency = 'USD') as held`.execute(
      server.db,
    );
    expect(rows).toEqual([{ movements: '1', held: young.terms.give.amount.replace(/\.00$/, '') }]);
    await expect(operate(operateOperation, 'show', 'NONE')).rejects.toThrow('there is no operation NONE');
    await expect(operate(operateOperation, 'pay', one.id)).rejects.toThrow('operation late');
    await expect(operate(operateOperation)).rejects.toThrow('operation late');
    await provider(server.db, 'settle', { whom: person.number });
    await bankCheck(server.db);
  });
});
