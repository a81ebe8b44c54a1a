import type { BrowserContext, Page } from 'playwright';
import { begins } from './product.ts';

/** Everything in Cache Storage: path to text, whatever the cache. */
export const keptIn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const kept: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept[new URL(request.url).pathname] = (await (await cache.match(request))?.text()) ?? '';
    }
    return kept;
  });

/** The worker has taken the page over, and has kept all that the page has loaded so far. @throws after ten seconds, with what is missing. */
export const inCharge = async (page: Page): Promise<void> => {
  await begins({ page });
  await page.evaluate(async () => {
    const missing = async () => {
      const used = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => /^\/(assets|i18n)\//.test(path));
      const wanted = ['/index.html', ...used];
      const found = await Promise.all(wanted.map((path) => caches.match(path, { ignoreVary: true })));
      const there = navigator.serviceWorker.controller ? [] : ['the worker'];
      return [...there, ...wanted.filter((_, place) => !found[place])];
    };
    let left: string[] = [];
    for (let tries = 0; tries < 500; tries += 1) {
      left = await missing();
      if (left.length === 0) return;
      await new Promise((soon) => setTimeout(soon, 20));
    }
    throw new Error(`not kept: ${left.join(' ')}`);
  });
};

/** Paths that the worker, not a page, asks the network for from now on. */
export const askedByWorker = (context: BrowserContext): string[] => {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname);
  });
  return asked;
};

/** What a browser says when a line is down; anything else would be a fault of ours. */
export const isOfTheLine = (complaint: string): boolean => complaint.startsWith('Failed to load resource: ');
