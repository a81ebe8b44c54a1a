import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { createServer, type RunningServer } from '../../server/server.ts';
import { Browser, createDatabase, signInByPassword, type TestDatabase } from './harness.ts';

const lines: string[] = [];
let database: TestDatabase;
let server: RunningServer;
beforeAll(async () => {
  database = await createDatabase();
  const config = readConfig({
    ...{ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'debug', DIST_DIR: '/nonexistent', SEED_DEMO: '1' },
    DATABASE_URL: database.url,
  });
  server = await createServer({ config, log: createLog(config, { write: (line) => lines.push(line) }) });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('F15 R12 the log holds nothing of what a person tells of themselves, not even when the database fails', async () => {
  const browser = new Browser(server.url);
  await signInByPassword(browser);
  const told = { display_name: 'Ludmila Zaytseva', phone: '+79165803142', country: 'RU', birthday: '1987-03-14' };
  const save = (values: object, edition: number) =>
    browser.form('/api/user/info', { ...told, ...values, edition: String(edition) });
  expect((await save({}, 0)).http).toBe(200);
  expect((await save({ phone: '79165803' }, 1)).http).toBe(422);
  expect((await save({ display_name: 'Someone Else' }, 0)).http).toBe(409);
  await browser.get('/api/user/info');
  const [own] = (await browser.get('/api/user/browsers')).body.payload.items;
  await browser.post(`/api/user/browsers/${own.id}/end`);
  await browser.get('/api/user/export');
  if (server.db) {
    await sql`alter table personal add constraint no_more check (false) not valid`.execute(server.db);
    expect((await save({ display_name: 'Another Name' }, 1)).http).toBe(500);
  }
  const log = lines.join('\n');
  expect(log).toContain('user.save_info');
  const planted = [
    ...['Ludmila', 'Zaytseva', '79165803', '1987-03-14', 'Someone Else', 'Another Name', own.id],
    ...browser.cookies.values(),
  ];
  expect(planted.filter((secret) => log.includes(secret))).toEqual([]);
});
