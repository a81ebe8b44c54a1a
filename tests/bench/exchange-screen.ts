import { chromium, type Browser, type Page } from 'playwright';
import { launch } from '../chromium.ts';
import { words } from '../tools/product.ts';
import budget from './budget.json' with { type: 'json' };
import { inlineBytes, medianOf, openOnPhone, type Opening } from './first-screen.ts';
import { weighedFiles } from './floor.ts';
import { held, told } from './limits.ts';
import { signedIn, type Cookies } from './person.ts';

const runs = 3;
/** Ms without a further piece, after which nothing comes by itself any more. */
const quiet = 6_000;

/** What a person does on the screen once it stands there. */
type Doing = (page: Page) => Promise<void>;
/** The first sign that somebody is there: what is fetched ahead begins to come. */
const begins: Doing = (page) => page.mouse.move(8, 8);
/** The whole of it, with everything that it needs on the way. */
const exchanges: Doing = async (page) => {
  const press = (event: string) => page.locator(`[data-says="${event}"]`).first().click();
  await page.locator('[data-says="user.amount typed"]').first().fill('20');
  await press('user.submitted');
  await press('user.confirmed');
  await page.getByRole('heading', { name: words('ru', 'operation.succeeded.exchange') }).waitFor();
};
/** Whoever pays for every byte is sent nothing ahead. */
const payForBytes = (): void => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
};

/** Gzip bytes of code and style until nothing comes any more, behind what somebody does on the screen. */
const weighAll = async (
  browser: Browser,
  url: string,
  cookies: Cookies,
  doing: Doing,
  prepare: () => void = () => {},
): Promise<number> => {
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 412, height: 823 } });
  await context.addCookies(cookies);
  await context.addInitScript(prepare);
  try {
    const page = await context.newPage();
    const files = weighedFiles();
    const bodies: Promise<void>[] = [];
    let last = performance.now();
    page.on('response', (response) => {
      if (!/javascript|css/.test(response.headers()['content-type'] ?? '') || response.url().endsWith('/sw.js')) return;
      last = performance.now();
      bodies.push(files.take(response));
    });
    const answer = await page.goto(url);
    await page.locator('[data-says="user.amount typed"]').first().waitFor();
    await doing(page);
    while (performance.now() - last < quiet) await new Promise((settle) => setTimeout(settle, 200));
    await Promise.all(bodies);
    return inlineBytes((await answer?.text()) ?? '') + files.sumOf();
  } finally {
    await context.close();
  }
};

/** Opens the exchange screen as somebody who is signed in, and weighs what comes in five seconds, by a whole exchange, and ahead of others. */
export const benchExchangeScreen = async (url: string): Promise<void> => {
  const { cookies } = await signedIn(url);
  const browser = await chromium.launch(launch);
  const openings: Opening[] = [];
  let [whole, all]: number[] = [];
  try {
    for (let run = 0; run < runs; run += 1)
      openings.push(await openOnPhone(browser, `${url}/exchange/USD/EUR`, cookies));
    whole = await weighAll(browser, `${url}/exchange/USD/EUR`, cookies, exchanges, payForBytes);
    all = await weighAll(browser, `${url}/exchange/USD/EUR`, cookies, begins);
  } finally {
    await browser.close();
  }
  console.log(`\nthe exchange screen after sign-in on a phone, medians of ${runs}\n`);
  held('gzip bytes after 5 s', medianOf(openings, 'loaded'), budget.exchangeLoadedBytes);
  held('gzip bytes of a whole exchange, and nothing ahead', whole, budget.exchangeLoadedBytes);
  held('gzip bytes when somebody has begun and all has come', all, budget.exchangeLoadedBytes);
  for (const key of ['fcp', 'lcp', 'blocked'] as const) told(`${key}, ms`, medianOf(openings, key));
};
