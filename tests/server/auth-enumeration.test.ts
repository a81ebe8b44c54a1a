import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '../tools/deep.ts';
import type { Browser, Reply } from './browser.ts';
import { startServer, type TestServer } from './harness.ts';

const pairs = deep ? 500 : 2;
const tables = ['attempts', 'sign_in_requests', 'password_resets', 'mail_outbox'];
/** As long as each other: an answer repeats the address. */
const addresses = { known: 'demo@example.com', unknown: 'omed@example.com' } as const;
type Which = keyof typeof addresses;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const password = 'a quiet long phrase';
/** What is asked, by a browser that has asked for a letter before where that matters. */
const asks: Record<string, { before?: string; ask: (browser: Browser, email: string) => Promise<Reply> }> = {
  'auth.login_by_password': {
    ask: (browser, email) => browser.post('/api/auth/login_by_password', { email, password, remember: false }),
  },
  'auth.login': { ask: (browser, email) => browser.post('/api/auth/login', { email }) },
  'auth.code': {
    before: '/api/auth/login',
    ask: (browser) => browser.post('/api/auth/code', { code: '123456', remember: false }),
  },
  'auth.register': { ask: (browser, email) => browser.post('/api/auth/register', { email, password }) },
  'auth.reset': { ask: (browser, email) => browser.post('/api/auth/reset', { email }) },
};

const shape = ({ http, text, setCookies }: Reply) =>
  JSON.stringify([http, text, setCookies])
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/request=[\w-]{43}/g, 'request=token')
    .replaceAll(/(demo|omed)@/g, 'some@');
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

test.each(Object.keys(asks))(
  `F1 F2 R8 ${pairs} known and as many unknown addresses: %s answers alike, and many of them as fast`,
  async (name) => {
    const { before, ask } = asks[name]!;
    const times: Record<Which, number[]> = { known: [], unknown: [] };
    const shapes = new Set<string>();
    for (let pair = 0; pair < pairs; pair += 1)
      // Whichever comes second finds the server warmer: they take turns.
      for (const which of pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        // Limits off: nobody has asked for anything yet.
        for (const table of tables) await sql.raw(`delete from ${table}`).execute(server.db);
        const browser = server.browser();
        if (before) {
          await browser.post(before, { email: addresses[which] });
          await sql`update sign_in_requests set code_hash = sha256('x')`.execute(server.db);
        }
        const began = performance.now();
        const reply = await ask(browser, addresses[which]);
        times[which].push(performance.now() - began);
        shapes.add(shape(reply));
      }
    expect([...shapes]).toHaveLength(1);
    const medians = { known: median(times.known), unknown: median(times.unknown) };
    if (deep) expect(Math.abs(medians.known - medians.unknown)).toBeLessThan(10);
  },
  600_000,
);
