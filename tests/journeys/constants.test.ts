import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { followLink, heading, signIn, takenOver, visit, type Visit } from '../tools/product.ts';
import { deepTest, everyNth } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';
import { comeIn } from '../stages/people.ts';

const { browser, product } = await openStand();

interface Idle {
  waiting: { run: () => void; timeout: number | undefined }[];
}
interface Circumstances {
  connection?: { saveData?: boolean; effectiveType?: string };
}

/** A page that is idle only when the test says so, on a connection of the test's. */
const atEase = (connection: Circumstances['connection'] = {}) => {
  const waiting: Idle['waiting'] = [];
  Object.defineProperty(navigator, 'connection', { value: connection });
  Object.assign(globalThis, {
    waiting,
    requestIdleCallback: (run: () => void, options?: { timeout?: number }) =>
      waiting.push({ run, timeout: options?.timeout }),
  });
};
const timeouts = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Idle).waiting.map(({ timeout }) => timeout));
const beIdle = (page: Page) =>
  page.evaluate(() => {
    for (const { run } of (globalThis as unknown as Idle).waiting.splice(0)) run();
  });

async function person(connection?: Circumstances['connection']): Promise<Visit & { asked: string[] }> {
  const one = await visit(browser, product.url, { language: 'en' });
  const asked: string[] = [];
  one.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await one.context.addInitScript(atEase, connection);
  return { ...one, asked };
}

/** Movements of the page at this moment: what they move, how long until they begin and how long they take, in ms. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap((one) => {
      const { effect } = one;
      if (!(one instanceof CSSAnimation && effect instanceof KeyframeEffect)) return [];
      const { delay, duration } = effect.getComputedTiming();
      return [{ moved: effect.getKeyframes().flatMap(Object.keys), delay, duration }];
    }),
  );
const moving = (all: Awaited<ReturnType<typeof movements>>, what: 'transform' | 'opacity') =>
  all.flatMap(({ moved, delay, duration }) => (moved.includes(what) ? [[delay, duration]] : []));

/** A part of the page that another place of a visitor needs, and one that only somebody who is signed in does. */
const piece = /^\/assets\/signup/;
const pieceOfMembers = /^\/assets\/history/;
/** What shows an operation, what names all other screens, and one of them. */
const behind = [/^\/assets\/operating/, /^\/assets\/later-scr/, pieceOfMembers];

test('B1 a page on its way has a bar after 200 ms that takes 5000, and an answer on its way has words after 200 ms', async () => {
  const one = await person({ saveData: true });
  const { page, context } = one;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held: string[] = [];
  for (const path of ['**/assets/article.m*.js', '**/api/content/article'])
    await context.route(path, async (route) => {
      held.push(path);
      await released;
      await route.continue();
    });
  await page.goto('/login');
  await takenOver(one);
  expect(moving(await movements(page), 'transform')).toEqual([]);
  await followLink(page, '/article');
  await expect.poll(() => held).toHaveLength(1);
  await expect
    .poll(async () => moving(await movements(page), 'transform'))
    .toEqual([[limits.loadingBarThrottle, limits.loadingBarDuration]]);

  await context.unroute('**/assets/article.m*.js');
  // Not rendered ahead: it asks for something.
  await page.goto('/article?at=all');
  await heading(one, 'article.title').waitFor();
  const coming = moving(await movements(page), 'opacity');
  expect(coming.length).toBeGreaterThan(0);
  expect(new Set(coming.map(String))).toEqual(new Set([String([limits.fetchDelay, limits.animation])]));
  expect(moving(await movements(page), 'transform')).toEqual([]);
  release();
  await page.locator('main a[href="/article/terms"]').waitFor();
  expect(moving(await movements(page), 'opacity')).toEqual([]);
  await context.close();
});

deepTest(
  'B1 what comes over the page moves for 200 ms, at once, and not at all for whoever asked for less motion',
  async () => {
    const one = await person();
    const { page, context } = one;
    await page.goto('/login');
    await signIn(one);
    await heading(one, 'exchanges.title').waitFor();
    const burger = page.getByRole('button', { name: one.words('frame.menu'), exact: true });
    const open = async () => {
      await burger.waitFor();
      // Opened and looked at in one step, before anything has moved.
      const seen = await burger.evaluate((button: HTMLElement) => {
        button.click();
        const sheet = document.querySelector('dialog[open]')!;
        const { delay, duration } = sheet.getAnimations()[0]!.effect!.getComputedTiming();
        return [delay, duration];
      });
      await page.keyboard.press('Escape');
      return seen;
    };
    expect(await open()).toEqual([0, limits.animation]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const still = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--motion'));
    expect(await still()).toMatch(/^0m?s$/);
    await context.close();
  },
);

test('B1 the other places are fetched when the page is idle, after 2000 ms at the latest', async () => {
  const one = await person({ saveData: false, effectiveType: '4g' });
  await one.page.goto('/login');
  await takenOver(one);
  await expect.poll(() => timeouts(one.page)).toContain(limits.idlePrefetch);
  expect(one.asked.filter((path) => piece.test(path))).toEqual([]);
  const asksWhenIdle = async (wanted: RegExp) => {
    await expect
      .poll(async () => {
        await beIdle(one.page);
        return one.asked.some((path) => wanted.test(path));
      })
      .toBe(true);
  };
  await asksWhenIdle(piece);
  expect(one.asked.filter((path) => pieceOfMembers.test(path))).toEqual([]);
  await signIn(one);
  await heading(one, 'exchanges.title').waitFor();
  await asksWhenIdle(pieceOfMembers);
  await one.context.close();
});

test('B1 what lies behind a form comes when somebody begins, and not before', async () => {
  const one = await person({ saveData: false, effectiveType: '4g' });
  const { page, asked, context } = one;
  await comeIn(one, product, 'demo@example.com');
  await page.goto('/exchange/USD/EUR');
  await one.control('user.amount typed', 'give').waitFor();
  const came = (wanted: RegExp) => asked.some((path) => wanted.test(path));
  const comes = async (wanted: RegExp): Promise<void> => {
    await expect
      .poll(async () => {
        await beIdle(page);
        return came(wanted);
      })
      .toBe(true);
  };
  await comes(/^\/assets\/annex/);
  await beIdle(page);
  await page.evaluate(() => fetch('/local/healthcheck'));
  await expect.poll(() => asked).toContain('/local/healthcheck');
  for (const late of behind) expect([late, came(late)]).toEqual([late, false]);
  await page.mouse.move(8, 8);
  for (const late of behind) await comes(late);
  await context.close();
});

test.each(everyNth([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }], 3))(
  'B1 nothing is fetched ahead with %j',
  async (connection) => {
    const one = await person(connection);
    const { page, asked, context } = one;
    await page.goto('/login');
    await takenOver(one);
    // What is not for later places comes at the page's ease all the same.
    await expect.poll(() => timeouts(page)).toContain(limits.idlePrefetch);
    await beIdle(page);
    await expect.poll(() => asked.some((path) => path.startsWith('/assets/annex'))).toBe(true);
    await beIdle(page);
    await page.evaluate(() => fetch('/local/healthcheck'));
    await expect.poll(() => asked).toContain('/local/healthcheck');
    expect(asked.filter((path) => piece.test(path))).toEqual([]);
    await followLink(page, '/article');
    await heading(one, 'article.title').waitFor();
    await context.close();
  },
);
