import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { depositTo } from '../../server/ledger/deposit.ts';
import { createLog } from '../../server/log.ts';
import { listMail, sendNext } from '../../server/mail/outbox.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { telegramAnswer } from '../../server/sandbox/telegram-routes.ts';
import { createServer, type RunningServer } from '../../server/server.ts';
import { quiet } from '../setup/postgres.ts';
import { everyTable, waysOf } from '../tools/leaks.ts';
import type { Reply } from './browser.ts';
import { Browser, createDatabase, mailTo, resetLinkTo, solvePuzzle, type TestDatabase } from './harness.ts';
import { photo, planted as words } from './hostile-files.ts';
import { until } from './money.ts';
import { anotherCode, checkedWithdrawal, confirm } from './withdraw.ts';

/*
 * One life with every password, code, token and paper that there is. Afterwards all of them are looked for, however they may
 * be written: in every table, in the log, in that of the database, and in every answer.
 */

const lines: string[] = [];
let database: TestDatabase;
let running: RunningServer;
let server: { url: string; db: NonNullable<RunningServer['db']> };
beforeAll(async () => {
  database = await createDatabase();
  const config = readConfig({ ...quiet, LOG_LEVEL: 'debug', SEED_DEMO: '0', DATABASE_URL: database.url });
  running = await createServer({ config, log: createLog(config, { write: (line) => lines.push(line) }) });
  if (!running.db) throw new Error('a test server has a database');
  server = { url: running.url, db: running.db };
});
afterAll(async () => {
  await running.close();
  await database.drop();
});

const answers: { path: string; reply: Reply }[] = [];
const secrets = new Map<string, string>();

/** A browser of which every answer is kept, and every cookie is a secret. */
class Heard extends Browser {
  override async send(path: string, extra: Parameters<Browser['send']>[1]): Promise<Reply> {
    const reply = await super.send(path, extra);
    answers.push({ path, reply });
    for (const cookie of reply.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/^[\w-]{43}$/.test(value)) secrets.set(`${name}, cookie ${secrets.size}`, value);
    }
    return reply;
  }
}
const browse = (): Browser => new Heard(server.url);
const keep = (name: string, value: string): string => {
  secrets.set(name, value);
  return value;
};
const said = ({ http, body }: Reply) => [http, http === 200 ? 'ok' : body.payload.code];

const first = 'zaytseva.ludmila@example.com';
const second = 'ludmila.zaytseva@example.org';
const paper = { number: '4510 583921', holder: 'Zaytseva-Kovalskaya' };

const codeTo = async (address: string): Promise<string> => {
  const [mail] = await listMail(server.db, address);
  return /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? '';
};

/** Telegram names somebody, who gives the address of an account; the next time they are known. */
const comeByTelegram = async (): Promise<void> => {
  for (const time of ['the first time', 'the next time']) {
    const browser = browse();
    const { url } = (await browser.post('/api/auth/telegram', { remember: true })).body.payload as { url: string };
    const back = new URL(url).searchParams.get('return_to') ?? '';
    const state = keep(`the state of a way to Telegram, ${time}`, new URL(back).searchParams.get('state') ?? '');
    // Of one second two answers are the same, and the second one is used.
    if (time === 'the next time') await pause(1_000);
    const answer = await telegramAnswer(server.db, '4000000000000002');
    const packed = keep(`the answer of Telegram, ${time}`, answer.replace('tgAuthResult=', ''));
    const { hash } = JSON.parse(Buffer.from(packed, 'base64url').toString()) as { hash: string };
    keep(`the signature of Telegram, ${time}`, hash);
    const reply = await browser.post('/api/auth/telegram/answer', { state, answer });
    expect([said(reply), reply.body.payload.signed_in]).toEqual([[200, 'ok'], time === 'the next time']);
    if (time === 'the next time') return;
    await sql`update sign_in_requests set requested_at = requested_at - interval '1 minute'`.execute(server.db);
    await browser.post('/api/auth/telegram/email', { email: first });
    const letter = await mailTo(server, first);
    keep('the code of a way in by Telegram', letter.code);
    keep('the link of a way in by Telegram', letter.link);
    expect(said(await browser.post('/api/auth/code', { code: letter.code, remember: false }))).toEqual([200, 'ok']);
  }
};

