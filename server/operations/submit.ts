import { sql } from 'kysely';
import type { Operation } from '../../contract/operation.ts';
import type { SignedInCtx } from '../area.ts';
import { refuseStopped, stoppedRefusal } from '../auth/stopped.ts';
import type { Db } from '../db/db.ts';
import { lockReserve, reserveOf } from '../exchange/reserve.ts';
import { Refusal } from '../http/refusal.ts';
import { addJob } from '../jobs/queue.ts';
import { isShortOfMoney, move } from '../ledger/movements.ts';
import { availableOf, openWallet } from '../ledger/wallets.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { Big, written } from '../money/decimal.ts';
import { raiseAndLook } from '../revision.ts';
import { operationEntity, type Known } from './entity.ts';
import { expireOverdue } from './expire.ts';
import { holdLines } from './holding.ts';
import type { KindName, OperationKind } from './kind.ts';
import { kindOf } from './kinds.ts';
import { lockOperation, ownOperation } from './own.ts';
import type { OperationRow } from './row.ts';
import { tryCode } from './second-step.ts';

interface Confirm {
  id: string;
  /** The code of the second step, where one is asked for. */
  code?: string | undefined;
  /** Looks again at what may be otherwise since the check; what it throws leaves the operation open. */
  allowed?: (db: Db, open: OperationRow) => Promise<void>;
  /** Prices anew what was asked, as an open operation, where terms can change before they expire. */
  reprice?: (db: Db, expired: OperationRow) => Promise<OperationRow>;
  /** What else is done in the transaction, after the money was set aside: how it can be paid, its lines. */
  also?: (db: Db, submitted: OperationRow) => Promise<OperationRow>;
}

/** What is done where nothing stands against it; undefined from either is for whatever needs a closer look, refusals too. */
interface ConfirmAtOnce<Seen extends { row: OperationRow }> extends Confirm {
  /** What one look without a lock has seen of one that may be confirmed as it is. */
  seen: Seen | undefined;
  /** Confirms what was seen, unless it is otherwise by now. */
  atOnce: (seen: Seen) => Promise<{ row: OperationRow; known: Known } | undefined>;
}

type Submitted = { row: OperationRow } | { refusal: Refusal };

/**
 * Confirms a check by its id: sets the money aside and hands the order on, once, however often it is asked.
 * @throws Refusal 404; 422 `invalid` and `wrong_code` for the second step, 409 `too_many_tries`; 409 `quote_expired`,
 * `terms_changed` with a `fresh` operation; 409 `insufficient_funds` and `reserve_too_low`, 422 `account_stopped`, which leave it
 * open, as does what `allowed` throws.
 */
export const submitOperation = async (ctx: SignedInCtx, name: KindName, confirm: Confirm): Promise<OperationRow> => {
  const before = await ownOperation(ctx.db, ctx.account.id, confirm.id, name);
  const submitted = await orShort(ctx, before, () => ctx.transaction((db) => submitOnce(ctx, db, before, confirm)));
  // What is thrown inside a transaction takes it back, and an operation that has expired has expired for good.
  if ('refusal' in submitted) throw submitted.refusal;
  return submitted.row;
};

/** The same, answered: in one round trip where one look has seen nothing against it. */
export const submitAndTell = async <Seen extends { row: OperationRow }>(
  ctx: SignedInCtx,
  name: KindName,
  confirm: ConfirmAtOnce<Seen>,
): Promise<Operation> => {
  const { seen } = confirm;
  const done = seen && (await orShort(ctx, seen.row, () => confirm.atOnce(seen)));
  const row = done?.row ?? (await submitOperation(ctx, name, confirm));
  return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id, done?.known);
};

const orShort = async <T>(ctx: SignedInCtx, row: OperationRow, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isShortOfMoney(error)) throw await shortOf(ctx, row);
    throw error;
  }
};

const submitOnce = async (
  ctx: SignedInCtx,
  db: Db,
  { id, kind: name }: OperationRow,
  confirm: Confirm,
): Promise<Submitted> => {
  // Locks, in this order: the operation, the wallet, the account, the reserve.
  const before = await lockOperation(db, ctx.account.id, id, name);
  const kind = kindOf(before);
  if (before.status !== 'open') return await answerAgain(ctx, db, before);
  // Before a code is tried, and of those that hold no money.
  await refuseStopped(db, ctx.account.id);
  const over = await isOver(db, id);
  const wrong = over ? undefined : await tryCode(db, before, confirm.code);
  if (wrong) return { refusal: wrong };
  if (!over) await confirm.allowed?.(db, before);
  const moved = await leaveOpen(db, before, kind);
  if (moved.status === 'expired') return { refusal: await refuseExpired(ctx, db, moved, confirm) };
  return { row: await carryOut(ctx, db, moved, confirm.also) };
};

/**
 * What follows from the confirm of a row that has just left `open`: the money is set aside, the house promises its
 * part, the order is handed on. In the same transaction.
 * @throws Refusal 409 `reserve_too_low`, the database's error when the money is short (`isShortOfMoney`).
 */
const carryOut = async (
  ctx: SignedInCtx,
  db: Db,
  submitted: OperationRow,
  also?: Confirm['also'],
): Promise<OperationRow> => {
  const kind = kindOf(submitted);
  const accountId = submitted.account_id ?? '';
  if (kind.holds) {
    const wallet = await openWallet(db, accountId, submitted.give_currency);
    await move(db, submitted.id, 'hold', holdLines(submitted, wallet));
  }
  const row = (await also?.(db, submitted)) ?? submitted;
  if (kind.holds) await raiseUnlessStopped(db, accountId);
  if (kind.promises) await promise(db, [row]);
  await handOn(ctx, db, row);
  return row;
};

