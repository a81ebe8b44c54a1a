import { sql } from 'kysely';
import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';
import { hashPassword } from '../../server/auth/passwords.ts';
import { deep } from '../tools/deep.ts';
import type { Browser, Reply } from './browser.ts';
import { startServer, type TestServer } from './harness.ts';

const pairs = deep ? 500 : 2;
const tables = ['attempts', 'sign_in_requests', 'password_resets', 'mail_outbox', 'telegram_requests'];
type Which = 'known' | 'unknown';
/** As long as each other: an answer repeats the address. Each is asked about once. */
const addressOf = (which: Which, pair: number): string =>
  `${which === 'known' ? 'known' : 'other'}-${String(pair).padStart(4, '0')}@example.com`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const hash = await hashPassword('another quiet phrase');
  for (let pair = 0; pair < pairs; pair += 1) {
    // Every second one has never set a password.
    const isWithout = pair % 2 === 1;
    const { id } = await server.db
      .insertInto('accounts')
      .values({ number: String(90_000_000 + pair), email: addressOf('known', pair), need_set_password: isWithout })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!isWithout) await server.db.insertInto('credentials').values({ account_id: id, password: hash }).execute();
  }
});
afterAll(() => server.close());

/** How many passwords this process has begun to hash: nothing else in an answer takes as long. */
let hashed = 0;
const counting = createHook({
  init(_, type) {
    if (type === 'ARGON2REQUEST') hashed += 1;
  },
});
beforeAll(() => void counting.enable());
afterAll(() => void counting.disable());

const takesAddress = (input: unknown): boolean => 'email' in Object((input as { shape?: unknown } | undefined)?.shape);
const password = 'a quiet long phrase';
interface Asked {
  before?: string;
  /** Also where people sign in without passwords. */
  passwordless?: true;
  /** By somebody whom Telegram has named. */
  telegram?: true;
  ask: (browser: Browser, email: string) => Promise<Reply>;
}
/** What is asked, by a browser that has asked for a letter before where that matters. */
const asks: Record<string, Asked> = {
  'auth.login_by_password': {
    ask: (browser, email) => browser.post('/api/auth/login_by_password', { email, password, remember: false }),
  },
  'auth.login': { passwordless: true, ask: (browser, email) => browser.post('/api/auth/login', { email }) },
  'auth.code': {
    before: '/api/auth/login',
    passwordless: true,
    ask: (browser) => browser.post('/api/auth/code', { code: '123456', remember: false }),
  },
  'auth.send_confirmation_instructions': {
    before: '/api/auth/login',
    passwordless: true,
    ask: (browser) => browser.get('/api/auth/send_confirmation_instructions'),
  },
  'auth.register': { ask: (browser, email) => browser.post('/api/auth/register', { email, password }) },
  'auth.telegram_email': {
    telegram: true,
    passwordless: true,
    ask: (browser, email) => browser.post('/api/auth/telegram/email', { email }),
  },
  'auth.reset': { ask: (browser, email) => browser.post('/api/auth/reset', { email }) },
  'auth.reset, sent again': {
    before: '/api/auth/reset',
    ask: (browser, email) => browser.post('/api/auth/reset', { email }),
  },
};

/** Those that are asked with a password: it is hashed whoever has the address, and if nobody has it. */
const hashesAPassword = new Set(['auth.login_by_password', 'auth.register']);

const shape = ({ http, text, setCookies }: Reply) =>
  JSON.stringify([http, text, setCookies])
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/request=[\w-]{43}/g, 'request=token')
    .replaceAll(/(known|other)-\d{4}@/g, 'some@');
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const ways = Object.entries(asks).flatMap(([name, { passwordless }]) =>
  ['password', ...(passwordless ? ['passwordless'] : [])].map((type) => [name, type] as const),
);

test('F1 F2 R8 every open call that takes an address is tried here', () => {
  const open = areas.flatMap(({ calls }) => calls).filter(({ spec, how }) => how.open && takesAddress(spec.input));
  expect(open.map(({ spec }) => spec.name).filter((name) => !(name in asks))).toEqual([]);
});

test.each(ways)(
  `F1 F2 R8 ${pairs} known and as many unknown addresses: %s (%s) answers alike, for as much work${deep ? ', and as fast' : ''}`,
  async (name, type) => {
    const { before, telegram, ask } = asks[name]!;
    await sql`update settings set auth_type = ${type}`.execute(server.db);
    const times: Record<Which, number[]> = { known: [], unknown: [] };
    const hashes: Record<Which, number[]> = { known: [], unknown: [] };
    const shapes = new Set<string>();
    for (let pair = 0; pair < pairs; pair += 1)
      // Whichever comes second finds the server warmer: they take turns, with a password and without.
      for (const which of pair % 4 < 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        // Limits off: nobody has asked for anything yet.
        for (const table of tables) await sql.raw(`delete from ${table}`).execute(server.db);
        const browser = server.browser();
        if (before) {
          await browser.post(before, { email: addressOf(which, pair) });
          await sql`update sign_in_requests set code_hash = sha256('x'), requested_at = now() - interval '1 minute'`.execute(
            server.db,
          );
          await sql`update password_resets set requested_at = now() - interval '1 minute'`.execute(server.db);
        }
        if (telegram) {
          await browser.post('/api/auth/telegram', { remember: false });
          await sql`update telegram_requests set telegram_id = 4000000000000003`.execute(server.db);
        }
        const [began, hashedBefore] = [performance.now(), hashed];
        const reply = await ask(browser, addressOf(which, pair));
        times[which].push(performance.now() - began);
        hashes[which].push(hashed - hashedBefore);
        shapes.add(shape(reply));
      }
    expect([...shapes]).toHaveLength(1);
    // Refused or not, it is the answer to what was asked, and no limit.
    expect([...shapes][0]).not.toMatch(/^\[(429|403|404|5)/);
    const each = hashesAPassword.has(name) ? 1 : 0;
    expect(hashes).toEqual({ known: Array(pairs).fill(each), unknown: Array(pairs).fill(each) });
    const medians = { known: median(times.known), unknown: median(times.unknown) };
    if (deep) expect(Math.abs(medians.known - medians.unknown)).toBeLessThan(10);
  },
  600_000,
);
