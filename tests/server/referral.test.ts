import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operationPage } from '../../contract/operation.ts';
import { problemOfNote, referralInfo, referredPage } from '../../contract/referral.ts';
import type { Db } from '../../server/db/db.ts';
import { addMissingJobs } from '../../server/jobs/care.ts';
import { listMail } from '../../server/mail/outbox.ts';
import { earnBonuses } from '../../server/referral/bonuses.ts';
import { settle } from '../../server/operations/settle.ts';
import { createFailpoints } from '../../server/failpoints.ts';
import { createLog } from '../../server/log.ts';
import { readConfig } from '../../server/config.ts';
import { quiet } from '../setup/postgres.ts';
import { bankErrors } from './bank.ts';
import { expectOk, mailTo, signInByCode, startServer, type TestServer } from './harness.ts';
import { checked, hurry, makePerson, provider, submit, until, type Person } from './money.ts';
import { linkOf, paidTo, signUp, verify } from './referral.ts';

let server: TestServer;
let host: Person;
let made = 0;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['attempts', 'mail_outbox', 'referral_invites', 'referral_refusals'])
    await sql.raw(`delete from ${table}`).execute(server.db);
  host = await makePerson(server);
  await provider(server.db, 'settle');
});
const newcomer = () => `guest-${(made += 1)}@example.com`;
const referrerOf = async (invited: string): Promise<string | undefined> =>
  (await server.db.selectFrom('referrals').selectAll().where('invited_id', '=', invited).executeTakeFirst())
    ?.referrer_id;
const bonuses = async (person = host) =>
  operationPage.parse((await person.browser.get('/api/referral/bonus/history')).body.payload).items;
const listed = async (person = host) =>
  referredPage.parse((await person.browser.get('/api/referral/list')).body.payload).items;
const info = async (person = host) => referralInfo.parse((await person.browser.get('/api/referral/info')).body.payload);
/** Whether a statement waits for what another one holds. */
const isSomebodyWaiting = async (): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
  return rows.length > 0;
};
/** Somebody who came by the host's link. */
const invited = async (person = host): Promise<string> =>
  signUp(server, { email: newcomer(), link: await linkOf(person.browser) });
/** As if everything about letters had been that much earlier. */
const daysPass = async (days: number): Promise<void> => {
  await sql`update referral_invites set sent_at = sent_at - ${days}::integer * interval '1 day',
    first_reached_at = first_reached_at - ${days}::integer * interval '1 day',
    reached_at = reached_at - ${days}::integer * interval '1 day'`.execute(server.db);
};
/** An exchange of theirs that was carried out. */
const exchanged = async (account: string): Promise<void> => {
  const id = `EXCHANGED${account.padStart(6, '0')}${String((made += 1)).padStart(5, '0')}`.replaceAll(/[ILOU]/g, '0');
  await sql`insert into operations (id, account_id, kind, status, give_currency, give, get_currency, get, fee, rate,
      asked_side, asked_amount, terms_version, expires_at)
    values (${id}, ${account}, 'exchange', 'processing', 'USD', 10, 'EUR', 9, 0, 0.9, 'give', 10, 1, now())`.execute(
    server.db,
  );
  await sql`update operations set status = 'completed' where id = ${id}`.execute(server.db);
};

