import type { ExchangeForm } from '../../contract/calls/exchange-form.ts';
import type { Ctx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { availableOf } from '../ledger/wallets.ts';
import { marketOf } from '../market/house-market.ts';
import { currencyEntity } from '../money/currencies.ts';
import { plain, written } from '../money/decimal.ts';
import { momentOf } from './check.ts';
import { readPair } from './pair.ts';
import { reserveOf } from './reserve.ts';

/** What the form of a pair needs to know. @throws Refusal 404 for a pair that cannot be, 409 for one not offered now. */
export const exchangeFormOf = async (ctx: Ctx, { src, dst }: { src: string; dst: string }): Promise<ExchangeForm> => {
  const pair = await readPair(ctx.db, src, dst).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 422 ? new Refusal(404, 'not_found') : error;
  });
  const amount = (value: string) => written(value, pair.src.scale);
  return {
    src: currencyEntity(pair.src, ctx.locale),
    dst: currencyEntity(pair.dst, ctx.locale),
    rate: marketOf(ctx.house.config).rate(src, dst, momentOf(ctx.now)),
    fee: { percent: plain(pair.row.percent), minimum: amount(pair.row.fee_minimum) },
    minimum: amount(pair.row.minimum),
    maximum: amount(pair.row.maximum),
    reserve: await reserveOf(ctx.db, pair.dst),
    ...(ctx.account && { available: amount((await availableOf(ctx.db, ctx.account.id, src)).toFixed()) }),
  };
};