/** From a newcomer to a verified account under another address. */
const live = async (): Promise<void> => {
  const [one, other] = [browse(), browse()];
  const password = keep('the first password', 'Vorob3y na kryshe');
  await one.post('/api/auth/register', { email: first, password });
  const letter = await mailTo(server, first);
  keep('the code of a new account', letter.code);
  keep('the link of a new account', letter.link);
  await other.get(`/api/auth/link/${letter.link}`);
  expect(said(await other.post(`/api/auth/link/${letter.link}`, { remember: true }))).toEqual([403, 'forbidden']);
  await one.post('/api/auth/code', { code: keep('a wrong code', anotherCode(letter.code)), remember: true });
  expect(said(await one.post('/api/auth/code', { code: letter.code, remember: true }))).toEqual([200, 'ok']);
  one.dropSession();
  expect((await one.get('/api/auth/check')).body.user.is_authenticated).toBe(true);

  const wrong = keep('a wrong password', 'staraya loshad 9 podkov');
  const login = { email: first, password: wrong, remember: true };
  for (let tries = 0; tries < 6; tries += 1) await other.post('/api/auth/login_by_password', login);
  await solvePuzzle(server, other);
  expect(said(await other.post('/api/auth/login_by_password', { ...login, password }))).toEqual([200, 'ok']);
  await sql`update sign_in_requests set requested_at = requested_at - interval '1 minute'`.execute(server.db);
  await other.post('/api/auth/login', { email: first });
  const again = await mailTo(server, first);
  keep('the code of a sign-in', again.code);
  keep('the link of a sign-in', again.link);
  expect(said(await other.post(`/api/auth/link/${again.link}`, { remember: false }))).toEqual([200, 'ok']);

  await comeByTelegram();
  await browse().post('/api/auth/reset', { email: first });
  const token = keep('the link of a forgotten password', await resetLinkTo(server, first));
  await other.get(`/api/auth/reset/${token}`);
  const reset = keep('the second password', 'Tri tolstyaka & 7 nyanek');
  for (const _ of ['set', 'sent again'])
    expect(said(await other.post(`/api/auth/reset/${token}`, { password: reset }))).toEqual([200, 'ok']);
  const changed = { password: keep('the third password', 'a quiet long phrase'), old_password: reset };
  for (const _ of ['changed', 'sent again'])
    expect(said(await other.post('/api/auth/change', changed))).toEqual([200, 'ok']);

  await other.post('/api/user/mail', { email: second, password: changed.password });
  const codes = {
    old_code: keep('a code to the old address', await codeTo(first)),
    new_code: keep('a code to the new address', await codeTo(second)),
  };
  await other.post('/api/user/mail/confirm', { ...codes, new_code: anotherCode(codes.new_code) });
  expect(said(await other.post('/api/user/mail/confirm', codes))).toEqual([200, 'ok']);

  await tellSandbox(server.db, 'reviewer', { delay_ms: 0 });
  keep('words in a paper', words);
  keep('the number of a paper', paper.number);
  keep('the number of a paper without gaps', paper.number.replace(' ', ''));
  keep('who holds a paper', paper.holder);
  const body = new FormData();
  for (const [at, side] of ['main', 'registration'].entries()) {
    body.append(`side${at}`, side);
    body.append(`file${at}`, new File([new Uint8Array(await photo())], `${paper.holder} ${paper.number}.jpg`));
  }
  expect(said(await other.send('/api/verification/passport/upload', { method: 'POST', body }))).toEqual([200, 'ok']);
  await other.post('/api/verification/passport/submit');
  const status = async () => (await other.get('/api/verification/passport/new')).body.payload.status as string;
  await until(async () => (await status()) === 'verified', 'the papers were never looked at');

  const { rows } = await sql<{ id: string }>`select id from accounts where email = ${second}`.execute(server.db);
  await server.db.transaction().execute((db) => depositTo(db, rows[0]?.id ?? '', { currency: 'EUR', amount: '500' }));
  const operation = await checkedWithdrawal(other);
  const code = keep('the code of a withdrawal', (await listMail(server.db, second))[0]?.subject.slice(0, 6) ?? '');
  await confirm(other, operation, anotherCode(code));
  for (const _ of ['confirmed', 'sent again']) expect(said(await confirm(other, operation, code))).toEqual([200, 'ok']);
  for (const path of ['/api/user/info', '/api/user/browsers', '/api/user/export', '/api/withdraw/history'])
    expect((await other.get(path)).http).toBe(200);
  await other.post('/api/auth/logout');
};

const isIn = (text: string) => (secret: string) =>
  /^\d{6}$/.test(secret)
    ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text)
    : waysOf(secret).some((way) => text.toLowerCase().includes(way.toLowerCase()));
