import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { OperatorError, type Office } from '../office.ts';
import type { Db } from '../db/db.ts';
import { endToSendBack } from './send-back.ts';

const usage = `deposits list                 what came and waits for a verified identity
deposits return <operation>   ends one: it is credited no more, and its money is to be sent back by hand then`;

/** What came by which payment, for a person who looks it up at the provider. */
const cameBy = async (db: Db, operation: string): Promise<string> => {
  const receipt = await db
    .selectFrom('payment_receipts')
    .select(['provider', 'id', 'operation_id'])
    .where('became', '=', operation)
    .executeTakeFirst();
  return receipt ? `${receipt.provider}, payment ${receipt.id} of order ${receipt.operation_id}` : 'no payment';
};

const list = async ({ db, say }: Office): Promise<void> => {
  const rows = await db
    .selectFrom('operations as o')
    .innerJoin('accounts as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.give', 'o.give_currency', 'o.created_at', 'a.number', 'a.verification_level as level'])
    .where('o.kind', '=', 'deposit')
    .where('o.status', '=', 'processing')
    .where('o.reason', '=', 'needs_verification')
    .orderBy('o.created_at')
    .execute();
  const currencies = await readCurrencies(db);
  for (const { id, give, give_currency: code, created_at: since, number, level } of rows) {
    const amount = `${written(give, currencyOf(currencies, code).scale)} ${code}`;
    const note = level > 0 ? '  verified, is about to be credited' : '';
    say(`${id}  account ${number}  ${amount}  since ${since}  ${await cameBy(db, id)}${note}`);
  }
  say(rows.length === 0 ? 'no deposit waits' : `${rows.length} waiting`);
};

const giveBack = async ({ db, say }: Office, id: string): Promise<void> => {
  const row = await endToSendBack(db, id);
  if (!row) throw new OperatorError(`${id} is no deposit that waits for a verified identity`);
  const { scale } = currencyOf(await readCurrencies(db), row.give_currency);
  say(`${id}  ended, and the person is told`);
  say(`send back ${written(row.give, scale)} ${row.give_currency}: ${await cameBy(db, id)}`);
};

/** What an operator types behind `npm run operator -- deposits`. @throws OperatorError */
export const operateDeposits = async (office: Office, [what, id = '']: string[]): Promise<void> => {
  if (what === 'list') return await list(office);
  if (what === 'return' && id) return await giveBack(office, id);
  throw new OperatorError(usage);
};
