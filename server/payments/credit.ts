import { sql, type Selectable } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { LedgerTables } from '../db/tables/ledger.ts';
import { addJob } from '../jobs/queue.ts';
import { newOperationId } from '../ledger/ids.ts';
import { writeHeldMail } from '../mail/deposit-mail.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { Big, type Decimal } from '../money/decimal.ts';
import { feeOf } from '../money/quote.ts';
import { notifyOfDeposit } from '../notify/deposit.ts';
import type { OperationRow } from '../operations/row.ts';
import { leftToday, lockLimits, mostAtOnce } from './limits.ts';
import { levelOf } from './methods.ts';
import { sureBy } from './receipt.ts';
import { newStatusPath } from './status-path.ts';
import type { PaymentNews } from '../providers/news.ts';

/**
 * What came otherwise than ordered, as a deposit of its own: into the wallet of its currency, for the fee of the way by
 * which it came, which is none where it would leave nothing. As one that was ordered it is under way until its provider is
 * sure of that payment. More than an account may have that nobody has verified, or what came by no way of ours, waits for
 * that first, which is told. In the transaction that counts the payment, which has locked `row`.
 * @returns the id of the deposit.
 */
export const creditWhatCame = async (
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  row: OperationRow,
  { amount, currency, provider }: Pick<PaymentNews, 'amount' | 'currency' | 'provider'>,
): Promise<string> => {
  const accountId = row.account_id ?? '';
  const give = new Big(amount);
  const way = await wayOf(db, row, currency);
  await lockLimits(db, accountId);
  const waits = await isAboveLevel(db, row, way, give);
  const fee = way ? await feeFor(db, row, way, give) : new Big('0');
  const { method, facts = [], seconds } = row.details;
  const details: OperationRow['details'] = {
    facts,
    ...(row.kind === 'deposit' && method !== undefined && { method }),
    provider,
    ...(seconds !== undefined && { seconds }),
  };
  const now = sql<string>`clock_timestamp()`;
  const came = await db
    .insertInto('operations')
    .values({
      id: newOperationId(),
      account_id: accountId,
      kind: 'deposit',
      status: 'processing',
      reason: waits ? 'needs_verification' : null,
      give_currency: currency,
      give: give.toFixed(),
      get_currency: currency,
      get: give.minus(fee).toFixed(),
      fee: fee.toFixed(),
      rate: '1',
      asked_side: 'give',
      asked_amount: give.toFixed(),
      terms_version: row.terms_version,
      details: JSON.stringify(details),
      submitted_at: now,
      placed_at: now,
      expected_by: waits ? null : sureBy(details),
      expires_at: now,
      status_path: newStatusPath(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addJob(db, came.id);
  if (waits) {
    await writeHeldMail(db, config, came);
    await notifyOfDeposit(db, came);
  }
  return came.id;
};

type Way = Selectable<LedgerTables['payment_methods']>;

/** The way of deposits by which this came: the ordered one, or the one of the same system and network in its currency. */
const wayOf = async (db: Db, row: OperationRow, currency: string): Promise<Way | undefined> => {
  const methods = await db.selectFrom('payment_methods').selectAll().orderBy('position').execute();
  const ordered = methods.find(({ id }) => id === row.details.method);
  if (ordered?.flow === 'deposit' && ordered.give_currency === currency) return ordered;
  return methods.find(
    ({ flow, system, network, give_currency: given }) =>
      flow === 'deposit' && system === ordered?.system && network === ordered.network && given === currency,
  );
};

const isAboveLevel = async (db: Db, row: OperationRow, way: Way | undefined, give: Decimal): Promise<boolean> => {
  const account = row.account_id ?? '';
  if ((await levelOf(db, account)) > 0) return false;
  if (way === undefined || way.maximum_unverified === null || give.gt(way.maximum_unverified)) return true;
  const currency = currencyOf(await readCurrencies(db), way.give_currency);
  const atOnce = await mostAtOnce(db, 'deposit', account, currency.code);
  // An order that this ends takes nothing of the day any more.
  const except = row.status === 'awaiting_payment' ? row.id : undefined;
  return give.gt(await leftToday(db, { account, kind: 'deposit', currency, except }, atOnce));
};

/** As it was when it was ordered, where it was a deposit that was. */
const feeFor = async (db: Db, row: OperationRow, way: Way, give: Decimal): Promise<Decimal> => {
  const { scale } = currencyOf(await readCurrencies(db), way.give_currency);
  const ordered = row.details.method === way.id ? row.details.fee : undefined;
  const fee = feeOf(give, {
    rate: '1',
    percent: ordered?.percent ?? way.percent,
    feeMinimum: ordered?.minimum ?? way.fee_minimum,
    giveScale: scale,
    getScale: scale,
  });
  return fee.lt(give) ? fee : new Big('0');
};
