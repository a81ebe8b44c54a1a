import type { ExchangeAsk } from '../../contract/calls/exchange.ts';
import type { Ctx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { plain } from '../money/decimal.ts';
import { expiryOf } from '../operations/lifetime.ts';
import { openOperation } from '../operations/open.ts';
import type { OperationRow } from '../operations/row.ts';
import { marketOf } from '../market/house-market.ts';
import { exchangeKind } from './kind.ts';
import { quoteAsk } from './quote-ask.ts';

/** Milliseconds of `ctx.now`, for the market. */
export const momentOf = (now: string): number => Date.parse(now);

/**
 * Prices what was asked and keeps it as an open operation until it expires, by the database's clock. Nothing is held.
 * @throws Refusal as `quoteAsk` and `openOperation`.
 */
export const openQuote = async (ctx: Ctx, db: Db, accountId: string, ask: ExchangeAsk): Promise<OperationRow> => {
  const priced = await quoteAsk(db, marketOf(ctx.house.config), ask, { account: accountId, at: momentOf(ctx.now) });
  return await openOperation(ctx, db, {
    id: newOperationId(),
    account_id: accountId,
    kind: 'exchange',
    give_currency: priced.pair.src.code,
    give: priced.give.toFixed(),
    get_currency: priced.pair.dst.code,
    get: priced.get.toFixed(),
    fee: priced.fee.toFixed(),
    rate: priced.rate,
    asked_side: ask.side,
    asked_amount: plain(ask.amount),
    terms_version: priced.pair.row.version,
    expires_at: await expiryOf(db, exchangeKind, ctx.house.config, ctx.account?.number),
  });
};
