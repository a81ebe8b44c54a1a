import type { PaymentAsk } from '../../contract/payment.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { email } from '../deposit/fields.ts';
import { momentOf } from '../exchange/check.ts';
import { reserveOf } from '../exchange/reserve.ts';
import { Refusal } from '../http/refusal.ts';
import { marketOf } from '../market/house-market.ts';
import { expiryOf } from '../operations/lifetime.ts';
import type { OperationRow } from '../operations/row.ts';
import { withinLimits } from '../payments/limits.ts';
import { openMethod } from '../payments/methods.ts';
import { openPayment } from '../payments/open-payment.ts';
import { priceForm } from '../payments/price.ts';
import { purchaseKind } from './kind.ts';

export const fields = [email];

/**
 * Prices a purchase and keeps it as an open operation; the rate holds as long as that. In a transaction.
 * @throws Refusal 409 `method_unavailable`, 422 `needs_verification`, 422 as `priceForm` and `reserve_too_low`,
 * and as `withinLimits`.
 */
export const checkPurchase = async (ctx: SignedInCtx, db: Db, ask: PaymentAsk): Promise<OperationRow> => {
  const { account, house } = ctx;
  const method = await openMethod({ house, db }, 'purchase', account.id, ask.method);
  const rate = marketOf(house.config).rate(method.give.code, method.get.code, momentOf(ctx.now));
  const quote = priceForm({ method, rate }, fields, ask);
  const reserve = await reserveOf(db, method.get);
  if (quote.get.gt(reserve))
    throw new Refusal(422, 'reserve_too_low', {
      fields: { amount: 'reserve_too_low' },
      params: { reserve, currency: method.get.code },
    });
  await withinLimits(db, account.id, method, quote.give);
  const expires = await expiryOf(db, purchaseKind, house.config, account.number);
  return await openPayment(ctx, db, { kind: 'purchase', method, fields, quote, rate, expires }, ask);
};
