const day = 24 * 60 * 60;

/** A cookie of the page's own, which the server reads; 0 days remove it. A browser may refuse cookies by throwing: then nothing is kept. */
export const keepCookie = (name: string, value: string, days: number): void => {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  try {
    document.cookie = `${name}=${value}; path=/; max-age=${days * day}; samesite=lax${secure}`;
  } catch {
    // What is chosen is kept elsewhere too.
  }
};
