import { sql } from 'kysely';
import type { ReferralInfo } from '../../contract/referral.ts';
import type { SignedInCtx } from '../area.ts';
import { currencyEntity, currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { linkOf } from './links.ts';
import { funnelOf } from './list.ts';

/** What the programme is to an account: its link, how far its people came, and what they earned. */
export const infoOf = async ({ db, account, locale, request }: SignedInCtx): Promise<ReferralInfo> => {
  const id = await linkOf(db, account.id);
  const currencies = await readCurrencies(db);
  const terms = await db.selectFrom('referral_terms').selectAll().orderBy('amount').execute();
  const { rows } = await sql<{ currency: string; pending: string; paid: string }>`
    select get_currency as currency, coalesce(sum(get) filter (where status = 'processing'), 0) as pending,
      coalesce(sum(get) filter (where status = 'completed'), 0) as paid
    from operations where account_id = ${account.id} and kind = 'bonus' and parent_id is null
    group by get_currency order by get_currency`.execute(db);
  return {
    ...{ id, url: `${request.origin}/?ref=${id}` },
    funnel: await funnelOf(db, account.id),
    totals: rows.map(({ currency: code, pending, paid }) => {
      const currency = currencyOf(currencies, code);
      return {
        currency: currencyEntity(currency, locale),
        pending: written(pending, currency.scale),
        paid: written(paid, currency.scale),
      };
    }),
    terms: terms.map(({ event, currency: code, amount }) => {
      const currency = currencyOf(currencies, code);
      return { event, amount: written(amount, currency.scale), currency: currencyEntity(currency, locale) };
    }),
    hold: Math.max(...terms.map(({ hold_seconds: seconds }) => seconds)),
  };
};
