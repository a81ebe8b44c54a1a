import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import type { Message } from '../../contract/chat.ts';
import { launch } from '../chromium.ts';
import budget from './budget.json' with { type: 'json' };
import { held } from './limits.ts';
import { serve } from './weigh.ts';

const many = 100_000;
const aPage = 50;

const message = (seq: number): Message => ({
  ...{ seq, side: seq % 3 === 0 ? 'own' : 'other', files: [] },
  text: `Message ${seq}${seq % 5 === 0 ? ', which is a good deal longer than the others and so takes two lines or three' : ''}`,
  created_at: new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString(),
});
const envelope = (payload: unknown) => ({ status: 'ok', now: new Date().toISOString(), rev: 1, fv: 'bench', payload });

interface Watched {
  longest: number;
  all: number;
}

/** Opens a chat of a hundred thousand messages in the built page, goes back to its first one, and scrolls through it. */
export async function benchChat(): Promise<void> {
  const server = await serve(true);
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage({ locale: 'ru-RU', viewport: { width: 1280, height: 800 } });
    await page.route('**/api/support**', (route) => {
      const [where, number] = (new URL(route.request().url()).searchParams.get('page') ?? 'before-').split('-');
      const end = where === 'after' ? many : (Number(number) || many + 1) - 1;
      const from = where === 'after' ? many + 1 : Math.max(1, end - aPage + 1);
      const items = Array.from({ length: Math.max(0, end - from + 1) }, (_, at) => message(from + at));
      return route.fulfill({
        json: envelope({
          chat: { id: 'support', title: 'Support', kind: 'support' },
          ...{ items, older: from > 1 && items.length > 0 ? `before-${from}` : null, newer: `after-${many}` },
          ...{ latest: many, read: { own: many, other: many } },
        }),
      });
    });
    await page.route('**/api/chat/list', (route) => route.fulfill({ json: envelope({ items: [] }) }));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await page.goto(`${url}/exchanges`);
    await page.locator('a[href="/support"], a[href="/chat"]').first().waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const watched = Object.assign(globalThis as unknown as Watched, { longest: 0, all: 0 });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) {
          watched.longest = Math.max(watched.longest, duration);
          watched.all += duration;
        }
      }).observe({ type: 'longtask' });
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const script = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')!.value *
      1000;
    const longest = () =>
      page.evaluate(async () => {
        await new Promise((done) => setTimeout(done, 100));
        const watched = globalThis as unknown as Watched;
        const { longest: found } = watched;
        watched.longest = 0;
        return found;
      });
    const before = await script();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/support' });
      document.body.append(link);
      link.click();
      link.remove();
    });
    await page.locator('[data-index]').getByText(`Message ${many},`).waitFor();
    const opened = (await script()) - before;
    await longest();
    await page.evaluate(async () => {
      const button = () => document.querySelector<HTMLElement>('[data-says="user.older wanted"]');
      for (let pressed = button(); pressed; pressed = button()) {
        if (pressed.ariaDisabled !== 'true') pressed.click();
        await new Promise((done) => requestAnimationFrame(done));
      }
    });
    const reading = await longest();
    const last = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-index]')!.closest<HTMLElement>('[tabindex="0"]')!;
      for (let part = 1; part >= 0; part -= 0.02) {
        scroller.scrollTop = scroller.scrollHeight * part;
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
      }
      return document.querySelectorAll('[data-index]').length;
    });
    console.log(`\nms of a chat of ${many} messages, opened and scrolled through\n`);
    held('script of opening it', opened, budget.chatOpenMilliseconds);
    // The browser tells of tasks from 50 ms on.
    held('longest task of reading older pages', reading, budget.taskMilliseconds);
    held('longest task of scrolling', await longest(), budget.taskMilliseconds);
    console.log(`${'messages in the page at its start'.padEnd(40)}${String(last).padStart(9)}`);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
