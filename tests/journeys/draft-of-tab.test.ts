import { expect, test } from 'vitest';
import { makePerson } from '../server/money.ts';
import { ownMoney } from '../tools/own-money.ts';
import { heading } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();

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
  const amountIn = (tab: typeof one) => tab.control('user.amount typed', 'give').inputValue();
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
