import { Big, divide, larger, round, type Decimal } from './decimal.ts';

/** What a quote is made of. `percent` and `feeMinimum` are the fee; `feeMinimum` is an amount of the given currency. */
export interface Price {
  rate: string;
  percent: string;
  feeMinimum: string;
  giveScale: number;
  getScale: number;
}

/**
 * `give` leaves the wallet, `fee` of it included; `get` arrives. `worth` is what the rest is worth before rounding:
 * `worth - get` is the remainder, which the house keeps.
 */
export interface Quote {
  give: Decimal;
  fee: Decimal;
  get: Decimal;
  worth: Decimal;
}

/** The fee of `give`: a percentage rounded up, or the minimum where that is more. */
export const feeOf = (give: Decimal, price: Price): Decimal =>
  larger(new Big(price.feeMinimum), round(give.times(price.percent).times('0.01'), price.giveScale, 'ceil'));

const quoteOf = (give: Decimal, price: Price, get: (worth: Decimal) => Decimal): Quote => {
  const fee = feeOf(give, price);
  const worth = give.minus(fee).times(price.rate);
  return { give, fee, worth, get: get(worth) };
};

/** Give is known: what arrives is rounded down. Without anything left after the fee, `get` is zero or less. */
export const quoteGive = (give: Decimal, price: Price): Quote =>
  quoteOf(give, price, (worth) => (worth.gt('0') ? round(worth, price.getScale, 'floor') : new Big('0')));

/**
 * Get is known: the least `give` whose rest, after the fee, is worth it. `give - ceil(p × give) ≥ net` holds exactly
 * when `give ≥ net / (1 - p)` for whole units, so the least is a ceiling and no search is needed.
 */
export const quoteGet = (get: Decimal, price: Price): Quote => {
  const net = divide(get, new Big(price.rate), price.giveScale, 'ceil');
  const kept = new Big('1').minus(new Big(price.percent).times('0.01'));
  const give = larger(net.plus(price.feeMinimum), divide(net, kept, price.giveScale, 'ceil'));
  return quoteOf(give, price, () => get);
};
