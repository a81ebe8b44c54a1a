import { connect, createServer, Socket, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lentOnce } from '../../server/db/connections.ts';
import { openPool, type Db } from '../../server/db/db.ts';
import { toRefusal } from '../../server/http/to-refusal.ts';
import { createDatabase, type TestDatabase } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase({ empty: true });
});
afterAll(() => database.drop());

const answerTo = (question: Promise<unknown>) =>
  question.then(
    () => 200,
    (error: unknown) => toRefusal(error, () => {}).status,
  );
const dies = (db: Db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);

describe('a connection that the database ended', () => {
  test('R1 is lent to nobody: of two questions on one connection the first fails, the next is answered', async () => {
    const { db } = openPool(database.url, 1, () => {});
    try {
      for (let time = 0; time < 5; time += 1)
        expect([await answerTo(dies(db)), await answerTo(sql`select 1`.execute(db))]).toEqual([503, 200]);
    } finally {
      await db.destroy();
    }
  });

  test('R1 in a transaction it is no fault of ours: come again', async () => {
    const { db } = openPool(database.url, 1, () => {});
    try {
      const torn = db.transaction().execute(async (trx) => {
        await dies(trx).catch(() => {});
        await sql`select 1`.execute(trx);
      });
      expect(await answerTo(torn)).toBe(503);
      expect(await answerTo(sql`select 1`.execute(db))).toBe(200);
    } finally {
      await db.destroy();
    }
  });
});

test('R1 a database that is only read is no fault of ours, and whoever comes next has another connection', async () => {
  const { db } = openPool(database.url, 1, () => {});
  try {
    await sql`set default_transaction_read_only = on`.execute(db);
    expect(await answerTo(sql`create table written ()`.execute(db))).toBe(503);
    expect(await answerTo(sql`create table written ()`.execute(db))).toBe(200);
  } finally {
    await db.destroy();
  }
});

test('R1 the database asks after a silent connection: whoever went without a word keeps no lock for two hours', async () => {
  const { db } = openPool(database.url, 1, () => {});
  try {
    const names = ['idle', 'interval', 'count'].map((name) => `tcp_keepalives_${name}`);
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name = any(${names}::text[]) order by name desc`.execute(db);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      tcp_keepalives_idle: '10',
      tcp_keepalives_interval: '5',
      tcp_keepalives_count: '3',
    });
  } finally {
    await db.destroy();
  }
});

test('R1 this end asks after a silent database as soon: a start that waits for a migration does not wait for a way that is gone', async () => {
  const keepsAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const { db } = openPool(database.url, 1, () => {}, { unheard: undefined });
  try {
    await sql`select 1`.execute(db);
    expect(keepsAlive.mock.calls).toEqual([[true, 10_000]]);
  } finally {
    keepsAlive.mockRestore();
    await db.destroy();
  }
});

/** Names of what a connection is opened with, those in its options by theirs. */
const openedWith = (first: Buffer): string[] => {
  const words = first.subarray(8).toString().split('\0');
  const pairs = words
    .slice(0, words.indexOf(''))
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1] ?? '']] : []));
  return pairs.flatMap(([name = '', value = '']) =>
    name === 'options' ? [...value.matchAll(/-c (\w+)=/g)].map(([, option = '']) => option) : [name],
  );
};

test('R1 a connection is opened with what a pooler in between keeps itself, and has the other settings all the same', async () => {
  const { hostname, port } = new URL(database.url);
  const opened: string[] = [];
  const pooler = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.once('data', (first) => opened.push(...openedWith(first as Buffer)));
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => {});
  });
  await new Promise<void>((listening) => void pooler.listen(0, '127.0.0.1', listening));
  const through = new URL(database.url);
  through.port = String((pooler.address() as AddressInfo).port);
  const { db } = openPool(through.href, 1, () => {});
  try {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle,
        current_setting('TimeZone') as zone`.execute(db);
    expect(rows).toEqual([{ statement: '15s', idle: '30s', zone: 'UTC' }]);
    const kept = ['DateStyle', 'TimeZone', 'application_name', 'client_encoding', 'database', 'user'];
    expect(opened.toSorted()).toEqual(kept);
  } finally {
    await db.destroy();
    pooler.close();
  }
});

test('R1 an address with options of its own keeps them, and times are told in UTC all the same', async () => {
  const { db: owner } = openPool(database.url, 1, () => {});
  await sql
    .raw(`alter database ${new URL(database.url).pathname.slice(1)} set timezone = 'Europe/Moscow'`)
    .execute(owner);
  await owner.destroy();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c geqo_threshold=15');
  const { db } = openPool(url.href, 1, () => {});
  try {
    const { rows } = await sql<{ at: string; kept: string }>`
      select timestamptz '2026-01-02 03:04:05+00' as at, current_setting('geqo_threshold') as kept`.execute(db);
    expect(rows).toEqual([{ at: '2026-01-02T03:04:05Z', kept: '15' }]);
  } finally {
    await db.destroy();
  }
});

test('R1 with no free connection in time it is said to come again', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1_000 });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: lentOnce(pool) }) });
  try {
    const answers = await db.transaction().execute(async (holding) => {
      await sql`select 1`.execute(holding);
      return await answerTo(sql`select 1`.execute(db));
    });
    expect(answers).toBe(503);
  } finally {
    await db.destroy();
  }
});

/** Between a pool and the database: `lose` is a way that fails without a word; who comes after it has another one. */
const startLossyWay = async (url: string) => {
  const { hostname, port } = new URL(url);
  const ways = new Set<{ lost: boolean }>();
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const way = { lost: false };
    ways.add(way);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => way.lost || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => way.lost || to.destroy());
    }
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const through = new URL(url);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    lose: () => {
      for (const way of ways) way.lost = true;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};

describe('a database that is gone without a word', () => {
  test('R1 is not waited for: whoever asked it is told to come again, and the next one has another connection', async () => {
    const way = await startLossyWay(database.url);
    const { db, pool } = openPool(way.url, 1, () => {}, { unheard: 500 });
    try {
      expect(await answerTo(sql`select 1`.execute(db))).toBe(200);
      way.lose();
      expect(await answerTo(sql`select 1`.execute(db))).toBe(503);
      expect(await answerTo(sql`select 1`.execute(db))).toBe(200);
      // Who asks by themselves, as jobs do, too.
      const client = await pool.connect();
      way.lose();
      await expect(client.query('select 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      client.release();
      expect(await answerTo(sql`select 1`.execute(db))).toBe(200);
    } finally {
      await db.destroy();
      way.close();
    }
  });

  test('R1 a transaction on it ends as well', async () => {
    const way = await startLossyWay(database.url);
    const { db } = openPool(way.url, 1, () => {}, { unheard: 500 });
    try {
      const torn = db.transaction().execute(async (trx) => {
        await sql`select 1`.execute(trx);
        way.lose();
        await sql`select 1`.execute(trx);
      });
      expect(await answerTo(torn)).toBe(503);
      expect(await answerTo(sql`select 1`.execute(db))).toBe(200);
    } finally {
      await db.destroy();
      way.close();
    }
  });

  test('R1 is another one than a slow one, and than one that nobody asks', async () => {
    const { db, pool } = openPool(database.url, 1, () => {}, { unheard: 500 });
    try {
      const client = await pool.connect();
      await client.query('listen news');
      await pause(1_200);
      await client.query('select 1');
      client.release();
      expect(await answerTo(sql`select pg_sleep(0.3)`.execute(db))).toBe(200);
    } finally {
      await db.destroy();
    }
  });
});
