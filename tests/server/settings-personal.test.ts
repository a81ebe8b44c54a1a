import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from personal`.execute(server.db);
});

const path = '/api/user/info';
const told = { display_name: 'Anna Berg', phone: '+371 2000 0000', country: 'LV', birthday: '1990-05-17' };
const canonical = { ...told, phone: '+37120000000' };
const nothing = { display_name: '', phone: '', country: '', birthday: '' };

const signedIn = async (): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser);
  return browser;
};
const save = (browser: Browser, values: Partial<typeof told>, edition: number) =>
  browser.form(path, { ...told, ...values, edition: String(edition) });

describe('F15 R12 personal details', () => {
  test('F15 nothing is known at first; what is saved is there in another browser, in one spelling', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const email = 'demo@example.com';
    expect((await one.get(path)).body.payload).toEqual({ ...nothing, email, edition: 0 });
    const saved = await save(one, { display_name: '  Anna Berg ' }, 0);
    expect([saved.http, saved.body.payload]).toEqual([200, { ...canonical, email, edition: 1 }]);
    expect((await other.get(path)).body.payload).toEqual({ ...canonical, email, edition: 1 });
  });

  test('F15 all of it may be taken back', async () => {
    const one = await signedIn();
    await save(one, {}, 0);
    const emptied = await save(one, nothing, 1);
    expect(emptied.body.payload).toMatchObject({ ...nothing, edition: 2 });
  });

  test('F15 a stale save is refused and changes nothing; sent again after a lost answer it is answered the same', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    await save(one, {}, 0);
    expect((await save(other, { display_name: 'A. Berg' }, 1)).http).toBe(200);
    const stale = await save(one, { country: 'EE' }, 1);
    expect([stale.http, stale.failure.code]).toEqual([409, 'conflict']);
    expect((await one.get(path)).body.payload).toMatchObject({ display_name: 'A. Berg', country: 'LV', edition: 2 });
    expect((await save(other, { display_name: 'A. Berg' }, 1)).body.payload).toMatchObject({ edition: 2 });
  });

  test('F15 of a hundred at once over one edition, one is saved', async () => {
    const one = await signedIn();
    await save(one, {}, 0);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => save(one, { display_name: `Anna ${at}` }, 1)),
    );
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(replies.filter(({ http }) => http === 409)).toHaveLength(99);
  });

  test.each([
    ['display_name', 'x'.repeat(61), 'too_long'],
    ['display_name', 'Anna\u202eBerg', 'bad_format'],
    ['display_name', '4276 3801 2345 6789', undefined],
    ['display_name', '4111 1111 1111 1111', 'card_number'],
    ['phone', '12345', 'bad_phone'],
    ['phone', '+3712', 'bad_phone'],
    ['country', 'XX', 'not_an_option'],
    ['country', 'lv', 'not_an_option'],
    ['birthday', '2023-02-30', 'bad_date'],
    ['birthday', '1899-12-31', 'bad_date'],
    ['birthday', '2999-01-01', 'bad_date'],
    ['birthday', '17.05.1990', 'bad_date'],
  ])('F15 %s as %j: %s', async (field, value, code) => {
    const one = await signedIn();
    const reply = await save(one, { [field]: value }, 0);
    if (code === undefined) expect(reply.http).toBe(200);
    else expect([reply.http, reply.failure.fields?.[field]]).toEqual([422, code]);
  });

  test('F15 a visitor reads and saves nothing', async () => {
    const replies = [await server.browser().get(path), await save(server.browser(), {}, 0)];
    expect(replies.map(({ http }) => http)).toEqual([401, 401]);
  });
});
