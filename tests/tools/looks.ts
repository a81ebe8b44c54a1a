import { deep } from './deep.ts';

/** The two ways to look at a page that differ in everything, then the other two pairs of a language and a width. */
export const russianPhone = { language: 'ru', width: 320, height: 640, theme: 'dark' } as const;
export const englishDesk = { language: 'en', width: 1280, height: 800, theme: 'light' } as const;
const russianDesk = { language: 'ru', width: 1280, height: 800, theme: 'light' } as const;
const englishPhone = { language: 'en', width: 320, height: 640, theme: 'dark' } as const;
export type Look = typeof russianPhone | typeof englishDesk | typeof russianDesk | typeof englishPhone;

/** The two in a deep run; the one given otherwise, so that the journeys of every day take turns between them. */
export const looks = (daily: Look): Look[] => (deep ? [russianPhone, englishDesk] : [daily]);

/** Each language at each width in a deep run, otherwise the one given. */
export const everyLook = (daily: Look): Look[] =>
  deep ? [russianPhone, englishDesk, russianDesk, englishPhone] : [daily];

const authTypes = ['password', 'passwordless'] as const;
/** How the page is looked at, and how people sign in by then. */
export type Way = Look & { auth_type: (typeof authTypes)[number] };

/** Each language at each width, each by both ways to sign in, in a deep run; otherwise the one given, by password. */
export const ways = (daily: Look): Way[] =>
  everyLook(daily).flatMap((look) => authTypes.slice(0, deep ? 2 : 1).map((auth_type) => ({ ...look, auth_type })));
