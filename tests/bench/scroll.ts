import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import { sampleTransfer } from '../../machines/operation/operation.samples.ts';
import { launch } from '../chromium.ts';
import { serve } from './weigh.ts';

const many = 100_000;
const aPage = 500;
/** Pixels of one turn of the wheel, and how many turns. */
const [turn, turns] = [2_400, 30];

const row = (at: number) => sampleTransfer('completed', { id: `op${String(at).padStart(18, '0')}` });
const envelope = (payload: unknown) => ({ status: 'ok', now: new Date().toISOString(), rev: 1, fv: 'bench', payload });

interface Watched {
  longest: number;
}

/** Scrolls through a history of a hundred thousand rows in the built page; prints the longest time that the page was not to be spoken to. */
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
    for (let read = aPage; read < many; read += aPage) {
      const height = await more.evaluate((button: HTMLElement) => {
        const { scrollHeight } = document.body;
        button.click();
        return scrollHeight;
      });
      // Each page makes the list longer by its rows; a press before they are there would not be heard.
      await page.waitForFunction((least) => document.body.scrollHeight > least, height + aPage * 40);
    }
    await page.getByText('Это весь список').waitFor();
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      const watched = Object.assign(globalThis as unknown as Watched, { longest: 0 });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
      }).observe({ type: 'longtask' });
    });
    await page.mouse.move(640, 400);
    for (let done = 0; done < turns; done += 1) await page.mouse.wheel(0, turn);
    const end = await page.evaluate(async () => {
      for (const part of [0.25, 0.5, 0.75, 1]) {
        window.scrollTo(0, document.body.scrollHeight * part);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
      }
      return {
        longest: (globalThis as unknown as Watched).longest,
        rows: document.querySelectorAll('[data-index]').length,
        last: Math.max(
          ...[...document.querySelectorAll<HTMLElement>('[data-index]')].map((one) => Number(one.dataset['index'])),
        ),
      };
    });
    console.log(`\nms of a history of ${many} rows, scrolled through\n`);
    // The browser tells of tasks from 50 ms on.
    console.log(`${'longest task of scrolling'.padEnd(40)}${end.longest.toFixed(0).padStart(9)}   of 50`);
    console.log(
      `${'rows in the page at its end'.padEnd(40)}${String(end.rows).padStart(9)}   up to the ${end.last + 1}th`,
    );
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
