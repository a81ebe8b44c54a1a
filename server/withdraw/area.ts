import * as z from 'zod/mini';
import { withdrawForm, withdrawMethods, withdrawStatus, withdrawSubmit } from '../../contract/calls/withdraw.ts';
import { handle, type Area } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { availableOf } from '../ledger/wallets.ts';
import { written } from '../money/decimal.ts';
import { operationEntity } from '../operations/entity.ts';
import { trueOperation } from '../operations/own.ts';
import { submitOperation } from '../operations/submit.ts';
import { stillAllowed } from '../payments/confirm.ts';
import { findMethod, methodEntity, providerOf, readMethods } from '../payments/methods.ts';
import { todayBy } from '../payments/today.ts';
import { fieldsOf } from './fields.ts';
import { savedRecipients } from './recipients.ts';

/** Money that leaves, by a bank, a card or a network. Its check is `payments/area.ts`. */
export const withdrawArea: Area = {
  name: 'withdraw',
  calls: [
    handle(withdrawMethods, async (ctx) => ({
      items: (await readMethods(ctx.db, 'withdraw', ctx.account.id)).map((method) => methodEntity(method, ctx)),
    })),
    handle(
      withdrawForm,
      async (ctx, { params }) => {
        const { db, account } = ctx;
        const method = await findMethod(db, 'withdraw', account.id, params.method);
        if (!method) throw new Refusal(404, 'not_found');
        const available = await availableOf(db, account.id, method.give.code);
        const frame = ctx.house.providers[providerOf(method)]?.cards?.frame(ctx.request.origin, ctx.locale);
        const rate = '1';
        return {
          method: methodEntity(method, ctx),
          fields: fieldsOf(method),
          rate,
          ...(method.row.system === 'card' && frame !== undefined && { card_frame: frame }),
          available: written(available, method.give.scale),
          ...(await todayBy(db, account.id, method, rate)),
          recipients: await savedRecipients(db, account.id, method.row.id),
        };
      },
      { at: '/api/withdraw/form/:method', params: z.object({ method: z.string() }) },
    ),
    handle(withdrawSubmit, async (ctx, { params: { id }, body }) => {
      if (id !== body.id) throw new Refusal(422, 'invalid', { fields: { id: 'malformed' } });
      const row = await submitOperation(ctx, 'withdraw', {
        id,
        code: body.code,
        allowed: stillAllowed(ctx, 'withdraw'),
      });
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
    handle(
      withdrawStatus,
      async (ctx, { params: { id } }) => {
        const row = await trueOperation(ctx.db, ctx.account.id, id, 'withdraw');
        return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
      },
      { at: '/api/withdraw/status/:id', params: z.object({ id: z.string() }) },
    ),
  ],
};
