import { pageCookieDays, themeCookie } from '../../contract/page-cookies.ts';
import { keepCookie } from './page-cookie.ts';

type Theme = 'system' | 'light' | 'dark';

/** `system` leaves the choice to the browser's own preference. */
export const applyTheme = ({ theme }: { theme: Theme }): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // The server draws the next page in it.
  keepCookie(themeCookie, theme, theme === 'system' ? 0 : pageCookieDays);
};
