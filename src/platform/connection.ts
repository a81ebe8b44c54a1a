/** Known to some browsers only. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** The person pays for every byte, or waits for it: nothing is fetched ahead. */
export const isThrifty = (): boolean => {
  const connection = (navigator as { connection?: Connection }).connection;
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '');
};

/** When the page has nothing better to do, at the latest after `timeout` ms. */
export const whenIdle = (run: () => void, timeout: number): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout });
  // A browser that does not tell when it is idle has drawn by then what was asked for before.
  else setTimeout(run, 50);
};

/** Resolves when the page has nothing better to do, at the latest after `timeout` ms. */
export const ease = (timeout: number): Promise<void> => new Promise((run) => whenIdle(run, timeout));

/** Resolves when the browser has a line, at once while it has one. */
export const onLine = async (): Promise<void> => {
  if (!navigator.onLine) await new Promise((there) => addEventListener('online', there, { once: true }));
};
