import * as z from 'zod/mini';
import { depositForm, depositMethods, depositSubmit, integrationCheck } from '../../contract/calls/deposit.ts';
import { handle, type Area } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { operationEntity } from '../operations/entity.ts';
import { trueOperation } from '../operations/own.ts';
import { submitOperation } from '../operations/submit.ts';
import { stillAllowed } from '../payments/confirm.ts';
import { followPayments, startListening } from '../payments/listen.ts';
import { findMethod, methodEntity, readMethods } from '../payments/methods.ts';
import { orderPayment } from '../payments/order.ts';
import { todayBy } from '../payments/today.ts';
import { fieldsOf } from './fields.ts';

/** Money that comes in by a bank, a card or a network, and the status of all that is paid from outside. */
export const depositArea: Area = {
  name: 'deposit',
  calls: [
    handle(depositMethods, async (ctx) => ({
      items: (await readMethods(ctx.db, 'deposit', ctx.account.id)).map((method) => methodEntity(method, ctx)),
    })),
    handle(
      depositForm,
      async (ctx, { params }) => {
        const method = await findMethod(ctx.db, 'deposit', ctx.account.id, params.method);
        if (!method) throw new Refusal(404, 'not_found');
        const rate = '1';
        return {
          method: methodEntity(method, ctx),
          fields: fieldsOf(method),
          rate,
          ...(await todayBy(ctx.db, ctx.account.id, method, rate)),
        };
      },
      { at: '/api/deposit/form/:method', params: z.object({ method: z.string() }) },
    ),
    handle(depositSubmit, async (ctx, { body: { id } }) => {
      await submitOperation(ctx, 'deposit', {
        id,
        allowed: stillAllowed(ctx, 'deposit'),
        also: (db, submitted) => orderPayment(ctx, db, submitted),
      });
      // Asked again when its time to be paid is over, it must not say how.
      const row = await trueOperation(ctx.db, ctx.account.id, id, 'deposit');
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
    handle(integrationCheck, async (ctx, { body: { url } }) => {
      // The path names a row and is looked up as it stands; nothing is ever fetched from it.
      const found = await ctx.db
        .selectFrom('operations')
        .select(['id', 'status'])
        .where('status_path', '=', url)
        .where('account_id', '=', ctx.account.id)
        .where('kind', 'in', ['deposit', 'purchase'])
        .executeTakeFirst();
      if (!found) throw new Refusal(404, 'not_found');
      if (found.status === 'awaiting_payment') await followPayments(ctx.house, found.id);
      const row = await trueOperation(ctx.db, ctx.account.id, found.id);
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
  ],
  start: startListening,
};