/** Whoever stops the account waits from here on, and takes back what this one sets aside; or was here before it. */
const raiseUnlessStopped = async (db: Db, accountId: string): Promise<void> => {
  const raised = await raiseAndLook(db, accountId, 'wallets', 'total_balance');
  if (raised.isStopped) throw stoppedRefusal();
};

const handOn = async ({ house }: SignedInCtx, db: Db, row: OperationRow): Promise<void> => {
  const kind = kindOf(row);
  if (row.status === 'processing' && kind.hasJob) await addJob(db, row.id, await kind.pause?.(db, row, house.config));
};

/**
 * As `carryOut`, of the lines of one operation: all of them hold and promise. Wallets are locked first, in the order of
 * their ids, then the account, then the reserve.
 * @throws as `carryOut`.
 */
export const carryOutLines = async (ctx: SignedInCtx, db: Db, lines: OperationRow[]): Promise<void> => {
  const { id: accountId } = ctx.account;
  const held = [];
  for (const row of lines) held.push({ row, wallet: await openWallet(db, accountId, row.give_currency) });
  held.sort((one, other) => (BigInt(one.wallet) < BigInt(other.wallet) ? -1 : 1));
  for (const { row, wallet } of held) await move(db, row.id, 'hold', holdLines(row, wallet));
  await raiseUnlessStopped(db, accountId);
  await promise(db, lines);
  for (const row of lines) await handOn(ctx, db, row);
};

/** A code for what has run out is neither right nor wrong. */
const isOver = async (db: Db, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('operations')
    .select(sql<boolean>`expires_at <= clock_timestamp()`.as('over'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.over;
};

/** The house promises what the person gets, in one currency; these are counted already. @throws Refusal 409 `reserve_too_low`. */
const promise = async (db: Db, rows: OperationRow[]): Promise<void> => {
  const currency = rows[0]?.get_currency;
  if (currency === undefined) return;
  const { scale } = currencyOf(await readCurrencies(db), currency);
  await lockReserve(db, currency);
  const reserve = await reserveOf(
    db,
    { code: currency, scale },
    rows.map(({ id }) => id),
  );
  const get = rows.reduce((sum, row) => sum.plus(row.get), new Big('0'));
  if (get.gt(reserve)) throw new Refusal(409, 'reserve_too_low', { params: { reserve, currency } });
};

/**
 * The one conditional update, on database time: an open operation becomes what its kind says, or expired when its time
 * is over or its terms hold no longer. The row must be locked by a statement before this one: a wait inside of it would
 * come after the verdict.
 */
const leaveOpen = async (db: Db, { id }: OperationRow, kind: OperationKind): Promise<OperationRow> => {
  const row = await db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const seconds = kind.expectedWithin(row);
  const changed = kind.termsChanged ?? sql<boolean>`false`;
  const { rows } = await sql<OperationRow>`
    update operations o
    set status = case when verdict.reason is null then ${kind.submitted} else 'expired' end,
        reason = verdict.reason,
        changed_at = clock_timestamp(),
        submitted_at = case when verdict.reason is null then clock_timestamp() end,
        expected_by = case when verdict.reason is null then clock_timestamp() + ${seconds}::integer * interval '1 second' end
    from operations same
    cross join lateral (
      select case
        when same.expires_at <= clock_timestamp() then 'quote_expired'
        when ${changed} then 'terms_changed'
      end as reason
    ) verdict
    where o.id = ${id} and same.id = o.id and o.status = 'open'
    returning o.*`.execute(db);
  const [moved] = rows;
  if (!moved) throw new Error(`operation ${id} left open under a lock`);
  return moved;
};

const refuseExpired = async (
  ctx: SignedInCtx,
  db: Db,
  expired: OperationRow,
  { reprice }: Confirm,
): Promise<Refusal> => {
  if (expired.reason !== 'terms_changed' || !reprice) return new Refusal(409, 'quote_expired');
  try {
    const fresh = await reprice(db, expired);
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
  if (row.status !== 'expired' || row.submitted_at !== null) return { row };
  if (row.replaced_by !== null) {
    await expireOverdue(db, { id: row.replaced_by });
    const fresh = await ownOperation(db, ctx.account.id, row.replaced_by);
    if (fresh.status === 'open')
      return { refusal: new Refusal(409, 'terms_changed', { fresh: await operationEntity(db, fresh, ctx.locale) }) };
  }
  return { refusal: new Refusal(409, 'quote_expired') };
};

/** The transaction was taken back: the operation is open still, and the money is where it was. */
const shortOf = async (ctx: SignedInCtx, row: OperationRow): Promise<Refusal> => {
  const currencies = await readCurrencies(ctx.db);
  const lines = await ctx.db.selectFrom('operations').selectAll().where('parent_id', '=', row.id).execute();
  const wallets = [];
  for (const { give, give_currency: currency } of lines.length > 0 ? lines : [row])
    wallets.push({ give, currency, available: await availableOf(ctx.db, ctx.account.id, currency) });
  const short = wallets.find(({ give, available }) => available.lt(give)) ?? wallets[0];
  const { available = new Big('0'), currency = row.give_currency } = short ?? {};
  return new Refusal(409, 'insufficient_funds', {
    params: { available: written(available, currencyOf(currencies, currency).scale), currency },
  });
};
