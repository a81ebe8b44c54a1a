import { describe, expect, test } from 'vitest';
import { formatAgo, formatCountdown, formatWhen } from '../../src/i18n/dates.ts';

const now = Date.parse('2026-01-15T12:00:00.000Z');
const ago = (ms: number) => new Date(now - ms).toISOString();
const hour = 3_600_000;

describe('B3 dates in both languages', () => {
  test.each([
    [0, 'сейчас', 'now'],
    [5 * 60_000, '5 минут назад', '5 minutes ago'],
    [2 * hour, '2 часа назад', '2 hours ago'],
    [23 * hour, '23 часа назад', '23 hours ago'],
  ])('B3 relative under a day: %i ms', (ms, ru, en) => {
    expect(formatWhen(ago(ms), now, 'ru')).toBe(ru);
    expect(formatWhen(ago(ms), now, 'en')).toBe(en);
  });

  test('B3 absolute after a day, with the year where it is another one', () => {
    expect(formatWhen(ago(30 * hour), now, 'en')).toMatch(/^Jan 1[34], \d\d:00$/);
    expect(formatWhen(ago(30 * hour), now, 'ru')).toMatch(/^1[34] янв\., \d\d:00$/);
    expect(formatWhen(ago(400 * 24 * hour), now, 'en')).toContain('2024');
  });

  test('F3 how fresh a status is, to the second, and never from the future', () => {
    expect(formatAgo(now - 4_000, now, 'ru')).toBe('4 секунды назад');
    expect(formatAgo(now + 3_600_000, now, 'en')).toBe('now');
  });

  test('F3 a countdown is never negative and never ends early', () => {
    expect([60_000, 59_001, 59_000, 1, 0, -5_000, Number.NaN].map(formatCountdown)).toEqual([
      ...['01:00', '01:00', '00:59', '00:01', '00:00', '00:00', '00:00'],
    ]);
    expect(formatCountdown(3_600_000)).toBe('1:00:00');
  });
});
