import { describe, expect, test } from 'vitest';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import type { DescribedForm } from '../../contract/payment.ts';
import { pairOf } from '../../machines/described-form/described-form.context.ts';
import { noEntry, set, type Side } from '../../machines/form/amount.ts';
import {
  boundOf,
  hasParts,
  limitsOf,
  mostGive,
  partOf,
  parts,
  problemOf,
  type Pair,
} from '../../machines/form/quote.ts';
import { tellsAtAmount, tellsLimits } from '../../machines/form/sights.ts';
import { named, nothing, quoteFormOf } from '../../machines/flows/transfer/form.context.ts';
import { sampleTransferForm } from '../../machines/flows/transfer/transfer.samples.ts';
import { sampleForm } from '../../machines/payment/payment.samples.ts';

const again_at = '2026-01-11T09:30:00.000Z';
const withdrawal = (today?: DescribedForm['today']): Pair =>
  pairOf({ ...sampleForm('withdraw'), ...(today && { today }) });
const purchase = (left: string): Pair => pairOf({ ...sampleForm('purchase'), today: { left, verification: false } });
const problem = (pair: Pair, amount: string, side: Side = 'give') => problemOf(pair, set(side, amount))?.code ?? null;

test('F6 when the limit lets through again is told as the latest moment: an order that nobody pays frees it sooner', () => {
  expect(en['amount.today.again']).toMatch(/no later than {{when}}/);
  expect(ru['amount.today.again']).toMatch(/не позже {{when}}/);
});

