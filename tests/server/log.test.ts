import { sql } from 'kysely';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { loggerOf } from '../../server/jobs/run.ts';
import { createLog } from '../../server/log.ts';
import { createServer, type RunningServer } from '../../server/server.ts';
import { Browser, createDatabase, mailTo, signInByPassword, type TestDatabase } from './harness.ts';
import { check, runOut, submit, usdToBtc } from './money.ts';

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
    await sql`alter table sessions drop constraint no_more`.execute(server.db);
  }
  const log = lines.join('');
  expect(log).toContain('"call":"auth.login_by_password"');
  expect(log).toContain('"constraint":"no_more"');
  for (const secret of secrets) expect(log).not.toMatch(new RegExp(`(?<!\\d)${secret.replaceAll('.', '\\.')}(?!\\d)`));
});

interface Line {
  level: number;
  time: number;
  msg: string;
  request?: string;
  call?: string;
  outcome?: string;
  http?: number;
  ms?: number;
  operation?: string;
}
const saidOf = (id: string | null): Line[] =>
  lines.map((line) => JSON.parse(line) as Line).filter(({ request }) => request === id);

test('each call is one line of JSON under the name that its answer has: which call, how it ended, how long it took', async () => {
  const browser = new Browser(server.url);
  const asked = [
    [await browser.get('/api/exchange/list'), 'exchange.list', 'ok', 200],
    [await browser.get('/api/user/info'), 'user.info', 'no_session', 401],
    [await browser.post('/api/auth/login', { email: 'x' }), 'auth.login', 'invalid', 422],
    [await browser.get('/api/nothing'), 'unknown', 'not_found', 404],
  ] as const;
  for (const [{ headers }, call, outcome, http] of asked) {
    const said = saidOf(headers.get('x-request-id'));
    expect(said).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        request: expect.any(String),
        call,
        outcome,
        http,
        ms: expect.any(Number),
        msg: 'call',
      },
    ]);
  }
  const names = new Set(asked.map(([{ headers }]) => headers.get('x-request-id')));
  expect(names.size).toBe(asked.length);
  for (const path of ['/local/healthcheck', '/i18n/en', '/exchanges', '/api/docs'])
    expect((await fetch(server.url + path)).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('a call about an operation names it, also where it is refused: so does whoever looks for what became of it', async () => {
  const browser = new Browser(server.url);
  await signInByPassword(browser, 'demo@example.com', 'demo-password-1', false);
  const quoted = await check(browser, { ...usdToBtc, amount: '20' });
  const { id } = quoted.body.payload as { id: string };
  const late = await check(browser, { ...usdToBtc, amount: '20' });
  const { id: lateId } = late.body.payload as { id: string };
  await runOut(server.db!, { id: lateId });
  // What can be an operation's id may be an account number as well.
  const nobodys = 'AT611904300234573201';
  const said = [
    ...[quoted, await submit(browser, { id }), await submit(browser, { id: lateId })],
    await browser.get(`/api/exchange/status/${nobodys}`),
    await browser.get('/api/exchange/list'),
  ];
  const named = said.map(({ headers }) =>
    saidOf(headers.get('x-request-id')).map(({ operation, http }) => [operation, http]),
  );
  expect(named).toEqual([[[id, 200]], [[id, 200]], [[lateId, 409]], [[undefined, 404]], [[undefined, 200]]]);
  expect(lines.join('')).not.toContain(nobodys);
});

test('a name that the asker brings is neither taken nor repeated', async () => {
  const brought = 'brought-by-the-asker';
  const { headers } = await new Browser(server.url).get('/api/auth/check', { 'x-request-id': brought });
  expect(headers.get('x-request-id')).not.toBe(brought);
  expect(lines.join('')).not.toContain(brought);
});

/** As no client of ours would send it: headers and paths are not looked at before they go. */
const sendRaw = (path: string, method: string, headers: Record<string, string>, body = ''): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(server.url), { path, method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });

