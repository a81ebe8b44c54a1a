import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startBalancer } from '../tools/balancer.ts';
import { deepTest } from '../tools/deep.ts';
import { bankCheck } from './bank.ts';
import { askForPuzzle, mailTo, signInByPassword, startChild, type Browser, type ChildServer } from './harness.ts';
import { becomes, checked, makePerson, movementsOf, provider, submit, until, type Person } from './money.ts';

/*
 * Two server processes on one database, behind whatever sends each request to any of them: what one was told, the other knows.
 */

let one: ChildServer;
let other: ChildServer;
beforeAll(async () => {
  one = await startChild({}, true);
  other = await startChild({ DATABASE_URL: one.databaseUrl });
});
afterAll(async () => {
  await bankCheck(one.db);
  await other.close();
  await one.close();
});
beforeEach(async () => {
  await sql`delete from attempts`.execute(one.db);
});

/** The next call of this browser is answered by the other process. */
const turn = (browser: Browser): Browser => {
  browser.url = browser.url === one.url ? other.url : one.url;
  return browser;
};
const said = ({ http, body }: { http: number; body: { payload: { code?: string } } }) =>
  http === 200 ? 'ok' : body.payload.code;

test('who signs in at one is signed in at the other, and signed out as well', async () => {
  const browser = one.browser();
  await signInByPassword(browser);
  const { account } = browser;
  expect((await turn(browser).get('/api/auth/check')).body.user).toMatchObject({ account_id: account });
  const elsewhere = other.browser();
  await signInByPassword(elsewhere);
  expect(said(await turn(browser).post('/api/user/browsers/end'))).toBe('ok');
  expect(said(await elsewhere.get('/api/user/info'))).toBe('no_session');
  expect(said(await turn(browser).post('/api/auth/logout'))).toBe('ok');
  expect(said(await turn(browser).get('/api/user/info'))).toBe('no_session');
});

test('a letter that one writes is answered at the other, and its code is good once', async () => {
  const browser = one.browser();
  const email = 'must@example.com';
  expect(said(await browser.post('/api/auth/login', { email }))).toBe('ok');
  const { code } = await mailTo(other, email);
  expect(said(await turn(browser).post('/api/auth/code', { code, remember: true }))).toBe('ok');
  browser.dropSession();
  expect((await turn(browser).get('/api/auth/check')).body.user.is_authenticated).toBe(true);
});

test('wrong passwords count together, and a puzzle of one is solved and used at the other', async () => {
  const browser = one.browser();
  const wrong = { email: 'new@example.com', password: 'not this one', remember: false };
  const heard: (string | undefined)[] = [];
  // Whoever has to wait waits no more: what counts here is how many there were.
  for (let tries = 0; tries < 6; tries += 1) {
    heard.push(said(await turn(browser).post('/api/auth/login_by_password', wrong)));
    await sql`update attempts set wait_until = null`.execute(one.db);
  }
  expect(heard).toEqual([...Array<string>(5).fill('wrong_credentials'), 'captcha_required']);
  expect(said(await turn(browser).post('/api/auth/login_by_password', wrong))).toBe('captcha_required');
  const found = await askForPuzzle(one, browser);
  expect(said(await turn(browser).post('/api/auth/puzzle/answer', found))).toBe('ok');
  const right = { ...wrong, password: 'demo-password-2' };
  expect(said(await turn(browser).post('/api/auth/login_by_password', right))).toBe('ok');
});

test('a check of one is confirmed at both at once, and has one effect', async () => {
  const person = await makePerson(one);
  const elsewhere = await person.elsewhere(other);
  await provider(one.db, 'settle', { whom: person.number });
  const operation = await checked(person.browser);
  const replies = await Promise.all([submit(person.browser, operation), submit(elsewhere, operation)]);
  expect(replies.map(({ http }) => http)).toEqual([200, 200]);
  await becomes(elsewhere, operation, 'completed');
  expect(await movementsOf(one.db, operation)).toEqual(['hold', 'settle']);
});

