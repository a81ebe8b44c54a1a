import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import { launch } from '../chromium.ts';
import budget from './budget.json' with { type: 'json' };
import { root } from './floor.ts';
import { held, told } from './limits.ts';
import { signedIn, type Cookies } from './person.ts';

/** Walks of each speed. */
const walks = 4;
/** What the browser counts as an interaction. */
const kinds = ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup'];
/** Ms from which the browser tells of an event, and what one is taken for that it does not tell of. */
const least = 16;

interface Watched {
  happened: number;
  slow: { name: string; duration: number; what: string }[];
}

const watch = ([names, from]: readonly [readonly string[], number]) => {
  const watched = Object.assign(globalThis as unknown as Watched, { happened: 0, slow: [] });
  for (const name of names) addEventListener(name, () => (watched.happened += 1), { capture: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (!names.includes(entry.name)) continue;
      const { says } = (entry.target as HTMLElement | null)?.dataset ?? {};
      watched.slow.push({ name: entry.name, duration: entry.duration, what: says ?? '' });
    }
  }).observe({ type: 'event', durationThreshold: from, buffered: true } as PerformanceObserverInit);
};

/**
 * A press at its middle. Playwright's own click asks the page, in listeners of its own and within the event that is measured,
 * whether the press hits what it was meant for: that lays the page out once more each time.
 */
const press = async (page: Page, control: Locator): Promise<void> => {
  await control.and(page.locator(':enabled')).hover();
  await page.mouse.down();
  await page.mouse.up();
};

/** From the form to the receipt and back, by keys and by clicks. */
const walk = async (page: Page, url: string): Promise<void> => {
  const control = (event: string) => page.locator(`[data-says="${event}"]`).first();
  const amount = page.locator('[data-says="user.amount typed"][data-says-for="give"]');
  await page.goto(`${url}/exchange/USD/EUR`);
  await press(page, amount);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('125.50', { delay: 60 });
  await page.keyboard.press('Tab');
  await press(page, control('user.submitted'));
  await control('user.confirmed').waitFor();
  await press(page, control('user.went back'));
  await press(page, amount);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('20', { delay: 60 });
  await page.keyboard.press('Enter');
  await press(page, control('user.confirmed'));
  await press(page, control('user.again'));
  await press(page, amount);
  await page.keyboard.type('1', { delay: 60 });
};

/** The control, at the product's own address: a form without a script, which is typed into and pressed as often. */
const walkStatic = async (page: Page, url: string): Promise<void> => {
  const body = readFileSync(join(root, 'tests/bench/floors/static/login/index.html'));
  await page.route(`${url}/floor`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${url}/floor`);
  const field = page.locator('form input').first();
  const choice = page.locator('form [type="checkbox"]');
  for (const text of ['125.50', '20', '1']) {
    await press(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text, { delay: 60 });
    await page.keyboard.press('Tab');
    await press(page, choice);
    await press(page, choice);
  }
};

/** What happened in one walk on a machine that is so many times slower. */
const heardIn = async (browser: Browser, cookies: Cookies, slower: number, walk: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1280, height: 800 } });
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.addInitScript(watch, [kinds, least] as const);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await walk(page);
    return await page.evaluate(async (): Promise<Watched> => {
      await new Promise((done) => setTimeout(done, 500));
      const { happened, slow } = globalThis as unknown as Watched;
      return { happened, slow };
    });
  } finally {
    await context.close();
  }
};

const together = (walked: readonly Watched[]): Watched => ({
  happened: walked.reduce((sum, { happened }) => sum + happened, 0),
  slow: walked.flatMap(({ slow }) => slow).toSorted((one, other) => other.duration - one.duration),
});

/** Those that the browser does not tell of were faster. */
const p95 = ({ happened, slow }: Watched): number =>
  happened === 0 ? Infinity : (slow[happened - Math.ceil(happened * 0.95)]?.duration ?? least - 1);

/**
 * How long events take until the page is painted after them, while a person exchanges; and on a form without any script, in
 * turns: how long this browser on this machine takes of its own.
 */
export const benchEvents = async (url: string): Promise<void> => {
  const { cookies } = await signedIn(url);
  const browser = await chromium.launch(launch);
  console.log(`\nms of an event until what comes of it is painted, a walk through an exchange, ${walks} times\n`);
  try {
    for (const [slower, limit] of [
      [1, budget.eventMilliseconds],
      [4, budget.eventMillisecondsSlow],
    ] as const) {
      const walked: Record<'ours' | 'floor', Watched[]> = { ours: [], floor: [] };
      for (let time = 0; time < walks; time += 1) {
        walked.floor.push(await heardIn(browser, [], slower, (page) => walkStatic(page, url)));
        walked.ours.push(await heardIn(browser, cookies, slower, (page) => walk(page, url)));
      }
      const ours = together(walked.ours);
      const [worst] = ours.slow;
      held(`p95, ${slower}× slower`, p95(ours), limit, {
        control: { name: 'a static form', figure: p95(together(walked.floor)) },
        more: `   ${ours.happened} events`,
      });
      told(`slowest, ${slower}× slower`, worst?.duration ?? 0, { more: `   ${worst?.name} ${worst?.what}` });
    }
  } finally {
    await browser.close();
  }
};
