import { sql } from 'kysely';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { areas } from '../../server/areas.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { openSession } from '../../server/auth/sessions.ts';
import { telegramAnswer } from '../../server/sandbox/telegram-routes.ts';
import type { Reply } from './browser.ts';
import {
  askForPuzzle,
  mailTo,
  resetLinkTo,
  signInByPassword,
  solvePuzzle,
  startServer,
  type Browser,
  type TestServer,
} from './harness.ts';
import { makePerson, until } from './money.ts';
import { anotherCode, checkedWithdrawal, confirm, mailedCode } from './withdraw.ts';

/*
 * Every token and every code that there is: what it opens, it opens once, however many show it; who only looks uses nothing
 * up; who guesses has a few tries in all; and a session that was ended is over at once.
 */

const hundred = Array.from({ length: 100 }, (_, one) => one);
const email = 'new@example.com';
const password = 'demo-password-2';
const nobody = { is_authenticated: false };

let server: TestServer;
let hash: string;
beforeAll(async () => {
  [server, hash] = await Promise.all([startServer(), hashPassword(password)]);
});
afterAll(() => server.close());
beforeEach(async () => {
  const ended = ['attempts', 'sign_in_requests', 'password_resets', 'mail_changes', 'puzzles', 'mail_outbox'];
  for (const table of [...ended, 'telegram_requests', 'telegram_answers', 'telegram_links'])
    await sql.raw(`delete from ${table}`).execute(server.db);
  await sql`update accounts set email = ${email} where email = 'moved@example.com'`.execute(server.db);
  await sql`update credentials set password = ${hash} where account_id = (select id from accounts where email = ${email})`.execute(
    server.db,
  );
});

const count = async (query: string): Promise<number> =>
  Number((await sql<{ n: string }>`select (${sql.raw(query)}) as n`.execute(server.db)).rows[0]?.n);
const codeTo = async (address: string): Promise<string> => {
  const { mails } = (await (await fetch(`${server.url}/dev/outbox?to=${address}`)).json()) as {
    mails: { body: string }[];
  };
  return /\b\d{6}\b/.exec(mails[0]?.body ?? '')?.[0] ?? '';
};
/** A browser with the same cookies: so many at once have no answer of each other. */
const twin = ({ cookies }: Browser): Browser => {
  const other = server.browser();
  other.cookies = new Map(cookies);
  return other;
};
const signedIn = async (remember = false): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, email, password, remember);
  return browser;
};
let newcomers = 0;
/** Whoever asks for an account, or for a code. */
const asked = async (path: 'login' | 'register') => {
  const address = path === 'login' ? email : `newcomer-${(newcomers += 1)}@example.com`;
  const browser = server.browser();
  await browser.post(`/api/auth/${path}`, { email: address, password: 'a quiet long phrase' });
  return { browser, ...(await mailTo(server, address)) };
};

/** A browser that goes to Telegram, and what leads back. */
const byTelegram = async () => {
  const browser = server.browser();
  const { url } = (await browser.post('/api/auth/telegram', { remember: true })).body.payload as { url: string };
  const state = new URL(new URL(url).searchParams.get('return_to') ?? '').searchParams.get('state') ?? '';
  return { browser, state, answer: await telegramAnswer(server.db, '4000000000000002') };
};
const tie = () =>
  sql`insert into telegram_links (telegram_id, account_id)
    select 4000000000000002, id from accounts where email = ${email}`.execute(server.db);

/** Something that is shown to whoever gives something for it, from any number of browsers. */
interface Shown {
  show: (one: number) => Promise<Reply>;
  /** Questions that count what has come of it so far. */
  effects: string[];
  /** What may be told to whoever is not the one; nothing where all are told the same. */
  losers: string[];
  /** Whether what there is now is what that one wanted. */
  isOf?: (one: number) => Promise<boolean>;
}

