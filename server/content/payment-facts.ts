import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { Big } from '../money/decimal.ts';
import { money, percent, type Locale } from './figures.ts';
import { escapeHtml, type Facts } from './fill.ts';

const isPositive = (value: string): boolean => new Big(value).gt('0');

interface Way {
  name: string;
  currency: CurrencyRow;
  percent: string;
  fee_minimum: string;
  minimum: string;
  maximum: string;
}

/** `1,8 %, не меньше 0,3 USD`, or the least alone, or a dash. */
const feeIn = (way: Way, locale: Locale): string => {
  const least = money(way.fee_minimum, way.currency, locale);
  if (!isPositive(way.percent)) return isPositive(way.fee_minimum) ? least : '–';
  const share = percent(way.percent, locale);
  if (!isPositive(way.fee_minimum)) return share;
  return locale === 'ru' ? `${share}, не меньше ${least}` : `${share}, at least ${least}`;
};

const rowOf = (way: Way, locale: Locale): string => {
  const cells = [
    feeIn(way, locale),
    money(way.minimum, way.currency, locale),
    money(way.maximum, way.currency, locale),
  ].map((cell) => `<td>${escapeHtml(cell)}</td>`);
  return `<tr><th scope="row">${escapeHtml(way.name)}</th>${cells.join('')}</tr>`;
};

/** What transfers and the ways in and out cost and how much may go by them, from the tables by which they are priced. */
export const paymentFacts = (db: Db, locale: Locale): Facts['words'] => {
  const rows = (ways: Way[]) => ways.map((way) => rowOf(way, locale)).join('\n');
  const byMethod = (flow: 'deposit' | 'withdraw' | 'purchase') => async () => {
    const ways = await db
      .selectFrom('payment_methods')
      .select([locale === 'ru' ? 'name_ru as called' : 'name_en as called', 'give_currency', 'get_currency'])
      .select(['percent', 'fee_minimum', 'minimum', 'maximum'])
      .where('flow', '=', flow)
      .where('enabled', '=', true)
      .orderBy('position')
      .execute();
    const currencies = await readCurrencies(db);
    return rows(
      ways.map(({ called, give_currency: currency, get_currency: got, ...way }) => ({
        ...way,
        currency: currencyOf(currencies, currency),
        name: `${called}, ${currency === got ? currency : `${currency} → ${got}`}`,
      })),
    );
  };
  return {
    transfer_fees: async () => {
      const terms = await db.selectFrom('transfer_terms').selectAll().orderBy('currency').execute();
      const currencies = await readCurrencies(db);
      return rows(terms.map((way) => ({ ...way, currency: currencyOf(currencies, way.currency), name: way.currency })));
    },
    deposit_fees: byMethod('deposit'),
    withdraw_fees: byMethod('withdraw'),
    purchase_fees: byMethod('purchase'),
  };
};
