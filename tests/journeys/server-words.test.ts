import type { Route } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { bankCheck } from '../server/bank.ts';
import { checkedCard, madeCard, toHome } from '../server/cards.ts';
import { byBank, ordered } from '../server/payments.ts';
import { checkedWithdrawal, payout, withdrawalBecomes, withdrawn } from '../server/withdraw.ts';
import { ownMoney } from '../tools/own-money.ts';
import { followLink, words, type Language, type Visit } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();
afterAll(() => bankCheck(product.db));

/** What people and schemes of cards are called by themselves. */
const ownNames = ['Мир'];
const cyrillic = /[а-яё]/i;

/** Lines of the page that are in the other alphabet, without the choice of a letter's language and what people wrote. */
const russianIn = async ({ page }: Visit): Promise<string[]> => {
  const text = await page.evaluate(() => document.body.innerText);
  return text
    .split('\n')
    .filter((line) => cyrillic.test(line))
    .filter((line) => line !== 'Русский' && !ownNames.some((name) => line.startsWith(name)));
};
const choose = ({ control }: Visit, language: Language): Promise<void> =>
  control('user.language chosen', language).first().click();

test('S11 whatever the server has worded is there in the other language after a switch, on every screen; what was typed stays, and nothing is sent', async () => {
  const { person, device } = await ownMoney(browser, product, { language: 'ru' }, { EUR: '5000', USD: '500' });
  const done = await withdrawalBecomes(person.browser, await withdrawn(product.db, person), 'completed');
  await payout(product.db, person.number, 'fail');
  const failed = await withdrawalBecomes(person.browser, await withdrawn(product.db, person), 'failed');
  await payout(product.db, person.number);
  const onReview = await checkedWithdrawal(person.browser);
  const order = await ordered(person.browser, 'deposit', byBank);
  const card = await checkedCard(person.browser, toHome);
  const made = await madeCard(person.browser, toHome);

  const one = await device('/withdraw');
  const { page, control } = one;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
  });
  const form = '/withdraw/form/bank_eur';
  /** A place, and words of the server that stand there before. */
  const places: [path: string, before: string][] = [
    ['/withdraw', 'Банковский счёт (IBAN)'],
    ['/deposit', 'Банковский перевод'],
    ['/purchase', 'Банковская карта'],
    [form, 'Банковский счёт (IBAN)'],
    [`${form}/${onReview.id}`, 'Банковский счёт (IBAN)'],
    [`${form}/${done.id}`, 'Банковский счёт (IBAN)'],
    [`${form}/${failed.id}`, 'Банковский счёт (IBAN)'],
    [order.place ?? '', 'Банковский перевод'],
    ['/history/withdraw', 'Банковский счёт (IBAN)'],
    ['/history/deposit', 'Банковский перевод'],
    ['/cards/order/plastic_eur', 'Германия'],
    [`/cards/order/confirm?operation=${card.id}&offer=plastic_eur`, 'Германия'],
    [`/cards/order/confirm?operation=${made.id}&offer=plastic_eur`, 'Германия'],
    ['/chat', words('ru', 'chats.support')],
    ['/referral', 'приглашает вас'],
  ];
  for (const [path, before] of places) {
    // Whoever leaves something behind is asked first.
    await (/form|order/.test(page.url()) ? page.goto(path) : followLink(page, path));
    const old = page
      .locator('main')
      .getByText(before)
      .or(page.locator('option', { hasText: before }));
    await old.first().waitFor({ state: 'attached' });
    if (path === form) await control('user.amount typed', 'give').fill('120');
    if (path === '/cards/order/plastic_eur') {
      await control('user.field filled', 'country').selectOption('FR');
      await control('user.field filled', 'city').fill('Paris');
    }
    sent.length = 0;
    await choose(one, 'en');
    await expect.poll(() => russianIn(one), { message: path }).toEqual([]);
    expect(sent.filter((each) => !['/api/lang', '/api/content/menu'].includes(each))).toEqual([]);
    if (path === form) expect(await control('user.amount typed', 'give').inputValue()).toBe('120');
    if (path === '/cards/order/plastic_eur') {
      expect(await control('user.field filled', 'country').inputValue()).toBe('FR');
      expect(await control('user.field filled', 'city').inputValue()).toBe('Paris');
    }
    await choose(one, 'ru');
    await old.first().waitFor({ state: 'attached' });
  }

  // Until they are there those of before stand, where they stood; and where they do not come they stay, and nobody is told.
  await followLink(page, '/withdraw');
  const way = page.getByText('Сеть Bitcoin');
  await way.scrollIntoViewIfNeeded();
  const held = Promise.withResolvers<Route>();
  await page.route('**/api/withdraw/ps', (route) => held.resolve(route), { times: 1 });
  const place = () => page.evaluate(() => window.scrollY);
  const before = await place();
  await choose(one, 'en');
  await page.getByRole('heading', { name: words('en', 'payment.title.withdraw'), exact: true }).waitFor();
  const route = await held.promise;
  expect([await way.isVisible(), await place()]).toEqual([true, before]);
  await route.fulfill({
    status: 404,
    json: { status: 'error', payload: { code: 'not_found', message: '' }, now: new Date().toISOString(), rev: 0 },
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect([await way.isVisible(), await page.locator('main [role=alert]').count()]).toEqual([true, 0]);
  expect(one.complaints.filter((each) => !each.includes('a status of 404'))).toEqual([]);
  await one.context.close();
}, 120_000);