const inAll = (tables: string[]): string[] => tables.map((table) => `select count(*) from ${table}`);
const shown: Record<string, () => Promise<Shown>> = {
  'the code of a sign-in': async () => {
    const { browser, code } = await asked('login');
    const show = () => twin(browser).post('/api/auth/code', { code, remember: true });
    return { show, losers: ['409 code_used', '409 too_many_tries'], effects: inAll(['sessions', 'remember_families']) };
  },
  'the link of a sign-in': async () => {
    const { browser, link } = await asked('login');
    const show = () => twin(browser).post(`/api/auth/link/${link}`, { remember: true });
    return { show, losers: ['409 code_used', '404 link_invalid'], effects: inAll(['sessions', 'remember_families']) };
  },
  'the code of a new account': async () => {
    const { browser, code } = await asked('register');
    const show = () => twin(browser).post('/api/auth/code', { code, remember: false });
    return { show, losers: ['409 code_used', '409 too_many_tries'], effects: inAll(['sessions', 'accounts']) };
  },
  'the link of a new account': async () => {
    const { browser, link } = await asked('register');
    const show = () => twin(browser).post(`/api/auth/link/${link}`, { remember: false });
    return { show, losers: ['409 code_used', '404 link_invalid'], effects: inAll(['sessions', 'accounts']) };
  },
  'the link of a forgotten password': async () => {
    await server.browser().post('/api/auth/reset', { email });
    const token = await resetLinkTo(server, email);
    const phrase = (one: number) => `a quiet long phrase ${one}`;
    return {
      show: (one) => server.browser().post(`/api/auth/reset/${token}`, { password: phrase(one) }),
      losers: ['404 link_invalid', '429 wait_before_retry'],
      effects: ['select count(used_at) from password_resets'],
      isOf: async (one) => {
        await sql`delete from attempts`.execute(server.db);
        const login = { email, password: phrase(one), remember: false };
        return (await server.browser().post('/api/auth/login_by_password', login)).http === 200;
      },
    };
  },
  'the two codes of another address': async () => {
    const browser = await signedIn();
    await browser.post('/api/user/mail', { email: 'moved@example.com', password });
    const both = { old_code: await codeTo(email), new_code: await codeTo('moved@example.com') };
    const show = () => twin(browser).post('/api/user/mail/confirm', both);
    return {
      show,
      losers: ['409 code_used', '409 too_many_tries'],
      effects: ["select count(*) from mail_outbox where kind = 'mail_changed'"],
    };
  },
  'the code of a withdrawal': async () => {
    const person = await makePerson(server, { EUR: '1000' });
    const operation = await checkedWithdrawal(person.browser);
    const code = await mailedCode(server.db, person.number);
    const show = () => confirm(person.browser, operation, code);
    return {
      show,
      losers: [],
      effects: [`select count(*) from movements where kind = 'hold' and operation_id = '${operation.id}'`],
    };
  },
  'a puzzle that is solved': async () => {
    const browser = server.browser();
    const wrong = { email, password: 'nope', remember: false };
    await server.browser().post('/api/auth/login_by_password', wrong);
    await sql`update attempts set failures = 5`.execute(server.db);
    await solvePuzzle(server, browser);
    const show = () => twin(browser).post('/api/auth/login_by_password', wrong);
    return {
      show,
      losers: ['403 captcha_required', '422 wrong_credentials'],
      effects: ['select max(failures) from attempts', 'select count(used_at) from puzzles'],
    };
  },
  'the state of a way to Telegram': async () => {
    await tie();
    const { browser, state, answer } = await byTelegram();
    const show = () => twin(browser).post('/api/auth/telegram/answer', { state, answer });
    return { show, effects: inAll(['sessions', 'telegram_answers']), losers: ['409 telegram_stale'] };
  },
  'the answer of Telegram': async () => {
    await tie();
    const answer = await telegramAnswer(server.db, '4000000000000002');
    const all = await Promise.all([...hundred, 100].map(byTelegram));
    const show = (one: number) => {
      const { browser, state } = all[one]!;
      return browser.post('/api/auth/telegram/answer', { state, answer });
    };
    return { show, effects: inAll(['sessions', 'telegram_answers']), losers: ['409 telegram_stale'] };
  },
  'what Telegram has proven': async () => {
    const { browser, state, answer } = await byTelegram();
    await browser.post('/api/auth/telegram/answer', { state, answer });
    const all: { tab: Browser; code: string }[] = [];
    for (const one of [...hundred, 100]) {
      const tab = twin(browser);
      await tab.post('/api/auth/telegram/email', { email: `tied-${one}@example.com` });
      all.push({ tab, code: (await mailTo(server, `tied-${one}@example.com`)).code });
    }
    const show = (one: number) => {
      const { tab, code } = all[one]!;
      return tab.post('/api/auth/code', { code, remember: false });
    };
    return { show, effects: inAll(['sessions', 'accounts', 'telegram_links']), losers: ['409 telegram_stale'] };
  },
  'what remembers a browser': async () => {
    const browser = await signedIn(true);
    browser.dropSession();
    const show = () => twin(browser).get('/api/auth/check');
    return { show, losers: [], effects: inAll(['remember_tokens']) };
  },
};

