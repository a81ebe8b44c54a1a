import { sql, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
