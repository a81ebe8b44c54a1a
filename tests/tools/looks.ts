import { deep } from './deep.ts';

/** The two ways to look at a page that differ in everything. */
export const russianPhone = { language: 'ru', width: 320, height: 640, theme: 'dark' } as const;
export const englishDesk = { language: 'en', width: 1280, height: 800, theme: 'light' } as const;
export type Look = typeof russianPhone | typeof englishDesk;

/** Both in a deep run; the one given otherwise, so that the journeys of every day take turns between them. */
export const looks = (daily: Look): Look[] => (deep ? [russianPhone, englishDesk] : [daily]);

const authTypes = ['password', 'passwordless'] as const;
/** How the page is looked at, and how people sign in by then. */
export type Way = Look & { auth_type: (typeof authTypes)[number] };

/** The looks, each by both ways to sign in in a deep run; otherwise the one given, by password. */
export const ways = (daily: Look): Way[] =>
  looks(daily).flatMap((look) => authTypes.slice(0, deep ? 2 : 1).map((auth_type) => ({ ...look, auth_type })));
