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
    // By the clock on the wall of whoever runs this, wherever that is.
    const noon = new Date(2026, 0, 15, 12, 0).getTime();
    const when = (locale: string, ...moment: [number, number, number, number, number]) =>
      formatWhen(new Date(...moment).toISOString(), noon, locale);
    expect(when('en', 2026, 0, 14, 6, 5)).toBe('Jan 14, 06:05');
    expect(when('ru', 2026, 0, 14, 6, 5)).toBe('14 янв., 06:05');
    expect(when('en', 2024, 11, 11, 12, 0)).toBe('Dec 11, 2024, 12:00');
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