describe('F2 F6 F15 M5 M6 R8 of a hundred at the same moment one has an effect, and none that comes later', () => {
  test.each(Object.keys(shown))('F2 F6 F15 M5 M6 R8 %s', async (name) => {
    const { show, effects, losers, isOf } = await shown[name]!();
    const counted = () => Promise.all(effects.map(count));
    const before = await counted();
    const replies = await Promise.all(hundred.map(show));
    expect(replies.filter(({ http }) => http >= 500)).toEqual([]);
    expect(await counted()).toEqual(before.map((one) => one + 1));
    const refused = replies.filter(({ http }) => http !== 200).map(({ http, failure }) => `${http} ${failure.code}`);
    expect([...new Set(refused)].filter((one) => !losers.includes(one))).toEqual([]);
    await show(100);
    expect(await counted()).toEqual(before.map((one) => one + 1));
    if (!isOf) return;
    const winners = hundred.filter((one) => replies[one]?.http === 200);
    expect([winners.length, await isOf(winners[0] ?? -1)]).toEqual([1, true]);
  });
});

describe('F2 F15 M5 R8 a hundred guesses at the same moment are a few, and then the right one comes too late', () => {
  const codesOf = (replies: Reply[]) => replies.map((reply) => (reply.http === 200 ? 'ok' : reply.failure.code));
  const many = (codes: string[], code: string) => codes.filter((one) => one === code).length;

  test('F2 R8 at the code of a sign-in: five', async () => {
    const { browser, code } = await asked('login');
    const guess = (text: string) => twin(browser).post('/api/auth/code', { code: text, remember: false });
    const codes = codesOf(await Promise.all(hundred.map(() => guess(anotherCode(code)))));
    expect([many(codes, 'wrong_code'), many(codes, 'too_many_tries')]).toEqual([4, 96]);
    expect(codesOf([await guess(code)])).toEqual(['too_many_tries']);
  });

  test('F15 R12 at the codes of another address: five', async () => {
    const browser = await signedIn();
    await browser.post('/api/user/mail', { email: 'moved@example.com', password });
    const [old_code, new_code] = [await codeTo(email), await codeTo('moved@example.com')];
    const guess = (text: string) => twin(browser).post('/api/user/mail/confirm', { old_code, new_code: text });
    const codes = codesOf(await Promise.all(hundred.map(() => guess(anotherCode(new_code)))));
    expect([many(codes, 'wrong_code'), many(codes, 'too_many_tries')]).toEqual([4, 96]);
    expect(codesOf([await guess(new_code)])).toEqual(['too_many_tries']);
  });

  test('F2 M5 at a puzzle: three', async () => {
    const browser = server.browser();
    const { id, x } = await askForPuzzle(server, browser);
    const guess = (at: number) => twin(browser).post('/api/auth/puzzle/answer', { id, x: at });
    const codes = codesOf(await Promise.all(hundred.map(() => guess(x + 50))));
    expect([many(codes, 'wrong_place'), many(codes, 'puzzle_over')]).toEqual([2, 98]);
    expect(codesOf([await guess(x)])).toEqual(['puzzle_over']);
  });
});

