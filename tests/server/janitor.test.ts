import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAll, restoreSession } from '../../server/auth/sessions.ts';
import { sweep } from '../../server/janitor.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const signedIn = async (email = 'new@example.com', password = 'demo-password-2'): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, email, password, true);
  return browser;
};
const count = async (table: 'remember_families' | 'remember_tokens'): Promise<string> => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(server.db);
  return rows[0]?.n ?? '';
};
/** As if all that is kept of sign-ins had happened so much earlier. */
const later = async (days: number): Promise<void> => {
  const span = sql`${days}::integer * interval '1 day'`;
  await sql`update sessions set expires_at = expires_at - ${span}`.execute(server.db);
  await sql`update remember_tokens set expires_at = expires_at - ${span}`.execute(server.db);
  await sql`update remember_families set ended_at = ended_at - ${span}, created_at = created_at - ${span}`.execute(
    server.db,
  );
};
const userOf = async (browser: Browser) => (await browser.get('/api/auth/check')).body.user;
const restored = (browser: Browser) =>
  server.db
    .transaction()
    .execute((trx) => restoreSession(trx, browser.cookies.get('remember') ?? '', 'en', { device: '—', place: '' }));

test('S2 F15 a remembered sign-in goes a day after it was ended, with its tokens; one that is alive stays', async () => {
  const [ended, alive] = [await signedIn(), await signedIn('demo@example.com', 'demo-password-1')];
  const token = ended.cookies.get('remember');
  await ended.post('/api/auth/logout');
  await sweep(server.db);
  expect([await count('remember_families'), await count('remember_tokens')]).toEqual(['2', '2']);
  await later(2);
  await sweep(server.db);
  expect([await count('remember_families'), await count('remember_tokens')]).toEqual(['1', '1']);
  ended.cookies.set('remember', token ?? '');
  expect(await userOf(ended)).toEqual({ is_authenticated: false });
  alive.dropSession();
  expect(await userOf(alive)).toMatchObject({ email: 'demo@example.com' });
});

test('S2 F15 one that nobody ended goes a day after its last token has lapsed, and not while a session of it runs', async () => {
  const browser = await signedIn();
  const { rows } = await sql<{ id: string }>`
    select f.id from remember_families f join accounts a on a.id = f.account_id where a.email = 'new@example.com'`.execute(
    server.db,
  );
  const family = rows[0]?.id ?? '';
  const isThere = async () =>
    (await sql`select 1 from remember_families where id = ${family}`.execute(server.db)).rows.length === 1;
  await sql`update remember_tokens set expires_at = now() - interval '12 hours' where family_id = ${family}`.execute(
    server.db,
  );
  await sweep(server.db);
  expect([await isThere(), await restored(browser)]).toEqual([true, undefined]);
  await sql`update remember_tokens set expires_at = now() - interval '25 hours' where family_id = ${family}`.execute(
    server.db,
  );
  await sweep(server.db);
  expect([await isThere(), (await userOf(browser)).is_authenticated]).toEqual([true, true]);
  await sql`update sessions set expires_at = now() - interval '25 hours' where family_id = ${family}`.execute(
    server.db,
  );
  await sweep(server.db);
  expect(await isThere()).toBe(false);
});

test('S2 what is swept while people come and go leaves nobody out', async () => {
  const { id } = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'new@example.com')
    .executeTakeFirstOrThrow();
  const browsers = await Promise.all([1, 2, 3, 4].map(() => signedIn()));
  for (const browser of browsers) browser.dropSession();
  const users = await Promise.all([
    ...browsers.map(userOf),
    ...[1, 2, 3, 4].map(() => sweep(server.db).then(() => ({ is_authenticated: true }))),
  ]);
  expect(users.map(({ is_authenticated: isIn }) => isIn)).toEqual(users.map(() => true));
  await server.db.transaction().execute((trx) => closeAll(trx, id));
  await sweep(server.db);
});
