import type { SignedInCtx } from '../area.ts';
import { plain } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';
import { submitOperation } from '../operations/submit.ts';
import { stillAllowed } from '../payments/confirm.ts';
import { orderPayment } from '../payments/order.ts';
import { checkPurchase } from './check.ts';

/** Confirms a purchase: from then on it can be paid. Terms that changed are priced anew and offered. @throws Refusal as `submitOperation`. */
export const submitPurchase = (ctx: SignedInCtx, id: string): Promise<OperationRow> =>
  submitOperation(ctx, 'purchase', {
    id,
    allowed: stillAllowed(ctx, 'purchase'),
    reprice: (db, expired) =>
      checkPurchase(ctx, db, {
        ...expired.details.values,
        method: expired.details.method ?? '',
        side: expired.asked_side,
        amount: plain(expired.asked_amount),
      }),
    also: (db, submitted) => orderPayment(ctx, db, submitted),
  });
