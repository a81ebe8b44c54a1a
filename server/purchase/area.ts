import * as z from 'zod/mini';
import { purchaseForm, purchaseMethods, purchaseSubmit } from '../../contract/calls/purchase.ts';
import { handle, type Area } from '../area.ts';
import { momentOf } from '../exchange/check.ts';
import { reserveOf } from '../exchange/reserve.ts';
import { Refusal } from '../http/refusal.ts';
import { marketOf } from '../market/house-market.ts';
import { readCurrencies } from '../money/currencies.ts';
import { operationEntity } from '../operations/entity.ts';
import { trueOperation } from '../operations/own.ts';
import { findMethod, methodEntity, readMethods } from '../payments/methods.ts';
import { todayBy } from '../payments/today.ts';
import { fields } from './check.ts';
import { submitPurchase } from './submit.ts';

/** What can be bought from the house by a payment from outside. Its check is `payments/area.ts`. */
export const purchaseArea: Area = {
  name: 'purchase',
  calls: [
    handle(purchaseMethods, async (ctx, { params: { id } }) => {
      if (id !== 'all' && !(await readCurrencies(ctx.db)).has(id)) throw new Refusal(404, 'not_found');
      const methods = await readMethods(ctx.db, 'purchase', ctx.account.id);
      const wanted = methods.filter(({ get }) => id === 'all' || get.code === id);
      return { items: wanted.map((method) => methodEntity(method, ctx)) };
    }),
    handle(
      purchaseForm,
      async (ctx, { params }) => {
        const method = await findMethod(ctx.db, 'purchase', ctx.account.id, params.method);
        if (!method) throw new Refusal(404, 'not_found');
        const rate = marketOf(ctx.house.config).rate(method.give.code, method.get.code, momentOf(ctx.now));
        return {
          method: methodEntity(method, ctx),
          fields,
          rate,
          reserve: await reserveOf(ctx.db, method.get),
          ...(await todayBy(ctx.db, ctx.account.id, method, rate)),
        };
      },
      { at: '/api/purchase/form/:method', params: z.object({ method: z.string() }) },
    ),
    handle(purchaseSubmit, async (ctx, { body: { id } }) => {
      await submitPurchase(ctx, id);
      // Asked again when its time to be paid is over, it must not say how.
      const row = await trueOperation(ctx.db, ctx.account.id, id, 'purchase');
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
  ],
};
