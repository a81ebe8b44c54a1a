import { sql } from 'kysely';
import { accountNamed } from '../auth/accounts.ts';
import { holdPassword } from '../auth/credentials.ts';
import { voidResets } from '../auth/password-resets.ts';
import { closeAll } from '../auth/sessions.ts';
import { voidRequests } from '../auth/sign-in-requests.ts';
import { unlinkTelegram } from '../auth/telegram-links.ts';
import type { Db } from '../db/db.ts';
import { writeStopped } from '../mail/stop-mail.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { OperatorError, type Office } from '../office.ts';
import { takeBackUnplaced } from '../operations/take-back.ts';
import { levelOf } from '../payments/methods.ts';
import { raise } from '../revision.ts';
import { countSignIns, readBrowsers } from './browsers.ts';
import { voidWishes } from './change-mail.ts';

const usage = `account show <number or address>       whose it is, what is in its wallets, where it is signed in, its last operations
account sign-out <number or address>   ends every sign-in of it, and what was asked for to get in: codes, links for another
                                       password, another address, its tie to Telegram. Its password stays, and so does
                                       its letter box: whoever knows the one or reads the other signs in again. Its money
                                       stays as it is, and what is under way goes on
account sign-out everybody             the same of every account, but for the ties to Telegram: for a database that was restored to
                                       an earlier moment, before the first server starts on it
account stop <number or address>       as sign-out of it, and from then on nobody signs in, and nothing moves its money out or inside of it: no
                                       confirm, no card. What it had confirmed, and nobody was asked for yet, is taken back into
                                       its wallets; what a provider was asked for goes on. Money that comes is booked as ever. For an
                                       account that somebody else has got hold of; said again, it takes back what is left. A letter tells
                                       whoever it belongs to, and asks them to answer it to have the account opened again
account go <number or address>         it was stopped and goes again, and a letter says so: whoever it belongs to has its letter box
                                       back, and sets another password at once`;

const lastOperations = 10;

const found = async (db: Db, named: string) => {
  const row = await accountNamed(db, named);
  if (!row) throw new OperatorError(`nobody is ${named}`);
  return row;
};