test('whatever is planted in a path, a query, a header or a body stands in no line', async () => {
  const before = lines.length;
  const browser = new Browser(server.url);
  await signInByPassword(browser);
  const plant = 'Pl4nted';
  const headers = {
    ...{ origin: server.url, 'sec-fetch-site': 'same-origin' },
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const told = {
    'user-agent': `${plant}-agent`,
    referer: `https://${plant}.example/?q=${plant}`,
    authorization: `Bearer ${plant}`,
    'accept-language': plant,
    'x-locale': plant,
    'x-rev': plant,
    'x-forwarded-for': `${plant}, 203.0.113.77`,
    'x-request-id': plant,
    traceparent: plant,
  };
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const ids = [
    ...[
      '/api/exchange/status/',
      '/api/auth/link/',
      '/api/auth/reset/',
      '/api/content/article/',
      '/api/referral/recruit/',
    ],
    ...['/api/operation/read/', '/api/chat/private/', '/api/verification/file/', '/api/card/details/', '/api/history/'],
    ...['/api/', '/', '/dev/', '/i18n/', '/assets/'],
  ];
  const asked = ids.flatMap((path) =>
    [plant, `${plant}%00`, `%FF${plant}`, `${plant}?${plant}=${plant}`].map((one) => path + one),
  );
  await Promise.all(asked.map((path) => sendRaw(path, 'GET', { ...headers, ...told })));
  for (const query of ['cursor', 'status', 'from', 'currency', plant])
    await sendRaw(`/api/exchange/history?${query}=${plant}`, 'GET', headers);
  const bodies = [
    `{"email": ${plant}}`,
    `{"email": "${plant}`,
    `"${plant}"`,
    `{"${plant}": "${plant}"}`,
    `email=${plant}`,
  ];
  const types = [json, form, { 'content-type': plant }, { 'content-type': `multipart/form-data; boundary=${plant}` }];
  for (const path of ['/api/auth/login', '/api/auth/code', '/api/exchange/check', '/api/user/mail', `/api/${plant}`])
    await Promise.all(
      bodies.flatMap((body) => types.map((type) => sendRaw(path, 'POST', { ...headers, ...told, ...type }, body))),
    );
  await sendRaw('/api/auth/check', 'GET', { ...told, cookie: `session=${plant}; remember=${plant}; puzzle=${plant}` });
  await sendRaw('/provider/sandbox', 'POST', { 'x-signature': plant }, plant);
  const log = lines.slice(before).join('');
  expect(lines.length - before).toBeGreaterThan(100);
  expect(log).not.toMatch(/Pl4nted|203\.0\.113\.77|127\.0\.0\.1/);
  for (const cookie of browser.cookies.values()) expect(log).not.toContain(cookie);
});

test('of an error its words are kept where they are ours; a value that the runtime or the database quotes is not', () => {
  const told: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => told.push(line) });
  const quoting = () => JSON.parse('{"email": "Pl4nted"') as unknown;
  const thrown = [
    quoting,
    () => new Headers({ 'x-name': 'Pl4nted\n"and more' }),
    () => new URL('Pl4nted'),
    () => decodeURIComponent('%Pl4nted'),
    () => Object.assign(Object.create(null), { a: 1 }).Pl4nted.more as unknown,
    () => {
      throw Object.assign(new Error('duplicate key "Pl4nted"'), { code: '23505', detail: 'Key (Pl4nted)' });
    },
    () => {
      throw new SyntaxError('a line of "Pl4nted\n    at Pl4nted (file.ts:1:1)" is quoted');
    },
    () => {
      throw 'Pl4nted';
    },
  ];
  for (const act of thrown)
    try {
      act();
    } catch (error) {
      log.error({ err: error }, 'failed');
    }
  expect(told).toHaveLength(thrown.length);
  expect(told.join('')).not.toContain('Pl4nted');
  log.error({ err: new Error('ours is kept') }, 'failed');
  expect(told.at(-1)).toContain('ours is kept');
});

test.each([
  ['JSON', '/api/lang', 'application/json', '{"la'],
  ['a form', '/api/transfer', 'application/x-www-form-urlencoded', 'id='],
  [
    'a form with files',
    '/api/support',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="te',
  ],
])('whoever leaves while their body comes is no failure of ours: %s', async (_, path, type, begun) => {
  const browser = new Browser(server.url);
  await signInByPassword(browser);
  const before = lines.length;
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const sent = request(`${server.url}${path}`, {
    method: 'POST',
    headers: { origin: server.url, cookie, 'content-type': type, 'content-length': 1_000, expect: '100-continue' },
  });
  sent.on('error', () => {});
  // The server has the head by then.
  sent.once('continue', () => sent.write(begun, () => sent.destroy()));
  sent.flushHeaders();
  const told = () => lines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  await expect.poll(() => told().filter(({ msg }) => msg === 'call')).toHaveLength(1);
  expect(told().at(-1)).toMatchObject({ outcome: 'bad_request', http: 400 });
  expect(told().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('S2 what the job library complains of with each look is told once in half a minute, other troubles at once', () => {
  vi.useFakeTimers();
  try {
    const told: unknown[] = [];
    const logger = loggerOf({ warn: (about: unknown) => told.push(about), trace: () => {} });
    const look = () => logger.error('Error occurred fetching jobs; will try again on next poll interval. Error: gone');
    for (let looks = 0; looks < 240; looks += 1) {
      look();
      vi.advanceTimersByTime(250);
    }
    logger.warn('Failed to reset locked; trying again');
    for (const job of [17, 18])
      logger.error(`Failed task ${job} (settle, 3.20ms, attempt 2 of 25) with error 'gone'`, { failure: true, job });
    const fetching = { worker: 'Error occurred fetching jobs; will try again on next poll interval. Error' };
    const others = [{ worker: 'Failed to reset locked; trying again' }, { worker: 'Failed task' }];
    expect(told).toEqual([fetching, fetching, ...others]);
  } finally {
    vi.useRealTimers();
  }
});
