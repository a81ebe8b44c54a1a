/** Cookies of the server. All are HttpOnly, for the whole site, and never sent along from another site's form. */
export const cookieNames = {
  session: 'session',
  remember: 'remember',
  request: 'sign-in-request',
  puzzle: 'puzzle',
  telegram: 'telegram',
  recruit: 'recruit',
} as const;
export type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

/**
 * Seconds for which a browser keeps what it asked for: a code, a way to Telegram. Longer than either lives: whoever comes too
 * late is told that the time is over, and not that another browser has asked.
 */
export const requestKept = 3_600;

/**
 * On https the name has the `__Host-` prefix, which no other host can set. On plain http the name is bare: some
 * browsers refuse the prefix there, even on localhost.
 */
export const cookieName = (name: CookieName, https: boolean): string => (https ? `__Host-${name}` : name);

/** `maxAge` in seconds; absent: until the browser closes; 0 removes it. */
export const writeCookie = (name: CookieName, value: string, https: boolean, maxAge?: number): string =>
  [
    `${cookieName(name, https)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');

/** Cookies of a request header, the first of each name; what is no cookie is passed over. */
export const readCookies = (header: string | undefined): Map<string, string> => {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
};
