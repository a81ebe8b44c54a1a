import type { Db } from '../db/db.ts';
import { readPairs, type Pair } from '../exchange/pair.ts';
import { Big } from '../money/decimal.ts';
import { feeOf } from '../money/quote.ts';
import { money, percent, type Locale } from './figures.ts';
import { escapeHtml, type Facts } from './fill.ts';

/** One value, or the least and the largest where they differ; a dash where there is none. */
const range = (values: string[], write: (value: string) => string): string => {
  const sorted = values.map((value) => new Big(value)).toSorted((one, other) => one.cmp(other));
  const ends = [sorted[0], sorted.at(-1)].flatMap((end) => (end ? [write(end.toFixed())] : []));
  return [...new Set(ends)].join(' – ') || '–';
};

/** Limits and the least fee of each currency that can be given, a row each. */
const limitRows = (pairs: Pair[], locale: Locale): string =>
  [...Map.groupBy(pairs, ({ src }) => src.code)]
    .map(([code, some]) => {
      const [{ src }] = some as [Pair];
      const cells = (['minimum', 'maximum', 'fee_minimum'] as const).map((column) => {
        const values = some.map(({ row }) => row[column]);
        return `<td>${escapeHtml(range(values, (value) => money(value, src, locale)))}</td>`;
      });
      return `<tr><th scope="row">${escapeHtml(code)}</th>${cells.join('')}</tr>`;
    })
    .join('\n');

/** What exchanges cost and how much may be exchanged, from the table by which they are priced. */
export const feeFacts = (db: Db, locale: Locale): Facts => {
  let read: Promise<Pair[]> | undefined;
  const pairs = () => (read ??= readPairs(db));

  const between =
    (...kinds: string[]) =>
    async () => {
      const some = (await pairs()).filter(({ src, dst }) => [src.kind, dst.kind].toSorted().join() === kinds.join());
      return range(
        some.map(({ row }) => row.percent),
        (value) => percent(value, locale),
      );
    };

  /** Ten times the minimum of the first pair, worked out. */
  const example = (what: 'give' | 'fee' | 'rest' | 'to') => async () => {
    const [first] = await pairs();
    if (!first) return '';
    const { src, dst, row } = first;
    const give = new Big(row.minimum).times('10');
    const price = { percent: row.percent, feeMinimum: row.fee_minimum, giveScale: src.scale };
    const fee = feeOf(give, { ...price, rate: '1', getScale: dst.scale });
    const parts = { give, fee, rest: give.minus(fee) };
    return what === 'to' ? dst.code : escapeHtml(money(parts[what].toFixed(), src, locale));
  };

  return {
    conditions: { something_is_exchanged: async () => (await pairs()).length > 0 },
    words: {
      fee_of_fiat: between('fiat', 'fiat'),
      fee_of_both: between('crypto', 'fiat'),
      fee_of_crypto: between('crypto', 'crypto'),
      limits: async () => limitRows(await pairs(), locale),
      example_give: example('give'),
      example_fee: example('fee'),
      example_rest: example('rest'),
      example_to: example('to'),
    },
  };
};
