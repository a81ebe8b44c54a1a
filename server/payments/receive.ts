import { sql } from 'kysely';
import type { House } from '../area.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { addJob } from '../jobs/queue.ts';
import { isOperationId } from '../ledger/ids.ts';
import { readCurrencies } from '../money/currencies.ts';
import { Big, fits } from '../money/decimal.ts';
import { kindOf } from '../operations/kinds.ts';
import type { OperationRow } from '../operations/row.ts';
import { close } from '../operations/settle.ts';
import { creditWhatCame } from './credit.ts';
import { isReplaced } from './paid-again.ts';
import { sureBy } from './receipt.ts';
import type { PaymentNews } from '../providers/news.ts';

/**
 * Takes in what a provider says of a payment, once, however often, late and in whichever order it says it. Money that came
 * as ordered and in time puts the operation on its way; all other money gets a deposit of its own, which is on its way as well. What was refused
 * once and a person has looked after is past, whatever this server would take by now.
 * @returns whether this one counted.
 * @throws Refusal 404 for an order that this provider does not have, 422 for an amount that no currency has.
 */
export const receivePayment = async (
  { db, failpoints, config }: Pick<House, 'db' | 'failpoints'> & { config: Pick<Config, 'publicUrl'> },
  news: PaymentNews,
): Promise<boolean> => {
  failpoints.reach('before BEGIN', 'payment');
  const counted = await db.transaction().execute(async (trx) => {
    const row = await lockOrder(trx, news);
    const read = await readable(trx, row, news);
    if ((await isLookedAfter(trx, news)) || !(await note(trx, read))) return false;
    await follow(trx, config, row, news);
    failpoints.reach('before COMMIT', 'payment');
    return true;
  });
  if (counted) failpoints.reach('after COMMIT', 'payment');
  return counted;
};

/** The operation that was ordered, locked. What nobody has confirmed has no order. */
const lockOrder = async (db: Db, { order, provider }: PaymentNews): Promise<OperationRow> => {
  const known = isOperationId(order)
    ? await db.selectFrom('operations').select('id').where('id', '=', order).forUpdate().executeTakeFirst()
    : undefined;
  const row =
    known && (await db.selectFrom('operations').selectAll().where('id', '=', order).executeTakeFirstOrThrow());
  const ordered = row && (row.kind === 'deposit' || row.kind === 'purchase') && row.payment_until !== null;
  if (!ordered || kindOf(row).provider(row) !== provider) throw new Refusal(404, 'not_found');
  return row;
};

/** Where no money came its amount says nothing, and may be none: what was ordered stands for it. */
const readable = async (db: Db, row: OperationRow, news: PaymentNews): Promise<PaymentNews> => {
  const paid = new Big(news.amount);
  const money = (await readCurrencies(db)).get(news.currency);
  if (money && paid.gt('0') && fits(paid, money.scale)) return news;
  if (news.status === 'received') throw new Refusal(422, 'invalid');
  return { ...news, currency: row.give_currency, amount: row.give };
};

/** Whoever notes meanwhile that it was looked after waits, and is told that it was taken in. */
const isLookedAfter = async (db: Db, { id, provider }: PaymentNews): Promise<boolean> => {
  const kept = await db
    .selectFrom('refused_payments')
    .select('done_at')
    .where('provider', '=', provider)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return typeof kept?.done_at === 'string';
};

const note = async (db: Db, { id, provider, order, status, currency, amount, at }: PaymentNews): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: noted } = await db
    .insertInto('payment_receipts')
    .values({ provider, id, operation_id: order, status, currency, amount, paid_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (noted ?? 0n) > 0n;
};

const follow = async (
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  row: OperationRow,
  news: PaymentNews,
): Promise<void> => {
  const waits = row.status === 'awaiting_payment';
  if (news.status !== 'received') {
    if (!waits) return;
    const declined = news.status === 'declined';
    const change = declined
      ? ({ status: 'failed', reason: 'payment_declined' } as const)
      : ({ status: 'cancelled', reason: 'cancelled_by_person' } as const);
    return await close(db, await step(db, row, change));
  }
  const inTime = Date.parse(news.at) <= Date.parse(row.payment_until ?? '');
  const asOrdered = news.currency === row.give_currency && new Big(row.give).eq(news.amount);
  if (waits && inTime && asOrdered) return await setOut(db, row);

  // Before the money: whoever ends that one has locked it before the money, too.
  const replaced = await isReplaced(db, row);
  const became = await creditWhatCame(db, config, row, news);
  await db
    .updateTable('payment_receipts')
    .set({ became })
    .where('provider', '=', news.provider)
    .where('id', '=', news.id)
    .execute();
  if (waits) {
    const change = inTime
      ? ({ status: 'cancelled', reason: 'wrong_amount' } as const)
      : ({ status: 'expired', reason: 'payment_late' } as const);
    await close(db, await step(db, row, { ...change, replaced_by: became }));
  } else if (!replaced && row.status !== 'processing' && row.status !== 'completed')
    await step(db, row, {
      replaced_by: became,
      // Whoever took it back knows why it ended, and of one whose own payment was not confirmed nobody is to forget it.
      ...((row.status === 'expired' || row.reason === 'payment_declined') && {
        reason: inTime ? ('heard_late' as const) : ('payment_late' as const),
      }),
    });
};

type Change = Partial<Pick<OperationRow, 'status' | 'reason' | 'replaced_by'>>;

/** The row is locked, so that it is what it was; how it was paid is of no use any more. */
const step = async (db: Db, { id }: OperationRow, change: Change): Promise<OperationRow> =>
  await db
    .updateTable('operations')
    .set({ ...change, payment: null, changed_at: sql`clock_timestamp()`, expected_by: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Paid as ordered: from here on it cannot be taken back, and its provider is asked until it is sure of the money. */
const setOut = async (db: Db, { id, details }: OperationRow): Promise<void> => {
  await db
    .updateTable('operations')
    .set({
      status: 'processing',
      reason: null,
      payment: null,
      placed_at: sql`clock_timestamp()`,
      changed_at: sql`clock_timestamp()`,
      expected_by: sureBy(details),
    })
    .where('id', '=', id)
    .execute();
  await addJob(db, id);
};
