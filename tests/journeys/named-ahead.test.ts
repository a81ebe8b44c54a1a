import { expect, test } from 'vitest';
import { deep } from '../tools/deep.ts';
import { ownMoney } from '../tools/own-money.ts';
import { russianPhone } from '../tools/looks.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();

/** Where a screen opens, and what of it is there only when all of it is. */
const screens = [
  ['/exchange/USD/EUR', '[data-says="user.amount typed"]'],
  ['/history/transfer', '#history-title'],
  ['/chat/support', '[data-says="user.message typed"]'],
  ['/cards/order', 'main h1'],
  ['/exchange/USD', 'main h1'],
  ['/cards', 'main h1'],
  ['/history', '#history-title'],
  ['/exchanges', 'main h1'],
  ['/settings', 'main h1'],
  ['/exchange/all', 'main h1'],
  ['/transfer', '[data-says="user.recipient typed"]'],
  ['/deposit', 'main h1'],
  ['/withdraw', 'main h1'],
  ['/purchase', 'main h1'],
  ['/referral', 'main h1'],
  ['/cards/my', 'main h1'],
  ['/settings/mail', 'main form'],
  ['/settings/passport', 'main h1'],
  ['/settings/verification', 'main h1'],
  ['/settings/personal', 'main form'],
  ['/settings/change-password', 'main form'],
] as const;

test.each(deep ? screens : screens.slice(0, 5))(
  '%s stands with nothing but what its page has named: no piece waits for another',
  async (path, shown) => {
    const { person, device } = await ownMoney(browser, product, russianPhone, { USD: '100' });
    const one = await device('/robots.txt');
    try {
      const { page } = one;
      const answer = await page.request.get(path, { headers: { 'accept-language': 'ru' } });
      const named = [...(answer.headers()['link'] ?? '').matchAll(/<([^>]+)>/g)].map(([, address]) => address);
      expect(named.length).toBeGreaterThan(4);
      const asked: string[] = [];
      await page.route(/\/(assets|i18n)\//, (route) => {
        const { pathname } = new URL(route.request().url());
        if (!named.includes(pathname)) return undefined;
        asked.push(pathname);
        return route.continue();
      });
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      await page.getByText(person.number).first().waitFor();
      // All of them, and none in vain; how often is the browser's: whoever looks at requests takes its cache away.
      expect(new Set(asked)).toEqual(new Set(named));
    } finally {
      await one.context.close();
    }
  },
);
