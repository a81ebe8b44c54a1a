import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { createServer, type RunningServer } from '../../server/server.ts';
import { Browser, createDatabase, mailTo, signInByPassword, type TestDatabase } from './harness.ts';

const lines: string[] = [];
let database: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  database = await createDatabase();
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'debug',
    DIST_DIR: '/nonexistent',
    SEED_DEMO: '1',
    DATABASE_URL: database.url,
  });
  server = await createServer({ config, log: createLog(config, { write: (line) => lines.push(line) }) });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('S2 the log names calls and failures, and neither addresses, passwords, codes, tokens nor what the database quotes', async () => {
  const browser = new Browser(server.url);
  await signInByPassword(browser, 'demo@example.com', 'demo-password-1', true);
  const secrets = [
    ...browser.cookies.values(),
    'demo@example.com',
    'demo-password-1',
    browser.account ?? '',
    '127.0.0.1',
  ];
  await browser.post('/api/auth/login', { email: 'new@example.com' });
  const { code, link } = await mailTo(server, 'new@example.com');
  await browser.get(`/api/auth/link/${link}`);
  await browser.post('/api/auth/code', { code: code === '000000' ? '111111' : '000000', remember: false });
  secrets.push(code, link, 'new@example.com', browser.cookies.get('sign-in-request') ?? '');
  const newcomer = new Browser(server.url);
  const chosen = { email: 'newcomer@example.com', password: 'a quiet long phrase' };
  await newcomer.post('/api/auth/register', chosen);
  const letter = await mailTo(server, chosen.email);
  await newcomer.post('/api/auth/code', { code: letter.code, remember: false });
  const changed = { old_password: chosen.password, password: 'another quiet phrase' };
  expect((await newcomer.post('/api/auth/change', changed)).http).toBe(200);
  await newcomer.post('/api/auth/change', { ...changed, old_password: 'a wrong old phrase' });
  secrets.push(letter.code, letter.link, chosen.email, chosen.password, changed.password, 'a wrong old phrase');
  if (server.db) {
    await sql`alter table sessions add constraint no_more check (false) not valid`.execute(server.db);
    const failed = await new Browser(server.url).post('/api/auth/login_by_password', {
      email: 'new@example.com',
      password: 'demo-password-2',
      remember: false,
    });
    expect([failed.http, failed.failure.code]).toEqual([500, 'internal']);
    expect(failed.text).not.toContain('no_more');
  }
  const log = lines.join('');
  expect(log).toContain('"call":"auth.login_by_password"');
  expect(log).toContain('"constraint":"no_more"');
  for (const secret of secrets) expect(log).not.toMatch(new RegExp(`(?<!\\d)${secret.replaceAll('.', '\\.')}(?!\\d)`));
});