describe('what of a day is left, on a form', () => {
  const little = { left: '0.05000000', verification: true };

  test('F6 it is the shown maximum, the reason of it, and all that “all” takes', () => {
    expect(limitsOf(withdrawal(), 'give').maximum.amount).toBe('2.00000000');
    expect(mostGive(withdrawal())).toBe('0.25000000');
    const pair = withdrawal(little);
    expect([boundOf(pair, 'give'), boundOf(pair, 'get')]).toEqual(['today', 'today']);
    expect(limitsOf(pair, 'give').maximum.amount).toBe('0.05000000');
    // The fee of 0.0002 is taken out of what is given.
    expect(limitsOf(pair, 'get').maximum.amount).toBe('0.04980000');
    const all = partOf(pair, 'all');
    expect([all, problem(pair, all.text)]).toEqual([set('give', '0.05000000'), null]);
  });

  test('F6 what is there is less: then that is all', () => {
    expect(mostGive(withdrawal({ left: '0.30000000', verification: true }))).toBe('0.25000000');
  });

  test('F6 more than that is told with what is left, on either side', () => {
    const pair = withdrawal(little);
    expect(problemOf(pair, set('give', '0.05000001'))).toEqual({
      code: 'above_day_maximum',
      params: { left: { amount: { amount: '0.05000000', currency: 'BTC' }, scale: 8 } },
    });
    expect(problem(pair, '0.0498', 'get')).toBeNull();
    expect(problemOf(pair, set('get', '0.04980001'))).toEqual({
      code: 'above_day_maximum',
      params: { left: { amount: { amount: '0.04980000', currency: 'BTC' }, scale: 8 } },
    });
    expect(problem(pair, '0.2')).toBe('above_day_maximum');
    expect(problem(withdrawal(), '0.2')).toBeNull();
    expect(problem({ ...withdrawal(), available: '9' }, '3')).toBe('above_maximum');
  });

  test('F6 no part goes beyond the most, and there is none where the most cannot be sent', () => {
    const texts = (pair: Pair) => parts.map((part) => partOf(pair, part).text);
    expect(texts(withdrawal(little))).toEqual(['0.05', '0.05', '0.05', '0.05']);
    expect(texts(withdrawal())).toEqual(['0.0625', '0.125', '0.1875', '0.25']);
    expect([withdrawal(), withdrawal(little)].map(hasParts)).toEqual([true, true]);
    const short = [
      withdrawal({ left: '0.00099999', again_at, verification: false }),
      withdrawal({ left: '0', again_at, verification: false }),
      { ...withdrawal(), available: '0.00099999' },
      { ...withdrawal(), available: '0' },
      { ...withdrawal(), reserve: '0.00000001' },
      { ...withdrawal(), reserve: '0' },
      { ...withdrawal(), rate: '0' },
      purchase('1'),
      null,
    ];
    expect(short.map(hasParts)).toEqual(short.map(() => false));
  });

  test('F6 less than the least is left: it is used up, and nothing fits', () => {
    const pair = withdrawal({ left: '0.00099999', again_at, verification: false });
    expect([boundOf(pair, 'give'), boundOf(pair, 'get')]).toEqual(['used up', 'used up']);
    expect(problem(pair, '0.001')).toBe('above_day_maximum');
    expect(boundOf(withdrawal({ left: '0.00100000', verification: false }), 'give')).toBe('today');
    expect(tellsLimits(pair, 'give', noEntry)).toEqual([{ message: 'amount.today.none' }]);
    expect(tellsLimits(pair, 'get', noEntry)).toEqual([]);
  });

  test('F8 the reserve of the house is no limit of the day', () => {
    expect(boundOf(purchase('4000.00'), 'get')).toBe('today');
    const scarce = { ...purchase('4000.00'), reserve: '0.00100000' };
    expect([boundOf(scarce, 'give'), boundOf(scarce, 'get')]).toEqual(['today', 'once']);
  });

  test('F3 whoever asks for more of a wallet than fits at once is told that the rest stays there', () => {
    const pair = withdrawal();
    const rich = { ...pair, available: '1000' };
    const told = (form: Pair, text: string) =>
      tellsLimits(form, 'give', set('give', text)).map((sight) => ('message' in sight ? sight.message : ''));
    for (const part of ['50', '75', 'all'] as const)
      expect(told(rich, partOf(rich, part).text)).toEqual(['exchange.limits.rest']);
    expect(told(rich, '0.5')).toEqual(['exchange.limits']);
    const poor = { ...pair, available: '0.5' };
    expect(told(poor, partOf(poor, 'all').text)).toEqual(['exchange.limits']);
    expect(told({ ...rich, ...purchase('4000.00'), available: '1000000' }, '1')).not.toContain('exchange.limits.rest');
  });

  test('F6 a screen tells the way to a higher limit where there is one, at what is given alone', () => {
    const messages = (pair: Pair, side: Side) =>
      tellsLimits(pair, side, noEntry).map((sight) => ('message' in sight ? sight.message : ''));
    expect(messages(withdrawal(little), 'give')).toEqual(['amount.today', 'amount.today.verify']);
    expect(messages(withdrawal(little), 'get')).toEqual(['amount.today']);
    expect(messages(withdrawal(), 'give')).toEqual(['exchange.limits']);
    const refused = { code: 'above_day_maximum', params: {} };
    expect(tellsAtAmount(refused, little)).toContainEqual({ message: 'amount.today.verify' });
    expect(tellsAtAmount(refused, { ...little, verification: false })).toHaveLength(1);
  });
});

test('F9 a wallet of a transfer has its own day, and a refusal tells the page’s number where it is the same', () => {
  const [usd, ...others] = sampleTransferForm.wallets;
  const today = { left: '300.00', verification: false };
  const form = { ...sampleTransferForm, wallets: [{ ...usd!, today }, ...others] };
  const filled = { ...nothing, currency: 'USD', entry: set('give', '400') };
  const pair = quoteFormOf({ form, filled });
  expect(pair && mostGive(pair)).toBe('300.00');
  expect(quoteFormOf({ form, filled: { ...filled, currency: 'BTC' } })?.today).toBeUndefined();
  expect(named({ amount: { code: 'above_day_maximum' } }, { form, filled }).amount?.params).toEqual({
    left: { amount: { amount: '300.00', currency: 'USD' }, scale: 2 },
  });
});
