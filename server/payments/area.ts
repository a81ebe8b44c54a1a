import * as z from 'zod/mini';
import { paymentCheck } from '../../contract/calls/withdraw.ts';
import type { PaymentAsk } from '../../contract/payment.ts';
import { checkDeposit } from '../deposit/check.ts';
import { devTool, handle, type Area, type SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { operationEntity } from '../operations/entity.ts';
import { replaceOperation } from '../operations/replace.ts';
import type { OperationRow } from '../operations/row.ts';
import { checkPurchase } from '../purchase/check.ts';
import { checkWithdrawal } from '../withdraw/check.ts';
import type { PaymentFlow } from './methods.ts';
import { setMethodOpen } from './pause.ts';

/** In a transaction: prices what was asked and keeps it as an open operation. */
type Check = (ctx: SignedInCtx, db: Db, ask: PaymentAsk) => Promise<OperationRow>;

/** One line a flow. */
const checks: Record<PaymentFlow, Check> = {
  deposit: checkDeposit,
  purchase: checkPurchase,
  withdraw: checkWithdrawal,
};

/** What deposit, withdraw and purchase share: the check of a described form. */
export const paymentsArea: Area = {
  name: 'payments',
  calls: [
    ...Object.entries(checks).map(([flow, check]) =>
      handle(
        paymentCheck,
        async (ctx, { body }) => {
          const row = await ctx.transaction(async (db) => {
            if (body.replaces !== undefined)
              await replaceOperation(db, ctx.account.id, body.replaces, flow as PaymentFlow);
            return await check(ctx, db, body);
          });
          return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
        },
        // A path for each: as a parameter it would stand before every other path that ends so.
        { at: `/api/${flow}/check`, params: z.object({}) },
      ),
    ),
  ],
  dev: [
    /** How far an account's papers have been looked at. */
    devTool(
      '/dev/verification',
      z.object({ account: z.string(), level: z.union([z.literal(0), z.literal(1)]) }),
      async ({ db }, { account, level }) => {
        const row = await db
          .updateTable('accounts')
          .set({ verification_level: level })
          .where('number', '=', account)
          .returning(['number as account', 'verification_level as level'])
          .executeTakeFirst();
        if (!row) throw new Refusal(404, 'not_found');
        return row;
      },
    ),
    /** Pauses a payment method, or opens it again. */
    devTool('/dev/methods', z.object({ id: z.string(), enabled: z.boolean() }), async ({ db }, { id, enabled }) => {
      const row = await setMethodOpen(db, id, enabled);
      if (!row) throw new Refusal(404, 'not_found');
      return row;
    }),
  ],
};
