/** When a day begins in a zone, RFC 3339 UTC: at midnight, or behind it where clocks are put forward then. */
export const startOfDay = (day: string, zone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().toString();

export const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** As table programs read a time, to the second: `2026-11-24T19:28:01.165312Z` in Moscow → `2026-11-24 22:28:01`. */
export const secondIn = (time: string, zone: string): string =>
  Temporal.Instant.from(time)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');