/** All that a token or a code could have been spent on. */
const spendable = async (): Promise<string> => {
  const { rows } = await sql<{ all: string }>`
    select concat_ws('\n',
      (select string_agg(concat_ws(' ', id, used_at, voided_at, tries, letters, code_hash, link_hash, browser_hash), ';' order by id) from sign_in_requests),
      (select string_agg(concat_ws(' ', id, used_at, voided_at, token_hash), ';' order by id) from password_resets),
      (select string_agg(concat_ws(' ', id, used_at, voided_at, tries, old_hash, new_hash), ';' order by id) from mail_changes),
      (select string_agg(concat_ws(' ', operation_id, tries, letters, code_hash), ';' order by operation_id) from second_steps),
      (select string_agg(concat_ws(' ', id, used_at, solved_at, tries), ';' order by id) from puzzles),
      (select string_agg(concat_ws(' ', id, used_at, telegram_id, expires_at, state_hash), ';' order by id) from telegram_requests),
      (select string_agg(mark::text, ';' order by mark) from telegram_answers),
      (select string_agg(concat_ws(' ', telegram_id, account_id), ';' order by telegram_id) from telegram_links),
      (select string_agg(concat_ws(' ', id, replaced_at, token_hash), ';' order by id) from remember_tokens),
      (select string_agg(concat_ws(' ', id, ended_at), ';' order by id) from remember_families),
      (select string_agg(concat_ws(' ', id, token_hash), ';' order by id) from sessions),
      (select string_agg(concat_ws(' ', account_id, password), ';' order by account_id) from credentials),
      (select string_agg(concat_ws(' ', id, email, locale, need_set_password), ';' order by id) from accounts),
      (select string_agg(concat_ws(' ', id, status), ';' order by id) from operations),
      (select string_agg(concat_ws(' ', id, kind), ';' order by id) from mail_outbox)) as all`.execute(server.db);
  return rows[0]?.all ?? '';
};

test('F2 F6 F15 M5 M6 R8 GET and HEAD of every call that there is, by who holds every token, consume nothing', async () => {
  // What other tests have set going moves by itself.
  const moving = server.db.selectFrom('operations').select('id').where('status', '=', 'processing');
  await until(async () => (await moving.execute()).length === 0, 'something never ended');
  const person = await makePerson(server, { EUR: '1000' });
  const operation = await checkedWithdrawal(person.browser);
  const { browser: visitor, link } = await asked('login');
  await server.browser().post('/api/auth/reset', { email: 'demo@example.com' });
  const token = await resetLinkTo(server, 'demo@example.com');
  const remembered = await signedIn(true);
  await remembered.post('/api/user/mail', { email: 'moved@example.com', password });
  for (const browser of [visitor, remembered, person.browser]) await solvePuzzle(server, browser);
  // One that is signed in has the request of a sign-in besides.
  remembered.cookies.set('sign-in-request', visitor.cookies.get('sign-in-request') ?? '');
  const away = await byTelegram();
  remembered.cookies.set('telegram', away.browser.cookies.get('telegram') ?? '');
  const proven = await byTelegram();
  await proven.browser.post('/api/auth/telegram/answer', { state: proven.state, answer: proven.answer });
  visitor.cookies.set('telegram', proven.browser.cookies.get('telegram') ?? '');
  const paths = new Set(
    areas
      .flatMap(({ calls }) => calls)
      .map(({ spec, how }) => how.at ?? spec.path)
      .flatMap((path) => [link, token].map((secret) => path.replace(':token', secret)))
      .flatMap((path) => [operation.id, 'passport'].map((id) => path.replace(':id', id)))
      .map((path) => path.replaceAll(/:\w+/g, 'EUR')),
  );
  expect(paths.size).toBeGreaterThan(70);
  const before = await spendable();
  const statuses = new Set<string>();
  for (const method of ['GET', 'HEAD'])
    for (const browser of [visitor, remembered, person.browser])
      await Promise.all(
        [...paths].map(async (path) => {
          const { http } = await twin(browser).send(path, { method });
          statuses.add(`${method} ${http}`);
          expect([path, http < 500]).toEqual([path, true]);
        }),
      );
  expect([...statuses]).toEqual(expect.arrayContaining(['GET 200', 'HEAD 200', 'GET 404', 'HEAD 404']));
  expect(await spendable()).toBe(before);
  // They were good, and still are.
  expect((await server.browser().post(`/api/auth/reset/${token}`, { password: 'another quiet phrase' })).http).toBe(
    200,
  );
  expect((await visitor.post(`/api/auth/link/${link}`, { remember: false })).http).toBe(200);
  expect((await confirm(person.browser, operation, await mailedCode(server.db, person.number))).http).toBe(200);
});

