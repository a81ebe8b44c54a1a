import type { CardLimitsChange } from '../../contract/card.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import type { SignedInCtx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { Big, fits, plain, written } from '../money/decimal.ts';
import { lockCard, type CardRow } from './cards.ts';

/**
 * Stops a card, or lets it go on; asked again it changes nothing. What is on its way cannot be used anyway.
 * @throws Refusal 404, 409 `conflict` for a card that is not there yet.
 */
export const setFrozen = async (ctx: SignedInCtx, id: string, frozen: boolean): Promise<CardRow> =>
  await ctx.transaction(async (db) => {
    const row = await lockCard(db, ctx.account.id, id);
    if (row.status === 'sent') throw new Refusal(409, 'conflict');
    return await db
      .updateTable('cards')
      .set({ status: frozen ? 'frozen' : 'active' })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/** Lower limits than the highest, each by itself: one that is not named stays as it is. @throws Refusal 404, 409 `conflict`, 422 with a code a field. */
export const setLimits = async (ctx: SignedInCtx, id: string, limits: CardLimitsChange): Promise<CardRow> =>
  await ctx.transaction(async (db) => {
    const row = await lockCard(db, ctx.account.id, id);
    const { code, scale } = currencyOf(await readCurrencies(db), row.currency);
    const wrong = (amount: string, highest: string, tooMuch: ErrorCode): ErrorCode | undefined => {
      const value = new Big(amount);
      if (!value.gt('0')) return 'not_positive';
      if (!fits(value, scale)) return 'too_precise';
      return value.gt(highest) ? tooMuch : undefined;
    };
    const highest = { once: row.highest_once, day: row.highest_day };
    const tooMuch = { once: 'above_maximum', day: 'above_maximum_a_day' } as const;
    for (const name of ['once', 'day'] as const) {
      const limit = limits[name];
      const problem = limit === undefined ? undefined : wrong(limit, highest[name], tooMuch[name]);
      if (problem)
        throw new Refusal(422, problem, {
          fields: { [name]: problem },
          params: { maximum: written(highest[name], scale), currency: code, scale },
        });
    }
    return await db
      .updateTable('cards')
      .set({ limit_once: plain(limits.once ?? row.limit_once), limit_day: plain(limits.day ?? row.limit_day) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
