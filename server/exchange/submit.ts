import { sql } from 'kysely';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isShortOfMoney, move } from '../ledger/movements.ts';
import { availableOf, openWallet } from '../ledger/wallets.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { Big, plain, written } from '../money/decimal.ts';
import { operationEntity, type OperationRow } from '../operations/entity.ts';
import { expireOverdue } from '../operations/expire.ts';
import { lockOperation, ownOperation } from '../operations/own.ts';
import { raise } from '../revision.ts';
import { openQuote } from './check.ts';
import { holdLines } from './postings.ts';
import { lockReserve, reserveOf } from './reserve.ts';

/** How long the person is told that settling should take, in seconds. */
export const expectedWithin = 10;

type Submitted = { row: OperationRow } | { refusal: Refusal };

/**
 * Confirms a check by its id: holds the money and hands the order to the settlement, once, however often it is asked.
 * @throws Refusal 404; 409 `quote_expired`, `terms_changed` with a `fresh` operation; 409 `insufficient_funds` and
 * `reserve_too_low`, which leave it open.
 */
export const submitExchange = async (ctx: SignedInCtx, id: string): Promise<OperationRow> => {
  const before = await ownOperation(ctx.db, ctx.account.id, id, 'exchange');
  const submitted = await ctx
    .transaction((db) => submitOnce(ctx, db, before))
    .catch(async (error: unknown) => {
      if (isShortOfMoney(error)) throw await shortOf(ctx, before);
      throw error;
    });
  // What is thrown inside a transaction takes it back, and an operation that has expired has expired for good.
  if ('refusal' in submitted) throw submitted.refusal;
  return submitted.row;
};

const submitOnce = async (ctx: SignedInCtx, db: Db, { id }: OperationRow): Promise<Submitted> => {
  // Locks, in this order: the operation, the wallet, the account, the reserve.
  const before = await lockOperation(db, ctx.account.id, id, 'exchange');
  if (before.status !== 'open') return await answerAgain(ctx, db, before);
  const moved = await leaveOpen(db, ctx.account.id, id);
  if (!moved) throw new Error(`operation ${id} left open under a lock`);
  if (moved.status === 'expired') return { refusal: await refuseExpired(ctx, db, moved) };
  const wallet = await openWallet(db, ctx.account.id, moved.give_currency);
  await move(db, id, 'hold', holdLines(moved, wallet));
  await raise(db, ctx.account.id, 'wallets', 'total_balance');
  await promise(db, moved);
  await db.insertInto('jobs').values({ operation_id: id }).execute();
  return { row: moved };
};

/** The house promises what the person gets; without a job yet that does not count itself. @throws Refusal 409 `reserve_too_low`. */
const promise = async (db: Db, { get, get_currency: currency }: OperationRow): Promise<void> => {
  const { scale } = currencyOf(await readCurrencies(db), currency);
  await lockReserve(db, currency);
  const reserve = await reserveOf(db, { code: currency, scale });
  if (new Big(get).gt(reserve)) throw new Refusal(409, 'reserve_too_low', { params: { reserve, currency } });
};

/**
 * The one conditional update, on database time: an open operation becomes submitted, or expired when its time is over
 * or the fee table has changed. The row must be locked by a statement before this one: a wait inside of it would come
 * after the verdict. Undefined when it was not open any more.
 */
const leaveOpen = async (db: Db, accountId: string, id: string): Promise<OperationRow | undefined> => {
  const { rows } = await sql<OperationRow>`
    update operations o
    set status = case when verdict.reason is null then 'processing' else 'expired' end,
        reason = verdict.reason,
        changed_at = clock_timestamp(),
        submitted_at = case when verdict.reason is null then clock_timestamp() end,
        expected_by = case when verdict.reason is null then clock_timestamp() + ${expectedWithin} * interval '1 second' end
    from operations same
    join exchange_pairs p on p.src = same.give_currency and p.dst = same.get_currency
    cross join lateral (
      select case
        when same.expires_at <= clock_timestamp() then 'quote_expired'
        when p.version <> same.terms_version or not p.enabled then 'terms_changed'
      end as reason
    ) verdict
    where o.id = ${id} and same.id = o.id and o.account_id = ${accountId} and o.status = 'open'
    returning o.*`.execute(db);
  return rows[0];
};

const refuseExpired = async (ctx: SignedInCtx, db: Db, expired: OperationRow): Promise<Refusal> => {
  if (expired.reason !== 'terms_changed') return new Refusal(409, 'quote_expired');
  try {
    const fresh = await openQuote(ctx, db, ctx.account.id, {
      src: expired.give_currency,
      dst: expired.get_currency,
      side: expired.asked_side,
      amount: plain(expired.asked_amount),
    });
    await db.updateTable('operations').set({ replaced_by: fresh.id }).where('id', '=', expired.id).execute();
    return new Refusal(409, 'terms_changed', { fresh: await operationEntity(db, fresh, ctx.locale) });
  } catch (error) {
    // The new terms leave no room for what was asked: then that is what the person hears.
    if (error instanceof Refusal) return error;
    throw error;
  }
};

/** Asked again: the same result, as far as it still is one. */
const answerAgain = async (ctx: SignedInCtx, db: Db, row: OperationRow): Promise<Submitted> => {
  if (row.status !== 'expired') return { row };
  if (row.replaced_by !== null) {
    await expireOverdue(db, { id: row.replaced_by });
    const fresh = await ownOperation(db, ctx.account.id, row.replaced_by, 'exchange');
    if (fresh.status === 'open')
      return { refusal: new Refusal(409, 'terms_changed', { fresh: await operationEntity(db, fresh, ctx.locale) }) };
  }
  return { refusal: new Refusal(409, 'quote_expired') };
};

/** The transaction was taken back: the operation is open still, and the money is where it was. */
const shortOf = async (ctx: SignedInCtx, row: OperationRow): Promise<Refusal> => {
  const { scale } = currencyOf(await readCurrencies(ctx.db), row.give_currency);
  const available = await availableOf(ctx.db, ctx.account.id, row.give_currency);
  return new Refusal(409, 'insufficient_funds', {
    params: { available: written(available, scale), currency: row.give_currency },
  });
};
