import { sql } from 'kysely';
import { accountNamed } from '../auth/accounts.ts';
import { holdPassword } from '../auth/credentials.ts';
import { voidResets } from '../auth/password-resets.ts';
import { closeAll } from '../auth/sessions.ts';
import { voidRequests } from '../auth/sign-in-requests.ts';
import { unlinkTelegram } from '../auth/telegram-links.ts';
import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { OperatorError, type Office } from '../office.ts';
import { levelOf } from '../payments/methods.ts';
import { countSignIns, readBrowsers } from './browsers.ts';
import { voidWishes } from './change-mail.ts';

const usage = `account show <number or address>       whose it is, what is in its wallets, where it is signed in, its last operations
account sign-out <number or address>   ends every sign-in of it, and what was asked for to get in: codes, links for another
                                       password, another address, its tie to Telegram. Its password stays, and so does
                                       its letter box: whoever knows the one or reads the other signs in again. Its money
                                       stays as it is, and what is under way goes on
account sign-out everybody             the same of every account, but for the ties to Telegram: for a database that was restored to
                                       an earlier moment, before the first server starts on it`;

const lastOperations = 10;

const found = async (db: Db, named: string) => {
  const row = await accountNamed(db, named);
  if (!row) throw new OperatorError(`nobody is ${named}`);
  return row;
};

const show = async ({ db, say }: Office, named: string): Promise<void> => {
  const { id, number, email, created_at: since, locale, need_set_password: passwordless } = await found(db, named);
  const verified = (await levelOf(db, id)) > 0 ? 'verified' : 'not verified';
  say(`${number}  ${email}  since ${since}  ${verified}`);
  say(`  language ${locale ?? 'of the browser'}${passwordless ? ', has no password yet' : ''}`);

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

const signOut = async ({ db, say }: Office, named: string): Promise<void> => {
  const { id, number, email } = await found(db, named);
  const ended = await db.transaction().execute(async (trx) => {
    await voidRequests(trx, email);
    // One that is being opened waits for this, or is ended by it.
    await holdPassword(trx, id, 'to change it');
    await voidWishes(trx, id);
    await unlinkTelegram(trx, id);
    await voidResets(trx, id);
    const open = await countSignIns(trx, id);
    await closeAll(trx, id);
    return open;
  });
  say(`${number}  sign-ins ended: ${ended}, and no code, link or Telegram account of before signs in`);
};

/** Who signs in at this moment is not held up, and may be missed. All of it or nothing, for as long as its rows take. */
const signOutEverybody = async ({ db, say }: Office): Promise<void> => {
  const ended = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    for (const table of ['sign_in_requests', 'mail_changes', 'password_resets'])
      await sql`update ${sql.table(table)} set voided_at = now() where used_at is null and voided_at is null`.execute(
        trx,
      );
    const families = await sql`update remember_families set ended_at = now() where ended_at is null`.execute(trx);
    const sessions = await sql`delete from sessions`.execute(trx);
    return { families: families.numAffectedRows ?? 0n, sessions: sessions.numAffectedRows ?? 0n };
  });
  say(`everybody  ended: ${ended.sessions} sessions, ${ended.families} remembered sign-ins`);
};

/** What an operator types behind `npm run operator -- account`. @throws OperatorError */
export const operateAccount = async (office: Office, [what, named = '', ...rest]: string[]): Promise<void> => {
  if (named === '' || rest.length > 0) throw new OperatorError(usage);
  if (what === 'show') return await show(office, named);
  if (what === 'sign-out' && named === 'everybody') return await signOutEverybody(office);
  if (what === 'sign-out') return await signOut(office, named);
  throw new OperatorError(usage);
};
