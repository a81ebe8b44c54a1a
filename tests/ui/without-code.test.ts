import { expect, test } from 'vitest';
import { readAmount } from '../../machines/form/read-amount.ts';
import { formatMoney } from '../../src/i18n/amount.ts';
import { withoutCode } from '../../src/ui/without-code.ts';

test.each([
  ['100 USD', '100'],
  ['usd 5', '5'],
  ['12.50usd ', '12.5'],
  ['0,5USD', '0.5'],
])('F3 %s in a field of dollars is its number', (text, amount) => {
  expect(readAmount(withoutCode(text, 'USD'), 2)).toEqual({ amount, doubtful: false });
});

test.each(['ru', 'en'] as const)('F3 what a balance says in %s can be put into a field', (locale) => {
  const told = formatMoney({ amount: '1250.40', currency: 'USD' }, 2, locale);
  expect(told).toContain('USD');
  expect(readAmount(withoutCode(told, 'USD'), 2)).toEqual({ amount: '1250.4', doubtful: false });
});

test.each(['1 ', ' 5', '1 234,5'])('F3 “%s” stays as it is typed where no currency is known yet', (text) => {
  expect(withoutCode(text, '')).toBe(text);
});

test.each(['100 EUR', '100 USDT', 'USDC 100', 'USD', 'USD-5', '100 US', '1 USD 2'])(
  'F3 %s stays what it is in a field of dollars',
  (text) => {
    expect(withoutCode(text, 'USD')).toBe(text);
  },
);
