import {
  operationCancel,
  operationCode,
  operationFile,
  operationRead,
  operationsInProgress,
} from '../../contract/calls/operation.ts';
import { handle, type Area } from '../area.ts';
import { ownDocument } from '../payments/documents.ts';
import { addMissingDeliveries, cardTasks } from '../card/delivery.ts';
import { startSettlement } from '../settlement.ts';
import { reviewTasks } from '../verification/reviewer.ts';
import { cancelOperation } from './cancel.ts';
import { operationEntities, operationEntity } from './entity.ts';
import { expireOverdue } from './expire.ts';
import { lockOperation, readableOperation, trueOperation } from './own.ts';
import { inProgress } from './progress.ts';
import { sendAnotherCode } from './second-step.ts';

/** What every kind of operation has in common: to be read by its id, to go on, to be taken back, to be settled. */
export const operationArea: Area = {
  name: 'operation',
  calls: [
    handle(operationRead, async (ctx, { params: { id } }) => {
      const row = await readableOperation(ctx.db, ctx.account.id, id);
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
    handle(operationsInProgress, async (ctx) => {
      await expireOverdue(ctx.db, { account: ctx.account.id });
      const rows = await inProgress(ctx.db, ctx.account.id);
      return { items: await operationEntities(ctx.db, rows, ctx.locale, ctx.account.id) };
    }),
    handle(
      operationFile,
      async (ctx, { params: { id, field } }) => await ownDocument(ctx.db, ctx.account.id, id, field),
    ),
    handle(operationCancel, async (ctx, { body: { id } }) =>
      operationEntity(ctx.db, await cancelOperation(ctx, id), ctx.locale, ctx.account.id),
    ),
    handle(operationCode, async (ctx, { body: { id } }) => {
      await trueOperation(ctx.db, ctx.account.id, id);
      const row = await ctx.transaction(async (db) => {
        const locked = await lockOperation(db, ctx.account.id, id);
        await sendAnotherCode(ctx.house, db, ctx.account, locked);
        return locked;
      });
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
  ],
  start: (house) => startSettlement(house, { ...reviewTasks(house), ...cardTasks(house) }, [addMissingDeliveries]),
};
