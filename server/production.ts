import { sql } from 'kysely';
import { ConfigError, type Config } from './config.ts';
import type { Db } from './db/db.ts';

/**
 * What must not be in a production database, by the table that tells: rows of it that say so, and what they are. Of a table that
 * grows they are found by an index, whatever the database sorts by: a start that reads all of it would not end within its time.
 */
const traces = [
  ['accounts', sql`demo`, 'demo accounts, whose passwords are published'],
  ['sandbox', sql`true`, 'settings of the sandbox, whose money is not real'],
  ['sandbox_orders', sql`true`, 'orders of the sandbox, whose money is not real'],
  [
    'operations',
    sql`kind = 'treasury' and id between 'RESERVE0000000000000' and 'RESERVE9999999999999' and id ~ '^RESERVE[0-9]{13}$'`,
    'reserves of the sandbox, whose money is not real',
  ],
  [
    'telegram_links',
    sql`telegram_id between 4000000000000000 and 4000000000000009`,
    'people of the sandbox, whom no Telegram knows',
  ],
  ['sandbox_cards', sql`true`, 'cards of the sandbox, whose issuer is none'],
  ['sandbox_pay_orders', sql`true`, 'payments of the sandbox, whose money is not real'],
] as const;

/**
 * Production never serves a database that has been played with. It is asked before the migrations, so that nothing of
 * it is changed; a table that is not there yet holds nothing.
 * @throws ConfigError with one line.
 */
export const refuseTraces = async (db: Db, config: Pick<Config, 'databaseUrl'>): Promise<void> => {
  const variable = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  for (const [table, condition, what] of traces) {
    const there = await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(db);
    if (!there.rows[0]?.is) continue;
    const { rows } = await sql`select from ${sql.table(table)} where ${condition} limit 1`.execute(db);
    if (rows.length > 0) throw new ConfigError(`${variable} holds ${what}: production needs a database of its own`);
  }
};