describe('whose link it was', () => {
  test('F12 is kept by the browser, then by the sign-up, and the account came by it once its address is proven', async () => {
    const link = await linkOf(host.browser);
    expect(await linkOf(host.browser)).toBe(link);
    const browser = server.browser();
    const opened = await browser.get(`/api/referral/recruit/${link}`);
    expect(opened.body.payload).toEqual({ name: 'p•••@e•••.com', asker: 'visitor' });
    expect(opened.setCookies.join()).toMatch(
      /^recruit=[0-9A-Z]{10}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
    const email = newcomer();
    await browser.post('/api/auth/register', { email, password: 'a quiet long phrase' }).then(expectOk);
    // From here on the sign-up itself knows it: what the browser kept may be gone.
    browser.cookies.delete('recruit');
    const { code } = await mailTo(server, email);
    await browser.post('/api/auth/code', { code, remember: false }).then(expectOk);
    expect(await listed()).toMatchObject([{ who: 'g•••@e•••.com', state: 'signed_up', bonuses: [] }]);
    expect((await info()).funnel).toEqual({ invited: 1, signed_up: 1, verified: 0, earning: 0 });
  });

  test('F12 how far somebody has come is told with the day on which they came there, and nobody changes places', async () => {
    const [first, second] = [await invited(), await invited()];
    for (const [id, days] of [
      [first, 30],
      [second, 20],
    ] as const)
      await sql`update referrals set joined_at = now() - ${days}::integer * interval '1 day' where invited_id = ${id}`.execute(
        server.db,
      );
    /** States, the newest of them first, each with how many days it is old. */
    const stands = async () =>
      (await listed()).map(({ state, at }) => [state, Math.round((Date.now() - Date.parse(at)) / 86_400_000)]);
    expect(await stands()).toEqual([
      ['signed_up', 20],
      ['signed_up', 30],
    ]);
    await verify(server.db, first);
    expect(await stands()).toEqual([
      ['signed_up', 20],
      ['verified', 0],
    ]);
    await exchanged(first);
    await server.db.transaction().execute((db) => earnBonuses(db, first));
    expect(await stands()).toEqual([
      ['signed_up', 20],
      ['earning', 0],
    ]);
  });

  test('F12 a letter counts where no link was opened: on whatever device its reader signs up', async () => {
    const email = newcomer();
    await host.browser.post('/api/referral/invite', { email }).then(expectOk);
    expect(await listed()).toMatchObject([{ who: email, state: 'invited' }]);
    const id = await signUp(server, { email });
    expect(await referrerOf(id)).toBe(host.id);
    expect(await listed()).toMatchObject([{ state: 'signed_up' }]);
  });

  test('F12 the cookie is gone with the sign-up, is not set for who is signed in, nor by a question of another site', async () => {
    const link = await linkOf(host.browser);
    const own = await host.browser.get(`/api/referral/recruit/${link}`);
    expect([own.body.payload.asker, own.setCookies]).toEqual(['own', []]);
    const other = await makePerson(server);
    const member = await other.browser.get(`/api/referral/recruit/${link}`);
    expect([member.body.payload.asker, member.setCookies]).toEqual(['member', []]);
    const browser = server.browser();
    await signUp(server, { email: newcomer(), link, browser });
    expect(browser.cookies.get('recruit') ?? '').toBe('');
    for (const unknown of ['0000000000', 'lower-case', '1'.repeat(400)])
      expect((await server.browser().get(`/api/referral/recruit/${unknown}`)).http).toBe(404);
  });

  test('F12 somebody who was there before came by nobody’s link, whatever their browser had opened', async () => {
    const email = newcomer();
    const id = await signUp(server, { email });
    const browser = server.browser();
    await browser.get(`/api/referral/recruit/${await linkOf(host.browser)}`).then(expectOk);
    await signInByCode(server, browser, email);
    expect(await referrerOf(id)).toBeUndefined();
  });

  test('F12 neither oneself nor a circle: another spelling of a letter box that has an account came by nobody', async () => {
    const name = `dotted.${(made += 1)}`;
    const first = await signUp(server, { email: `${name}@gmail.com`, link: await linkOf(host.browser) });
    expect(await referrerOf(first)).toBe(host.id);
    const mine = server.browser();
    await signInByCode(server, mine, `${name}@gmail.com`);
    const link = await linkOf(mine);
    for (const email of [`${name.replace('.', '')}@googlemail.com`, `${name}+bonus@gmail.com`]) {
      const again = await signUp(server, { email, link });
      expect([email, await referrerOf(again)]).toEqual([email, undefined]);
    }
    // The host once more, under another spelling, by the link of whom they invited.
    const { email } = await server.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', host.id)
      .executeTakeFirstOrThrow();
    const round = await signUp(server, { email: email.replace('@', '+me@'), link });
    expect(await referrerOf(round)).toBeUndefined();
  });

  test('F12 the database itself refuses a circle, and an account that invited itself', async () => {
    const [one, two] = [await makePerson(server), await makePerson(server)];
    const insert = (who: Person, by: Person) =>
      sql`insert into referrals (id, invited_id, referrer_id)
        values (lpad(${who.id}, 20, '0'), ${who.id}, ${by.id})`.execute(server.db);
    await expect(insert(one, one)).rejects.toThrow('invited itself');
    await insert(one, host);
    await insert(two, one);
    await expect(insert(host, two)).rejects.toThrow('invited itself');
  });

  test('F12 nor do two rows that come at the same moment make a circle: the second waits for the first, and is refused', async () => {
    const [one, two] = [await makePerson(server), await makePerson(server)];
    const insert = (db: Db, who: Person, by: Person) =>
      sql`insert into referrals (id, invited_id, referrer_id)
        values (lpad(${who.id}, 20, '0'), ${who.id}, ${by.id})`.execute(db);
    let isThrough = false;
    let second: Promise<unknown> = Promise.resolve();
    await server.db.transaction().execute(async (first) => {
      await insert(first, one, two);
      second = server.db
        .transaction()
        .execute(async (trx) => {
          await insert(trx, two, one);
          isThrough = true;
        })
        .catch((error: unknown) => String(error));
      await until(async () => isThrough || (await isSomebodyWaiting()));
    });
    expect(await second).toContain('invited itself');
    expect([await referrerOf(one.id), await referrerOf(two.id)]).toEqual([two.id, undefined]);
  });

  test('F12 two spellings of one letter box at once: at most one of them counts', async () => {
    const link = await linkOf(host.browser);
    const name = `twice${(made += 1)}`;
    const ids = await Promise.all(
      ['', '+a', '+b', '+c'].map((plus) => signUp(server, { email: `${name}${plus}@example.com`, link })),
    );
    const referrers = await Promise.all(ids.map(referrerOf));
    expect(referrers.filter((id) => id !== undefined).length).toBeLessThanOrEqual(1);
  });
});

describe('bonuses', () => {
  test('F12 five dollars when the invited person is verified, ten at their first exchange, held and then paid', async () => {
    const id = await invited();
    await verify(server.db, id);
    expect(await bonuses()).toMatchObject([
      {
        kind: 'bonus',
        status: 'processing',
        place: '/referral',
        terms: { get: { amount: '5.00', currency: 'USD' }, fee: { amount: '0.00' } },
        facts: [{ label: 'bonus', text: 'g•••@e•••.com, whom you invited, has verified their identity' }],
        expected_by: expect.any(String),
      },
    ]);
    expect((await info()).totals).toMatchObject([{ currency: { code: 'USD' }, pending: '5.00', paid: '0.00' }]);
    await exchanged(id);
    await server.db.transaction().execute((trx) => earnBonuses(trx, id));
    expect(await listed()).toMatchObject([
      { state: 'earning', bonuses: [{ event: 'verified' }, { event: 'exchange' }] },
    ]);
    expect((await info()).totals).toMatchObject([{ pending: '15.00', paid: '0.00' }]);
    // Before its time nothing is paid.
    expect(await paidTo(server.db, host.id)).toEqual({ paid: '0', sum: '0', movements: '0' });
    await until(async () => {
      await hurry(server.db);
      return (await bonuses()).every(({ status }) => status === 'completed');
    });
    expect(await paidTo(server.db, host.id)).toEqual({ paid: '15', sum: '0', movements: '2' });
    expect(await info()).toMatchObject({
      totals: [{ pending: '0.00', paid: '15.00' }],
      funnel: { invited: 1, signed_up: 1, verified: 1, earning: 1 },
      hold: 30,
    });
    const { email } = await server.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', host.id)
      .executeTakeFirstOrThrow();
    expect((await listMail(server.db, email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Bonus for an invitation: 10.00 USD',
      'Bonus for an invitation: 5.00 USD',
    ]);
  });

  test('F12 an exchange of a person who is not verified earns nothing until they are', async () => {
    const id = await invited();
    await exchanged(id);
    await server.db.transaction().execute((trx) => earnBonuses(trx, id));
    expect(await bonuses()).toEqual([]);
    await verify(server.db, id);
    expect((await bonuses()).map(({ terms }) => terms.get.amount).toSorted()).toEqual(['10.00', '5.00']);
  });

  test('F12 by a real exchange: who was invited exchanges twice, and earns once', async () => {
    const guest = await makePerson(server);
    await sql`insert into referrals (id, invited_id, referrer_id)
      values (lpad(${guest.id}, 20, '0'), ${guest.id}, ${host.id})`.execute(server.db);
    await verify(server.db, guest.id);
    const operations = await Promise.all([checked(guest.browser), checked(guest.browser), checked(guest.browser)]);
    await Promise.all(operations.map((one) => submit(guest.browser, one).then(expectOk)));
    await until(async () => (await bonuses()).length === 2);
    await until(async () => {
      const { rows } = await sql<{ left: string }>`select count(*) as left from operations
        where account_id = ${guest.id} and status <> 'completed' and kind = 'exchange'`.execute(server.db);
      return rows[0]?.left === '0';
    });
    expect((await bonuses()).map(({ terms }) => terms.get.amount).toSorted()).toEqual(['10.00', '5.00']);
    const errors = await bankErrors(server.db);
    expect(errors.filter((error) => !error.includes('EXCHANGED'))).toEqual([]);
  });

  test('F12 once an event, however many say it at once, and whichever of two events is first', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => invited()));
    for (const id of ids) {
      await exchanged(id);
      const say = () => server.db.transaction().execute((trx) => earnBonuses(trx, id));
      await Promise.all([verify(server.db, id), say(), say(), verify(server.db, id, 'id_card'), say()]);
    }
    expect(await bonuses()).toHaveLength(8);
    const { rows } = await sql<{ operations: string; jobs: string }>`
      select (select count(*) from operations where kind = 'bonus' and account_id = ${host.id}) as operations,
        (select count(*) from graphile_worker.jobs j join operations o on o.id = j.key
         where o.kind = 'bonus' and o.account_id = ${host.id}) as jobs`.execute(server.db);
    expect(rows).toEqual([{ operations: '8', jobs: '8' }]);
  });

  test('F12 a verdict and an exchange that end at the same moment: the later one sees both', async () => {
    const id = await invited();
    let isThrough = false;
    let exchange: Promise<void> | undefined;
    await server.db.transaction().execute(async (verdict) => {
      await verdict.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', id).execute();
      await earnBonuses(verdict, id);
      await exchanged(id);
      exchange = server.db.transaction().execute(async (trx) => {
        await earnBonuses(trx, id);
        isThrough = true;
      });
      await until(async () => isThrough || (await isSomebodyWaiting()));
    });
    await exchange;
    expect((await bonuses()).map(({ terms }) => terms.get.amount).toSorted()).toEqual(['10.00', '5.00']);
  });

  test('F12 paid once: many that end the same bonus at once move its money once', async () => {
    await verify(server.db, await invited());
    const [bonus] = await bonuses();
    const needs = {
      db: server.db,
      log: createLog(readConfig(quiet)),
      failpoints: createFailpoints(''),
    };
    const counted = await Promise.all(
      Array.from({ length: 8 }, () => settle(needs, bonus?.id ?? '', { kind: 'done' })),
    );
    expect(counted.filter(Boolean)).toHaveLength(1);
    expect(await paidTo(server.db, host.id)).toEqual({ paid: '5', sum: '0', movements: '1' });
  });

  test('F12 a payment whose job was lost gets another, and not before it is due', async () => {
    await verify(server.db, await invited());
    const [bonus] = await bonuses();
    const jobs = async () =>
      (await sql`select 1 from graphile_worker.jobs where key = ${bonus?.id}`.execute(server.db)).rows.length;
    await sql`select graphile_worker.remove_job(${bonus?.id})`.execute(server.db);
    await addMissingJobs(server.db);
    expect(await jobs()).toBe(0);
    await sql`update operations set submitted_at = now() - interval '2 minutes' where id = ${bonus?.id}`.execute(
      server.db,
    );
    await addMissingJobs(server.db);
    await until(async () => (await bonuses())[0]?.status === 'completed');
  });

  test('F12 without the sandbox a bonus is held for fourteen days', async () => {
    const real = await startServer({ SEED_DEMO: '0', PROVIDERS: 'none' });
    const person = await makePerson(real);
    expect((await info(person)).hold).toBe(14 * 86_400);
    await real.close();
  });
});

