import * as z from 'zod/mini';
import { exchangeCheck, exchangeStatus, exchangeSubmit } from '../../contract/calls/exchange-operation.ts';
import { exchangeForm } from '../../contract/calls/exchange-form.ts';
import { exchangeLanding, exchangeList } from '../../contract/calls/exchange.ts';
import { currencyCode } from '../../contract/money.ts';
import { handle, type Area } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { openWallet } from '../ledger/wallets.ts';
import { marketOf } from '../market/house-market.ts';
import { operationEntity } from '../operations/entity.ts';
import { trueOperation } from '../operations/own.ts';
import { replaceOperation } from '../operations/replace.ts';
import { momentOf, openQuote } from './check.ts';
import { exchangeFormOf } from './form.ts';
import { listPairs } from './list.ts';
import { exchangeTools } from './dev.ts';
import { fillReserves } from './fill-reserves.ts';
import { quoteAsk, termsOf } from './quote-ask.ts';
import { followReserves } from './reserve-marks.ts';
import { submitExchange } from './submit.ts';
import { readTotalBalance, readWallets } from './worth.ts';

/** The first wallet that everybody has. */
const firstCurrency = 'RUB';

export const exchangeArea: Area = {
  name: 'exchange',
  calls: [
    handle(exchangeList, async (ctx, { query }) => ({ items: await listPairs(ctx, query.search ?? '') }), {
      open: true,
    }),
    handle(exchangeForm, async (ctx, { params }) => await exchangeFormOf(ctx, params), {
      open: true,
      at: '/api/exchange/pair/:src/:dst',
      params: z.object({ src: currencyCode, dst: currencyCode }),
    }),
    handle(
      exchangeLanding,
      async (ctx, { body }) =>
        termsOf(await quoteAsk(ctx.db, marketOf(ctx.house.config), body, { account: null, at: momentOf(ctx.now) })),
      { open: true },
    ),
    handle(exchangeCheck, async (ctx, { body }) => {
      const row = await ctx.transaction(async (db) => {
        if (body.replaces !== undefined) await replaceOperation(db, ctx.account.id, body.replaces, 'exchange');
        return await openQuote(ctx, db, ctx.account.id, body);
      });
      return await operationEntity(ctx.db, row, ctx.locale);
    }),
    handle(
      exchangeSubmit,
      async (ctx, { params, body }) => {
        if (params.id !== body.id) throw new Refusal(422, 'invalid', { fields: { id: 'malformed' } });
        return await operationEntity(ctx.db, await submitExchange(ctx, params.id), ctx.locale);
      },
      { at: '/api/exchange/confirm/:id', params: z.object({ id: z.string() }) },
    ),
    handle(exchangeStatus, async (ctx, { params: { id } }) => {
      return await operationEntity(ctx.db, await trueOperation(ctx.db, ctx.account.id, id, 'exchange'), ctx.locale);
    }),
  ],
  readers: { wallets: readWallets, total_balance: readTotalBalance },
  welcome: async (db, accountId) => void (await openWallet(db, accountId, firstCurrency)),
  dev: exchangeTools,
  prepare: fillReserves,
  start: followReserves,
};