const ways: Record<string, (browser: Browser) => Promise<Reply>> = {
  'by password': (browser) => browser.post('/api/auth/login_by_password', { email, password, remember: false }),
  'by code': async (browser) => {
    await browser.post('/api/auth/login', { email });
    return await browser.post('/api/auth/code', { code: (await mailTo(server, email)).code, remember: false });
  },
  'by link': async (browser) => {
    await browser.post('/api/auth/login', { email });
    return await browser.post(`/api/auth/link/${(await mailTo(server, email)).link}`, { remember: false });
  },
  'into a new account': async (browser) => {
    const address = `newcomer-${(newcomers += 1)}@example.com`;
    await browser.post('/api/auth/register', { email: address, password: 'a quiet long phrase' });
    return await browser.post('/api/auth/code', { code: (await mailTo(server, address)).code, remember: false });
  },
};

describe('F2 R8 a sign-in has a session of its own, whatever a browser was given before', () => {
  test.each(Object.keys(ways))('F2 R8 %s', async (way) => {
    const [attacker, made] = [await makePerson(server, {}), 'A'.repeat(43)];
    const planted = attacker.browser.cookies.get('session') ?? '';
    for (const given of [planted, made]) {
      await sql`delete from sign_in_requests`.execute(server.db);
      const victim = server.browser();
      victim.cookies.set('session', given);
      const reply = await ways[way]!(victim);
      expect([reply.http, reply.body.user.is_authenticated]).toEqual([200, true]);
      expect(victim.cookies.get('session')).not.toBe(given);
      const old = await server.browser().get('/api/auth/check', { cookie: `session=${given}` });
      expect(old.body.user).toEqual(nobody);
    }
  });
});

