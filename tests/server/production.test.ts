import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPool } from '../../server/db/db.ts';
import { refuseTraces } from '../../server/production.ts';
import { makeDist, type Dist } from './dist.ts';
import { createDatabase, runServer, startServer, type Run } from './harness.ts';

let dist: Dist;
beforeAll(async () => {
  dist = await makeDist();
});
afterAll(() => dist.remove());

const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleaning.splice(0).toReversed()) await step();
});

const produce = (databaseUrl: string): Run => {
  const started = runServer({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DIST_DIR: dist.folder,
    NODE_ENV: 'production',
    PROVIDERS: 'none',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'no-reply@statera.example',
    PUBLIC_URL: 'https://statera.example',
    TRUST_PROXY: '0',
    DATABASE_URL: databaseUrl,
  });
  cleaning.push(() => {
    started.process.kill('SIGKILL');
    return started.ended;
  });
  return started;
};

describe('a production database', () => {
  test.each([
    [
      'settings of the sandbox',
      ['create table sandbox (key text, value jsonb)', `insert into sandbox values ('quotes', '{}')`],
      'settings of the sandbox, whose money is not real',
    ],
    [
      'orders of the sandbox',
      ['create table sandbox_orders (id text, asked integer)', `insert into sandbox_orders values ('x', 1)`],
      'orders of the sandbox, whose money is not real',
    ],
    [
      'reserves of the sandbox',
      [
        'create table operations (id text, kind text)',
        `insert into operations values ('RESERVE0000000000003', 'treasury')`,
      ],
      'reserves of the sandbox, whose money is not real',
    ],
    [
      'demo accounts',
      ['create table accounts (demo boolean)', 'insert into accounts values (true)'],
      'demo accounts, whose passwords are published',
    ],
  ])('F1 production refuses a database that holds %s, before it migrates', async (_, statements, what) => {
    const database = await createDatabase({ empty: true });
    cleaning.push(() => database.drop());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    cleaning.push(() => client.end());
    for (const statement of statements) await client.query(statement);
    const tables = `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    const before = (await client.query(tables)).rows;
    const refused = produce(database.url);
    expect(await refused.ended).toBe(1);
    expect(refused.lines).toEqual([`cannot start: DATABASE_URL holds ${what}: production needs a database of its own`]);
    expect((await client.query(tables)).rows).toEqual(before);
  });

  test.each([
    ['as it is migrated', false, []],
    [
      'that sorts as a language does',
      true,
      [
        'create table operations (id text collate "en-x-icu" primary key, kind text)',
        'create table accounts (demo boolean)',
      ],
    ],
  ])('F1 a start reads no table from its beginning to its end in a database %s', async (_, empty, statements) => {
    const database = await createDatabase({ empty });
    cleaning.push(() => database.drop());
    const { db } = openPool(database.url, 1, () => {});
    cleaning.push(() => db.destroy());
    for (const statement of [...statements, 'set enable_seqscan = off', 'set enable_bitmapscan = off'])
      await sql.raw(statement).execute(db);
    const looks = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ relname: string; seq_scan: string }>`
        select relname, seq_scan from pg_stat_user_tables
        where relname = any(${empty ? ['operations'] : ['accounts', 'operations']}) order by 1`.execute(db);
      return rows;
    };
    const before = await looks();
    await refuseTraces(db, { databaseUrl: database.url });
    expect(await looks()).toEqual(before);
    expect(before.length).toBe(empty ? 1 : 2);
  });

  test('F1 production refuses a database that a sandbox without demo accounts has served', async () => {
    const database = await createDatabase();
    cleaning.push(() => database.drop());
    await (await startServer({ DATABASE_URL: database.url, SEED_DEMO: '0' })).close();
    const refused = produce(database.url);
    expect(await refused.ended).toBe(1);
    expect(refused.lines).toEqual([
      'cannot start: DATABASE_URL holds reserves of the sandbox, whose money is not real: production needs a database of its own',
    ]);
  });
});
