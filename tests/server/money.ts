import { sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../contract/operation.ts';
import { withCheckDigit } from '../../server/auth/accounts.ts';
import { openSession } from '../../server/auth/sessions.ts';
import type { Db } from '../../server/db/db.ts';
import { depositTo } from '../../server/ledger/deposit.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { raise } from '../../server/revision.ts';
import type { Browser, Reply } from './browser.ts';

interface Site {
  db: Db;
  browser(): Browser;
}

export interface Ask {
  src: string;
  dst: string;
  side: 'give' | 'get';
  amount: string;
}

/** Somebody with an account, money and a browser that is signed in. */
export interface Person {
  id: string;
  number: string;
  browser: Browser;
  /** Another browser of the same person, with a session of its own. */
  elsewhere(site?: Site): Promise<Browser>;
}

export const usdToBtc: Ask = { src: 'USD', dst: 'BTC', side: 'give', amount: '100' };

const signedIn = async (site: Site, id: string, number: string): Promise<Browser> => {
  const browser = site.browser();
  browser.cookies.set('session', (await openSession(site.db, id, false)).token);
  browser.account = number;
  return browser;
};

/** An account whose number nobody has. */
const makeAccount = async (db: Db): Promise<{ id: string; number: string }> => {
  const number = withCheckDigit(String(randomInt(4_000_000, 10_000_000)));
  const made = await db
    .insertInto('accounts')
    .values({ number, email: `p${number}@example.com`, locale: 'en' })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number'])
    .executeTakeFirst();
  return made ?? (await makeAccount(db));
};

/** A new account with this money in its wallets. */
export const makePerson = async (site: Site, money: Record<string, string> = { USD: '1000' }): Promise<Person> => {
  const { id, number } = await makeAccount(site.db);
  await site.db.transaction().execute(async (trx) => {
    for (const [currency, amount] of Object.entries(money)) await depositTo(trx, id, { currency, amount });
    await raise(trx, id, 'wallets', 'total_balance');
  });
  const browser = await signedIn(site, id, number);
  return { id, number, browser, elsewhere: (other = site) => signedIn(other, id, number) };
};

export const check = (browser: Browser, ask: Ask = usdToBtc): Promise<Reply> =>
  browser.form('/api/exchange/check', { ...ask });

/** A check that is answered with an open operation. */
export const checked = async (browser: Browser, ask: Ask = usdToBtc): Promise<Operation> => {
  const { http, body } = await check(browser, ask);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  return body.payload;
};

export const submit = (browser: Browser, { id }: { id: string }): Promise<Reply> =>
  browser.form(`/api/exchange/confirm/${id}`, { id });

export const statusOf = async (browser: Browser, { id }: { id: string }): Promise<Operation> =>
  (await browser.get(`/api/exchange/status/${id}`)).body.payload;

/** Asks until the answer is true. @throws after ten seconds. */
export const until = async (question: () => Promise<boolean>, why = 'it never came'): Promise<void> => {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await question()) return;
    await pause(25);
  }
  throw new Error(why);
};

/** How many statements of this database wait for a lock. */
export const waitingForLocks = async (db: Db): Promise<number> => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
};

/** Asks for the status until it is this one. */
export const becomes = async (
  browser: Browser,
  operation: { id: string },
  status: Operation['status'],
): Promise<Operation> => {
  let last: Operation | undefined;
  await until(async () => {
    last = await statusOf(browser, operation);
    return last.status === status;
  }, `${operation.id} never became ${status}`);
  return last as Operation;
};

/** Tells the provider how to behave: to one person, else to everybody. Settles at once unless a delay is given. */
export const provider = (
  db: Db,
  behaviour: 'settle' | 'fail' | 'hang' | 'twice' | 'late',
  { whom = '', delay = 0 }: { whom?: string; delay?: number } = {},
): Promise<void> => tellSandbox(db, 'provider', { behaviour, delay_ms: delay }, whom);

/** The operation's time is over, by the database's clock. */
export const runOut = async (db: Db, { id }: { id: string }): Promise<void> => {
  await db.updateTable('operations').set({ expires_at: '2026-01-01T00:00:00Z' }).where('id', '=', id).execute();
};

/**
 * The next question about it, or about everything that is under way, is due. Of one it is so once nobody asks: whoever asks just now
 * would put the next question off behind it. Of everything it is not where it is being asked.
 */
export const hurry = async (db: Db, { id = null }: { id?: string | null } = {}): Promise<void> => {
  await until(async () => {
    const { rows } = await sql`
      select 1 from graphile_worker.jobs where key = ${id} and locked_by is not null`.execute(db);
    return rows.length === 0;
  }, `${id} is asked for ever`);
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(j.id), run_at := clock_timestamp()) from graphile_worker.jobs j
    where j.locked_by is null and j.key = coalesce(${id}, j.key) having count(*) > 0`.execute(db);
};

/** Movements of an operation, in their order. */
export const movementsOf = async (db: Db, { id }: { id: string }): Promise<string[]> => {
  const rows = await db.selectFrom('movements').select('kind').where('operation_id', '=', id).orderBy('id').execute();
  return rows.map(({ kind }) => kind);
};
