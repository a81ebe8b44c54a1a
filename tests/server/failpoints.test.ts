import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFailpoints } from '../../server/failpoints.ts';
import { createDatabase, mailTo, startChild, type ChildServer, type TestDatabase } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const sessions = async ({ db }: ChildServer) =>
  Number((await sql<{ n: string }>`select count(*) as n from sessions`.execute(db)).rows[0]?.n);

test.each([
  ['before BEGIN', 0],
  ['before COMMIT', 0],
  ['after COMMIT', 1],
])('F1 a server killed %s of a sign-in leaves %i sessions, and the next one tells the truth', async (point, made) => {
  const child = await startChild({ DATABASE_URL: database.url, FAILPOINTS: `${point}@auth.code` });
  const browser = child.browser();
  await sql`update sign_in_requests set requested_at = requested_at - interval '1 minute'`.execute(child.db);
  await browser.post('/api/auth/login', { email: 'new@example.com' });
  const { code } = await mailTo(child, 'new@example.com');
  const before = await sessions(child);
  await expect(browser.post('/api/auth/code', { code, remember: false })).rejects.toThrow('fetch failed');
  expect(await child.ended).toBe('SIGKILL');
  expect(await sessions(child)).toBe(before + made);

  const next = await startChild({ DATABASE_URL: database.url });
  browser.url = next.url;
  const again = await browser.post('/api/auth/code', { code, remember: false });
  expect(again.http).toBe(made === 0 ? 200 : 409);
  await child.close();
  await next.close();
});

test('F1 failpoints are set while it runs, and cleared', async () => {
  const child = await startChild({ DATABASE_URL: database.url });
  const browser = child.browser();
  expect((await browser.post('/dev/failpoints', { failpoints: 'after COMMIT@auth.logout' })).body).toEqual({
    failpoints: ['after COMMIT@auth.logout'],
  });
  expect((await browser.post('/dev/failpoints', { failpoints: '' })).body).toEqual({ failpoints: [] });
  expect((await browser.post('/api/auth/logout')).http).toBe(200);
  await child.close();
});

test('F1 a point kills at its own call alone', () => {
  const killed: string[] = [];
  const kill = (): true => {
    killed.push('killed');
    return true;
  };
  const failpoints = createFailpoints('before COMMIT@exchange.submit, after COMMIT@auth.code', kill);
  for (const call of ['exchange.submit', 'auth.code', 'auth.login']) failpoints.reach('before BEGIN', call);
  expect(killed).toHaveLength(0);
  failpoints.reach('before COMMIT', 'exchange.submit');
  failpoints.reach('after COMMIT', 'auth.code');
  expect(killed).toHaveLength(2);
});
