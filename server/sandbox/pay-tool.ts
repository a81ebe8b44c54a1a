import { html } from 'hono/html';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { currencyCode, decimal } from '../../contract/money.ts';
import { devTool, type DevTool, type House } from '../area.ts';
import { plainPage } from '../http/plain-page.ts';
import { Refusal } from '../http/refusal.ts';
import { Big, fits } from '../money/decimal.ts';
import { readCurrencies } from '../money/currencies.ts';
import { expireUnpaid } from '../operations/expire.ts';
import { findOrder, recordPayment, type SandboxOrder } from './payments.ts';

const ask = z.object({
  /** The address, the memo, or the reference of a bank transfer. */
  to: z.string(),
  amount: z.optional(decimal),
  currency: z.optional(currencyCode),
  times: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  late: z.optional(z.boolean()),
});

const listed = 100;

/** What waits to be paid by hand, the newest first, and a button that pays it as it was ordered. */
const page = async ({ db }: House) => {
  const { rows } = await sql<Pick<SandboxOrder, 'account' | 'amount' | 'currency' | 'provider'> & { target: string }>`
    select s.account, s.amount, s.currency, s.provider, s.target
    from sandbox_pay_orders s join operations o on o.id = s.operation_id
    where s.target is not null and o.status = 'awaiting_payment'
    order by o.created_at desc limit ${listed}`.execute(db);
  return await plainPage(
    'To be paid',
    html`${rows.length === 0 ? html`<p>Nothing waits to be paid by hand.</p>` : ''}
    ${rows.map(
      ({ account, amount, currency, provider, target }) =>
        html`<form method="post">
          <p>
            Account ${account}, by ${provider}, to ${target}:
            <button name="to" value="${target}">Pay ${new Big(amount).toFixed()} ${currency}</button>
          </p>
        </form>`,
    )}`,
  );
};

/** Pays an address, a memo or a reference: as ordered, or another amount, several times, or when its time is over. */
const pay = async ({ db, outside }: House, { to, late, times = 1, ...paid }: z.output<typeof ask>) => {
  const order = await findOrder(db, { target: to });
  if (!order || !outside) throw new Refusal(404, 'not_found');
  const currency = (await readCurrencies(db)).get(paid.currency ?? order.currency);
  const amount = new Big(paid.amount ?? order.amount);
  if (!currency || !amount.gt('0') || !fits(amount, currency.scale)) throw new Refusal(422, 'invalid');
  if (late) {
    const id = order.operation_id;
    await db
      .updateTable('operations')
      .set({ payment_until: sql`least(payment_until, clock_timestamp() - interval '2 minutes')` })
      .where('id', '=', id)
      .where('status', '=', 'awaiting_payment')
      .execute();
    await expireUnpaid(db, { id });
  }
  const payments: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const news = await recordPayment(db, order, {
      status: 'received',
      amount: amount.toFixed(),
      currency: currency.code,
    });
    if (!news) continue;
    payments.push(news.id);
    await outside.caller.tell(order, news);
  }
  return { operation: order.operation_id, payments };
};

export const payTool: DevTool = devTool('/dev/pay', ask, pay, page);
