import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { endUnheard, lentOnce } from './connections.ts';
import type { CardTables } from './tables/cards.ts';
import type { ChatTables } from './tables/chat.ts';
import type { GroundTables } from './tables/ground.ts';
import type { LedgerTables } from './tables/ledger.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { ReferralTables } from './tables/referral.ts';
import type { SettingsTables } from './tables/settings.ts';
import type { VerificationTables } from './tables/verification.ts';

export interface Tables
  extends
    CardTables,
    ChatTables,
    GroundTables,
    LedgerTables,
    PaymentTables,
    ReferralTables,
    SettingsTables,
    VerificationTables {}

/** A connection of the pool, or the transaction that one is in: a query takes either. */
export type Db = Kysely<Tables>;

/** `2026-01-02 03:04:05.678901+00` as RFC 3339. The connection's time zone is UTC. */
const toRfc3339 = (text: string): string => text.replace(' ', 'T').replace(/\+00$/, 'Z');
const asIs = (text: string): string => text;

/** Money, int8 and times stay text: a JavaScript number or date would round them. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC || oid === pg.types.builtins.DATE)
        return asIs;
      if (oid === pg.types.builtins.TIMESTAMPTZ) return toRfc3339;
    }
    return pg.types.getTypeParser(oid, format);
  },
} satisfies pg.CustomTypesConfig;

export interface Pool {
  db: Db;
  /** For what Kysely does not speak: session locks. */
  pool: pg.Pool;
}

/** What each connection is opened with: without it a time would be told as the database tells it. */
const session = '-c TimeZone=UTC -c DateStyle=ISO';

/** An address may bring options of its own, which the driver would take in place of ours. */
const withSession = (url: string): string => {
  const given = URL.parse(url)?.searchParams.get('options');
  if (!given) return url;
  const both = new URL(url);
  both.searchParams.set('options', `${given} ${session}`);
  return both.href;
};

/**
 * Milliseconds. `unheard`: the database would have cancelled a statement by then, and said so; `silent`: until the other end is
 * asked whether it is there.
 */
const times = { statement: 15_000, unheard: 20_000, silent: 10_000 };

/**
 * What each connection is told before anything else, and not opened with: a pooler in between, such as PgBouncer, turns away
 * whoever opens one with a setting that it does not keep itself. A machine that is gone without a word would keep its locks for two
 * hours: the database asks after a silent one, and ends it within half a minute; over a socket of the same machine it
 * knows by itself, and takes no notice of these times.
 */
const settings = `
  set statement_timeout = ${times.statement};
  set idle_in_transaction_session_timeout = 30000;
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3`;

/**
 * A pool of at most `size` connections. A statement that takes longer than 15 s is cancelled. Who sets a longer time of their own,
 * as migrations do, says by `unheard: undefined` that a silent database is waited for.
 */
export const openPool = (
  url: string,
  size: number,
  onError: (error: Error) => void,
  { unheard }: { unheard: number | undefined } = times,
): Pool => {
  const pool = new pg.Pool({
    connectionString: withSession(url),
    max: size,
    types,
    connectionTimeoutMillis: 5_000,
    // Who listens for jobs, holds a lock, or waits for a migration, hears nothing for a long time: the system asks, and ends it
    // where nobody answers, which by itself it would begin with after two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: times.silent,
    application_name: 'statera',
    options: session,
    async onConnect(client) {
      if (unheard !== undefined) endUnheard(client, unheard);
      await client.query(settings);
    },
  });
  pool.on('error', onError);
  // A connection in use that the server ends would otherwise be an uncaught exception; its query fails by itself.
  pool.on('connect', (client) => client.on('error', onError));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lentOnce(pool) }) }) };
};
