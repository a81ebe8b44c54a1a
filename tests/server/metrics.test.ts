import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '../../contract/calls/index.ts';
import { errorCodes } from '../../contract/error-codes.ts';
import { readConfig } from '../../server/config.ts';
import { newOperationId } from '../../server/ledger/ids.ts';
import { followChanges } from '../../server/metrics/read.ts';
import { createServer } from '../../server/server.ts';
import { quiet } from '../setup/postgres.ts';
import { writeToSupport } from './chats.ts';
import { makeDist } from './dist.ts';
import { createDatabase, signInByPassword, startServer, type TestServer } from './harness.ts';
import { becomes, checked, makePerson, provider, submit } from './money.ts';
import { transferred } from './transfer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const parse = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text] as const);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
const read = async (url = server.url): Promise<Sample[]> => {
  const reply = await fetch(`${url}/metrics`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  return parse(await reply.text());
};
/** Whatever is under way anywhere in the cluster, in other tests too, holds the count of operations back. */
const inTime = { timeout: 40_000 };
const valueOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);

describe('what is counted', () => {
  test('calls by name and outcome, how long they took, and that none is under way', async () => {
    const browser = server.browser();
    const before = await read();
    await browser.get('/api/exchange/list');
    await browser.get('/api/user/info');
    await browser.post('/api/auth/login', {}, { origin: 'https://other.example' });
    const samples = await read();
    for (const [call, outcome, kind] of [
      ['exchange.list', 'ok', 'ok'],
      ['user.info', 'no_session', 'refused'],
      ['auth.login', 'bad_origin', 'refused'],
    ] as const) {
      const more = (name: string, labels: Record<string, string>) =>
        valueOf(samples, name, labels) - valueOf(before, name, labels);
      expect([call, more('statera_calls_total', { call, outcome })]).toEqual([call, 1]);
      expect([call, more('statera_call_duration_seconds_count', { call, class: kind })]).toEqual([call, 1]);
      expect(more('statera_call_duration_seconds_bucket', { call, le: '10' })).toBe(1);
    }
    expect(valueOf(samples, 'statera_calls_in_flight')).toBe(0);
  });

  test('one that is under way, while it is', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const person = await makePerson(server);
    const locked = server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('accounts').selectAll().where('id', '=', person.id).forUpdate().execute();
      take();
      await promise;
    });
    await taken;
    const saving = person.browser.form('/api/user/info', {
      ...{ display_name: 'A', phone: '', country: '', birthday: '', edition: '0' },
    });
    await expect.poll(async () => valueOf(await read(), 'statera_calls_in_flight'), inTime).toBe(1);
    resolve();
    await Promise.all([locked, saving]);
    await expect.poll(async () => valueOf(await read(), 'statera_calls_in_flight'), inTime).toBe(0);
  });

  test('whom a limiter refused', async () => {
    const wrong = { email: 'must@example.com', password: 'wrong every time', remember: false };
    for (let tries = 0; tries < 6; tries += 1) await server.browser().post('/api/auth/login_by_password', wrong);
    const samples = await read();
    expect(
      valueOf(samples, 'statera_limiter_refusals_total', { call: 'auth.login_by_password', code: 'captcha_required' }),
    ).toBeGreaterThan(0);
  });

  test('the pool, the process, and that the database answers', async () => {
    const samples = await read();
    expect(valueOf(samples, 'statera_pool_size', { pool: 'requests' })).toBe(6);
    for (const pool of ['requests', 'beside'])
      expect(valueOf(samples, 'statera_pool_connections', { pool, state: 'total' })).toBeGreaterThan(0);
    for (const state of ['idle', 'waiting'])
      expect(samples.some((one) => one.name === 'statera_pool_connections' && one.labels['state'] === state)).toBe(
        true,
      );
    expect(valueOf(samples, 'statera_database_up')).toBe(1);
    expect(valueOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(samples.filter(({ name }) => name === 'nodejs_version_info')).toHaveLength(1);
  });

  test('operations that took a status, by kind, and the jobs behind them', async () => {
    const before = await read();
    const person = await makePerson(server);
    await provider(server.db, 'settle', { whom: person.number, delay: 600_000 });
    const waits = await checked(person.browser, { src: 'USD', dst: 'EUR', side: 'give', amount: '20' });
    await submit(person.browser, waits);
    await expect
      .poll(async () => valueOf(await read(), 'statera_jobs_queued', { task: 'settle', state: 'later' }), inTime)
      .toBeGreaterThan(0);
    await provider(server.db, 'settle', { whom: person.number });
    const operation = await checked(person.browser);
    await submit(person.browser, operation);
    await becomes(person.browser, operation, 'completed');
    const more = async (name: string, labels: Record<string, string>) =>
      valueOf(await read(), name, labels) - valueOf(before, name, labels);
    const kind = 'exchange';
    await expect.poll(() => more('statera_operation_changes_total', { kind, status: 'completed' }), inTime).toBe(1);
    for (const status of ['open', 'processing'])
      expect([status, await more('statera_operation_changes_total', { kind, status })]).toEqual([status, 2]);
    await expect.poll(() => more('statera_jobs_total', { task: 'settle', outcome: 'done' }), inTime).toBeGreaterThan(1);
  });

  test('letters that do not go, and what waits for a person of the house', async () => {
    const person = await makePerson(server);
    const { id } = await checked(person.browser);
    const before = await read();
    const whats = ['refused_payments', 'owed_deposits', 'unverified_deposits', 'papers', 'support'];
    expect(
      before.filter(({ name }) => name === 'statera_desk_waiting').map(({ labels }) => labels['what']),
    ).toHaveLength(whats.length);
    // One that was tried an hour ago, one whose code has ended, and one that is tried no more.
    await sql`insert into mail_outbox (kind, recipient, locale, subject, body, tries, next_try_at, until, created_at)
      select 'sign_in', 'nobody@example.com', 'en', '', body, 5, now() + interval '1 hour', now() + ends::interval, now() - interval '1 hour'
      from (values ('words', '1 hour'), ('words', '-1 minute'), ('', '1 hour')) letters (body, ends)`.execute(
      server.db,
    );
    await sql`insert into refused_payments (provider, id, for_order, currency, amount, reason, paid_at, heard_at)
      select 'card', name, 'none', 'EUR', '1', 'not_found', 'today', now() - interval '2 hours'
      from (values ('waits'), ('done')) payments (name)`.execute(server.db);
    await sql`update refused_payments set done_by = 'ann', done_at = now() where id = 'done'`.execute(server.db);
    await sql`insert into returned_deposits (operation_id, ended_at) values (${id}, now() - interval '3 hours')`.execute(
      server.db,
    );
    await sql`
      insert into operations (id, account_id, kind, status, reason, give_currency, give, get_currency, get, fee, rate,
        asked_side, asked_amount, terms_version, expires_at, created_at)
      select ${newOperationId()}, account_id, 'deposit', 'processing', 'needs_verification', 'EUR', 2, 'EUR', 1, 1, 1, 'give', 2, 1,
        now(), now() - interval '4 hours' from operations where id = ${id}`.execute(server.db);
    await sql`insert into verification_documents (id, account_id, kind, status, rounds, submitted_at)
      values ('PAPERS00000000000000', ${person.id}, 'passport', 'in_review', 1, now() - interval '5 hours')`.execute(
      server.db,
    );
    await writeToSupport(person.browser, 'Is anybody there?');
    const after = await read();
    const more = (name: string, labels: Record<string, string>) =>
      valueOf(after, name, labels) - valueOf(before, name, labels);
    expect(more('statera_letters_waiting', { kind: 'sign_in' })).toBe(1);
    expect(valueOf(after, 'statera_letters_waiting_seconds', { kind: 'sign_in' })).toBeGreaterThanOrEqual(3_600);
    for (const [at, what] of whats.entries()) {
      expect([what, more('statera_desk_waiting', { what })]).toEqual([what, 1]);
      const hours = at === 4 ? 0 : at + 2;
      expect(valueOf(after, 'statera_desk_waiting_seconds', { what })).toBeGreaterThanOrEqual(hours * 3_600);
    }
  });

  test('a transfer that its confirm did is told from one that went the long way', async () => {
    const [person, paid, without] = [await makePerson(server), await makePerson(server), await makePerson(server, {})];
    const before = await read();
    const more = async (status: string) =>
      valueOf(await read(), 'statera_operation_changes_total', { kind: 'transfer', status }) -
      valueOf(before, 'statera_operation_changes_total', { kind: 'transfer', status });
    await transferred(person.browser, { to: paid.number });
    await expect.poll(() => more('completed'), inTime).toBe(1);
    expect(await more('processing')).toBe(0);
    await transferred(person.browser, { to: without.number });
    await expect.poll(() => more('completed'), inTime).toBe(2);
    expect(await more('processing')).toBe(1);
  });

  test('a change whose transaction ends last is counted as well, and none twice', async () => {
    const person = await makePerson(server);
    const changes = followChanges(server.db);
    const opened = async () =>
      (await changes())
        .filter(({ kind, status }) => kind === 'exchange' && status === 'open')
        .reduce((sum, { count }) => sum + count, 0);
    expect(await opened()).toBe(0);
    const early = await checked(person.browser);
    const row = await server.db
      .selectFrom('operations')
      .selectAll()
      .where('id', '=', early.id)
      .executeTakeFirstOrThrow();
    let seen = 0;
    await expect.poll(async () => (seen += await opened()), inTime).toBe(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = server.db.transaction().execute(async (trx) => {
      const { details, ...rest } = row;
      const copy = { ...rest, id: `${early.id.slice(0, 19)}${early.id.endsWith('0') ? '1' : '0'}` };
      await trx
        .insertInto('operations')
        .values({ ...copy, details: JSON.stringify(details) } as never)
        .execute();
      written.resolve();
      await promise;
    });
    await written.promise;
    await checked(person.browser);
    for (let times = 0; times < 3; times += 1) expect(await opened()).toBe(0);
    resolve();
    await late;
    await expect.poll(async () => (seen += await opened()), inTime).toBe(3);
    for (let times = 0; times < 3; times += 1) expect(await opened()).toBe(0);
  });

  test('labels are names of ours, whatever is asked for', async () => {
    const browser = server.browser();
    await signInByPassword(browser);
    for (const path of ['/api/planted-path', '/api/exchange/status/planted-id', '/api/auth/link/planted', '/planted'])
      await browser.get(`${path}?planted=query`, { 'user-agent': 'planted agent' });
    const samples = await read();
    const names = new Set([...allCalls.map(({ name }) => name), 'unknown']);
    const outcomes = new Set<string>([...errorCodes, 'ok', 'redirect', 'file']);
    const counted = samples.filter(({ name }) => name === 'statera_calls_total');
    expect(counted.length).toBeGreaterThan(5);
    expect(counted.filter(({ labels }) => !names.has(labels['call'] ?? ''))).toEqual([]);
    expect(counted.filter(({ labels }) => !outcomes.has(labels['outcome'] ?? ''))).toEqual([]);
    expect(JSON.stringify(samples)).not.toMatch(/planted|demo@example/);
  });
});

