import { pageCookieDays, timeZoneCookie } from '../../contract/page-cookies.ts';
import { keepCookie } from './page-cookie.ts';

/** The server counts days as the person's clock does now: whoever travels takes the browser along. */
export const tellTimeZone = (): void =>
  keepCookie(timeZoneCookie, Intl.DateTimeFormat().resolvedOptions().timeZone, pageCookieDays);
