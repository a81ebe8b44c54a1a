import { absolute, formatTime } from './dates.ts';

type Moment = string | number;

const isOneDay = (one: Moment, other: Moment) => new Date(one).toDateString() === new Date(other).toDateString();

const withDay = (time: string, moment: Moment, beside: Moment | undefined, locale: string): string =>
  beside !== undefined && isOneDay(moment, beside)
    ? time
    : `${absolute(locale, 'day alone', { day: 'numeric', month: 'long' }).format(new Date(moment))}, ${time}`;

/** `14:05:12`, and `3 октября, 14:05:12` where what it is read beside is of another day, or where nothing is beside it. */
export const formatStep = (iso: string, beside: Moment | undefined, locale: string): string =>
  withDay(formatTime(iso, locale), iso, beside, locale);

/** `14:05`, and `3 октября, 14:05` where that is not today. */
export const formatUntil = (moment: number, now: number, locale: string): string =>
  withDay(
    absolute(locale, 'hour', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(moment)),
    moment,
    now,
    locale,
  );
