import { depositHistory } from '../../contract/calls/deposit.ts';
import { exchangeHistory } from '../../contract/calls/exchange-operation.ts';
import { historyCurrencies, historyFile, type HistoryKind } from '../../contract/calls/history.ts';
import { paymentHistory } from '../../contract/calls/purchase.ts';
import { bonusHistory } from '../../contract/calls/referral.ts';
import { transferHistory } from '../../contract/calls/transfer.ts';
import { withdrawHistory } from '../../contract/calls/withdraw.ts';
import type { OperationFilter } from '../../contract/operation.ts';
import { handle, type Area, type SignedInCtx } from '../area.ts';
import { countInWindow } from '../auth/attempts.ts';
import { currencyEntity, readCurrencies } from '../money/currencies.ts';
import { expireOverdue } from '../operations/expire.ts';
import { headersOf, historyFileOf } from './file.ts';
import { historyPage } from './page.ts';

/** More is no person: each reads a whole history. */
const mostFiles = { most: 60, seconds: 3_600 };

const pageOf =
  (kind: HistoryKind) =>
  async (ctx: SignedInCtx, { query }: { query: OperationFilter }) => {
    await expireOverdue(ctx.db, { account: ctx.account.id });
    return await historyPage(ctx.db, { id: ctx.account.id, locale: ctx.locale, zone: ctx.zone() }, kind, query);
  };

/** What became of operations, list by list. */
export const historyArea: Area = {
  name: 'history',
  calls: [
    handle(depositHistory, pageOf('deposit')),
    handle(exchangeHistory, pageOf('exchange')),
    handle(paymentHistory, pageOf('payment')),
    handle(bonusHistory, pageOf('referral')),
    handle(transferHistory, pageOf('transfer')),
    handle(withdrawHistory, pageOf('withdraw')),
    handle(historyFile, async (ctx, { params: { file }, query }) => {
      const kind = file.slice(0, -'.csv'.length) as HistoryKind;
      if (ctx.request.idle) return new Response(null, { headers: headersOf(ctx, kind) });
      await countInWindow(ctx.db, mostFiles, 'history_file', ctx.account.id);
      await expireOverdue(ctx.db, { account: ctx.account.id });
      return await historyFileOf(ctx, kind, query);
    }),
    handle(historyCurrencies, async (ctx) => ({
      items: [...(await readCurrencies(ctx.db)).values()].map((row) => currencyEntity(row, ctx.locale)),
    })),
  ],
};
