import type { Locator } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { byBank, ordered } from '../server/payments.ts';
import { movedOn, watchMoves } from '../tools/moved.ts';
import { ownMoney } from '../tools/own-money.ts';
import { awake, followLink, heading, tell, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
const phone = { language: 'ru', width: 390, height: 844 } as const;

/** Somebody with this money, and a browser of theirs that notes what moves. */
async function begin(money: Record<string, string>) {
  const { person, device } = await ownMoney(browser, product, phone, money);
  const one = await device('/exchanges');
  onTestFinished(() => one.context.close());
  // From now on this device knows that somebody is here.
  await one.page.locator('header a[href="/chat"]').waitFor({ state: 'attached' });
  await watchMoves(one.page);
  return { person, one };
}
const topOf = async (place: Locator) => (await place.boundingBox())!.y;
const notice = ({ page }: Visit, title: string) => page.locator(`[role="group"][aria-label="${title}"]`);
const text =
  '<p>Переводы займут на <strong>час</strong> дольше обычного: мы обновляем связь с банками и проверяем её. Что отправлено раньше, придёт вовремя, и делать ничего не нужно.</p>';

test('B1 S4 what the house tells at the start of a page, and while a form is open, moves nothing; the next page has it above', async () => {
  const { person, one } = await begin({ USD: '500' });
  const { page, control, words } = one;
  const says = (title: string, more: object = {}) =>
    tell(product, 'notification', { to: person.number, type: 'danger', title, text, buttons: [], ...more });
  const [main, more] = [
    page.locator('main'),
    (count: string) => page.getByText(words('notifications.more_one', { count })),
  ];
  await says('Первое');
  await says('Второе');
  await page.goto('/transfer');
  await notice(one, 'Второе').waitFor();
  const top = await topOf(main);
  expect(await movedOn(page)).toEqual([]);
  await more('1').waitFor();
  // What is cut there is read by the keyboard too.
  expect(await notice(one, 'Второе').locator('[tabindex="0"]').innerText()).toContain('проверяем');
  await sound(one);

  await control('user.recipient typed').fill('demo@example.com');
  await says('Третье', { buttons: [{ url: '/history/exchange', title: 'История' }] });
  await awake(one);
  // On a phone it has no room beside the keyboard.
  await notice(one, 'Третье').waitFor({ state: 'attached' });
  expect(await notice(one, 'Третье').isVisible()).toBe(false);
  await control('user.recipient typed').blur();
  await notice(one, 'Третье').waitFor();
  expect([await topOf(main), await movedOn(page)]).toEqual([top, []]);
  // What stands there leaves the end of the page to be read.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const end = (await page.locator('footer').boundingBox())!;
  expect(end.y + end.height).toBeLessThanOrEqual(await topOf(notice(one, 'Третье')));

  await followLink(page, '/history/exchange');
  await heading(one, 'history.title.exchange').waitFor();
  await more('1').waitFor();
  const above = await topOf(main);
  expect(above).toBeGreaterThan(top);
  for (const title of ['Третье', 'Второе']) expect(await topOf(notice(one, title))).toBeLessThan(above);
  const before = await movedOn(page);
  await says('Четвёртое');
  await awake(one);
  await notice(one, 'Четвёртое').waitFor();
  expect(await topOf(notice(one, 'Четвёртое'))).toBeGreaterThan(above);
  expect([await topOf(main), await movedOn(page)]).toEqual([above, before]);
  await sound(one);
  await notice(one, 'Четвёртое').locator('[data-says="user.notification closed"]').click();
  await notice(one, 'Четвёртое').waitFor({ state: 'detached' });
  expect([await topOf(main), await movedOn(page)]).toEqual([above, before]);
});

test('B1 F7 orders that nobody has paid come with the list of ways, and below it where they come late', async () => {
  const { person, one } = await begin({});
  const { page, control } = one;
  await ordered(person.browser, 'deposit', byBank);
  await ordered(person.browser, 'deposit', { ...byBank, amount: '70' });
  const way = control('user.method chosen').first();
  const order = control('user.order opened').first();
  await page.goto('/deposit');
  await way.waitFor();
  await order.waitFor();
  expect(await topOf(order)).toBeLessThan(await topOf(way));
  expect(await movedOn(page)).toEqual([]);

  const { promise: told, resolve: tellThem } = Promise.withResolvers<void>();
  await page.route('**/api/operation/progress*', async (route) => {
    await told;
    await route.continue();
  });
  await page.reload();
  const list = (within: Locator) => topOf(within.locator('xpath=../..'));
  const awaited = await list(page.getByText(one.words('methods.loading')));
  await way.waitFor();
  expect(await list(way.locator('xpath=..'))).toBeCloseTo(awaited, 0);
  const top = await topOf(way);
  // The mark of what goes on comes beside one that stands there by then.
  await page.locator('header').getByText(one.words('unread.none')).waitFor({ state: 'attached' });
  tellThem();
  await order.waitFor();
  expect([await topOf(way), await movedOn(page)]).toEqual([top, []]);
  expect(await topOf(order)).toBeGreaterThan(await topOf(control('user.method chosen').last()));
  await sound(one);

  await followLink(page, '/exchanges');
  await heading(one, 'exchanges.title').waitFor();
  await page.goBack();
  await order.waitFor();
  await expect.poll(async () => (await topOf(order)) < (await topOf(way))).toBe(true);
});

test('B1 R11 what this device remembers comes to the settings a moment later, and moves nothing below it', async () => {
  const { one } = await begin({});
  const { page, control } = one;
  // Where they are refused, words about that stand in the place of the choice.
  await one.context.grantPermissions(['notifications']);
  const { promise: told, resolve: letItCome } = Promise.withResolvers<void>();
  await page.route('**/assets/annex*.js', async (route) => {
    await told;
    await route.continue();
  });
  await page.goto('/settings');
  const letters = page.locator('#mailing');
  await control('user.letters chosen').waitFor();
  await page.locator('input[data-says="user.balances toggled"]').waitFor();
  expect(await control('user.messages toggled').count()).toBe(0);
  // Where the three choices will stand, each with its label and its words.
  const drawn = page.locator('section[aria-labelledby="device"] [aria-hidden] [aria-hidden]');
  const shown = () =>
    drawn.evaluateAll((all) => all.filter((one) => one.checkVisibility({ opacityProperty: true })).length);
  await expect.poll(shown).toBe(9);
  const top = await topOf(letters);
  letItCome();
  await control('user.messages toggled').waitFor();
  await control('user.journal toggled').waitFor();
  expect(await drawn.count()).toBe(0);
  expect(await topOf(letters)).toBe(top);
  await sound(one);
});
