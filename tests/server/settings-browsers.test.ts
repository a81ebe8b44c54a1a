import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdPassword } from '../../server/auth/credentials.ts';
import { holdSignIns, openSession } from '../../server/auth/sessions.ts';
import { shownNetwork } from '../../server/http/request-facts.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';
import { until } from './money.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['sessions', 'remember_tokens', 'remember_families', 'attempts', 'unwanted_letters'])
    await sql.raw(`delete from ${table}`).execute(server.db);
});

interface Item {
  id: string;
  device: string;
  place: string;
  current: boolean;
}
const listIn = async (browser: Browser): Promise<Item[]> =>
  (await browser.get('/api/user/browsers')).body.payload.items;
const signedIn = async (userAgent?: string, remember = false): Promise<Browser> => {
  const browser = server.browser(userAgent);
  await signInByPassword(browser, 'demo@example.com', 'demo-password-1', remember);
  return browser;
};
const end = (browser: Browser, id: string) => browser.post(`/api/user/browsers/${id}/end`);
const isIn = async (browser: Browser) => (await browser.get('/api/user/info')).http === 200;

describe('F15 R15 signed-in browsers', () => {
  test('F15 each is told with its device and network, this one first and marked', async () => {
    const here = await signedIn();
    await signedIn(firefox, true);
    const items = await listIn(here);
    expect(items.map(({ device, place, current }) => [device, place, current])).toEqual([
      ['Chrome, Linux', '127.0.0.*', true],
      ['Firefox, Windows', '127.0.0.*', false],
    ]);
  });

  test.each([false, true])(
    'F15 one that is ended is out at its next call, remembered or not (%s)',
    async (remember) => {
      const [here, there] = [await signedIn(), await signedIn(firefox, remember)];
      const [, other] = await listIn(here);
      const ended = await end(here, other?.id ?? '');
      expect([ended.http, ended.body.payload.items]).toMatchObject([200, [{ current: true }]]);
      const next = await there.get('/api/user/info');
      expect([next.http, next.body.user]).toEqual([401, { is_authenticated: false }]);
      there.dropSession();
      expect(await isIn(there)).toBe(false);
      expect(await isIn(here)).toBe(true);
      expect((await end(here, other?.id ?? '')).http).toBe(404);
    },
  );

  test.each([
    ['a password', (db: typeof server.db, id: string) => holdPassword(db, id, 'to use it')],
    ['a code', (db: typeof server.db, id: string) => holdSignIns(db, id, 'to open one')],
  ])('F15 R15 a sign-in by %s that is under way ends with all the others', async (_, hold) => {
    const here = await signedIn();
    const { id } = await server.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'demo@example.com')
      .executeTakeFirstOrThrow();
    const { ending } = await server.db.transaction().execute(async (trx) => {
      await hold(trx, id);
      await openSession(trx, id, false);
      let isOver = false;
      const answer = here.post('/api/user/browsers/end').finally(() => (isOver = true));
      await until(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
        return isOver || rows.length > 0;
      }, 'nobody ended the others');
      return { ending: answer };
    });
    const ended = await ending;
    expect([ended.http, ended.body.payload.items]).toMatchObject([200, [{ current: true }]]);
    expect(await listIn(here)).toMatchObject([{ current: true }]);
  });

  test('F15 all the others end at once', async () => {
    const [here, ...others] = [await signedIn(undefined, true), await signedIn(), await signedIn(firefox, true)];
    expect((await here.post('/api/user/browsers/end')).body.payload.items).toHaveLength(1);
    for (const other of others) expect(await isIn(other)).toBe(false);
    here.dropSession();
    expect(await isIn(here)).toBe(true);
  });

  describe('F15 S2 what was copied of this browser itself', () => {
    const copyOf = (browser: Browser): Browser => {
      const copy = server.browser();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    };
    /** What the browser still sends with its old token has come by then. */
    const graceIsOver = () =>
      sql`update sessions set expires_at = now() where replaced_by is not null`.execute(server.db);

    test.each([false, true])(
      'F15 S2 ends with the others, and this one stays the same (remembered: %s)',
      async (remember) => {
        const here = await signedIn(undefined, remember);
        const [before] = await listIn(here);
        const [copy, remembered] = [copyOf(here), copyOf(here)];
        remembered.dropSession();
        const ended = await here.post('/api/user/browsers/end');
        expect(ended.body.payload.items).toEqual([before]);
        expect(ended.setCookies.map((cookie) => cookie.split('=')[0])).toEqual([
          'session',
          ...(remember ? ['remember'] : []),
        ]);
        expect(await isIn(remembered)).toBe(false);
        await graceIsOver();
        expect(await isIn(copy)).toBe(false);
        copy.dropSession();
        expect(await isIn(copy)).toBe(false);
        expect(await listIn(here)).toEqual([before]);
        if (!remember) return;
        here.dropSession();
        expect(await listIn(here)).toMatchObject([{ id: before?.id, current: true }]);
      },
    );

    test('F15 S2 leads to this session while calls are under way, gets nothing that lasts, and ends with it', async () => {
      const here = await signedIn();
      const [own] = await listIn(here);
      const [copy, late] = [copyOf(here), copyOf(here)];
      await here.post('/api/user/browsers/end');
      expect(await listIn(late)).toEqual([own]);
      const again = await copy.post('/api/user/browsers/end');
      expect([again.http, again.setCookies, again.body.payload.items]).toEqual([200, [], [own]]);
      expect([await isIn(here), await isIn(late)]).toEqual([true, true]);
      const { rows } = await sql<{ seconds: number }>`
        select ceil(extract(epoch from expires_at - now()))::int as seconds from sessions where replaced_by is not null`.execute(
        server.db,
      );
      expect(rows).toEqual([{ seconds: expect.any(Number) }]);
      expect(rows[0]?.seconds).toBeLessThanOrEqual(15);
      await here.post('/api/auth/logout');
      expect(await isIn(late)).toBe(false);
    });

    test('F15 S2 leads to this session for its seconds also where it gets other tokens once more meanwhile', async () => {
      const here = await signedIn(undefined, true);
      const late: Browser[] = [];
      for (const presses of [1, 2]) {
        late.push(copyOf(here));
        expect((await here.post('/api/user/browsers/end')).setCookies).toHaveLength(2);
        for (const one of late) expect([presses, await isIn(one), one.cookies.size]).toEqual([presses, true, 2]);
      }
      await graceIsOver();
      for (const one of late) expect(await isIn(one)).toBe(false);
      expect(await isIn(here)).toBe(true);
    });

    test('F15 S2 of many presses at once one gives other tokens, so that whichever answer comes last keeps this browser in', async () => {
      const here = await signedIn(undefined, true);
      const replies = await Promise.all(Array.from({ length: 5 }, () => copyOf(here).post('/api/user/browsers/end')));
      expect(replies.map(({ http }) => http)).toEqual([200, 200, 200, 200, 200]);
      expect(replies.filter(({ setCookies }) => setCookies.length > 0)).toHaveLength(1);
    });

    test('F15 S2 whose answer was lost: the next call says that nobody is signed in, and takes the old cookies back', async () => {
      const here = await signedIn(undefined, true);
      const deaf = copyOf(here);
      await here.post('/api/user/browsers/end');
      await graceIsOver();
      const next = await deaf.get('/api/user/info');
      expect([next.http, next.body.user, deaf.cookies.size]).toEqual([401, { is_authenticated: false }, 0]);
      expect(await isIn(here)).toBe(true);
    });
  });

  test('F15 S2 browsers that end each other while all of them save: nobody waits for good, nobody who is out saves', async () => {
    const browsers: Browser[] = [];
    for (let one = 0; one < 8; one += 1) browsers.push(await signedIn());
    const replies = await Promise.all(
      browsers.flatMap((browser, at) => [
        browser.post('/api/config/mailing', { kind: 'operations', on: at % 2 === 0 }),
        browser.post('/api/user/browsers/end'),
      ]),
    );
    expect(replies.map(({ http }) => http).filter((http) => http !== 200 && http !== 401)).toEqual([]);
  });

  test('F15 this one leaves by signing out, and not from the list', async () => {
    const here = await signedIn();
    const [own] = await listIn(here);
    expect((await end(here, own?.id ?? '')).http).toBe(409);
    expect(await isIn(here)).toBe(true);
  });

  test('F15 a session that a remember token restores is the same browser, and its last look moves', async () => {
    const here = await signedIn(undefined, true);
    await sql`update remember_families set seen_at = now() - interval '1 day'`.execute(server.db);
    here.dropSession();
    const items = (await here.get('/api/user/browsers')).body.payload.items as (Item & { seen_at: string })[];
    expect(items).toHaveLength(1);
    expect(Date.now() - Date.parse(items[0]?.seen_at ?? '')).toBeLessThan(60_000);
  });

  test('F15 of somebody else’s nothing is told or ended', async () => {
    const [here, stranger] = [await signedIn(), server.browser()];
    await signInByPassword(stranger, 'new@example.com', 'demo-password-2');
    const [theirs] = await listIn(stranger);
    expect((await listIn(here)).map(({ id }) => id)).not.toContain(theirs?.id);
    expect((await end(here, theirs?.id ?? '')).http).toBe(404);
    expect(await isIn(stranger)).toBe(true);
  });

  test.each([
    ['203.0.113.77', '203.0.113.*'],
    ['::ffff:203.0.113.77', '203.0.113.*'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ])('F15 of the address %s the network is shown: %s', (ip, shown) => {
    expect(shownNetwork(ip)).toBe(shown);
  });
});

describe('F15 letters', () => {
  test('F15 each kind is turned off and on; security never', async () => {
    const here = await signedIn();
    const letters = async () => (await here.get('/api/config/mailing')).body.payload.items;
    const locked = { kind: 'security', on: true, locked: true };
    expect(await letters()).toEqual([locked, { kind: 'operations', on: true, locked: false }]);
    const off = await here.post('/api/config/mailing', { kind: 'operations', on: false });
    expect(off.body.payload.items).toEqual([locked, { kind: 'operations', on: false, locked: false }]);
    expect(await letters()).toEqual(off.body.payload.items);
    await here.post('/api/config/mailing', { kind: 'operations', on: true });
    expect((await letters())[1].on).toBe(true);
    // What nobody sends is not to be chosen.
    for (const kind of ['chat', 'news'])
      expect((await here.post('/api/config/mailing', { kind, on: false })).http).toBe(422);
    expect((await here.post('/api/config/mailing', { kind: 'security', on: false })).http).toBe(422);
  });
});
