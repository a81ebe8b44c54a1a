import { describe, expect, test } from 'vitest';
import { formatStep, formatUntil } from '../../src/i18n/moments.ts';

/** A moment of the clock that this machine shows, whatever its zone. */
const at = (day: number, hour: number, minute: number, second = 0) =>
  new Date(2026, 10, day, hour, minute, second).getTime();
const iso = (day: number, hour: number, minute: number, second = 0) =>
  new Date(at(day, hour, minute, second)).toISOString();

describe('B3 a moment beside another one', () => {
  test.each([
    ['of the same day', iso(27, 0, 0, 1), iso(27, 23, 59, 58), '23:59:58', '23:59:58'],
    ['of the day after', iso(27, 23, 59, 58), iso(28, 0, 0, 1), '28 ноября, 00:00:01', 'November 28, 00:00:01'],
    ['with nothing beside it', undefined, iso(27, 14, 5, 12), '27 ноября, 14:05:12', 'November 27, 14:05:12'],
  ])('F7 the step of a course %s', (_, beside, moment, ru, en) => {
    expect(formatStep(moment, beside, 'ru')).toBe(ru);
    expect(formatStep(moment, beside, 'en')).toBe(en);
  });

  test.each([
    ['today', at(27, 17, 40), '17:40', '17:40'],
    ['on another day', at(30, 14, 0), '30 ноября, 14:00', 'November 30, 14:00'],
  ])('F7 until when it usually takes, %s', (_, moment, ru, en) => {
    expect(formatUntil(moment, at(27, 17, 21), 'ru')).toBe(ru);
    expect(formatUntil(moment, at(27, 17, 21), 'en')).toBe(en);
  });
});