describe('letters', () => {
  test('F12 says who invites, what they asked to tell, where it leads, and how to get no more', async () => {
    const { browser } = host;
    const saved = await browser.post('/api/referral/mailing', { locale: 'ru', note: '  Попробуй, мне нравится  ' });
    expect(saved.body.payload).toMatchObject({ left: 10, locale: 'ru', note: 'Попробуй, мне нравится' });
    const email = newcomer();
    const sent = await browser.post('/api/referral/invite', { email: email.toUpperCase() });
    expect(sent.body.payload).toMatchObject({ left: 9 });
    const [mail] = await listMail(server.db, email);
    expect(mail).toMatchObject({ kind: 'invitation', locale: 'ru', subject: 'Вас приглашают в Statera' });
    const link = await linkOf(browser);
    expect(mail?.body).toContain('«Попробуй, мне нравится»');
    expect(mail?.body).toContain(`${server.url}/?ref=${link}\n`);
    expect(sent.body.payload.letter.text).not.toContain('stop=');
    const token = /&stop=([\w-]{43})/.exec(mail?.body ?? '')?.[1];
    const stop = () => server.browser().post('/api/referral/stop', { token });
    expect([(await stop()).http, (await stop()).http]).toEqual([200, 200]);
    const other = await makePerson(server);
    expect((await other.browser.post('/api/referral/invite', { email })).body.payload.left).toBe(9);
    expect(await listMail(server.db, email)).toHaveLength(1);
    expect((await server.browser().post('/api/referral/stop', { token: 'x'.repeat(43) })).failure.code).toBe(
      'link_invalid',
    );
  });

  test('F12 an address that has an account, or was written to by somebody else lately, is answered alike and gets none', async () => {
    const [guest, other] = [await makePerson(server), await makePerson(server)];
    const { email } = await server.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', guest.id)
      .executeTakeFirstOrThrow();
    const free = newcomer();
    const answers = [];
    for (const to of [free, email]) answers.push(await host.browser.post('/api/referral/invite', { email: to }));
    answers.push(await other.browser.post('/api/referral/invite', { email: free }));
    expect(answers.map(({ http, body }) => [http, body.payload.left])).toEqual([
      [200, 9],
      [200, 8],
      [200, 9],
    ]);
    expect((await listMail(server.db, free)).length).toBe(1);
    expect(await listMail(server.db, email)).toEqual([]);
    expect((await listed()).map(({ state }) => state)).toEqual(['invited', 'invited']);
  });

  test('F12 oneself, an address once more, and a note with a link are refused in words', async () => {
    const { browser } = host;
    const { email: own } = await server.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', host.id)
      .executeTakeFirstOrThrow();
    const email = newcomer();
    await browser.post('/api/referral/invite', { email }).then(expectOk);
    const refusals = [];
    for (const to of [own.replace('@', '+2@'), email.replace('@', '+2@'), 'nobody'])
      refusals.push((await browser.post('/api/referral/invite', { email: to })).failure);
    expect(refusals).toMatchObject([
      { code: 'invalid', fields: { email: 'own_invite' } },
      { code: 'invalid', fields: { email: 'already_invited' } },
      { code: 'invalid' },
    ]);
    const notes = ['see https://x.example', 'x.example', 'me@x', 'a'.repeat(141), '4111 1111 1111 1111', 'a\u202Eb'];
    for (const note of notes) {
      const { http, failure } = await browser.post('/api/referral/mailing', { locale: 'en', note });
      expect([note, http, failure.fields]).toEqual([note, 422, { note: problemOfNote(note) }]);
    }
  });

  test('F12 an invitation whose answer was lost is answered once more, by no second letter', async () => {
    const { browser } = host;
    const email = newcomer();
    const invite = (body: object) => browser.post('/api/referral/invite', body);
    const first = await invite({ email, again: true }).then(expectOk);
    expect(await invite({ email, again: true }).then(expectOk)).toEqual(first);
    expect((await listMail(server.db, email)).length).toBe(1);
    await sql`update referral_invites set sent_at = sent_at - interval '61 minutes' where email = ${email}`.execute(
      server.db,
    );
    expect((await invite({ email, again: true })).failure).toMatchObject({ fields: { email: 'already_invited' } });
  });

  test('F12 only letters that went out count: who was first keeps both the address and whoever comes by it', async () => {
    const other = await makePerson(server);
    const email = newcomer();
    const letters = async () => (await listMail(server.db, email)).length;
    const counted = [];
    // On day 0 the host writes, on day 3 somebody else, for whom nothing goes out, on day 8 the host once more, on day 11 they.
    for (const [from, days] of [
      [host, 3],
      [other, 5],
      [host, 3],
      [other, 0],
    ] as const) {
      await from.browser.post('/api/referral/invite', { email }).then(expectOk);
      counted.push(await letters());
      await daysPass(days);
    }
    expect(counted).toEqual([1, 1, 2, 2]);
    for (const from of [other, host]) {
      await daysPass(8);
      await from.browser.post('/api/referral/invite', { email }).then(expectOk);
    }
    expect(await letters()).toBe(4);
    expect(await referrerOf(await signUp(server, { email }))).toBe(host.id);
  });

  test('F12 an invitation that nobody followed for ninety days is behind those that came since, also if repeated', async () => {
    const other = await makePerson(server);
    const email = newcomer();
    for (const [from, days] of [
      [host, 91],
      [other, 8],
      [host, 0],
    ] as const) {
      await from.browser.post('/api/referral/invite', { email }).then(expectOk);
      await daysPass(days);
    }
    expect(await listMail(server.db, email)).toHaveLength(3);
    expect(await referrerOf(await signUp(server, { email }))).toBe(other.id);
  });

  test('F12 whoever refuses letters comes by nobody who wrote later', async () => {
    const email = newcomer();
    await sql`insert into referral_refusals values (${email})`.execute(server.db);
    await host.browser.post('/api/referral/invite', { email }).then(expectOk);
    expect(await listMail(server.db, email)).toEqual([]);
    expect(await referrerOf(await signUp(server, { email }))).toBeUndefined();
  });

  test('F12 each letter stops all others, however often, and whatever was tried after it', async () => {
    const email = newcomer();
    const tokens: string[] = [];
    const write = async () => {
      await host.browser.post('/api/referral/invite', { email }).then(expectOk);
      const [mail] = await listMail(server.db, email);
      tokens.push(/&stop=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '');
      await daysPass(8);
    };
    const stop = async () => {
      const codes = [];
      for (const token of tokens) codes.push((await server.browser().post('/api/referral/stop', { token })).http);
      return codes;
    };
    await write();
    await write();
    expect(new Set(tokens).size).toBe(2);
    expect(await stop()).toEqual([200, 200]);
    // Nothing goes out any more.
    await write();
    expect([await stop(), new Set(tokens).size]).toEqual([[200, 200, 200], 2]);
  });

  test('F12 ten letters a day, however many at once, and then a wait', async () => {
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => host.browser.post('/api/referral/invite', { email: newcomer() })),
    );
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(10);
    const refused = replies.filter(({ http }) => http === 429);
    expect(refused.map(({ failure }) => failure.code)).toEqual(Array.from({ length: 4 }, () => 'wait_before_retry'));
    const { body } = await host.browser.get('/api/referral/invite');
    expect(body.payload).toMatchObject({ left: 0, again_at: expect.any(String) });
  });
});

test('F12 the list goes on page by page, each person once; a path that no page gave is none', async () => {
  await sql`insert into referral_invites (id, account_id, email, sent_at)
    select lpad(n::text, 20, '0'), ${host.id}, 'many' || n || '@example.com',
      timestamptz '2026-03-01' + (n / 3) * interval '1 second' from generate_series(1, 45) n`.execute(server.db);
  const seen: string[] = [];
  let path: string | null = '/referral/list';
  while (path !== null) {
    const { body }: { body: { payload: unknown } } = await host.browser.get(`/api${path}`);
    const page: ReturnType<typeof referredPage.parse> = referredPage.parse(body.payload);
    seen.push(...page.items.map(({ who }) => who));
    path = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([45, 45]);
  expect((await host.browser.get('/api/referral/list/x')).http).toBe(404);
  expect((await (await makePerson(server)).browser.get('/api/referral/list')).body.payload.items).toEqual([]);
});
