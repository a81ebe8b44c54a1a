import { expect, test } from 'vitest';
import { makePerson } from '../server/money.ts';
import { ownMoney } from '../tools/own-money.ts';
import { heading, type Visit } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
const amountIn = (tab: Visit) => tab.control('user.amount typed', 'give').inputValue();

test('F3 each of two tabs keeps what was typed in it: through a reload, and through a confirm in the other', async () => {
  const owner = await ownMoney(browser, product, { language: 'en', width: 1280 }, { USD: '1000' });
  const [friend, other] = [await makePerson(product, {}), await makePerson(product, {})];
  const one = await owner.device('/transfer');
  const two = await owner.tab(one, '/transfer');
  for (const [tab, to, amount] of [
    [one, friend.number, '111'],
    [two, other.number, '222'],
  ] as const) {
    await tab.page.bringToFront();
    await tab.control('user.recipient typed').fill(to);
    await tab.control('user.amount typed', 'give').fill(amount);
  }
  await one.page.bringToFront();
  await one.page.reload();
  await expect.poll(() => amountIn(one)).toBe('111');
  await one.control('user.submitted').click();
  await heading(one, 'operation.reviewing.title').waitFor();
  await one.control('user.confirmed').click();
  await heading(one, 'operation.succeeded.transfer').waitFor();
  await two.page.bringToFront();
  await two.page.reload();
  await expect.poll(() => amountIn(two)).toBe('222');
  await one.context.close();
});

test('F3 what was confirmed in one tab says so there, also where another tab has typed below that word: nothing is sent twice', async () => {
  const owner = await ownMoney(browser, product, { language: 'en', width: 1280 }, { USD: '1000' });
  const friend = await makePerson(product, {});
  const one = await owner.device('/transfer');
  await one.control('user.recipient typed').fill(friend.number);
  await one.control('user.amount typed', 'give').fill('111');
  await one.control('user.submitted').click();
  await heading(one, 'operation.reviewing.title').waitFor();
  // What is confirmed comes to the server; no answer comes back, and nothing tells either tab how it stands.
  const arrived = Promise.withResolvers<void>();
  await one.context.route(/\/api\/(transfer|operation|.*status)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === 'POST') await route.fetch().finally(arrived.resolve);
    else if (pathname === '/api/transfer') await route.fallback();
  });
  await one.control('user.confirmed').click();
  await arrived.promise;
  const two = await owner.tab(one, '/transfer');
  await two.page.bringToFront();
  await expect.poll(() => amountIn(two)).toBe('111');
  await two.control('user.amount typed', 'give').fill('5');
  await expect
    .poll(() => two.page.evaluate(() => Object.values(localStorage).some((kept) => /"5"/.test(kept))))
    .toBe(true);
  await one.page.bringToFront();
  await one.page.goto(new URL('/transfer', one.page.url()).href);
  await one.page.getByText(one.words('exchange.left_behind')).waitFor();
  expect(await amountIn(one)).toBe('111');
  await one.context.close();
});
