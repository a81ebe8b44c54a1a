import type { ExchangePair } from '../../contract/calls/exchange.ts';
import type { Ctx } from '../area.ts';
import { marketOf } from '../market/house-market.ts';
import { currencyEntity } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { momentOf } from './check.ts';
import { readPairs } from './pair.ts';
import { reserves } from './reserve.ts';

/** Pairs with their rates. `USD/` or `USD` gives USD, `/BTC` gets BTC, `USD/BTC` is one pair, empty is everything. */
export const listPairs = async (ctx: Ctx, search: string): Promise<ExchangePair[]> => {
  if (ctx.house.config.providers === 'none') return [];
  const market = marketOf(ctx.house.config);
  const at = momentOf(ctx.now);
  const [src = '', dst = ''] = search.split('/');
  const pairs = await readPairs(ctx.db, { src, dst });
  const reserve = await reserves(ctx.db);
  return pairs.map((pair) => ({
    src: currencyEntity(pair.src, ctx.locale),
    dst: currencyEntity(pair.dst, ctx.locale),
    rate: market.rate(pair.src.code, pair.dst.code, at),
    change_24h: market.change(pair.src.code, pair.dst.code, at),
    sparkline: market.sparkline(pair.src.code, pair.dst.code, at),
    minimum: written(pair.row.minimum, pair.src.scale),
    maximum: written(pair.row.maximum, pair.src.scale),
    reserve: written(reserve(pair.dst.code, pair.dst.scale), pair.dst.scale),
    form_path: `/exchange/pair/${pair.src.code}/${pair.dst.code}`,
  }));
};
