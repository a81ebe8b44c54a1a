import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { inject } from 'vitest';
import { productName } from '../../contract/product.ts';
import { unseal } from '../../server/auth/seal.ts';
import { readConfig } from '../../server/config.ts';
import { openPool, type Db } from '../../server/db/db.ts';
import type { RunningServer } from '../../server/server.ts';
import { databaseAt, quiet, seededName, templateName } from '../setup/postgres.ts';
import { endLater } from '../setup/processes.ts';
import { startLine } from '../tools/start-line.ts';
import { Browser } from './browser.ts';

export { Browser } from './browser.ts';

type Environment = Record<string, string>;

const root = join(import.meta.dirname, '..', '..');
const clusterUrl = (): string => inject('clusterUrl');

const onCluster = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

export interface TestDatabase {
  url: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A migrated database that nobody else has; `empty` leaves the migrations out, `seeded` has the demo accounts (browsers). */
export const createDatabase = async ({ empty = false, seeded = false } = {}): Promise<TestDatabase> => {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onCluster(`create database ${name} template ${empty ? 'template0' : seeded ? seededName : templateName}`);
  return {
    url: databaseAt(clusterUrl(), name),
    drop: () => onCluster(`drop database if exists ${name} with (force)`),
  };
};

export interface TestServer {
  url: string;
  db: Db;
  databaseUrl: string;
  /** A new browser that is on this site. */
  browser(userAgent?: string): Browser;
  close(): Promise<void>;
}

/** A server in this process, on a free port and on a database of its own, with the demo accounts unless SEED_DEMO says 0. */
export const startServer = async (environment: Environment = {}): Promise<TestServer> => {
  const seeded = (environment['SEED_DEMO'] ?? '1') === '1';
  const database = environment['DATABASE_URL'] === undefined ? await createDatabase({ seeded }) : undefined;
  const databaseUrl = environment['DATABASE_URL'] ?? database?.url ?? '';
  const config = readConfig({ ...quiet, SEED_DEMO: '1', DATABASE_URL: databaseUrl, ...environment });
  // Whoever only starts processes does without it.
  const { createServer } = await import('../../server/server.ts');
  let server: RunningServer;
  try {
    server = await createServer({ config });
  } catch (error) {
    await database?.drop();
    throw error;
  }
  if (server.db === undefined) throw new Error('a test server has a database');
  return {
    url: server.url,
    db: server.db,
    databaseUrl,
    browser: (userAgent) => new Browser(server.url, userAgent),
    close: async () => {
      await server.close();
      await database?.drop();
    },
  };
};

export interface ChildServer {
  url: string;
  databaseUrl: string;
  /** A pool of the test's own: it outlives the process. */
  db: Db;
  process: ChildProcess;
  /** All that it has said so far, line by line. */
  lines: string[];
  browser(userAgent?: string): Browser;
  /** Resolves when the process has ended, by itself or by `kill`: exit code or signal. */
  ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Ends the process if it runs, and removes the database. */
  close(): Promise<void>;
}

export interface Run {
  process: ChildProcess;
  lines: string[];
  ended: Promise<number | NodeJS.Signals>;
  /** The first line of its output that matches; rejects with everything it said when it ends before. */
  line(pattern: RegExp): Promise<string>;
  /** Where a product of this name, a pattern, says that it listens. */
  listensAt(name?: string): Promise<string>;
}

/** What Node made of the server's files is used again: each test file starts one. */
const compiled = join(root, 'node_modules', '.cache', 'node');

/** `node server/index.ts` with exactly this environment, besides PATH. */
export const runServer = (environment: Environment): Run => {
  const child = spawn(process.execPath, [join(root, 'server', 'index.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: compiled,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endLater(child);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const readers = [child.stdout, child.stderr].map((input) => createInterface({ input }));
  for (const reader of readers)
    reader.on('line', (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  const ended = Promise.all([once(child, 'exit'), ...readers.map((reader) => once(reader, 'close'))]).then(
    ([[code, signal]]) => (code ?? signal) as number | NodeJS.Signals,
  );
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find((text) => pattern.test(text));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`the server ended: ${lines.join('\n')}`)));
    });
  const listensAt = async (name = productName): Promise<string> => {
    const said = startLine(name);
    return said.exec(await line(said))?.[1] ?? '';
  };
  return { process: child, lines, ended, line, listensAt };
};

/** A server as a process of its own, for tests that kill it. Started again on the same database by `DATABASE_URL`. */
export const startChild = async (environment: Environment = {}, seeded = false): Promise<ChildServer> => {
  const database = environment['DATABASE_URL'] === undefined ? await createDatabase({ seeded }) : undefined;
  const databaseUrl = environment['DATABASE_URL'] ?? database?.url ?? '';
  const run = runServer({ ...quiet, SEED_DEMO: '1', DATABASE_URL: databaseUrl, ...environment });
  const name = (environment['PRODUCT_NAME'] ?? productName).replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`);
  const url = await run.listensAt(name);
  const { db } = openPool(databaseUrl, 3, () => {});
  const kill = (signal: NodeJS.Signals) => {
    run.process.kill(signal);
    return run.ended;
  };
  return {
    url,
    databaseUrl,
    db,
    process: run.process,
    lines: run.lines,
    browser: (userAgent) => new Browser(url, userAgent),
    ended: run.ended,
    kill,
    close: async () => {
      await kill('SIGKILL');
      await db.destroy();
      await database?.drop();
    },
  };
};

/** The newest code and link that were sent to an address. @throws when nothing was. */
export const mailTo = async (
  server: { url: string },
  email: string,
): Promise<{ code: string; link: string; body: string }> => {
  const response = await fetch(`${server.url}/dev/outbox?to=${encodeURIComponent(email)}`);
  const { mails } = (await response.json()) as { mails: { body: string }[] };
  const body = mails.find((mail) => mail.body.includes('link='))?.body ?? '';
  const code = /\b\d{6}\b/.exec(body)?.[0];
  const link = /link=([A-Za-z0-9_-]{43})/.exec(body)?.[1];
  if (code === undefined || link === undefined) throw new Error(`no mail for ${email}`);
  return { code, link, body };
};

/** The token of the last letter by which an address may set another password. @throws when there is none. */
export const resetLinkTo = async (server: { url: string }, email: string): Promise<string> => {
  const response = await fetch(`${server.url}/dev/outbox?to=${encodeURIComponent(email)}`);
  const { mails } = (await response.json()) as { mails: { body: string }[] };
  const token = mails.flatMap(({ body }) => /token=([A-Za-z0-9_-]{43})/.exec(body)?.[1] ?? [])[0];
  if (token === undefined) throw new Error(`no mail for ${email}`);
  return token;
};

/** A puzzle for a browser, and where its piece belongs: what a person reads off the picture. */
export const askForPuzzle = async (
  server: { db: Db },
  browser: Browser,
  headers: Record<string, string> = {},
): Promise<{ id: string; x: number }> => {
  const reply = await browser.post('/api/auth/puzzle', {}, headers);
  expectOk(reply);
  const { id } = reply.body.payload;
  const row = await server.db
    .selectFrom('puzzles')
    .select('sealed_place')
    .where('name', '=', id)
    .executeTakeFirstOrThrow();
  return { id, x: Number(unseal(row.sealed_place, browser.cookies.get('puzzle') ?? '')) };
};

/** Solves a puzzle, as a person does: the next call of this browser that asks for one is let through. */
export const solvePuzzle = async (
  server: { db: Db },
  browser: Browser,
  headers: Record<string, string> = {},
): Promise<void> => {
  const found = await askForPuzzle(server, browser, headers);
  await browser.post('/api/auth/puzzle/answer', found, headers).then(expectOk);
};

/** Signs a browser in by code, as a person does. */
export const signInByCode = async (
  server: { url: string },
  browser: Browser,
  email: string,
  remember = false,
): Promise<void> => {
  await browser.post('/api/auth/login', { email }).then(expectOk);
  const { code } = await mailTo(server, email);
  await browser.post('/api/auth/code', { code, remember }).then(expectOk);
};

export const signInByPassword = async (
  browser: Browser,
  email = 'demo@example.com',
  password = 'demo-password-1',
  remember = false,
): Promise<void> => {
  await browser.post('/api/auth/login_by_password', { email, password, remember }).then(expectOk);
};

export const expectOk = ({ http, body }: { http: number; body: unknown }): void => {
  if (http !== 200) throw new Error(`${http}: ${JSON.stringify(body)}`);
};
