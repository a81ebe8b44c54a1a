import type { PaymentAsk } from '../../contract/payment.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { expiryOf } from '../operations/lifetime.ts';
import type { OperationRow } from '../operations/row.ts';
import { withinLimits } from '../payments/limits.ts';
import { openMethod } from '../payments/methods.ts';
import { openPayment } from '../payments/open-payment.ts';
import { priceForm } from '../payments/price.ts';
import { fieldsOf } from './fields.ts';
import { depositKind } from './kind.ts';

/**
 * Prices a deposit and keeps it as an open operation; nothing can be paid before it is confirmed. In a transaction.
 * @throws Refusal 409 `method_unavailable`, 422 `needs_verification`, 422 as `priceForm`, and as `withinLimits`.
 */
export const checkDeposit = async (ctx: SignedInCtx, db: Db, ask: PaymentAsk): Promise<OperationRow> => {
  const { account, house } = ctx;
  const method = await openMethod({ house, db }, 'deposit', account.id, ask.method);
  const fields = fieldsOf(method);
  const quote = priceForm({ method, rate: '1' }, fields, ask);
  await withinLimits(db, account.id, method, quote.give);
  const expires = await expiryOf(db, depositKind, house.config, account.number);
  return await openPayment(ctx, db, { kind: 'deposit', method, fields, quote, rate: '1', expires }, ask);
};
