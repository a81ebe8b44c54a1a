import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { raise } from '../../server/revision.ts';
import { resetLinkTo, signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';
import { until, waitingForLocks } from './money.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const from = 'new@example.com';
const to = 'another.address@example.org';
const password = 'demo-password-2';

beforeEach(async () => {
  for (const table of ['attempts', 'mail_changes', 'mail_outbox', 'password_resets'])
    await sql.raw(`delete from ${table}`).execute(server.db);
  await sql`update accounts set email = ${from} where email = ${to}`.execute(server.db);
});

const signedIn = async (): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, from, password);
  return browser;
};
const ask = (browser: Browser, email = to, secret: string | undefined = password) =>
  browser.post('/api/user/mail', { email, ...(secret !== undefined && { password: secret }) });
const letterTo = async (email: string): Promise<string> => {
  const { mails } = (await (await fetch(`${server.url}/dev/outbox?to=${encodeURIComponent(email)}`)).json()) as {
    mails: { body: string }[];
  };
  return mails[0]?.body ?? '';
};
const codeTo = async (email: string): Promise<string> => /\b\d{6}\b/.exec(await letterTo(email))?.[0] ?? '';
const codes = async (email = to) => ({ old_code: await codeTo(from), new_code: await codeTo(email) });
const confirm = (browser: Browser, body: object) => browser.post('/api/user/mail/confirm', body);
const other = (code: string) => (code === '000000' ? '111111' : '000000');
const emailOf = async (browser: Browser) => (await browser.get('/api/user/info')).body.payload?.email as string;

