import type { ExchangeForm } from '../../contract/calls/exchange-form.ts';
import type { LandingQuote } from '../../contract/calls/exchange.ts';
import type { Money } from '../../contract/money.ts';
import type { DayLeft } from '../../contract/payment.ts';
import { compare, cut, dividedUp, isPositive, least, minus, most, plus, timesDown, timesUp, unit } from '../money.ts';
import { readAmount } from './read-amount.ts';
import type { QuoteChange } from '../root/events.ts';
import { set, type Entry, type Side } from './amount.ts';
import { unreadable, type Shown, type Trouble } from './trouble.ts';

/**
 * The page's own idea of an exchange, for the screen to mark as approximate; the check's numbers are the true ones.
 * The rules are the server's: fee = ceil(give × percent), at least the minimum, taken out of what is given;
 * get = floor((give − fee) × rate); a typed "get" asks for the least "give" that brings it.
 */
export interface Preview {
  give: Money;
  get: Money;
  fee: Money;
  rate: string;
}

/** Both sides of a form, with its limits; `today` where less is left of the day than `maximum`. */
export type Pair = ExchangeForm & { today?: DayLeft | undefined };

/** What the form says about an amount before it is typed. `available` is absent for a visitor. */
export interface AmountLimits {
  minimum: Money;
  maximum: Money;
  available?: Money;
}

export type Part = '25' | '50' | '75' | 'all';
export const parts = ['25', '50', '75', 'all'] as const satisfies Part[];

const percent = '0.01';
const shareOf = (form: ExchangeForm): string => timesUp(form.fee.percent, percent, 20);

/** A form that nobody can reckon with: no rate, or a fee of everything. */
const isBroken = (form: ExchangeForm): boolean => !isPositive(form.rate) || compare(shareOf(form), '1') >= 0;

const sharedFee = (form: ExchangeForm, give: string): string => timesUp(give, shareOf(form), form.src.scale);

export const feeFor = (form: ExchangeForm, give: string): string =>
  cut(most(sharedFee(form, give), form.fee.minimum), form.src.scale);

/** The percentage comes to less than the least fee, which is what will be taken. */
const isLeastFee = (form: ExchangeForm, give: string): boolean => compare(sharedFee(form, give), form.fee.minimum) < 0;

type FeeName = 'exchange.fee' | 'exchange.fee.minimum' | 'operation.fee.plain';

/** How the row of the fee is called: by its percentage where there is one, or as the least fee while that is what will be taken. */
export function feeNameOf(form: ExchangeForm | null, preview: Preview | null): FeeName {
  if (form && !isPositive(form.fee.percent)) return 'operation.fee.plain';
  return form && preview && isLeastFee(form, preview.give.amount) ? 'exchange.fee.minimum' : 'exchange.fee';
}

export const getFor = (form: ExchangeForm, give: string): string =>
  timesDown(most(minus(give, feeFor(form, give)), '0'), form.rate, form.dst.scale);

export function giveFor(form: ExchangeForm, get: string): string {
  const net = dividedUp(get, form.rate, form.src.scale);
  return cut(
    most(dividedUp(net, minus('1', shareOf(form)), form.src.scale), plus(net, form.fee.minimum)),
    form.src.scale,
  );
}

export const currencyOf = (form: ExchangeForm, side: Side) => (side === 'give' ? form.src : form.dst);

/** Null while the amount cannot be read, or the form cannot be reckoned with. */
export function previewOf(form: ExchangeForm, entry: Entry): Preview | null {
  const read = readAmount(entry.text, currencyOf(form, entry.side).scale);
  if (!('amount' in read) || isBroken(form)) return null;
  const give = cut(entry.side === 'give' ? read.amount : giveFor(form, read.amount), form.src.scale);
  const get = entry.side === 'get' ? cut(read.amount, form.dst.scale) : getFor(form, give);
  const money = (amount: string, side: Side): Money => ({ amount, currency: currencyOf(form, side).code });
  return { give: money(give, 'give'), get: money(get, 'get'), fee: money(feeFor(form, give), 'give'), rate: form.rate };
}

/** The most that may be given now: at once, and of what is left of the day. */
const maximumOf = ({ maximum, today }: Pair): string => (today ? least(maximum, today.left) : maximum);

/** What the maximum of a side is because of: what is allowed at once, what is left of the day, or that too little is left of it. */
export function boundOf(form: Pair | null, side: Side): 'once' | 'today' | 'used up' {
  if (!form?.today) return 'once';
  if (compare(form.today.left, leastGive(form)) < 0) return 'used up';
  return side === 'give' || compare(getFor(form, maximumOf(form)), form.reserve) <= 0 ? 'today' : 'once';
}

/** What the day's limit makes of the amount that is given; nothing where it is not felt. */
export const dayBoundOf = (form: Pair | null): 'today' | 'used up' | '' => {
  const bound = boundOf(form, 'give');
  return bound === 'once' ? '' : bound;
};

