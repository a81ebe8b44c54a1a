import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { ExchangeForm } from '../../contract/calls/exchange-form.ts';
import type { DayLeft } from '../../contract/payment.ts';
import type { Model, Sight } from '../model.ts';
import { statesOf } from '../paths/seen.ts';
import type { Entry, Side } from './amount.ts';
import { limitScale } from './limit-scale.ts';
import { isPositive } from '../money.ts';
import { boundOf, currencyOf, feeNameOf, leavesRest, limitsOf, type Pair, type Preview } from './quote.ts';
import type { Trouble } from './trouble.ts';

/** For models: what a screen must say. */
export const says = (...keys: string[]): Sight[] => keys.map((message) => ({ message }));

/** The time of a moment of this day where one looks; a day beside it is a test's of its own. */
export const saysTime = (message: string, moment: number, now: number): Sight[] => {
  const on = new Date(moment);
  if (on.toDateString() !== new Date(now).toDateString()) return [];
  const time = [on.getHours(), on.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return [{ message, params: { time } }];
};

export const tells = (trouble: Trouble | null): Sight[] =>
  trouble ? [{ message: `error.${trouble.code}`, ...(trouble.params ? { params: trouble.params } : {}) }] : [];

const raises = (today: DayLeft | undefined): Sight[] => (today?.verification ? says('amount.today.verify') : []);

/** The same at an amount: where money is missing, or the day's limit is too low, with the way to more. */
export const tellsAtAmount = (trouble: Trouble | null, today?: DayLeft): Sight[] => [
  ...tells(trouble),
  ...(trouble?.code === 'insufficient_funds' ? says('amount.top_up') : []),
  ...(trouble?.code === 'above_day_maximum' ? raises(today) : []),
];

/** The limits of a side below its amount, and what the larger one is because of. */
export function tellsLimits(pair: Pair, side: Side, entry: Entry): Sight[] {
  if (leavesRest(pair, side, entry)) return says('exchange.limits.rest');
  const bound = boundOf(pair, side);
  const more = side === 'give' && bound !== 'once' ? raises(pair.today) : [];
  if (bound === 'used up') return side === 'give' ? [...says('amount.today.none'), ...more] : [];
  const { minimum, maximum } = limitsOf(pair, side);
  const scale = limitScale(currencyOf(pair, side));
  return [
    {
      message: bound === 'today' ? 'amount.today' : 'exchange.limits',
      params: { minimum: { decimal: minimum.amount, scale }, maximum: { amount: maximum, scale } },
    },
    ...more,
  ];
}

/** How the fee is called, and what stands beside it. */
export function tellsFee(form: ExchangeForm, preview: Preview | null): Sight[] {
  const { fee, src } = form;
  const name: Sight = { message: feeNameOf(form, preview), params: { percent: { percent: fee.percent } } };
  const least = { amount: { amount: fee.minimum, currency: src.code }, scale: src.scale };
  if (!isPositive(fee.percent)) return [name, ...(isPositive(fee.minimum) ? [least] : says('exchange.fee.none'))];
  if (preview) return [name, { amount: preview.fee, scale: src.scale, approximate: true }];
  return [name, ...(isPositive(fee.minimum) ? [{ message: 'exchange.fee.least', params: { amount: least } }] : [])];
}

/** How the screen calls what is said to the machines below, by their ids: each says it by its own model, while it stands. */
export const calledIn =
  (below: Record<string, Model>): NonNullable<Model['called']> =>
  ({ children }) => {
    const named: Record<string, Sight> = {};
    for (const [id, { called }] of Object.entries(below)) {
      const child = (children as Record<string, AnyActorRef | undefined>)[id];
      if (child && called) Object.assign(named, called(child.getSnapshot() as AnyMachineSnapshot));
    }
    return named;
  };

/** What the view of a child shows stands on the parent's screen too. */
export function seesIn(model: Model, id: string): (snapshot: AnyMachineSnapshot) => Sight[] {
  return ({ children }) => {
    const child = (children as Record<string, AnyActorRef | undefined>)[id];
    if (!child) return [];
    const snapshot = child.getSnapshot() as AnyMachineSnapshot;
    return statesOf(child).flatMap((state) => model.states[state]?.sees?.(snapshot) ?? []);
  };
}
