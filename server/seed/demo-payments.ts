import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { move } from '../ledger/movements.ts';
import { marketOf } from '../market/house-market.ts';
import { notifyOfDeposit } from '../notify/deposit.ts';
import { kindOf } from '../operations/kinds.ts';
import type { OperationRow } from '../operations/row.ts';
import { findMethod, methodName, providerOf } from '../payments/methods.ts';
import { orderFor } from '../payments/order.ts';
import { priceAsk } from '../payments/price.ts';
import { newStatusPath } from '../payments/status-path.ts';
import { toldThen } from './told-then.ts';

type Past = readonly [
  hoursAgo: number,
  kind: 'deposit' | 'purchase',
  method: string,
  side: 'give' | 'get',
  amount: string,
  outcome: 'completed' | 'failed' | 'late' | 'awaiting_payment',
];

/** What it paid from outside, oldest first. What it bought its first deposit was the smaller by, so that balances stay as they are. */
const past: Past[] = [
  [1452, 'purchase', 'card_usd_btc', 'get', '0.01', 'completed'],
  [702, 'purchase', 'card_usd_eth', 'give', '80', 'failed'],
  [318, 'deposit', 'bitcoin_btc_in', 'give', '0.02', 'late'],
  [0, 'deposit', 'bank_eur_in', 'give', '250', 'awaiting_payment'],
];

const reasons = { completed: null, failed: 'payment_declined', late: 'not_paid', awaiting_payment: null } as const;

/** Deposits and purchases of the demo account; the last one waits to be paid. `now` in milliseconds. In a transaction. */
export const seedDemoPayments = async (house: House, db: Db, accountId: string, now: number): Promise<void> => {
  for (const one of past) await relive(house, db, accountId, one, now);
};

const relive = async (house: House, db: Db, accountId: string, one: Past, now: number): Promise<void> => {
  const [hoursAgo, kind, id, side, amount, outcome] = one;
  const opened = now - hoursAgo * 3_600_000;
  const after = (seconds: number) => new Date(opened + seconds * 1_000).toISOString();
  const method = await findMethod(db, kind, accountId, id);
  if (!method) throw new Error(`the demo account cannot pay by ${id}`);
  const rate = kind === 'deposit' ? '1' : marketOf(house.config).rate(method.give.code, method.get.code, opened);
  const quote = priceAsk({ method, rate }, { side, amount });
  const details: OperationRow['details'] = {
    method: id,
    provider: providerOf(method),
    seconds: method.row.minutes_to * 60,
    facts: [{ label: 'method', text: methodName(method, 'ru') }],
  };
  const row = await db
    .insertInto('operations')
    .values({
      id: newOperationId(),
      account_id: accountId,
      kind,
      give_currency: method.give.code,
      give: quote.give.toFixed(),
      get_currency: method.get.code,
      get: quote.get.toFixed(),
      fee: quote.fee.toFixed(),
      rate,
      asked_side: side,
      asked_amount: amount,
      terms_version: method.row.version,
      details: JSON.stringify(details),
      created_at: after(0),
      changed_at: after(0),
      expires_at: after(600),
      status_path: newStatusPath(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const step = async (status: OperationRow['status'], at: string, reason: OperationRow['reason'] = null) =>
    await db
      .updateTable('operations')
      .set({ status, reason, changed_at: at, ...(status === 'awaiting_payment' && { submitted_at: at }) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  const confirmed = await step('awaiting_payment', after(outcome === 'awaiting_payment' ? 0 : 24));
  if (outcome === 'awaiting_payment') {
    const { number } = await db
      .selectFrom('accounts')
      .select('number')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const { host, port, publicUrl, productName } = house.config;
    const origin = publicUrl ?? `http://${host}:${port}`;
    await orderFor(house, db, confirmed, { number, locale: 'ru', origin, payee: productName });
    return;
  }
  if (outcome === 'completed') {
    await step('processing', after(81));
    await db
      .insertInto('payment_receipts')
      .values({
        provider: providerOf(method),
        id: `page_${row.id}`,
        operation_id: row.id,
        status: 'received',
        currency: row.give_currency,
        amount: row.give,
        paid_at: after(80),
        heard_at: after(81),
      })
      .execute();
  }
  if (outcome === 'late') {
    await step('expired', after(3_624), reasons[outcome]);
    await creditLate(db, row, new Date(opened + 2.5 * 3_600_000).toISOString());
    return;
  }
  await step(outcome, after(95), reasons[outcome]);
  if (outcome === 'completed') await move(db, row.id, 'settle', await kindOf(row).settle(db, row), after(95));
};

/** All of it came when the order was over: it is a deposit of its own, and the person was told once its provider was sure. */
const creditLate = async (db: Db, order: OperationRow, at: string): Promise<void> => {
  const { id, account_id, give_currency, give, get_currency, get, fee, rate, terms_version, details } = order;
  const came = newOperationId();
  await db
    .insertInto('operations')
    .values({
      ...{ id: came, account_id, kind: 'deposit', status: 'processing', details: JSON.stringify(details) },
      ...{ give_currency, give, get_currency, get, fee, rate, asked_side: 'give', asked_amount: give, terms_version },
      ...{
        created_at: at,
        changed_at: at,
        submitted_at: at,
        placed_at: at,
        expires_at: at,
        status_path: newStatusPath(),
      },
    })
    .execute();
  const sure = new Date(Date.parse(at) + 2_000).toISOString();
  const credited = await db
    .updateTable('operations')
    .set({ status: 'completed', changed_at: sure })
    .where('id', '=', came)
    .returningAll()
    .executeTakeFirstOrThrow();
  await move(db, credited.id, 'settle', await kindOf(credited).settle(db, credited), sure);
  await db
    .insertInto('payment_receipts')
    .values({
      ...{ provider: details.provider ?? 'house', id: `page_${id}`, operation_id: id, status: 'received' },
      ...{ currency: give_currency, amount: give, paid_at: at, heard_at: at, became: credited.id },
    })
    .execute();
  await db
    .updateTable('operations')
    .set({ reason: 'payment_late', replaced_by: credited.id, changed_at: at })
    .where('id', '=', id)
    .execute();
  await notifyOfDeposit(db, credited);
  await toldThen(db, { account: account_id ?? '', id: `deposit:${credited.id}`, at: sure });
};