describe('who may read', () => {
  const token = 'a-token-of-the-scraper';
  const ask = async (url: string, authorization?: string) =>
    (await fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { authorization } })).status;

  test('whoever has the token, where one is set', async () => {
    const guarded = await startServer({ DATABASE_URL: server.databaseUrl, METRICS_TOKEN: token });
    try {
      expect(await ask(guarded.url)).toBe(404);
      for (const wrong of [token, `Bearer ${token}x`, 'Bearer ', `Basic ${token}`])
        expect([wrong, await ask(guarded.url, wrong)]).toEqual([wrong, 404]);
      // The name of the scheme has no case.
      for (const right of [`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`])
        expect([right, await ask(guarded.url, right)]).toEqual([right, 200]);
    } finally {
      await guarded.close();
    }
  });

  test('nobody in production without one', async () => {
    const database = await createDatabase();
    const dist = await makeDist();
    const environment = {
      ...quiet,
      NODE_ENV: 'production',
      DIST_DIR: dist.folder,
      PROVIDERS: 'none',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'no-reply@statera.example',
      PUBLIC_URL: 'https://statera.example',
      TRUST_PROXY: '1',
      DATABASE_URL: database.url,
    };
    for (const [more, seen] of [
      [{}, [404, 404]],
      [{ METRICS_TOKEN: token }, [404, 200]],
    ] as const) {
      const running = await createServer({ config: readConfig({ ...environment, ...more }) });
      expect([await ask(running.url), await ask(running.url, `Bearer ${token}`)]).toEqual(seen);
      await running.close();
    }
    await dist.remove();
    await database.drop();
  });

  test('a page in front of another server tells of itself', async () => {
    const front = await createServer({ config: readConfig({ ...quiet, API_ORIGIN: server.url }) });
    const samples = await read(front.url);
    expect(valueOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    await front.close();
  });
});
