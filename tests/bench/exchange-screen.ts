import { chromium } from 'playwright';
import { launch } from '../chromium.ts';
import budget from './budget.json' with { type: 'json' };
import { medianOf, openOnPhone, type Opening } from './first-screen.ts';
import { held, told } from './limits.ts';
import { signedIn } from './person.ts';

const runs = 3;

/** Opens the exchange screen as somebody who is signed in, and weighs all that comes in five seconds. */
export const benchExchangeScreen = async (url: string): Promise<void> => {
  const { cookies } = await signedIn(url);
  const browser = await chromium.launch(launch);
  const openings: Opening[] = [];
  try {
    for (let run = 0; run < runs; run += 1)
      openings.push(await openOnPhone(browser, `${url}/exchange/USD/EUR`, cookies));
  } finally {
    await browser.close();
  }
  console.log(`\nthe exchange screen after sign-in on a phone, medians of ${runs}\n`);
  held('gzip bytes after 5 s', medianOf(openings, 'loaded'), budget.exchangeLoadedBytes);
  for (const key of ['fcp', 'lcp', 'blocked'] as const) told(`${key}, ms`, medianOf(openings, key));
};
