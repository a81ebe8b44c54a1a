import type { Browser } from 'playwright';
import { followLink, visit, words, type Visit } from '../tools/product.ts';
import { until } from '../server/money.ts';
import type { OpenPage, Page, Sight, Visitor } from './page.ts';

const kinds = ['exchange', 'exchange_all', 'transfer', 'withdraw', 'deposit', 'purchase', 'card_order'];

/** What stands in the heading, by what it tells. */
const headings = new Map<string, Sight>(
  [
    ['operation.reviewing.title', 'review'],
    ['operation.submitting.title', 'submitting'],
    ['operation.finding_out.title', 'finding out'],
    ['operation.paying.title', 'awaiting_payment'],
    ['operation.tracking.title', 'processing'],
    ['operation.unknown.title', 'unknown'],
    ['operation.unreadable.title', 'unreadable'],
    ...kinds.map((kind) => [`operation.succeeded.${kind}`, 'completed']),
  ].map(([key = '', sight = '']) => [words('en', key), sight]),
);

async function sightOf({ page }: Visit): Promise<Sight> {
  const heading = await page.evaluate(() => document.querySelector('main h1')?.textContent ?? '').catch(() => '');
  const sight = headings.get(heading.replaceAll('\u00a0', ' ')) ?? 'elsewhere';
  if (sight !== 'review') return sight;
  const isSaid = await page.getByText(words('en', 'operation.nothing_sent')).isVisible();
  return isSaid ? 'nothing was sent' : 'review';
}

/** A page in a real browser; what one context holds are tabs of one person. `timed`: its time can be made to pass. */
export const inBrowser =
  (browser: Browser, { timed = false } = {}): OpenPage =>
  async ({ url, session, code, submit }: Visitor, path) => {
    const context = contexts.get(session);
    const one = await visit(browser, url, { language: 'en', ...(context && { context }) });
    contexts.set(session, one.context);
    if (!context) await one.context.addCookies([{ name: 'session', value: session, url, httpOnly: true }]);
    let sent = 0;
    one.page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === submit) sent += 1;
    });
    if (timed) await one.page.clock.install();
    await one.page.goto(path);
    const page: Page = {
      sight: () => sightOf(one),
      async confirm(times) {
        if (code !== undefined) await one.control('user.code typed').fill(code);
        await one.control('user.confirmed').click({ clickCount: times === 'twice' ? 2 : 1 });
      },
      async follow(to) {
        await one.control('user.copied').first().waitFor();
        await followLink(one.page, to);
      },
      reload: async () => void (await one.page.reload()),
      async back() {
        await one.page.goBack();
        const question = one.page.getByRole('dialog').locator('[data-says="user.confirmed"]');
        await until(async () => (await sightOf(one)) === 'elsewhere' || (await question.isVisible()));
        if (await question.isVisible()) await question.click();
      },
      forward: async () => void (await one.page.goForward()),
      online: () => one.page.evaluate(() => void dispatchEvent(new Event('online'))),
      passes: (ms) => one.page.clock.fastForward(ms),
      sent: () => sent,
      close: async () => {
        contexts.delete(session);
        await one.context.close();
      },
    };
    return page;
  };
/** Tabs of one person are in one context. */
const contexts = new Map<string, Visit['context']>();