const show = async ({ db, say }: Office, named: string): Promise<void> => {
  const {
    id,
    number,
    email,
    created_at: since,
    locale,
    need_set_password: passwordless,
    stopped_at: stopped,
  } = await found(db, named);
  const verified = (await levelOf(db, id)) > 0 ? 'verified' : 'not verified';
  say(`${number}  ${email}  since ${since}  ${verified}`);
  say(`  language ${locale ?? 'of the browser'}${passwordless ? ', has no password yet' : ''}`);

  if (stopped !== null) say(`  stopped since ${stopped}`);
  const currencies = await readCurrencies(db);
  const wallets = await db.selectFrom('wallets').selectAll().where('account_id', '=', id).orderBy('id').execute();
  for (const wallet of wallets) {
    const { scale } = currencyOf(currencies, wallet.currency);
    const held = `${written(wallet.held, scale)} held`;
    say(`  wallet ${wallet.number}  ${written(wallet.available, scale)} ${wallet.currency}, ${held}`);
  }

  for (const one of await readBrowsers(db, id, null))
    say(`  signed in  ${one.device}, ${one.place}  since ${one.since}  seen ${one.seen_at}`);

  const operations = await db
    .selectFrom('operations')
    .select(['id', 'kind', 'status', 'created_at'])
    .where('account_id', '=', id)
    .where('parent_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(lastOperations)
    .execute();
  for (const { id: operation, kind, status, created_at: at } of operations)
    say(`  ${operation}  ${kind}  ${status}  ${at}`);
};

/**
 * Ends every way in, but for the password. The account's row is held until the transaction ends.
 * @returns how many sign-ins there were.
 */
const endWaysIn = async (trx: Db, { id, email }: { id: string; email: string }): Promise<number> => {
  await voidRequests(trx, email);
  // One that is being opened waits for this, or is ended by it.
  await holdPassword(trx, id, 'to change it');
  await voidWishes(trx, id);
  await unlinkTelegram(trx, id);
  await voidResets(trx, id);
  const open = await countSignIns(trx, id);
  await closeAll(trx, id);
  return open;
};

const ended = (count: number): string =>
  `sign-ins ended: ${count}, and no code, link or Telegram account of before signs in`;

const signOut = async ({ db, say }: Office, named: string): Promise<void> => {
  const account = await found(db, named);
  const count = await db.transaction().execute((trx) => endWaysIn(trx, account));
  say(`${account.number}  ${ended(count)}`);
};

/** The mark first: what is confirmed or placed at this moment is there before it, and seen below, or finds it. */
const stop = async ({ db, config, say }: Office, named: string): Promise<void> => {
  const account = await found(db, named);
  const { id, number } = account;
  const count = await db.transaction().execute(async (trx) => {
    const open = await endWaysIn(trx, account);
    const { rows } = await sql`
      update accounts set stopped_at = clock_timestamp() where id = ${id} and stopped_at is null returning 1`.execute(
      trx,
    );
    if (rows.length > 0) await writeStopped(config, trx, { account: id, what: 'stopped' });
    // A transfer is confirmed at the revision at which it was looked at.
    await raise(trx, id, 'user');
    return open;
  });
  say(`${number}  stopped: nobody signs in, and nothing moves its money; ${ended(count)}`);
  const { back, goesOn } = await takeBackUnplaced(db, id);
  for (const { id: operation, kind } of back)
    say(`  ${operation}  ${kind}  taken back, its money is in the wallet again`);
  for (const { id: operation, kind, taken_by: by } of goesOn) {
    const why = by === null ? 'goes on, it is too late to take it back' : `stays, for ${by} decides about it`;
    const next = by === null ? 'ask its provider to stop it' : `operation show ${operation}`;
    say(`  ${operation}  ${kind}  ${why}: ${next}`);
  }
};

const go = async ({ db, config, say }: Office, named: string): Promise<void> => {
  const account = await found(db, named);
  const { id, number } = account;
  await db.transaction().execute(async (trx) => {
    // What was asked for while it was stopped may have been asked for by somebody else.
    await endWaysIn(trx, account);
    const { rows } = await sql`
      update accounts set stopped_at = null where id = ${id} and stopped_at is not null returning 1`.execute(trx);
    if (rows.length === 0) throw new OperatorError(`${number} is not stopped`);
    await writeStopped(config, trx, { account: id, what: 'goes' });
    await raise(trx, id, 'user');
  });
  say(`${number}  goes again: whoever knows its password or reads its letters signs in`);
};

/** Who signs in at this moment is not held up, and may be missed. All of it or nothing, for as long as its rows take. */
const signOutEverybody = async ({ db, say }: Office): Promise<void> => {
  const all = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const open = sql`used_at is null and voided_at is null`;
    await sql`update sign_in_requests set voided_at = now(), password = null where ${open}`.execute(trx);
    for (const table of ['mail_changes', 'password_resets'])
      await sql`update ${sql.table(table)} set voided_at = now() where ${open}`.execute(trx);
    const families = await sql`update remember_families set ended_at = now() where ended_at is null`.execute(trx);
    const sessions = await sql`delete from sessions`.execute(trx);
    return { families: families.numAffectedRows ?? 0n, sessions: sessions.numAffectedRows ?? 0n };
  });
  say(`everybody  ended: ${all.sessions} sessions, ${all.families} remembered sign-ins`);
};

/** What an operator types behind `npm run operator -- account`. @throws OperatorError */
export const operateAccount = async (office: Office, [what, named = '', ...rest]: string[]): Promise<void> => {
  if (named === '' || rest.length > 0) throw new OperatorError(usage);
  if (what === 'show') return await show(office, named);
  if (what === 'sign-out' && named === 'everybody') return await signOutEverybody(office);
  if (what === 'sign-out') return await signOut(office, named);
  if (what === 'stop') return await stop(office, named);
  if (what === 'go') return await go(office, named);
  throw new OperatorError(usage);
};