describe('F15 R12 change of the address', () => {
  test('F15 two codes change it: the old address is told, other browsers are out, sign-in goes by the new one', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const asked = await ask(here);
    expect([asked.http, asked.body.payload]).toMatchObject([200, { email: from, sent_to: to }]);
    const done = await confirm(here, await codes());
    expect([done.http, done.body.payload, done.body.user]).toMatchObject([200, { email: to }, { email: to }]);
    expect(await emailOf(here)).toBe(to);
    expect((await there.get('/api/user/info')).http).toBe(401);
    const told = await letterTo(from);
    expect(told).toContain(to);
    // Its reader is signed out everywhere, and support is for members.
    expect(told).toMatch(/ответьте на это письмо|answer this e-mail/);
    await signInByPassword(server.browser(), to, password);
    const gone = await server.browser().post('/api/auth/login_by_password', { email: from, password, remember: false });
    expect(gone.failure.code).toBe('wrong_credentials');
  });

  test('F15 S2 what was copied of the browser that changes it is out as well', async () => {
    const here = await signedIn();
    const copy = server.browser();
    copy.cookies.set('session', here.cookies.get('session') ?? '');
    await ask(here);
    expect((await confirm(here, await codes())).http).toBe(200);
    await sql`update sessions set expires_at = now() where replaced_by is not null`.execute(server.db);
    expect((await copy.get('/api/user/info')).http).toBe(401);
    expect(await emailOf(here)).toBe(to);
  });

  test('F2 R8 a link for another password that went to the old address is void from then on', async () => {
    const here = await signedIn();
    await ask(here);
    const both = await codes();
    await server.browser().post('/api/auth/reset', { email: from });
    const token = await resetLinkTo(server, from);
    expect((await confirm(here, both)).http).toBe(200);
    // Not even when somebody goes back to it.
    await sql`update accounts set email = ${from} where email = ${to}`.execute(server.db);
    const set = await server.browser().post(`/api/auth/reset/${token}`, { password: 'a quiet long phrase' });
    expect([set.http, set.failure.code]).toEqual([404, 'link_invalid']);
    await signInByPassword(server.browser(), from, password);
  });

  test('F2 R8 the link and the change at the same moment: one after the other, and neither hangs', async () => {
    const kept = await sql<{ id: string; password: string }>`
      select c.account_id as id, c.password from credentials c join accounts a on a.id = c.account_id
      where a.email = ${from}`.execute(server.db);
    const { id = '', password: hash = '' } = kept.rows[0] ?? {};
    const here = await signedIn();
    await ask(here);
    const both = await codes();
    await server.browser().post('/api/auth/reset', { email: from });
    const token = await resetLinkTo(server, from);
    const replies = await Promise.all([
      confirm(here, both),
      server.browser().post(`/api/auth/reset/${token}`, { password: 'a quiet long phrase' }),
    ]);
    await sql`update credentials set password = ${hash} where account_id = ${id}`.execute(server.db);
    // Whoever comes second finds that it is over: no session any more, or no link.
    expect(replies.map(({ http }) => http)).toSatisfy(
      ([change, link]) => (change === 200 && link === 404) || (change === 401 && link === 200),
    );
  });

  test('F15 money that moves at the same moment: neither waits for the other, and both are done', async () => {
    const here = await signedIn();
    await ask(here);
    const both = await codes();
    let changed: Promise<unknown> | undefined;
    let isChanged = false;
    await server.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ account_id: string }>`
        insert into notifications (id, account_id, kind, params)
        select 'written:beside', id, 'written', '{}' from accounts where email = ${from} returning account_id`.execute(
        trx,
      );
      const asked = confirm(here, both);
      changed = asked.then(({ http, body }) => {
        isChanged = true;
        return [http, body.user];
      });
      await until(async () => isChanged || (await waitingForLocks(server.db)) > 0, 'it neither ended nor waited');
      await raise(trx, rows[0]?.account_id ?? '', 'notifications');
    });
    expect(await changed).toMatchObject([200, { email: to }]);
    await sql`delete from notifications where id = 'written:beside'`.execute(server.db);
  });

  test('F15 a wrong code is told at its field, five looks in all', async () => {
    const here = await signedIn();
    await ask(here);
    const { old_code, new_code } = await codes();
    const one = await confirm(here, { old_code, new_code: other(new_code) });
    expect([one.http, one.failure.fields, one.failure.params]).toEqual([422, { new_code: 'wrong_code' }, { left: 4 }]);
    const two = await confirm(here, { old_code: other(old_code), new_code: other(new_code) });
    expect(two.failure.fields).toEqual({ old_code: 'wrong_code', new_code: 'wrong_code' });
    for (const code of ['wrong_code', 'wrong_code', 'too_many_tries'])
      expect((await confirm(here, { old_code: other(old_code), new_code })).failure.code).toBe(code);
    expect((await confirm(here, { old_code, new_code })).failure.code).toBe('too_many_tries');
    expect(await emailOf(here)).toBe(from);
  });

  test('F15 neither code does alone, nor the other way round', async () => {
    const here = await signedIn();
    await ask(here);
    const { old_code, new_code } = await codes();
    if (old_code !== new_code)
      expect((await confirm(here, { old_code: new_code, new_code: old_code })).failure.code).toBe('wrong_code');
    expect((await confirm(here, { old_code })).http).toBe(422);
  });

  test('F15 codes are good for ten minutes, until they are used or others are asked for', async () => {
    const here = await signedIn();
    await ask(here);
    const first = await codes();
    expect((await ask(here)).failure.code).toBe('rate_limited');
    await sql`update mail_changes set asked_at = asked_at - interval '1 minute'`.execute(server.db);
    await ask(here);
    const second = await codes();
    if (first.old_code !== second.old_code) expect((await confirm(here, first)).http).toBe(422);
    await sql`update mail_changes set expires_at = now() - interval '1 second' where voided_at is null`.execute(
      server.db,
    );
    expect((await confirm(here, second)).failure.code).toBe('code_expired');
  });

  test('F15 an address that somebody has is answered like a free one, until its letter box is proven', async () => {
    const here = await signedIn();
    const free = await ask(here);
    await sql`delete from mail_changes`.execute(server.db);
    const taken = await ask(here, 'demo@example.com');
    const shape = ({ body }: typeof free) => Object.keys(body.payload).toSorted();
    expect([taken.http, shape(taken)]).toEqual([free.http, shape(free)]);
    const { old_code, new_code } = await codes('demo@example.com');
    expect((await confirm(here, { old_code, new_code: other(new_code) })).failure.code).toBe('wrong_code');
    expect((await confirm(here, { old_code, new_code })).failure.code).toBe('email_taken');
    expect((await confirm(here, { old_code, new_code })).failure.code).toBe('code_used');
    expect(await emailOf(here)).toBe(from);
    // A stranger's letter box is not told whose account asks.
    expect(await letterTo('demo@example.com')).not.toContain(from);
  });

  test('F15 the password is asked of whoever has one, and counted; one’s own address is none', async () => {
    const here = await signedIn();
    expect((await here.post('/api/user/mail', { email: to })).failure.fields).toEqual({ password: 'required' });
    expect((await ask(here, to, 'a wrong phrase')).failure.fields).toEqual({ password: 'wrong_password' });
    expect((await ask(here, from.toUpperCase())).failure.fields).toEqual({ email: 'same_email' });
    expect(await letterTo(to)).toBe('');
  });

  test('F15 nothing of a code is in the database in the clear', async () => {
    const here = await signedIn();
    await ask(here);
    const both = await codes();
    const { rows } = await sql<{ row: string }>`select m::text as row from mail_changes m`.execute(server.db);
    const kept = rows.map(({ row }) => row).join('\n');
    for (const code of Object.values(both))
      for (const form of [code, Buffer.from(code).toString('hex')]) expect(kept).not.toContain(form);
  });
});
