import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright';
import { launch } from '../chromium.ts';
import { words } from '../tools/product.ts';
import budget from './budget.json' with { type: 'json' };
import { buildFloor, root } from './floor.ts';
import { held, told } from './limits.ts';
import { checkedExchange, signedIn, type Person } from './person.ts';

/** Confirmations of each, besides the first that warms. */
const runs = 15;

interface Watched {
  painted: Promise<number>;
}

/** Headings of a page that the server has not answered yet. */
const unanswered = ['operation.reviewing.title', 'operation.submitting.title'].map((key) => words('en', key));
const bare = ['Check the terms', 'Sending'];
/** As the bare page calls it. */
const failed = 'It failed';

/** From the click until a heading is painted that only the server's answer brings, in ms. */
const confirmed = async (page: Page, before: readonly string[], slower: number): Promise<number> => {
  const button = page.locator('[data-says="user.confirmed"]');
  await button.waitFor();
  const session = await page.context().newCDPSession(page);
  await page.evaluate((headings) => {
    (globalThis as unknown as Watched).painted = new Promise((resolve) => {
      let began = 0;
      addEventListener('click', ({ timeStamp }) => (began = timeStamp), { capture: true, once: true });
      const look = () => {
        const said = document.querySelector('main h1')?.textContent ?? '';
        if (said === '' || headings.includes(said)) return;
        watch.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - began), { once: true });
          port1.start();
          port2.postMessage(0);
        });
      };
      const watch = new MutationObserver(look);
      watch.observe(document, { subtree: true, childList: true, characterData: true });
    });
  }, before);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await button.click();
  return page.evaluate(() => (globalThis as unknown as Watched).painted);
};

/** The floor at the product's own address, so that it may ask what the product asks. */
const routeFloor = async (page: Page, url: string): Promise<void> => {
  const folder = join(root, '.cache/bench/confirm');
  await page.route(`${url}/floor/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: readFileSync(join(folder, 'tests/bench/floors/confirm/index.html')),
    }),
  );
  await page.route(`${url}/assets/**`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync(join(folder, new URL(route.request().url()).pathname)),
    }),
  );
};

const inContext = async (
  browser: Browser,
  { cookies }: Person,
  serviceWorkers: 'allow' | 'block',
  run: (page: Page) => Promise<number>,
): Promise<number> => {
  const context = await browser.newContext({
    ...{ locale: 'en-GB', viewport: { width: 1280, height: 800 }, serviceWorkers },
  });
  try {
    await context.addCookies(cookies);
    return await run(await context.newPage());
  } finally {
    await context.close();
  }
};

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** From the click on confirm until the server's answer is painted, beside a bare page that asks the same, in turns. */
export const benchConfirm = async (url: string): Promise<void> => {
  await buildFloor('confirm');
  const person = await signedIn(url);
  const browser = await chromium.launch(launch);
  const product = (slower: number) =>
    inContext(browser, person, 'allow', async (page) => {
      const { id } = await checkedExchange(person);
      await page.goto(`${url}/exchange/USD/EUR?operation=${id}`);
      return confirmed(page, unanswered, slower);
    });
  const floor = (slower: number) =>
    inContext(browser, person, 'block', async (page) => {
      const { id, path } = await checkedExchange(person);
      const { rev, account = '' } = person.asks;
      await routeFloor(page, url);
      await page.goto(
        `${url}/floor/?${new URLSearchParams({ operation: id, path, rev: String(rev), account }).toString()}`,
      );
      await page.locator('[data-says="user.confirmed"]').waitFor();
      // What is listened to is slower: the page has all it needs by now.
      await page.unrouteAll();
      const ms = await confirmed(page, bare, slower);
      const said = await page.locator('h1').textContent();
      if (said === failed) throw new Error('the bare page measured a confirm that was refused');
      return ms;
    });
  console.log(`\nms from the click on confirm until the server's answer is painted, medians of ${runs}\n`);
  try {
    for (const slower of [1, 4]) {
      const taken: Record<'product' | 'floor', number[]> = { product: [], floor: [] };
      for (let run = 0; run <= runs; run += 1) {
        const [one, other] = [await product(slower), await floor(slower)];
        if (run > 0) taken.product.push(one);
        if (run > 0) taken.floor.push(other);
      }
      const control = { name: 'a bare page', figure: median(taken.floor) };
      told(`confirm, ${slower}× slower`, median(taken.product), { digits: 1 });
      held(`confirm ÷ bare, ${slower}× slower`, median(taken.product) / control.figure, budget.confirmRatio, {
        digits: 3,
        control,
      });
    }
  } finally {
    await browser.close();
  }
};