/** The names of the secrets in a text. Six digits of a fraction of a second are no code. */
const foundIn = (text: string): string[] => {
  const read = text.replaceAll(/:\d\d\.\d+/g, '');
  return [...secrets].filter(([, secret]) => isIn(read)(secret)).map(([name]) => name);
};

test('F2 F6 F11 F15 M5 M6 R8 after a life with all of them no password, code, token or word of a paper stands anywhere', async () => {
  await live();
  expect(secrets.size).toBeGreaterThanOrEqual(36);
  expect([...secrets].filter(([, secret]) => secret.length < 6)).toEqual([]);
  // What waits to be sent holds what it tells, and nothing of it when it has gone.
  expect(foundIn((await listMail(server.db)).map(({ body }) => body).join())).toContain('the code of a withdrawal');
  while (
    await sendNext(
      server.db,
      async () => {},
      () => {},
    )
  );

  const tables = await everyTable(server.db);
  expect(tables.length).toBeGreaterThan(35);
  for (const { name, text } of tables) expect([name, foundIn(text)]).toEqual([name, []]);

  expect(lines.length).toBeGreaterThan(35);
  expect(foundIn(lines.join('\n'))).toEqual([]);
  expect(lines.filter((line) => line.includes(first) || line.includes(second))).toEqual([]);
  // The address to go to holds the state.
  const states = [...secrets.keys()].filter((name) => name.startsWith('the state of a way'));
  for (const { path, reply } of answers) {
    // A page in a browser that did not ask shows the code: the letter holds it too.
    const shows = path.startsWith('/api/auth/link/')
      ? ['the code of a new account']
      : path === '/api/auth/telegram'
        ? states
        : [];
    expect([path, foundIn(reply.text).filter((name) => !shows.includes(name))]).toEqual([path, []]);
    expect([path, reply.headers.get('cache-control')]).toEqual([path, 'no-store']);
    expect([path, reply.headers.get('etag')]).toEqual([path, null]);
  }
  // What is looked for would be found, however it is written.
  for (const [name, secret] of secrets)
    for (const way of /^\d{6}$/.test(secret) ? [secret] : waysOf(secret)) expect(foundIn(`x="${way}"`)).toContain(name);
});

test('F1 F2 a letter that cannot be sent is given up, and its text with it', async () => {
  await sql`insert into mail_outbox (kind, recipient, locale, subject, body, tries)
    values ('sign_in', 'nowhere@example.com', 'en', '123456 is your code', 'code 123456', 54)`.execute(server.db);
  const fail = () => Promise.reject(new Error('the mail server is gone'));
  const kept = async () =>
    (await server.db.selectFrom('mail_outbox').selectAll().where('recipient', '=', 'nowhere@example.com').execute())[0];
  await sendNext(server.db, fail, () => {});
  expect(await kept()).toMatchObject({ tries: 55, body: 'code 123456' });
  await sql`update mail_outbox set next_try_at = now()`.execute(server.db);
  await sendNext(server.db, fail, () => {});
  expect(await kept()).toMatchObject({ tries: 56, subject: '', body: '', sent_at: null });
});

test('F1 F2 a letter that opens a door goes before those that tell of operations', async () => {
  await sql`update mail_outbox set sent_at = now() where sent_at is null`.execute(server.db);
  await sql`insert into mail_outbox (kind, recipient, locale, subject, body, next_try_at)
    values ('operation', 'first@example.com', 'en', '', 'x', now() - interval '2 minutes'),
      ('operation', 'second@example.com', 'en', '', 'x', now() - interval '1 minute'),
      ('sign_in', 'waits@example.com', 'en', '', 'x', now())`.execute(server.db);
  const sent: string[] = [];
  const send = async ({ recipient }: { recipient: string }) => void sent.push(recipient);
  while (await sendNext(server.db, send, () => {}));
  expect(sent).toEqual(['waits@example.com', 'first@example.com', 'second@example.com']);
});

test('F2 R8 what the database refuses is not quoted in its own log', async () => {
  const { rows } = await sql<{
    setting: string;
  }>`select setting from pg_settings where name = 'data_directory'`.execute(server.db);
  const values = sql`('10000099', 'quoted.zaytseva@example.com'), ('10000107', 'quoted.zaytseva@example.com')`;
  await expect(sql`insert into accounts (number, email) values ${values}`.execute(server.db)).rejects.toThrow(
    'duplicate',
  );
  const read = () => readFile(join(dirname(rows[0]?.setting ?? ''), 'postgres.log'), 'utf8');
  await expect.poll(read).toContain('duplicate key value violates unique constraint "accounts_by_email');
  expect(await read()).not.toContain('Key (email)');
});
