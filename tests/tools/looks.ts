import { deep } from './deep.ts';

/** The two ways to look at a page that differ in everything. */
export const russianPhone = { language: 'ru', width: 320, height: 640, theme: 'dark' } as const;
export const englishDesk = { language: 'en', width: 1280, height: 800, theme: 'light' } as const;
export type Look = typeof russianPhone | typeof englishDesk;

/** Both in a deep run; the one given otherwise, so that the journeys of every day take turns between them. */
export const looks = (daily: Look): Look[] => (deep ? [russianPhone, englishDesk] : [daily]);
