import type { BrowserContext } from 'playwright';
import { Browser } from '../server/browser.ts';

export type Cookies = Parameters<BrowserContext['addCookies']>[0];

export interface Person {
  /** Asks as their page would. */
  asks: Browser;
  cookies: Cookies;
}

/** Somebody who is signed in at a server of the bench, with money. */
export const signedIn = async (url: string): Promise<Person> => {
  const asks = new Browser(url);
  const reply = await asks.post('/api/auth/login_by_password', {
    ...{ email: 'demo@example.com', password: 'demo-password-1', remember: false },
  });
  if (reply.http !== 200) throw new Error(`nobody came in: ${reply.text}`);
  return { asks, cookies: [...asks.cookies].map(([name, value]) => ({ name, value, url })) };
};

/** An exchange that waits to be confirmed, and where its confirmation goes. */
export const checkedExchange = async ({ asks }: Person): Promise<{ id: string; path: string }> => {
  const { http, body, text } = await asks.form('/api/exchange/check', {
    ...{ src: 'USD', dst: 'EUR', side: 'give', amount: '20' },
  });
  if (http !== 200) throw new Error(`no exchange: ${text}`);
  const { id, submit_path: path } = body.payload as { id: string; submit_path: string };
  return { id, path };
};
