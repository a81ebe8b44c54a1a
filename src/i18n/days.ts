const made = new Map<string, Intl.DateTimeFormat>();

const formatted = (iso: string, locale: string, options: Intl.DateTimeFormatOptions): string => {
  const key = `${locale} ${Object.keys(options).join()}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format.format(new Date(iso));
};

/** `15 января 2026 г.`: the day here, and not in UTC. */
export const formatDayHere = (iso: string, locale: string): string =>
  formatted(iso, locale, { day: 'numeric', month: 'long', year: 'numeric' });

/** `14:05`. */
export const formatClock = (iso: string, locale: string): string =>
  formatted(iso, locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Whether two moments lie on one day here. */
export const isSameDay = (one: string, other: string): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();
