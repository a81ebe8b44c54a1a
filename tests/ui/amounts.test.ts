import { describe, expect, test } from 'vitest';
import { plain as withoutIdleZeros, readAmount } from '../../machines/form/read-amount.ts';
import {
  amountToEdit,
  decimalSeparator,
  formatAmount,
  formatChange,
  formatMoney,
  formatPercent,
  formatRate,
} from '../../src/i18n/amount.ts';

/** Spaces that do not break, as a person sees them. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const amount = (decimal: string, scale: number, locale: string) => plain(formatAmount(decimal, scale, locale));

describe('B3 amounts in both languages', () => {
  test.each([
    ['1234.5', 2, '1 234,50', '1,234.50'],
    ['0', 2, '0,00', '0.00'],
    ['1500', 0, '1 500', '1,500'],
    ['0.001056', 8, '0,001056', '0.001056'],
    ['0.100000000000000000', 18, '0,1', '0.1'],
    ['0.000000', 6, '0', '0'],
    ['1200.000000', 6, '1 200', '1,200'],
    ['1.5', 3, '1,500', '1.500'],
    ['-12.5', 2, '−12,50', '−12.50'],
    ['1.000000000000000001', 18, '1,000000000000000001', '1.000000000000000001'],
    [
      '123456789012345678901234567890.123456789012345678',
      18,
      '123 456 789 012 345 678 901 234 567 890,123456789012345678',
      '123,456,789,012,345,678,901,234,567,890.123456789012345678',
    ],
  ])('B3 %s with %i decimals', (decimal, scale, ru, en) => {
    expect(amount(decimal, scale, 'ru')).toBe(ru);
    expect(amount(decimal, scale, 'en')).toBe(en);
  });

  test('F3 no digit is ever rounded away, whatever the scale says', () => {
    expect(amount('0.129', 2, 'en')).toBe('0.129');
    expect(amount('9007199254740993.01', 2, 'en')).toBe('9,007,199,254,740,993.01');
  });

  test.each([
    ['12345', 6],
    ['15433', 0],
    ['4990', 2],
    ['1234567.5', 2],
    ['12.345', 3],
    ['1.001', 18],
    ['1234567.00100000', 8],
    ['123456789012345678901234567890.123456789012345678', 18],
  ])('F4 %s with %i decimals is read back as it is from the field in which it is corrected', (decimal, scale) => {
    for (const locale of ['ru', 'en'])
      expect(readAmount(amountToEdit(decimal, scale, locale), scale)).toMatchObject({
        amount: withoutIdleZeros(decimal),
      });
    expect([amountToEdit('4990', 2, 'ru'), amountToEdit('4990', 2, 'en')]).toEqual(['4990,00', '4990.00']);
  });

  test('B3 the code stands behind the number and does not leave it at the end of a line', () => {
    expect(formatMoney({ amount: '100', currency: 'USD' }, 2, 'ru')).toBe('100,00\u00a0USD');
    expect(formatMoney({ amount: '100', currency: 'USD' }, 2, 'en', { approximate: true })).toBe(
      '≈\u00a0100.00\u00a0USD',
    );
    expect(formatAmount('1234567', 0, 'ru')).not.toContain(' ');
  });

  test('B3 a rate is short in a list and whole in the terms', () => {
    expect(formatRate('0.00001061306533', 'ru')).toBe('0,0000106131');
    expect(formatRate('0.00001061306533', 'ru', { exact: true })).toBe('0,00001061306533');
    expect(formatRate('98.4500', 'en', { exact: true })).toBe('98.45');
    expect(formatRate('100', 'en', { exact: true })).toBe('100');
  });

  test('B3 changes carry their sign, shares do not', () => {
    expect(plain(formatChange('1.24', 'ru'))).toBe('+1,24 %');
    expect(formatChange('-0.3', 'en')).toBe('−0.30%');
    expect(formatChange('0', 'en')).toBe('0.00%');
    expect(plain(formatPercent('0.5', 'ru'))).toBe('0,5 %');
    expect([decimalSeparator('ru'), decimalSeparator('en')]).toEqual([',', '.']);
  });
});
