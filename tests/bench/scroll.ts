import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import { sampleTransfer } from '../../machines/operation/operation.samples.ts';
import { launch } from '../chromium.ts';
import budget from './budget.json' with { type: 'json' };
import { held, told } from './limits.ts';
import { serve } from './weigh.ts';

const many = 100_000;
/** As the server has them. */
const aPage = 20;
/** Pixels of one turn of the wheel, and how many turns. */
const [turn, turns] = [2_400, 30];

const row = (at: number) => sampleTransfer('completed', { id: `op${String(at).padStart(18, '0')}` });
const envelope = (payload: unknown) => ({ status: 'ok', now: new Date().toISOString(), rev: 1, fv: 'bench', payload });

interface Watched {
  longest: number;
}

/**
 * Presses for one page of a history after another until a hundred thousand rows are there, and scrolls through them in the
 * built page; prints the longest times that the page was not to be spoken to.
 */
export async function benchScroll(): Promise<void> {
  const server = await serve(true);
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage({ locale: 'ru-RU', viewport: { width: 1280, height: 800 } });
    await page.route('**/api/transfer/history*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const next = from + aPage < many ? String(from + aPage) : null;
      const items = Array.from({ length: aPage }, (_, at) => row(from + at));
      return route.fulfill({ json: envelope({ items, next }) });
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/history/transfer`);
    const more = page.locator('[data-says="user.more asked"]');
    await more.waitFor();
    await page.evaluate(() => {
      const watched = Object.assign(globalThis as unknown as Watched, { longest: 0 });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
      }).observe({ type: 'longtask' });
    });
    const longest = () =>
      page.evaluate(async () => {
        await new Promise((done) => setTimeout(done, 100));
        const watched = globalThis as unknown as Watched;
        const { longest: found } = watched;
        watched.longest = 0;
        return found;
      });
    const begun = performance.now();
    await page.evaluate(async (least) => {
      const button = () => document.querySelector<HTMLElement>('[data-says="user.more asked"]');
      for (let pressed = button(); pressed; pressed = button()) {
        const { scrollHeight: before } = document.body;
        pressed.click();
        // Each page makes the list longer by its rows; a press before they are there would not be heard.
        while (document.body.scrollHeight < before + least && button())
          await new Promise((done) => requestAnimationFrame(done));
      }
    }, aPage * 40);
    await page.getByText('Это весь список').waitFor();
    const read = (performance.now() - begun) / 1000;
    const reading = await longest();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.mouse.move(640, 400);
    for (let done = 0; done < turns; done += 1) await page.mouse.wheel(0, turn);
    const end = await page.evaluate(async () => {
      for (const part of [0.25, 0.5, 0.75, 1]) {
        window.scrollTo(0, document.body.scrollHeight * part);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
      }
      return {
        rows: document.querySelectorAll('[data-index]').length,
        last: Math.max(
          ...[...document.querySelectorAll<HTMLElement>('[data-index]')].map((one) => Number(one.dataset['index'])),
        ),
      };
    });
    console.log(`\nms of a history of ${many} rows, scrolled through\n`);
    // The browser tells of tasks from 50 ms on.
    held('longest task of reading pages', reading, budget.taskMilliseconds, {
      more: `   ${read.toFixed(0)} s for all`,
    });
    held('longest task of scrolling', await longest(), budget.taskMilliseconds);
    told('rows in the page at its end', end.rows, { more: `   up to the ${end.last + 1}th` });
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
