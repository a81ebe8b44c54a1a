import * as z from 'zod/mini';
import { transferCheck, transferForm, transferStatus, transferSubmit } from '../../contract/calls/transfer.ts';
import { handle, type Area } from '../area.ts';
import { operationEntity } from '../operations/entity.ts';
import { readableOperation } from '../operations/own.ts';
import { replaceOperation } from '../operations/replace.ts';
import { submitAndTell } from '../operations/submit.ts';
import { Big } from '../money/decimal.ts';
import { lockLimits, transferWithinLimits } from '../payments/limits.ts';
import { transferTermsOf } from './terms.ts';
import { askWhoConfirms, seenOf } from './at-once.ts';
import { sendAtOnce } from './send-at-once.ts';
import { checkTransfer } from './check.ts';
import { transferFormOf } from './form.ts';
import { resolveRecipient } from './recipient.ts';

/** Money from one person to another. */
export const transferArea: Area = {
  name: 'transfer',
  calls: [
    handle(transferForm, (ctx) => transferFormOf(ctx)),
    handle(transferCheck, async (ctx, { body }) => {
      const recipient = await resolveRecipient(ctx, body.to);
      const row = await ctx.transaction(async (db) => {
        if (body.replaces !== undefined) await replaceOperation(db, ctx.account.id, body.replaces, 'transfer');
        return await checkTransfer(ctx, db, recipient, body);
      });
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
    handle(
      transferSubmit,
      async (ctx, { body: { id } }) => {
        return await submitAndTell(ctx, 'transfer', {
          id,
          seen: ctx.ahead && seenOf(ctx.ahead),
          atOnce: (seen) => sendAtOnce(ctx, seen),
          allowed: async (db, { give, give_currency: currency }) => {
            const terms = await transferTermsOf(db, ctx.account.id, currency);
            await lockLimits(db, ctx.account.id);
            await transferWithinLimits(db, ctx.account.id, terms, new Big(give));
          },
        });
      },
      { ahead: askWhoConfirms },
    ),
    handle(
      transferStatus,
      async (ctx, { params: { id } }) => {
        const row = await readableOperation(ctx.db, ctx.account.id, id, 'transfer');
        return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
      },
      { at: '/api/transfer/status/:id', params: z.object({ id: z.string() }) },
    ),
  ],
};
