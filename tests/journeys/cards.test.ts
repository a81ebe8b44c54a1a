import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { chargeCard } from '../../server/card/charge.ts';
import { printedOn } from '../../server/sandbox/issuer.ts';
import { lookCode } from '../server/cards.ts';
import { payout } from '../server/withdraw.ts';
import { press, signOut, write } from '../tools/by-keys.ts';
import { deepTest } from '../tools/deep.ts';
import { everyLook, russianPhone } from '../tools/looks.ts';
import { ownMoney, type Owner } from '../tools/own-money.ts';
import { awake, heading, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();

const emailOf = ({ person: { number } }: Owner) => `p${number}@example.com`;
const cardIn = ({ page }: Visit) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
const numberIn = ({ page }: Visit) => page.frameLocator('main iframe').locator('.number');
const told = ({ page, words }: Visit, key: string) => page.getByText(words(key), { exact: true }).first().waitFor();

/** From the list to the card, by keys alone. */
async function ordered(one: Visit): Promise<void> {
  await press(one, one.control('user.offer chosen', 'virtual_eur'));
  await heading(one, 'card_order.title').waitFor();
  await sound(one);
  await press(one, one.control('user.submitted'));
  await heading(one, 'operation.reviewing.title').waitFor();
  await sound(one);
  await press(one, one.control('user.confirmed'));
  await heading(one, 'operation.succeeded.card_order').waitFor();
  await sound(one);
  await press(one, one.control('user.card opened'));
  await told(one, 'card.status.active');
}
/** The number in the frame of its issuer, behind the code of the letter. */
async function looked(one: Visit, owner: Owner): Promise<string> {
  await press(one, one.control('user.number wanted'));
  await one.control('user.code typed').waitFor();
  await write(one, one.control('user.code typed'), await lookCode(product.db, emailOf(owner)));
  await one.page.keyboard.press('Enter');
  await numberIn(one).filter({ hasText: /\d/ }).waitFor();
  return (await numberIn(one).innerText()).replaceAll(' ', '');
}
/** As a browser tells it when another tab is chosen. */
const hide = ({ page }: Visit) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

describe.each(everyLook(russianPhone))('cards in $language at $width px, $theme', (look) => {
  test('F10 R3 a virtual card by keyboard alone: ordered, made, its number shown, and gone with the tab', async () => {
    const owner = await ownMoney(browser, product, look, { EUR: '100' });
    const one = await owner.device('/cards');
    await heading(one, 'section.cards-list').waitFor();
    expect(new URL(one.page.url()).pathname).toBe('/cards/list');
    await sound(one);
    // Whoever hears them without what stands above each can tell one from another.
    const offers = await one.control('user.offer chosen').allTextContents();
    expect(new Set(offers).size).toBe(offers.length);
    await ordered(one);
    await sound(one);
    const number = await looked(one, owner);
    const printed = await printedOn(product.db, cardIn(one), 'mastercard');
    expect(number).toBe(printed.number);
    await sound(one);
    await hide(one);
    await told(one, 'card_look.left');
    expect(await one.page.locator('main iframe').count()).toBe(0);
    expect(one.complaints).toEqual([]);
    await one.context.close();
  });

  deepTest(
    'F10 R3 plastic to an address, frozen and limited, its payments with reasons, its number gone with the session',
    async () => {
      const owner = await ownMoney(browser, product, look, { EUR: '100' });
      const one = await owner.device('/cards/order/plastic_eur');
      await heading(one, 'card_order.title').waitFor();
      await press(one, one.control('user.submitted'));
      await told(one, 'error.required');
      await sound(one);
      const field = (name: string) => one.control('user.field filled', name);
      await write(one, field('holder'), '12');
      await one.page.keyboard.press('Enter');
      const otherwise = ['error.bad_format', 'form.help.holder'].map((key) => one.words(key)).join(' ');
      await one.page.getByText(otherwise, { exact: true }).waitFor();
      for (const [name, text] of [
        ['holder', 'anna koval'],
        ['city', 'Berlin'],
        ['street', 'Lindenstr. 5'],
        ['postcode', '10969'],
        ['phone', '+37120000000'],
      ] as const)
        await write(one, field(name), text);
      await field('country').selectOption('DE');
      expect(await field('holder').inputValue()).toBe('ANNA KOVAL');
      // What was typed is there after a reload, and asks before it is left.
      await one.page.reload();
      await field('city').waitFor();
      expect(await field('city').inputValue()).toBe('Berlin');
      await press(one, one.control('user.submitted'));
      await heading(one, 'operation.reviewing.title').waitFor();
      await sound(one);
      await press(one, one.control('user.confirmed'));
      await heading(one, 'operation.succeeded.card_order').waitFor();
      await press(one, one.control('user.card opened'));
      await told(one, 'card.sent.text');
      await sound(one);
      const id = cardIn(one);
      await sql`update sandbox_cards set made_at = made_at - interval '1 minute' where id = ${id}`.execute(product.db);
      await one.control('user.frozen').waitFor({ timeout: 30_000 });
      await press(one, one.control('user.frozen'));
      await told(one, 'card.frozen.text');
      await chargeCard(product, { id: `auth_${id}`, card: id, merchant: 'Book shop', currency: 'EUR', amount: '5' });
      await press(one, one.control('user.unfrozen'));
      await one.control('user.frozen').waitFor();
      await write(one, one.control('user.limit typed', 'once'), '4000');
      await one.page.keyboard.press('Enter');
      await one.page.locator('[aria-invalid="true"]').waitFor();
      await sound(one);
      await write(one, one.control('user.limit typed', 'once'), '20');
      await one.page.keyboard.press('Enter');
      await told(one, 'card_limits.saved');
      // What is paid while the card stands open is told there.
      const pay = (name: string) =>
        chargeCard(product, { id: `${name}_${id}`, card: id, merchant: 'Cafe', currency: 'EUR', amount: '5' });
      await pay('first');
      await awake(one);
      const cafe = one.page.getByText('Cafe', { exact: true });
      await cafe.waitFor();
      await pay('second');
      await awake(one);
      await one.control('user.newer asked').waitFor();
      await sound(one);
      await press(one, one.control('user.newer asked'));
      await expect.poll(() => cafe.count()).toBe(2);
      expect(await one.page.locator('#card-payments:focus').count()).toBe(1);
      await one.page.reload();
      await told(one, 'card.declined.frozen');
      await sound(one);
      await looked(one, owner);
      await signOut(one);
      expect(await one.page.locator('iframe').count()).toBe(0);
      await one.context.close();
    },
  );

  deepTest(
    'F10 an order is taken back before its issuer has it, and the number of another card goes after half a minute',
    async () => {
      const owner = await ownMoney(browser, product, look, { EUR: '100' });
      await payout(product.db, owner.person.number, 'settle', { pause: 600_000 });
      const one = await owner.device('/cards/order/virtual_eur');
      await press(one, one.control('user.submitted'));
      await press(one, one.control('user.confirmed'));
      const step = one.page.locator('[aria-current="step"]');
      await step.getByText(one.words('card_order.step.make'), { exact: true }).waitFor();
      await press(one, one.control('user.cancelled'));
      await heading(one, 'operation.cancelled.card_order').waitFor();
      await sound(one);
      await payout(product.db, owner.person.number);
      await one.page.goto('/cards/list');
      await ordered(one);
      await looked(one, owner);
      await one.page.getByText(one.words('card_look.over'), { exact: true }).first().waitFor({ timeout: 45_000 });
      expect(await one.page.locator('main iframe').count()).toBe(0);
      await one.context.close();
    },
  );
});