/** The largest amount that may be given: by the limits, by what is there, by what the house can pay out. */
export function mostGive(form: Pair): string {
  const bounds = [maximumOf(form), ...(form.available === undefined ? [] : [form.available])];
  if (isBroken(form) || !isPositive(form.reserve)) return cut(least(...bounds), form.src.scale);
  const enough = giveFor(form, form.reserve);
  const paysTooMuch = compare(getFor(form, enough), form.reserve) > 0;
  return cut(least(...bounds, paysTooMuch ? minus(enough, unit(form.src.scale)) : enough), form.src.scale);
}

/** What is typed at a side is the most that may be given at once, and more than that is there: whoever asked for all of it is to know. */
export function leavesRest(form: Pair, side: Side, entry: Entry): boolean {
  if (side !== 'give' || entry.side !== side || form.available === undefined) return false;
  if (boundOf(form, side) !== 'once') return false;
  const read = readAmount(entry.text, form.src.scale);
  const all = mostGive(form);
  return 'amount' in read && compare(read.amount, all) === 0 && compare(form.available, all) > 0;
}

/** Limits in the currency of the side; those of "get" follow from the rate of the moment. */
export function limitsOf(form: Pair, side: Side): AmountLimits {
  const money = (amount: string): Money => ({
    amount: cut(amount, currencyOf(form, side).scale),
    currency: currencyOf(form, side).code,
  });
  if (side === 'give') {
    const there = form.available === undefined ? {} : { available: money(form.available) };
    return { minimum: money(leastGive(form)), maximum: money(maximumOf(form)), ...there };
  }
  const maximum = money(least(getFor(form, maximumOf(form)), form.reserve));
  return { minimum: money(leastGet(form)), maximum };
}

/** The least that may be given: the form's minimum, or what brings the smallest unit where that is more. */
const leastGive = (form: ExchangeForm): string =>
  isBroken(form) ? form.minimum : most(form.minimum, giveFor(form, unit(form.dst.scale)));

/** The least "get" that does not ask for less than the least "give". */
function leastGet(form: ExchangeForm): string {
  const get = getFor(form, leastGive(form));
  const suffices = !isBroken(form) && compare(giveFor(form, get), form.minimum) >= 0;
  return suffices ? get : plus(get, unit(form.dst.scale));
}

/** What is wrong with the entry, by the form's limits. The check decides; this only spares a question. */
export function problemOf(form: Pair, entry: Entry): Trouble | null {
  const read = readAmount(entry.text, currencyOf(form, entry.side).scale);
  if ('problem' in read) return unreadable(read.problem, currencyOf(form, entry.side).scale);
  const preview = previewOf(form, entry);
  if (!preview) return { code: 'pair_unavailable' };
  const limits = limitsOf(form, entry.side);
  const about = (code: string, name: string, amount: Money, scale = currencyOf(form, entry.side).scale): Trouble => ({
    code,
    params: { [name]: { amount, scale } satisfies Shown },
  });
  if (compare(preview.give.amount, form.minimum) < 0 || !isPositive(preview.get.amount))
    return about('below_minimum', 'minimum', limits.minimum);
  if (form.available !== undefined && compare(preview.give.amount, form.available) > 0) {
    // What is there is there in the wallet's own currency, whichever side was typed.
    const { scale, code } = form.src;
    return about('insufficient_funds', 'available', { amount: cut(form.available, scale), currency: code }, scale);
  }
  if (compare(preview.give.amount, maximumOf(form)) > 0)
    return form.today
      ? about('above_day_maximum', 'left', limits.maximum)
      : about('above_maximum', 'maximum', limits.maximum);
  if (compare(preview.get.amount, form.reserve) > 0)
    return about(
      'reserve_too_low',
      'reserve',
      { amount: cut(form.reserve, form.dst.scale), currency: form.dst.code },
      form.dst.scale,
    );
  return null;
}

/** A quarter, a half, three quarters of what is there, but never more than `all`: the most that may be exchanged. The fee is inside. */
export function partOf(form: Pair, part: Part): Entry {
  const share = { '25': '0.25', '50': '0.5', '75': '0.75', all: '1' }[part];
  return set('give', least(timesDown(form.available ?? '0', share, form.src.scale), mostGive(form)));
}

/** There is something to take a part of: the most that may be given can be sent. */
export const hasParts = (form: Pair | null): boolean =>
  form?.available !== undefined && problemOf(form, partOf(form, 'all')) === null;

/** The page's own idea of now beside what was shown before, when an amount differs; null when it comes to the same. */
export function changeOf(shown: LandingQuote, form: ExchangeForm, entry: Entry): QuoteChange | null {
  const fresh = previewOf(form, entry);
  if (!fresh || shown.give.currency !== form.src.code || shown.get.currency !== form.dst.code) return null;
  const whole = ({ amount, currency }: Money, side: Side): Money => ({
    amount: cut(amount, currencyOf(form, side).scale),
    currency,
  });
  const before = {
    give: whole(shown.give, 'give'),
    get: whole(shown.get, 'get'),
    fee: whole(shown.fee, 'give'),
    rate: shown.rate,
  };
  const differs = (['give', 'get', 'fee'] as const).some((key) => before[key].amount !== fresh[key].amount);
  return differs ? { shown: before, fresh, scale: { give: form.src.scale, get: form.dst.scale } } : null;
}
