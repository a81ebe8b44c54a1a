import { themeCookie } from '../../contract/theme.ts';

type Theme = 'system' | 'light' | 'dark';

const year = 365 * 24 * 60 * 60;

/** The server draws the next page in it. A browser may refuse cookies by throwing: then that page is drawn twice. */
const tellServer = (theme: Theme): void => {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const [value, age] = theme === 'system' ? ['', 0] : [theme, year];
  try {
    const kept = document.cookie.split('; ').find((pair) => pair.startsWith(`${themeCookie}=`));
    if ((kept ?? '') === (value && `${themeCookie}=${value}`)) return;
    document.cookie = `${themeCookie}=${value}; path=/; max-age=${age}; samesite=lax${secure}`;
  } catch {
    // What is kept beside it is read by a script of the page.
  }
};

/** `system` leaves the choice to the browser's own preference. */
export const applyTheme = ({ theme }: { theme: Theme }): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  tellServer(theme);
};