test('each job is done once, whoever does it', async () => {
  const person = await makePerson(one);
  await provider(one.db, 'settle', { whom: person.number });
  const operations = [];
  for (let count = 0; count < 12; count += 1) {
    const operation = await checked(turn(person.browser), { src: 'USD', dst: 'EUR', side: 'give', amount: '20' });
    await submit(turn(person.browser), operation);
    operations.push(operation);
  }
  for (const operation of operations) {
    await becomes(turn(person.browser), operation, 'completed');
    expect(await movementsOf(one.db, operation)).toEqual(['hold', 'settle']);
  }
  const { rows } = await sql<{ id: string }>`
    select operation_id as id from operation_timeline where status = 'completed' group by 1 having count(*) > 1`.execute(
    one.db,
  );
  expect(rows).toEqual([]);
});

test('a setting that is changed at one counts at the other with the next call', async () => {
  const set = (at: ChildServer, settings: object) =>
    fetch(`${at.url}/dev/settings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    });
  const visitor = other.browser();
  const typeOf = async () => (await visitor.get('/api/auth/check', { 'x-account': '40000002' })).body.site_settings;
  expect(await typeOf()).toMatchObject({ auth_type: 'password' });
  await set(one, { auth_type: 'passwordless' });
  expect(await typeOf()).toMatchObject({ auth_type: 'passwordless' });
  await set(one, { auth_type: 'password', site_blocked: true });
  expect(said(await visitor.get('/api/exchange/list'))).toBe('site_blocked');
  await set(other, { site_blocked: false });
  expect(said(await turn(visitor).get('/api/exchange/list'))).toBe('ok');
});

test('prices and the version of the page are the same from both', async () => {
  const [here, there] = await Promise.all(
    [one, other].map(async (server) => (await server.browser().get('/api/exchange/list')).body),
  );
  const pairs = ({ payload }: { payload: { items: { src: { code: string }; dst: { code: string } }[] } }) =>
    payload.items.map(({ src, dst }) => `${src.code}/${dst.code}`);
  expect(pairs(here)).toEqual(pairs(there));
  expect(here.fv).toBe(there.fv);
});

test('what one is doing when it dies the other ends', async () => {
  const dying = await startChild({ DATABASE_URL: one.databaseUrl });
  const person = await makePerson(dying);
  await provider(one.db, 'settle', { whom: person.number, delay: 300 });
  const operation = await checked(person.browser);
  expect((await submit(person.browser, operation)).http).toBe(200);
  await dying.kill('SIGKILL');
  await becomes(await person.elsewhere(other), operation, 'completed');
  expect(await movementsOf(one.db, operation)).toEqual(['hold', 'settle']);
  await dying.close();
});

deepTest('every server is replaced, one after the other, and nobody who moves money notices', async () => {
  const balancer = await startBalancer();
  const environment = { DATABASE_URL: one.databaseUrl, DRAIN_SECONDS: '2' };
  let running = [await startChild(environment), await startChild(environment)];
  balancer.lead(running.map(({ url }) => url));
  const isLed = async () => (await fetch(`${balancer.url}/local/healthcheck`)).ok;
  await until(isLed, 'nobody answers');
  await provider(one.db, 'settle');
  const people = await Promise.all(Array.from({ length: 4 }, () => makePerson(one, { USD: '100000' })));
  const done: { id: string }[] = [];
  let going = true;
  const work = async ({ browser }: Person) => {
    browser.url = balancer.url;
    while (going) {
      const operation = await checked(browser, { src: 'USD', dst: 'EUR', side: 'give', amount: '20' });
      const reply = await submit(browser, operation);
      if (reply.http !== 200) throw new Error(`${reply.http} ${reply.text}`);
      done.push(operation);
    }
  };
  const all = Promise.all(people.map(work));
  // What goes wrong is told when it is waited for.
  all.catch(() => {});
  for (const leaving of running) {
    const enough = done.length + 20;
    await until(async () => done.length > enough, 'nothing goes on');
    const next = await startChild(environment);
    running = [...running.filter((server) => server !== leaving), next];
    balancer.lead([...running, leaving].map(({ url }) => url));
    expect(await leaving.kill('SIGTERM')).toBe(0);
    balancer.lead(running.map(({ url }) => url));
    await leaving.close();
  }
  going = false;
  await all;
  for (const operation of done) {
    await until(async () => (await movementsOf(one.db, operation)).length > 1, `${operation.id} never ended`);
    expect(await movementsOf(one.db, operation)).toEqual(['hold', 'settle']);
  }
  await balancer.close();
  for (const server of running) await server.close();
});