describe('S2 a session that is ended is over at the next call, and a second later at a call that was under way', () => {
  /** A body of which the last byte is kept back; `end` sends it. */
  const halfSent = (browser: Browser, path: string, body: string, type = 'application/json') => {
    const { promise, resolve, reject } = Promise.withResolvers<{ http: number; text: string; cookies: string[] }>();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...{ cookie, origin: server.url }, 'content-type': type };
    const sent = request(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () =>
        resolve({ http: answer.statusCode ?? 0, text, cookies: answer.headers['set-cookie'] ?? [] }),
      );
    });
    sent.write(body.slice(0, -1));
    return { answer: promise, end: () => sent.end(body.slice(-1)) };
  };

  test('S2 R15 at the next call', async () => {
    const [here, there] = [await signedIn(), await signedIn(true)];
    await here.post('/api/user/browsers/end');
    expect((await there.get('/api/user/info')).http).toBe(401);
  });

  afterEach(() => vi.restoreAllMocks());
  /** The clock of the process is that much further. */
  const later = (seconds: number) => {
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1_000);
  };
  const aSecondLater = () => later(1);
  /** Its session has been looked at: the call has begun. */
  const isBegun = async (account: number) =>
    await expect
      .poll(() =>
        count(`select count(*) from sessions where account_id = ${account} and seen_at < now() - interval '1 hour'`),
      )
      .toBe(0);
  const endAll = (account: number) => sql`delete from sessions where account_id = ${account}`.execute(server.db);
  const begunBy = async (account: number) => {
    const browser = server.browser();
    await endAll(account);
    browser.cookies.set('session', (await openSession(server.db, String(account), false)).token);
    await sql`update sessions set seen_at = now() - interval '1 day' where account_id = ${account}`.execute(server.db);
    return browser;
  };
  const own = () => count(`select id from accounts where email = '${email}'`);

  const form = 'application/x-www-form-urlencoded';
  const change = JSON.stringify({ password: 'the phrase of a thief', old_password: password });
  test.each([
    ['a call', '/api/auth/change', change, undefined],
    ['one that asks about its body together with who asks', '/api/transfer', 'id=B0000000000000000001', form],
  ])('S2 F2 %s does nothing when it had begun and its body comes later', async (_, path, body, type) => {
    const account = await own();
    const begun = halfSent(await begunBy(account), path, body, type);
    await isBegun(account);
    await endAll(account);
    aSecondLater();
    begun.end();
    const answer = await begun.answer;
    const { payload, user } = JSON.parse(answer.text) as { payload: { code: string }; user: unknown };
    expect([answer.http, payload.code, user]).toEqual([401, 'no_session', nobody]);
    expect(answer.text).not.toContain(email);
    // Whoever has signed in since in the same browser keeps what it holds.
    expect(answer.cookies).toEqual([]);
    expect((await signedIn()).account).toBeDefined();
  });

  test('S2 F2 what a visitor may do too is done, whatever became of the session meanwhile', async () => {
    const account = await own();
    const begun = halfSent(
      await begunBy(account),
      '/api/auth/login_by_password',
      JSON.stringify({ email, password, remember: false }),
    );
    await isBegun(account);
    await endAll(account);
    aSecondLater();
    begun.end();
    expect((await begun.answer).http).toBe(200);
  });

  test('S2 F15 whoever shows a token that was replaced while its body came gets no other, however slow it was', async () => {
    const account = await own();
    const here = await begunBy(account);
    const copied = halfSent(here, '/api/user/browsers/end', '{}');
    await isBegun(account);
    expect((await here.post('/api/user/browsers/end')).setCookies).toHaveLength(1);
    later(17);
    copied.end();
    const answer = await copied.answer;
    expect([answer.http, answer.cookies]).toEqual([200, []]);
    expect((await here.get('/api/user/info')).http).toBe(200);
  });

  test('S2 F6 a reset whose own session ended while its body came sets the password, and no cookie of a session that is not', async () => {
    const account = await own();
    const browser = await begunBy(account);
    await server.browser().post('/api/auth/reset', { email });
    const token = await resetLinkTo(server, email);
    const begun = halfSent(browser, `/api/auth/reset/${token}`, JSON.stringify({ password: 'another quiet phrase' }));
    await isBegun(account);
    await endAll(account);
    begun.end();
    const answer = await begun.answer;
    expect([answer.http, answer.cookies]).toEqual([200, []]);
    expect(await count(`select count(*) from sessions where account_id = ${account}`)).toBe(0);
  });

  test('S2 R15 a file that is being read breaks off', async () => {
    const account = await own();
    const browser = await begunBy(account);
    const { told } = await server.db.transaction().execute(async (trx) => {
      // The file waits in the middle for as long as nobody else may read the notifications.
      await sql`lock table notifications in access exclusive mode`.execute(trx);
      const file = browser.get('/api/user/export', { 'x-rev': '1000000' }).then(
        ({ text }) => text,
        () => 'broken off',
      );
      const waiting = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%closed_at from notifications%'`;
      await expect.poll(() => count(waiting)).toBe(1);
      await endAll(account);
      aSecondLater();
      return { told: file };
    });
    expect(await told).toBe('broken off');
  });
});
