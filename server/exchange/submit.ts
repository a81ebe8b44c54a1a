import type { SignedInCtx } from '../area.ts';
import { plain } from '../money/decimal.ts';
import type { OperationRow } from '../operations/row.ts';
import { submitOperation } from '../operations/submit.ts';
import { openQuote } from './check.ts';

/** Confirms an exchange: terms that changed meanwhile are priced anew and offered. @throws Refusal as `submitOperation`. */
export const submitExchange = (ctx: SignedInCtx, id: string): Promise<OperationRow> =>
  submitOperation(ctx, 'exchange', {
    id,
    reprice: (db, expired) =>
      openQuote(ctx, db, ctx.account.id, {
        src: expired.give_currency,
        dst: expired.get_currency,
        side: expired.asked_side,
        amount: plain(expired.asked_amount),
      }),
  });
