import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import type { ListedChat, Message } from '../../contract/chat.ts';
import { launch } from '../chromium.ts';
import { followLink } from '../tools/product.ts';
import budget from './budget.json' with { type: 'json' };
import { held, told } from './limits.ts';
import { longestTask } from './tasks.ts';
import { serve } from './weigh.ts';

const many = 100_000;
const aPage = 50;
/** Pixels of a turn of the wheel. */
const turn = 4_000;

const message = (seq: number): Message => ({
  ...{ seq, side: seq % 3 === 0 ? 'own' : 'other', files: [] },
  text: `Message ${seq}${seq % 5 === 0 ? ', which is a good deal longer than the others and so takes two lines or three' : ''}`,
  created_at: new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString(),
});
const listed = (at: number): ListedChat => ({
  ...{ id: at === 0 ? 'support' : `bench${at}`, title: at === 0 ? 'Support' : `b•••${at}`, unread_msgs: at % 3 },
  kind: at === 0 ? 'support' : 'private',
  ...(at > 0 && { number: String(10_000_100 + at) }),
  last: { seq: at + 1, side: 'other', text: `The last word of ${at}`, created_at: message(at).created_at, files: 0 },
});
const envelope = (payload: unknown) => ({ status: 'ok', now: new Date().toISOString(), rev: 1, fv: 'bench', payload });

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
    await page.route('**/api/chat/list*', (route) =>
      route.fulfill({ json: envelope({ items: Array.from({ length: 20 }, (_, at) => listed(at)), older: null }) }),
    );
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await page.goto(`${url}/exchanges`);
    await page.locator('main[aria-busy="false"] h1').waitFor();
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const script = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')!.value *
      1000;
    const before = await script();
    await followLink(page, '/support');
    await page.locator('[data-index]').getByText(`Message ${many},`).waitFor();
    await page.getByText('The last word of 5').waitFor();
    const opened = (await script()) - before;
    const scrollBy = (pixelsAtOnce: number, text: string) =>
      longestTask(browser, page, () =>
        page.evaluate(
          async ([pixels, end]) => {
            const scroller = document.querySelector('[data-index]')!.closest<HTMLElement>('[tabindex="0"]')!;
            const stood = () =>
              [...scroller.querySelectorAll('[data-index] [dir]')].some((text) => text.textContent === end);
            while (!stood()) {
              scroller.scrollTop += pixels;
              await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            }
          },
          [pixelsAtOnce, text] as const,
        ),
      );
    const reading = await scrollBy(-turn, message(1).text);
    const scrolling = await scrollBy(2 * turn, message(many).text);
    const last = await page.locator('[data-index]').count();
    console.log(`\nms of a chat of ${many} messages, opened and scrolled through\n`);
    held('script of opening it', opened, budget.chatOpenMilliseconds);
    held('longest task of reading to its begin', reading.worked, budget.taskMilliseconds, {
      more: `   on the clock ${reading.waited.toFixed(0)}`,
    });
    held('longest task of scrolling to its end', scrolling.worked, budget.taskMilliseconds, {
      more: `   on the clock ${scrolling.waited.toFixed(0)}`,
    });
    told('messages in the page at its end', last);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
