import { divide, type Decimal } from '../money/decimal.ts';
import { walk } from './noise.ts';

/** What the house knows of prices. `at` is the database's time in milliseconds. Answers are decimal strings. */
export interface Market {
  /** How much of `dst` one unit of `src` buys, more than zero. Throws for a currency without a price. */
  rate(src: string, dst: string, at: number): string;
  /** The change of the rate over the last 24 hours, in per cent, two digits. */
  change(src: string, dst: string, at: number): string;
  /** 24 rates, an hour apart, the last one is now. */
  sparkline(src: string, dst: string, at: number): string[];
}

/** The price in US dollars that the walk goes around, and its spread a day. */
const start: Record<string, readonly [price: string, spread: string]> = {
  USD: ['1', '0'],
  EUR: ['1.0841', '0.0035'],
  RUB: ['0.01237', '0.006'],
  GBP: ['1.2718', '0.0037'],
  JPY: ['0.006552', '0.0042'],
  KZT: ['0.001918', '0.0045'],
  BTC: ['92480', '0.017'],
  ETH: ['3127', '0.022'],
  USDT: ['0.9997', '0.0003'],
};

const hour = 3_600;
const kept = 8_192;

/** Rates have ten significant digits, as far as eighteen fraction digits go. */
const digits = (give: Decimal, get: Decimal): number => Math.min(18, Math.max(0, 9 - divide(give, get, 18, 'floor').e));

/** Answers `make(key)` and remembers it; forgets everything when it holds too much. Only for what never changes. */
const remembered = <T>(make: (code: string, second: number) => T) => {
  const values = new Map<string, T>();
  return (code: string, second: number): T => {
    const key = `${code}@${second}`;
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= kept) values.clear();
    const value = make(code, second);
    values.set(key, value);
    return value;
  };
};

export const seededMarket = (seed: string): Market => {
  const price = remembered((code, second) => {
    const known = start[code];
    if (!known) throw new RangeError(`no price for ${code}`);
    return walk(`${seed}/${code}`, second).times(known[1]).plus('1').times(known[0]);
  });
  const rates = remembered((pair, second) => {
    const [src = '', dst = ''] = pair.split('/');
    const give = price(src, second);
    const get = price(dst, second);
    return divide(give, get, digits(give, get), 'floor');
  });
  const rateAt = (src: string, dst: string, second: number) => rates(`${src}/${dst}`, second);
  const secondOf = (at: number) => Math.floor(at / 1_000);
  return {
    rate: (src, dst, at) => rateAt(src, dst, secondOf(at)).toFixed(),
    change: (src, dst, at) => {
      const now = secondOf(at);
      const before = rateAt(src, dst, now - 24 * hour);
      return rateAt(src, dst, now).div(before).minus('1').times('100').toFixed(2);
    },
    sparkline: (src, dst, at) => {
      const now = secondOf(at);
      const lastFullHour = Math.floor(now / hour) * hour;
      const points = Array.from({ length: 23 }, (_, back) => lastFullHour - (22 - back) * hour);
      return [...points, now].map((second) => rateAt(src, dst, second).toFixed());
    },
  };
};
