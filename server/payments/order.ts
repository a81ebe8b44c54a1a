import { sql } from 'kysely';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { kindOf } from '../operations/kinds.ts';
import type { OperationRow } from '../operations/row.ts';

/** Minutes in which it can be paid, by the way of paying. What is bought has a rate, which is held no longer than that. */
const minutes = { bank: 3 * 24 * 60, card: 15, bitcoin: 60, ethereum: 60, ton: 60 } as const;
const purchaseMinutes = 5;

type Known = Pick<SignedInCtx['house'], 'providers'>;

/** A page of ours as a browser names it. Whatever else a request calls its host is nothing to come back to. */
const plainOrigin = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Orders at the provider what has just been confirmed, and notes how and how long it can be paid. In the transaction of
 * the confirm.
 * @throws Refusal 409 `method_unavailable` where nobody takes payments, 400 for a host that has no address.
 */
export const orderPayment = async (
  { house, account, locale, request }: Pick<SignedInCtx, 'house' | 'account' | 'locale' | 'request'>,
  db: Db,
  row: OperationRow,
): Promise<OperationRow> => {
  if (!plainOrigin.test(request.origin)) throw new Refusal(400, 'bad_request');
  const { number } = account;
  return await orderFor(house, db, row, { number, locale, origin: request.origin, payee: house.config.productName });
};

/**
 * Tells the provider that nobody waits for this payment any more. In the transaction that takes the order back.
 * @returns false when it knows of a payment that we have not heard of: then there is nothing to take back.
 */
export const closePayment = async ({ providers }: Known, db: Db, row: OperationRow): Promise<boolean> =>
  (await providers[kindOf(row).provider(row)]?.payments?.close(db, row.id)) ?? true;

/** Whose it is, in which language they read, where their page is, and who is paid. */
export interface Payer {
  number: string;
  locale: 'ru' | 'en';
  origin: string;
  payee: string;
}

/** As `orderPayment`, of whoever is named. */
export const orderFor = async (
  { providers }: Known,
  db: Db,
  row: OperationRow,
  payer: Payer,
): Promise<OperationRow> => {
  const kind = kindOf(row);
  const provider = kind.provider(row);
  if (provider === 'exchange' || provider === 'issuer' || provider === 'house')
    throw new Error(`${provider} takes no payments`);
  const taker = providers[provider]?.payments;
  if (!taker) throw new Refusal(409, 'method_unavailable');
  const { payment_until: until } = await db
    .updateTable('operations')
    .set({
      payment_until: sql`clock_timestamp() + ${row.kind === 'purchase' ? purchaseMinutes : minutes[provider]}::integer * interval '1 minute'`,
    })
    .where('id', '=', row.id)
    .returning('payment_until')
    .executeTakeFirstOrThrow();
  const payment = await taker.order(db, {
    id: row.id,
    provider,
    account: payer.number,
    currency: row.give_currency,
    amount: row.give,
    until: until ?? '',
    back: `${payer.origin}${kind.place(row) ?? '/'}`,
    locale: payer.locale,
    payee: payer.payee,
  });
  return await db
    .updateTable('operations')
    .set({ payment: JSON.stringify(payment) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};
