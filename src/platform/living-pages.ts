const lockOf = (page: string): string => `page ${page}`;
let known = false;

/** From now on other pages of this browser see that this one lives; the browser lets go of it however the page ends. */
export const beKnown = (page: string): void => {
  if (known || !('locks' in navigator)) return;
  known = true;
  navigator.locks.request(lockOf(page), () => new Promise(() => {})).catch(() => {});
};

/** Whether a page is another one than this and lives. None does where a browser cannot tell. */
export const livingBeside = async (own: string): Promise<(page: string) => boolean> => {
  const none = { held: [] };
  const { held = [] } = 'locks' in navigator ? await navigator.locks.query().catch(() => none) : none;
  const names = new Set(held.map(({ name }) => name));
  return (page) => page !== own && names.has(lockOf(page));
};

/** When a page ends that lives now; never where a browser cannot tell, or once nobody waits for it any more. */
export const endOf = (page: string, signal: AbortSignal): Promise<void> =>
  new Promise((ended) => {
    if ('locks' in navigator) navigator.locks.request(lockOf(page), { signal }, () => {}).then(ended, () => {});
  });
