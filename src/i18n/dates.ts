const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const kept = new Map<string, Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

const keep = <Format extends Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => Format,
): Format => {
  const found = kept.get(key);
  if (found) return found as Format;
  const made = make();
  kept.set(key, made);
  return made;
};

export const absolute = (locale: string, key: string, options: Intl.DateTimeFormatOptions) =>
  keep(`${locale} ${key}`, () => new Intl.DateTimeFormat(locale, options));

/** `14:05:12`, to the second. */
export const formatTime = (iso: string, locale: string): string =>
  absolute(locale, 'time', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(
    new Date(iso),
  );

/** `3 октября 2026 г., 14:05`: whole, for a receipt and for a title. */
export const formatDateTime = (iso: string, locale: string): string =>
  absolute(locale, 'moment', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso));

/** `3 октября 2026 г.`: the day of a text, the same one everywhere. */
export const formatDay = (iso: string, locale: string): string =>
  absolute(locale, 'day', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(iso));

/** `3 окт., 14:05`, for a row of a list; the year is named where it is another one. */
export const formatShort = (iso: string, now: number, locale: string): string => {
  const sameYear = new Date(iso).getFullYear() === new Date(now).getFullYear();
  return absolute(locale, sameYear ? 'short' : 'short with year', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' as const }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso));
};

/**
 * Relative under a day (`5 минут назад`), absolute after. `now` is milliseconds and belongs to the same clock as `iso`:
 * the caller hands in the server's time for a server's date. A moment ahead of `now` by a second or two is `now`.
 */
export function formatWhen(iso: string, now: number, locale: string): string {
  const passed = now - Date.parse(iso);
  const format = keep(
    `${locale} relative`,
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }),
  );
  if (Math.abs(passed) < 45_000) return format.format(0, 'second');
  if (Math.abs(passed) < hour) return format.format(-Math.round(passed / minute), 'minute');
  if (Math.abs(passed) < day) return format.format(-Math.round(passed / hour), 'hour');
  return formatShort(iso, now, locale);
}

/** `5 секунд назад`: how fresh something is, to the second. Both are moments of one clock, in milliseconds. */
export function formatAgo(then: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  const format = keep(
    `${locale} relative`,
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }),
  );
  return seconds < 60 ? format.format(-seconds, 'second') : format.format(-Math.round(seconds / 60), 'minute');
}

/** A span that a person waits for: `2 минуты`, `30 секунд`. */
export const formatSpan = (milliseconds: number, locale: string): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [value, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    Number(value),
  );
};

/** `00:59`; an hour and more as `1:00:00`. What has run out is `00:00`, never less. */
export const formatCountdown = (milliseconds: number): string => {
  const seconds = Number.isFinite(milliseconds) ? Math.max(0, Math.ceil(milliseconds / 1000)) : 0;
  const two = (value: number) => String(value).padStart(2, '0');
  const tail = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${tail}` : tail;
};
