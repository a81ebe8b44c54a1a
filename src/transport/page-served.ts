import { added } from '../../contract/limits.ts';

/**
 * Rejects when the server would not give the page now: what is on the screen is never given up for an error page of
 * the browser, or of a proxy.
 */
export const pageServed = async (): Promise<void> => {
  const { ok, status } = await fetch('/index.html', {
    method: 'HEAD',
    cache: 'no-store',
    credentials: 'same-origin',
    signal: AbortSignal.timeout(added.statusAnswer),
  });
  if (!ok) throw new Error(`the page is not served: ${status}`);
};
