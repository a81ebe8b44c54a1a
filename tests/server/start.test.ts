import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createSocket, type AddressInfo, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readLink } from '../../machines/residents/navigation/link.ts';
import { ConfigError, readConfig } from '../../server/config.ts';
import { alone } from '../../server/db/alone.ts';
import { openPool } from '../../server/db/db.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { refuseOldDatabase } from '../../server/db/version.ts';
import { deep } from '../tools/deep.ts';
import { runs as casesOf } from '../tools/runs.ts';
import { makeDist } from './dist.ts';
import { Browser, createDatabase, runServer, signInByPassword, startServer, type Run } from './harness.ts';
import { until } from './money.ts';

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleaning.splice(0).toReversed()) await step();
});

const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'statera-data-'));
  cleaning.push(() => rm(made, { recursive: true, force: true }));
  return made;
};
const run = (environment: Record<string, string>): Run => {
  const started = runServer({ PORT: '0', LOG_LEVEL: 'silent', DIST_DIR: '/nonexistent', ...environment });
  cleaning.push(() => {
    started.process.kill('SIGKILL');
    return started.ended;
  });
  return started;
};
const runs = (pid: number): boolean => {
  try {
    return !/\) [ZX] /.test(execFileSync('cat', [`/proc/${pid}/stat`], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return false;
  }
};

const production = {
  NODE_ENV: 'production',
  PROVIDERS: 'none',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'no-reply@statera.example',
  PUBLIC_URL: 'https://statera.example',
  TRUST_PROXY: '0',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
};

describe('configuration', () => {
  test.each([
    [{ PORT: 'many' }, 'PORT must be a port number'],
    [{ PORT: '65536' }, 'PORT must be below 65536'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be development, test or production'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://'],
    [{ AUTH_TYPE: 'none' }, 'AUTH_TYPE must be password or passwordless'],
    [{ SEED_DEMO: 'yes' }, 'SEED_DEMO must be 0 or 1'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be an address that starts with smtp:// or smtps://'],
    [{ SMTP_URL: 'smtp:' }, 'SMTP_URL must name a host, like smtp://mail.example.com'],
    [{ SMTP_URL: 'smtp://127.0.0.1' }, 'PUBLIC_URL must be set beside SMTP_URL: links in mail lead there'],
    [{ MAIL_FROM: 'Statera' }, 'MAIL_FROM must be an e-mail address'],
    [{ PUBLIC_URL: 'statera.example' }, 'PUBLIC_URL must be an address that starts with http:// or https://'],
    [{ API_ORIGIN: 'ftp://x' }, 'API_ORIGIN must be an address that starts with http:// or https://'],
    ...['https://x.example/app', 'https://x.example/?a', 'https://x.example/#a', 'https://a:b@x.example'].flatMap(
      (value): [Record<string, string>, string][] =>
        ['PUBLIC_URL', 'API_ORIGIN'].map((name) => [
          { [name]: value },
          `${name} must be an origin like https://example.com, with nothing behind it`,
        ]),
    ),
    ...[
      { API_ORIGIN: 'http://127.0.0.1:8080' },
      { API_ORIGIN: 'http://localhost:8080' },
      { API_ORIGIN: 'http://127.0.0.1', PORT: '80' },
      { API_ORIGIN: 'http://[::1]:8090', HOST: '::1', PORT: '8090' },
      { API_ORIGIN: 'http://[::1]:8080', HOST: 'localhost' },
      { API_ORIGIN: 'http://127.0.0.1:8080', HOST: '0.0.0.0' },
      { API_ORIGIN: 'http://[::1]:8080', HOST: '::' },
      { API_ORIGIN: `http://${hostname()}:8080`, HOST: '0.0.0.0' },
      { API_ORIGIN: 'http://10.0.0.2:8080/', HOST: '10.0.0.2' },
    ].map((environment): [Record<string, string>, string] => [
      environment,
      'API_ORIGIN must not be HOST and PORT of this server: it names another one behind it',
    ]),
    [
      { API_ORIGIN: 'https://statera.example:443', PUBLIC_URL: 'https://statera.example/' },
      'API_ORIGIN must not be PUBLIC_URL: it names the server behind this one',
    ],
    [{ DATABASE_POOL: '0' }, 'DATABASE_POOL must be a number from 1 to 999'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be silent, fatal, error, warn, info or debug'],
    [
      { RATE_LISTING_URL: 'http://rates.example' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [
      { RATE_LISTING_URL: '//rates.example' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [
      { RATE_LISTING_URL: 'https://me@rates.example' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [
      { RATE_LISTING_URL: 'javascript:alert(1)' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [
      { RATE_LISTING_URL: 'https:\\\\rates.example' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [{ RATE_LISTING_URL: 'https://' }, 'RATE_LISTING_URL must be a plain address that starts with https://, or off'],
    [
      { RATE_LISTING_URL: 'https://rates.example/\nx' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [
      { RATE_LISTING_URL: 'https://localhost/' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [
      { RATE_LISTING_URL: 'https://rates.example//x' },
      'RATE_LISTING_URL must be a plain address that starts with https://, or off',
    ],
    [{ ORIGINS: 'https://pay' }, 'ORIGINS must be origins like https://example.com, separated by commas'],
    [{ ORIGINS: 'https://pay.example/way' }, 'ORIGINS must be origins like https://example.com, separated by commas'],
    [{ ORIGINS: 'http://pay.example' }, 'ORIGINS must be origins like https://example.com, separated by commas'],
    [{ ORIGINS: 'https://pay.example,' }, 'ORIGINS must be origins like https://example.com, separated by commas'],
    [
      { ORIGINS: 'https://pay.example;https://x.example' },
      'ORIGINS must be origins like https://example.com, separated by commas',
    ],
    [{ ORIGINS: '*' }, 'ORIGINS must be origins like https://example.com, separated by commas'],
    [{ ORIGINS: 'https://*.example' }, 'ORIGINS must be origins like https://example.com, separated by commas'],
    [{ LOCALE_PREFIX: 'yes' }, 'LOCALE_PREFIX must be 0 or 1'],
    [{ LOCALE_DETECTION: 'on' }, 'LOCALE_DETECTION must be 0 or 1'],
    [{ LOCALE_COOKIE: 'a;b' }, 'LOCALE_COOKIE must be the name of a cookie, or off'],
    [{ LOCALE_COOKIE: '__Host-lang' }, 'LOCALE_COOKIE must be the name of a cookie, or off'],
    ...['session', 'theme', 'time_zone'].map((name): [Record<string, string>, string] => [
      { LOCALE_COOKIE: name },
      'LOCALE_COOKIE must not be a cookie that the page or the server keeps already',
    ]),
    [{ PRODUCT_NAME: ' \t' }, 'PRODUCT_NAME must not be empty'],
    [{ ...production, SEED_DEMO: '1' }, 'SEED_DEMO must be off in production: demo accounts have published passwords'],
    [{ ...production, PROVIDERS: '' }, 'PROVIDERS must not be sandbox in production: its money is not real'],
    [{ ...production, SMTP_URL: '' }, 'SMTP_URL must be set in production: sign-in codes go by e-mail'],
    [{ ...production, PUBLIC_URL: '' }, 'PUBLIC_URL must be set in production: requests and links are checked by it'],
    [
      { ...production, PUBLIC_URL: 'http://statera.example' },
      'PUBLIC_URL must start with https:// in production: cookies go over nothing else',
    ],
    [
      { ...production, TRUST_PROXY: '' },
      'TRUST_PROXY must be set in production: 1 behind a proxy, where all people have its address, else 0',
    ],
    [{ SANDBOX_PORT: '65536' }, 'SANDBOX_PORT must be below 65536'],
    [{ SANDBOX_ORIGIN: 'https://evil.example' }, 'SANDBOX_ORIGIN must be an origin like http://127.0.0.1:8090'],
    [{ SANDBOX_ORIGIN: 'http://127.0.0.1:65536' }, 'SANDBOX_ORIGIN must have a port below 65536'],
    [{ SANDBOX_ORIGIN: 'http://127.0.0.1:0' }, 'SANDBOX_ORIGIN must be an origin like http://127.0.0.1:8090'],
    [{ ORIGINS: 'https://pay.example:65536' }, 'ORIGINS must be origins like https://example.com, separated by commas'],
    [
      { SANDBOX_ORIGIN: 'http://127.0.0.1:8090', SANDBOX_PORT: '8090' },
      'SANDBOX_PORT must be empty beside SANDBOX_ORIGIN: another process has those pages',
    ],
    [
      { ...production, SANDBOX_ORIGIN: 'http://127.0.0.1:8090' },
      'SANDBOX_ORIGIN must be empty in production: the pages there take no real money',
    ],
    [{ SANDBOX_PORT: 'any' }, 'SANDBOX_PORT must be a port number'],
    [
      { ...production, SANDBOX_PORT: '8090' },
      'SANDBOX_PORT must be empty in production: the pages there take no real money',
    ],
    [
      { ...production, DATABASE_URL: '' },
      'DATABASE_URL must be set in production: the built-in database is for one machine and tests',
    ],
    [{ ...production, MAIL_FROM: '' }, 'MAIL_FROM must be set in production: mail needs a sender'],
    [
      { ...production, FAILPOINTS: 'before COMMIT@auth.code' },
      'FAILPOINTS must be empty in production: they kill the process',
    ],
  ])('F1 %j stops the start: %s', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(message));
    expect(message).not.toContain('\n');
  });

  test('F1 in front of another server production needs no mail and no provider, and still the rest', () => {
    const { PROVIDERS: _, SMTP_URL: __, MAIL_FROM: ___, ...kept } = production;
    const front = { ...kept, API_ORIGIN: 'http://10.0.0.2:8080/' };
    expect(readConfig(front).apiOrigin).toBe('http://10.0.0.2:8080');
    for (const name of ['PUBLIC_URL', 'TRUST_PROXY'])
      expect(() => readConfig({ ...front, [name]: '' })).toThrow(`${name} must be set in production`);
  });

  test.each([
    { API_ORIGIN: 'http://127.0.0.1:8081' },
    { API_ORIGIN: 'https://127.0.0.1:8080' },
    { API_ORIGIN: 'http://127.0.0.2:8080' },
    { API_ORIGIN: 'http://localhost:8080', HOST: '10.0.0.2' },
    { API_ORIGIN: 'http://server:8080', HOST: '0.0.0.0' },
    { API_ORIGIN: 'http://203.0.113.9:8080', HOST: '0.0.0.0' },
  ])('F1 another server behind this one may have its port, or its host: %j', (environment) => {
    expect(readConfig(environment as Record<string, string>).apiOrigin).toBe(environment.API_ORIGIN);
  });

  test('H5 whatever address of the rate listing passes here, the page follows', () => {
    const address = fc
      .array(
        fc.constantFrom(
          'https://',
          'HTTPS://',
          'rates',
          '.example',
          '.',
          ':8443',
          '/',
          '//',
          '?',
          '#',
          '=',
          '&',
          '%2f',
          '%20',
          '@',
          '\\',
          'É',
          '-',
          '_',
          '*',
          '*.',
        ),
        { maxLength: 8 },
      )
      .map((parts) => `https://rates.example${parts.join('')}`);
    const samples = [
      'https://www.bestchange.com/',
      'https://RATES.example:443/list/?from=us&to=ru',
      'https://a.b:8443/x_y~z',
    ];
    const follows = (value: string) => {
      const { rateListingUrl, origins } = readConfig({ RATE_LISTING_URL: value });
      expect(readLink(rateListingUrl ?? '', origins)).toEqual({ kind: 'outward', href: rateListingUrl });
    };
    for (const sample of samples) follows(sample);
    fc.assert(
      fc.property(address, (value) => {
        try {
          readConfig({ RATE_LISTING_URL: value });
        } catch {
          return;
        }
        follows(value);
      }),
      casesOf(500),
    );
  });

  test('F1 the highest port is one', () => {
    const origin = 'http://127.0.0.1:65535';
    expect(readConfig({ SANDBOX_ORIGIN: origin, PORT: '65535' })).toMatchObject({
      sandboxOrigin: origin,
      port: 65_535,
    });
  });

  test('F1 defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      authType: 'password',
      seedDemo: true,
      productName: 'Statera',
      production: false,
      localePrefix: false,
      localeCookie: 'i18n_redirected',
      localeDetection: true,
    });
    expect(readConfig({ LOCALE_COOKIE: 'off' }).localeCookie).toBeNull();
    expect(readConfig({ DATABASE_URL: 'postgres://x/y' }).seedDemo).toBe(false);
    expect(readConfig(production)).toMatchObject({ production: true, seedDemo: false });
  });

  test.each<[string, Record<string, string>, string]>([
    ['a wrong value', { PORT: '-1' }, 'cannot start: PORT must be a port number'],
    [
      'no mail in production',
      { ...production, SMTP_URL: '' },
      'cannot start: SMTP_URL must be set in production: sign-in codes go by e-mail',
    ],
    [
      'sandbox providers in production',
      { ...production, PROVIDERS: 'sandbox' },
      'cannot start: PROVIDERS must not be sandbox in production: its money is not real',
    ],
    [
      'demo accounts in production',
      { ...production, SEED_DEMO: '1' },
      'cannot start: SEED_DEMO must be off in production: demo accounts have published passwords',
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://127.0.0.1:9/none' },
      'cannot start: DATABASE_URL leads to no database that can be used (ECONNREFUSED)',
    ],
    [
      'a folder that is a file',
      { DATA_DIR: '/etc/hostname' },
      'cannot start: DATA_DIR cannot be the folder /etc/hostname: EEXIST',
    ],
    [
      'a built page that is a file',
      { DIST_DIR: '/etc/hostname' },
      'cannot start: DIST_DIR cannot be the folder /etc/hostname: it is a file',
    ],
    [
      'no built page in production',
      { ...production, DIST_DIR: '/nosuch' },
      'cannot start: DIST_DIR must hold the built page in production: there is no index.html in /nosuch',
    ],
    [
      'no built page in production, in front of another server',
      { ...production, DIST_DIR: '/nosuch', API_ORIGIN: 'https://api.statera.example' },
      'cannot start: DIST_DIR must hold the built page in production: there is no index.html in /nosuch',
    ],
    [
      'an unknown failpoint',
      { FAILPOINTS: 'sometimes@auth.code' },
      'cannot start: FAILPOINTS knows no "sometimes@auth.code": write <point>@<call>',
    ],
  ])('F1 a process with %s ends with one line', async (_, environment, line) => {
    const started = run({ DATA_DIR: await folder(), ...environment });
    expect(await started.ended).toBe(1);
    expect(started.lines).toEqual([line]);
  });

  test('F1 a PostgreSQL that is too old is told by its version and the one that is needed', async () => {
    const of = (major: number, version: string) =>
      refuseOldDatabase({ query: async () => ({ rows: [{ major, version }] }) });
    await expect(of(14, '14.11 (Debian 14.11-1)')).rejects.toEqual(
      new ConfigError('DATABASE_URL leads to PostgreSQL 14.11 (Debian 14.11-1), and 15 or a newer one is needed'),
    );
    await expect(of(15, '15.6')).resolves.toBeUndefined();
    const database = await createDatabase({ empty: true });
    cleaning.push(() => database.drop());
    const client = new pg.Client({ connectionString: database.url });
    cleaning.push(() => client.end());
    await client.connect();
    await refuseOldDatabase(client);
  });

  test('F1 a folder in which a file cannot be written is told with that file', async () => {
    const dataDir = await folder();
    await mkdir(join(dataDir, 'postgres.password'));
    const started = run({ DATA_DIR: dataDir });
    expect(await started.ended).toBe(1);
    const file = join(dataDir, 'postgres.password');
    expect(started.lines).toEqual([`cannot start: DATA_DIR cannot hold the embedded PostgreSQL, ${file}: EISDIR`]);
  });

  test('F1 production refuses a database that holds demo accounts, and takes one that does not', async () => {
    const database = await createDatabase();
    const dist = await makeDist();
    cleaning.push(() => database.drop(), dist.remove);
    const built = { ...production, DIST_DIR: dist.folder };
    const clean = run({ ...built, DATABASE_URL: database.url });
    const health = await fetch(`${await clean.listensAt()}/local/healthcheck`);
    expect([health.status, health.headers.get('strict-transport-security')]).toEqual([
      200,
      expect.stringContaining('max-age=31536000'),
    ]);
    expect((await fetch(`${await clean.listensAt()}/dev/outbox`)).status).toBe(404);
    expect(clean.lines.at(-1)).toMatch(/^Statera: https:\/\/statera\.example, listening at http:\/\/127\.0\.0\.1:\d+$/);
    clean.process.kill('SIGTERM');
    expect(await clean.ended).toBe(0);
    await (await startServer({ DATABASE_URL: database.url })).close();
    const refused = run({ ...built, DATABASE_URL: database.url });
    expect(await refused.ended).toBe(1);
    expect(refused.lines).toEqual([
      'cannot start: DATABASE_URL holds demo accounts, whose passwords are published: production needs a database of its own',
    ]);
  });

  test('F1 the address that is printed is one at which a page may send, with the outbox below it', async () => {
    const database = await createDatabase();
    cleaning.push(() => database.drop());
    const PUBLIC_URL = 'http://localhost:8099';
    const started = run({ PUBLIC_URL, SEED_DEMO: '1', DATABASE_URL: database.url });
    const line = await started.line(/^Statera: http/);
    expect(line).toMatch(/^Statera: http:\/\/localhost:8099, listening at http:\/\/127\.0\.0\.1:\d+$/);
    expect(started.lines).toContain('mail: http://localhost:8099/dev/outbox');
    const send = async (origin: string) =>
      await fetch(`${await started.listensAt()}/api/auth/login`, {
        ...{ method: 'POST', headers: { origin, 'content-type': 'application/json' } },
        body: JSON.stringify({ email: 'demo@example.com' }),
      });
    expect((await send(/http:[^\s,]+/.exec(line)?.[0] ?? '')).status).toBe(200);
  });

  test.each(['PORT', 'SANDBOX_PORT'])(
    'F1 a port that is taken ends the start with one line, and the database stays as it is: %s',
    async (variable) => {
      const taken: Server = createSocket();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      cleaning.push(() => new Promise((resolve) => taken.close(resolve)));
      const database = await createDatabase({ empty: true });
      cleaning.push(() => database.drop());
      const { port } = taken.address() as AddressInfo;
      const started = run({ [variable]: String(port), DATABASE_URL: database.url });
      expect(await started.ended).toBe(1);
      expect(started.lines).toEqual([`cannot start: ${variable} ${port} is taken by another program`]);
      const pool = openPool(database.url, 1, () => undefined);
      cleaning.push(() => pool.db.destroy());
      expect((await pool.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0);
    },
  );

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'F1 R1 %s during the start, be it that another process prepares the database, ends it at once',
    async (signal) => {
      const database = await createDatabase();
      cleaning.push(() => database.drop());
      const pool = openPool(database.url, 2, () => undefined);
      cleaning.push(() => pool.db.destroy());
      await alone(pool.pool, async () => {
        const started = run({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
        const waiting = await started.line(/waiting for another process that prepares the database/);
        // It asks again, and says so once.
        const asked = async () => {
          const { rows } = await pool.pool.query<{ at: Date }>(`
            select query_start as at from pg_stat_activity
            where datname = current_database() and query like 'select pg_try_advisory_lock%' order by query_start`);
          return rows.at(-1)?.at;
        };
        const first = await asked();
        await until(async () => String(await asked()) !== String(first), 'it never asked again');
        started.process.kill(signal);
        expect(await started.ended).toBe(0);
        expect(started.lines.filter((line) => !line.includes('no built page'))).toEqual([waiting]);
      });
    },
  );

  test('F1 S2 a start that fails for a reason nobody thought of ends with one line, without what the database quotes', async () => {
    const database = await createDatabase();
    cleaning.push(() => database.drop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
      create function fail() returns trigger language plpgsql as $$
      begin
        raise exception 'of somebody@example.com' using detail = 'Key (email)=(somebody@example.com)', errcode = 'unique_violation';
      end $$;
      create trigger fail before insert on settings execute function fail()`);
    await client.end();
    const started = run({ DATABASE_URL: database.url });
    expect(await started.ended).toBe(1);
    expect(started.lines).toEqual([expect.stringMatching(/^cannot start: \{"type":"error","code":"23505",.*\}$/)]);
    expect(started.lines.join('')).not.toContain('somebody');
  });

  test.each([
    ['in which its user may make no tables', 'names somebody who may make no tables and no schema there (42501)'],
    ['that is only read', 'leads to a database that is only read (25006)'],
    ['that takes no more connections', 'leads to no database that can be used (53300)'],
  ])('F1 a database %s ends the start with one line, which names the variable', async (which, words) => {
    const database = await createDatabase({ empty: true });
    cleaning.push(() => database.drop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const name = rows[0]?.name ?? '';
    const url = new URL(database.url);
    [url.username, url.password] = [`u_${name}`, 'secret'];
    await client.query(`create role u_${name} login password 'secret'`);
    cleaning.push(async () => {
      await client.query(`alter database ${name} reset all`);
      await client.query(`drop owned by u_${name}`);
      await client.query(`drop role u_${name}`);
      await client.end();
    });
    if (!which.startsWith('in which')) await client.query(`grant create, usage on schema public to u_${name}`);
    if (which.endsWith('read')) await client.query(`alter database ${name} set default_transaction_read_only = on`);
    if (which.endsWith('connections')) await client.query(`alter role u_${name} connection limit 0`);
    const started = run({ DATABASE_URL: url.href });
    expect(await started.ended).toBe(1);
    expect(started.lines).toEqual([`cannot start: DATABASE_URL ${words}`]);
  });

  test('F1 a host that is no address of this machine ends the start with one line', async () => {
    const database = await createDatabase();
    cleaning.push(() => database.drop());
    const started = run({ HOST: '203.0.113.9', DATABASE_URL: database.url });
    expect(await started.ended).toBe(1);
    expect(started.lines).toEqual(['cannot start: HOST 203.0.113.9 is no address of this machine']);
  });
});

describe('the embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'statera-data-'));
  });
  afterAll(async () => {
    // A test that failed may have left the cluster running.
    await (await openEmbedded(dataDir)).leave();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('F1 one command serves; SIGTERM finishes what is under way and stops it all; the next start has what was there', async () => {
    const first = run({ DATA_DIR: dataDir });
    const browser = new Browser(await first.listensAt());
    const words = first.lines.filter((line) => !line.startsWith('{'));
    expect(words).toEqual([
      'demo: demo@example.com demo-password-1',
      'demo: new@example.com demo-password-2',
      'demo: must@example.com (by code)',
      `mail: ${browser.url}/dev/outbox`,
      `Statera: ${browser.url}`,
    ]);
    const underWay = signInByPassword(browser);
    await browser.get('/local/healthcheck');
    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    await underWay;
    const account = browser.account;
    expect(account).toBeDefined();

    const second = run({ DATA_DIR: dataDir });
    browser.url = await second.listensAt();
    expect((await browser.get('/api/auth/check')).body.user.account_id).toBe(account);
    second.process.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    const cluster = await openEmbedded(dataDir);
    expect(cluster.joined).toBe(false);
    await cluster.leave();
  });

  test('F1 left over from a killed server it is joined, never fought', async () => {
    const killed = run({ DATA_DIR: dataDir });
    const browser = new Browser(await killed.listensAt());
    await signInByPassword(browser);
    killed.process.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    const left = await postmasterOf(dataDir);
    expect(runs(left)).toBe(true);

    const next = run({ DATA_DIR: dataDir });
    browser.url = await next.listensAt();
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
    expect(await postmasterOf(dataDir)).toBe(left);
    next.process.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(runs(left)).toBe(false);
  });

  test('F1 two servers that start at once share it, and the last one out stops it', async () => {
    const both = [run({ DATA_DIR: dataDir }), run({ DATA_DIR: dataDir })] as const;
    const urls = await Promise.all(both.map((one) => one.listensAt()));
    const pid = await postmasterOf(dataDir);
    const browser = new Browser(urls[0] ?? '');
    await signInByPassword(browser);
    browser.url = urls[1] ?? '';
    expect((await browser.get('/api/auth/check')).body.user.is_authenticated).toBe(true);
    both[0].process.kill('SIGTERM');
    expect(await both[0].ended).toBe(0);
    expect((await browser.get('/api/auth/check')).http).toBe(200);
    both[1].process.kill('SIGTERM');
    expect(await both[1].ended).toBe(0);
    expect(runs(pid)).toBe(false);
  });

  test('F1 a server that starts while another stops has a database, and keeps it', { timeout: 90_000 }, async () => {
    let last = run({ DATA_DIR: dataDir });
    await last.listensAt();
    // The last ones leave in the middle: a second signal does not wait.
    for (const signals of deep ? [1, 1, 1, 2, 2] : [1, 2]) {
      const leaving = last;
      leaving.process.kill('SIGTERM');
      last = run({ DATA_DIR: dataDir });
      if (signals === 2) leaving.process.kill('SIGTERM');
      const browser = new Browser(await last.listensAt());
      await leaving.ended;
      await signInByPassword(browser);
      expect((await browser.get('/local/healthcheck')).http).toBe(200);
    }
    const pid = await postmasterOf(dataDir);
    last.process.kill('SIGTERM');
    expect(await last.ended).toBe(0);
    expect(runs(pid)).toBe(false);
  });

  test(
    'F1 the database is joined or started anew, whatever the moment in which another leaves it',
    { timeout: 90_000 },
    async () => {
      let leaving = await openEmbedded(dataDir);
      for (let later = 0; later < 40; later += 4) {
        const left = leaving.leave();
        await pause(later);
        const cluster = await openEmbedded(dataDir);
        await left;
        const client = new pg.Client({ connectionString: cluster.url });
        await client.connect();
        expect((await client.query('select pg_sleep(0.05), 1 as one')).rows[0]).toMatchObject({ one: 1 });
        await client.end();
        leaving = cluster;
      }
      await leaving.leave();
    },
  );

  test('F1 a pid file whose process is gone, or is another program, is no obstacle', async () => {
    for (const pid of [process.pid, 4_194_000]) {
      await writeFile(join(dataDir, 'postgres.lock'), '4194001');
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${pid}\n${dataDir}/postgres\n0\n1\n\n\n\nready\n`);
      const cluster = await openEmbedded(dataDir);
      expect(cluster.joined).toBe(false);
      await cluster.leave();
    }
  });

  test('F1 two servers that prepare one empty database at once do it once', async () => {
    const database = await createDatabase({ empty: true });
    cleaning.push(() => database.drop());
    const both = await Promise.all([
      startServer({ DATABASE_URL: database.url }),
      startServer({ DATABASE_URL: database.url }),
    ]);
    expect(await both[0].db.selectFrom('accounts').select('email').where('demo', '=', true).execute()).toHaveLength(3);
    for (const server of both) await server.close();
  });
});

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number(execFileSync('head', ['-1', join(dataDir, 'postgres', 'postmaster.pid')], { encoding: 'utf8' }));
