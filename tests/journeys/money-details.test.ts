import { readFile } from 'node:fs/promises';
import type { Request } from 'playwright';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import { bankCheck } from '../server/bank.ts';
import { pdf } from '../server/hostile-files.ts';
import { hurry, movementsOf } from '../server/money.ts';
import { byBank, ordered, payTo } from '../server/payments.ts';
import { checkedTransfer, readOperation, send } from '../server/transfer.ts';
import {
  bitcoinAddress,
  checkedWithdrawal,
  iban,
  payout,
  toBitcoin,
  withdrawalBecomes,
  withdrawn,
} from '../server/withdraw.ts';
import { deep, deepDescribe, deepTest } from '../tools/deep.ts';
import { keptOnDevice, partsOf } from '../tools/leaks.ts';
import { englishDesk, russianPhone } from '../tools/looks.ts';
import { ownMoney, type Owner } from '../tools/own-money.ts';
import { heading, operationAt, type Visit, type VisitOptions } from '../tools/product.ts';
import { readScreen } from '../tools/screen.ts';
import { unseen } from '../tools/sights.ts';
import { openStand } from '../tools/stand.ts';
import { enterCode } from './money-walks.ts';

const { browser, product } = await openStand();
const { db } = product;
afterAll(() => bankCheck(db));

/** A refusal is noted by the browser too. */
const isPartOfIt = (complaint: string): boolean => complaint.includes('the server responded with a status of 409');
const visits: Visit[] = [];
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits.splice(0)) await context.close();
  expect(complaints.filter((each) => !isPartOfIt(each))).toEqual([]);
});

interface Begun extends Pick<Owner, 'person' | 'tab'> {
  one: Visit;
}
/** Somebody with this money, at a page. */
async function begin(look: VisitOptions, money: Record<string, string>, path: string): Promise<Begun> {
  const { person, device, tab } = await ownMoney(browser, product, look, money);
  const one = await device(path);
  visits.push(one);
  return { person, tab, one };
}

async function toReview({ control, ...one }: Visit): Promise<void> {
  await control('user.submitted').click();
  await heading({ control, ...one }, 'operation.reviewing.title').waitFor();
}
/** What a person sees of an amount. */
const saysAmounts = async ({ page, language }: Visit, amounts: readonly [string, string, number][]): Promise<void> => {
  const sights = amounts.map(([amount, currency, scale]) => ({ amount: { amount, currency }, scale }));
  await expect.poll(async () => unseen(sights, await page.evaluate(readScreen), language)).toEqual([]);
};

deepDescribe('a deposit that is paid by hand', () => {
  /** From the form to what is to be paid: its facts by their names. */
  async function toPaying({ one, person }: Begun): Promise<Operation> {
    await one.page.goto('/deposit/form/ton_usdt_in');
    await one.control('user.amount typed', 'give').fill('20');
    await toReview(one);
    await one.control('user.confirmed').click();
    await heading(one, 'operation.paying.title').waitFor();
    return readOperation(person.browser, { id: operationAt(one.page) });
  }
  const textOf = ({ payment }: Operation, wanted: string): string =>
    payment?.facts.find(({ label }) => label === wanted)?.text ?? '';

  test('F7 R5 shows a QR code, the network, an address and a memo that are each copied alone, and the time that is left; what comes late or otherwise stands by itself, and the address is not shown again', async () => {
    const walk = await begin(englishDesk, {}, '/deposit');
    const { one, person } = walk;
    const { page, control, words } = one;
    const late = await toPaying(walk);
    const place = page.url();
    const [network, address, memo] = ['network', 'address', 'memo'].map((label) => textOf(late, label));
    expect([network, address?.length, memo?.length]).toEqual([
      'TON',
      expect.toSatisfy((n) => n > 30),
      expect.toSatisfy((n) => n > 3),
    ]);
    await page.getByRole('img', { name: words('operation.paying.qr') }).waitFor();
    await page.getByText(words('operation.paying.memo')).first().waitFor();
    expect(await page.locator('main').innerText()).toMatch(
      new RegExp(words('operation.paying.until', { time: String.raw`(1:00:00|59:\d\d)` })),
    );
    for (const text of [late.terms.give.amount, network!, address!, memo!]) {
      await control('user.copied', text).click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    }

    await payTo(product, memo!, { late: true });
    await heading(one, 'operation.otherwise.deposit').waitFor();
    const again = await walk.tab(one, place);
    visits.push(again);
    await heading(again, 'operation.otherwise.deposit').waitFor();
    for (const each of [one, again]) {
      expect(await each.page.getByText(address!).count()).toBe(0);
      expect(await each.page.getByText(memo!).count()).toBe(0);
    }
    // What came is theirs all the same.
    await control('user.replacement opened').click();
    await heading(one, 'operation.succeeded.deposit').waitFor();
    expect((await readOperation(person.browser, late)).replaced_by).toBe(operationAt(page));

    const otherwise = await toPaying(walk);
    await payTo(product, textOf(otherwise, 'memo'), { amount: '17.5' });
    await heading(one, 'operation.otherwise.deposit').waitFor();
    await control('user.replacement opened').click();
    await heading(one, 'operation.succeeded.deposit').waitFor();
    await saysAmounts(one, [['17.5', 'USDT', 6]]);
    expect(await movementsOf(db, otherwise)).toEqual([]);
  });

  test('F7 R5 orders that nobody has paid are listed where deposits begin: each is opened where it stands, or taken back', async () => {
    const { one, person } = await begin(russianPhone, {}, '/exchanges');
    const { page, control } = one;
    const [kept, dropped] = [
      await ordered(person.browser, 'deposit', byBank),
      await ordered(person.browser, 'deposit', { ...byBank, amount: '70' }),
    ];
    await page.goto('/deposit');
    await control('user.order opened', kept.id).click();
    await heading(one, 'operation.paying.title').waitFor();
    expect(operationAt(page)).toBe(kept.id);
    await page.goto('/deposit');
    await control('user.order cancelled', dropped.id).click();
    await control('user.order kept').click();
    await control('user.order cancelled', dropped.id).click();
    await control('user.cancel agreed').click();
    await control('user.order opened', dropped.id).waitFor({ state: 'detached' });
    await control('user.order opened', kept.id).waitFor();
    const statuses = await Promise.all([kept, dropped].map((each) => readOperation(person.browser, each)));
    expect(statuses.map(({ status }) => status)).toEqual(['awaiting_payment', 'cancelled']);
  });
});

describe('terms that were asked for on another device', () => {
  test('F6 F9 fill the form here: with what they were refused for at the amount, or with what is to be changed', async () => {
    const { one, person } = await begin(russianPhone, { JPY: '50000', BTC: '1' }, '/transfer');
    const { page, control, words } = one;
    const ask = { to: 'new@example.com', currency: 'JPY', amount: '40000', comment: 'Обед' };
    const [first, second] = [await checkedTransfer(person.browser, ask), await checkedTransfer(person.browser, ask)];
    expect((await send(person.browser, first)).http).toBe(200);
    await page.goto(`/transfer?operation=${second.id}`);
    await control('user.confirmed').click();
    await expect.poll(() => control('user.amount typed', 'give').inputValue()).toBe('40000');
    expect(await control('user.recipient typed').inputValue()).toBe(ask.to);
    expect(await control('user.comment typed').inputValue()).toBe(ask.comment);
    const refusal = words('error.insufficient_funds', { available: '10\u{a0}000\u{a0}JPY' });
    expect(await page.locator('main').innerText()).toContain(refusal);

    const { id } = await checkedWithdrawal(person.browser, toBitcoin);
    await page.goto(`/withdraw/form/${toBitcoin.method}/${id}`);
    await heading(one, 'operation.reviewing.title').waitFor();
    await control('user.went back').click();
    await expect.poll(() => control('user.amount typed', 'give').inputValue()).toBe('0,01');
    expect(await control('user.field filled', 'address').inputValue()).toBe(bitcoinAddress);
  });
});

describe('a withdrawal', () => {
  deepTest(
    'F6 R14 to somebody saved is asked nothing; to whoever looks like them it is warned of, with the whole address in the review',
    async () => {
      const walk = await begin(russianPhone, { BTC: '1' }, '/exchanges');
      const { one, person } = walk;
      const { page, control, words } = one;
      await withdrawalBecomes(person.browser, await withdrawn(db, person, toBitcoin), 'completed');
      await page.goto('/withdraw/form/bitcoin_btc');
      await control('user.saved recipient chosen').selectOption({ index: 1 });
      await control('user.amount typed', 'give').fill('0,01');
      expect(await control('user.field filled', 'address').inputValue()).toBe(bitcoinAddress);
      await toReview(one);
      await page.locator('main').getByText(bitcoinAddress, { exact: true }).waitFor();
      const warning = (name: string) => page.getByText(words(`operation.warning.${name}`)).count();
      expect([await warning('first_use'), await warning('look_alike')]).toEqual([0, 0]);
      expect(await control('user.code typed').count()).toBe(0);

      // Whoever was saved is somebody else by now, with both ends of this address.
      const target = `${bitcoinAddress.slice(0, 4)}${'x'.repeat(34)}${bitcoinAddress.slice(-4)}`;
      await db.updateTable('recipients').set({ target }).where('account_id', '=', person.id).execute();
      await control('user.went back').click();
      await control('user.saved recipient chosen').waitFor();
      await toReview(one);
      expect([await warning('first_use'), await warning('look_alike')]).toEqual([1, 1]);
      await page.locator('main').getByText(bitcoinAddress, { exact: true }).waitFor();
      await enterCode({ one, product, person, friend: person });
      await control('user.confirmed').click();
      await heading(one, 'operation.succeeded.withdraw').waitFor();
    },
  );

  test('F6 R14 is taken back while it waits; what is sent before the wish arrives goes through, and that is said', async () => {
    const { one, person } = await begin(englishDesk, { EUR: '1000' }, '/exchanges');
    const { page, control } = one;
    const waits = { pause: 600_000, delay: 600_000 };
    await payout(db, person.number, 'settle', waits);
    const first = await withdrawn(db, person);
    await page.goto(`/withdraw/form/bank_eur/${first.id}`);
    await control('user.cancelled').click();
    await heading(one, 'operation.cancelled.withdraw').waitFor();
    expect(await movementsOf(db, first)).toEqual(['hold', 'release']);

    const second = await withdrawn(db, person);
    await page.goto(`/withdraw/form/bank_eur/${second.id}`);
    await page.route('**/api/operation/cancel', async (route) => {
      const placed = db.selectFrom('operations').select('placed_at').where('id', '=', second.id);
      await expect
        .poll(async () => {
          await hurry(db, second);
          return await placed.executeTakeFirst();
        })
        .not.toEqual({ placed_at: null });
      await route.continue();
    });
    await control('user.cancelled').click();
    await heading(one, 'operation.too_late.title').waitFor();
    await payout(db, person.number);
    // A job that is being done is not to be hurried: it is asked until nothing holds it.
    await expect
      .poll(async () => {
        await hurry(db, second);
        return await movementsOf(db, second);
      })
      .toEqual(['hold', 'settle']);
    await control('user.understood').click();
    await heading(one, 'operation.succeeded.withdraw').waitFor();
  });

  deepTest(
    'F6 R14 with a document of which nothing goes comes back after half a minute, with all that was put in, and goes another time',
    async () => {
      const { one } = await begin(englishDesk, { USD: '1000' }, '/exchanges');
      const { page, control, words } = one;
      await page.clock.install();
      await page.goto('/withdraw/form/swift_usd');
      const values = { iban, bic: 'DEUTDEFF', recipient: 'Ann Example' };
      for (const [name, value] of Object.entries(values)) await control('user.field filled', name).fill(value);
      await control('user.amount typed', 'give').fill('500');
      const file = { name: 'Long.pdf', mimeType: 'application/pdf', buffer: pdf() };
      await control('user.file given', 'invoice').setInputFiles(file);
      const held = Promise.withResolvers<void>();
      await page.route('**/api/withdraw/check', () => held.resolve());
      const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/withdraw/check'));
      await control('user.submitted').click();
      await heading(one, 'operation.checking.title').waitFor();
      await held.promise;
      await page.clock.fastForward(added.uploadStalls);
      await stopped;
      await page.getByText(words('error.late')).first().waitFor();
      await page.getByText(file.name, { exact: true }).waitFor();
      expect(await control('user.amount typed', 'give').inputValue()).toBe('500');
      expect(await control('user.field filled', 'recipient').inputValue()).toBe('Ann Example');
      await page.unroute('**/api/withdraw/check');
      await toReview(one);
      await page.locator('main').getByText(file.name, { exact: true }).first().waitFor();
    },
  );

  test('F6 R14 the number of a card stays with its provider: it is in nothing that the device keeps, sends to us or exports', async () => {
    const { one, person } = await begin(englishDesk, { EUR: '1000' }, '/withdraw/form/card_eur?journal');
    const { page, control, context } = one;
    const requests: Request[] = [];
    context.on('request', (request) => requests.push(request));
    const number = '4539578763621486';
    const frame = page.frameLocator('iframe');
    await frame.locator('[name=number]').fill(number);
    await frame.locator('button').click();
    await page.getByText('Visa •• 1486').first().waitFor();
    await control('user.amount typed', 'give').fill('100');
    await toReview(one);
    await enterCode({ one, product, person, friend: person });
    await control('user.confirmed').click();
    await heading(one, 'operation.succeeded.withdraw').waitFor();

    const [download] = await Promise.all([page.waitForEvent('download'), control('user.exported').click()]);
    const journal = await readFile(await download.path(), 'utf8');
    const kept = await keptOnDevice(page);
    const ours = new URL(product.url).origin;
    const own = requests.filter((request) => new URL(request.url()).origin === ours);
    const sent = own.map((request) => [request.url(), request.headers(), request.postData()]);
    // Each was there to be searched, and the card was seen where it may be.
    expect(own.some((request) => request.url().endsWith('/api/withdraw/check'))).toBe(true);
    expect(kept).toContain('journal');
    expect(journal).toContain('user.amount typed');
    const elsewhere = requests.filter((request) => !own.includes(request)).map((request) => request.postData() ?? '');
    const parts = partsOf(number);
    const found = (text: string) => parts.filter((part) => part.test(text)).length;
    expect(found(elsewhere.join(' '))).toBe(parts.length);
    expect([found(journal), found(kept), found(JSON.stringify(sent))]).toEqual([0, 0, 0]);
  });
});

describe('an amount that is pasted', () => {
  /** As it is written, and what it is. */
  const daily = [
    ['EUR', '1.234,56', '1234.56', 2],
    ['BTC', '0,024', '0.024', 8],
    ['ETH', '0,123456789012345678', '0.123456789012345678', 18],
  ] as const;
  const others = [
    ['EUR', '1,234.56', '1234.56', 2],
    ['EUR', '1 234,56', '1234.56', 2],
    ['EUR', '1\u00a0234,56', '1234.56', 2],
    ['EUR', '1\u202f234,56', '1234.56', 2],
    ['EUR', ' 1234,5 ', '1234.5', 2],
    ['BTC', '0.024', '0.024', 8],
    ['ETH', '1.123456789012345678', '1.123456789012345678', 18],
  ] as const;

  test('F9 R13 is the same to the last digit in the field, on the receipt and in the books', async () => {
    const walk = await begin(russianPhone, { EUR: '9000', BTC: '1', ETH: '5' }, '/exchanges');
    const friend = await ownMoney(browser, product, russianPhone, {});
    const { page, control } = walk.one;
    for (const [currency, pasted, amount, scale] of deep ? [...daily, ...others] : daily) {
      await page.goto('/transfer');
      await control('user.recipient typed').fill(friend.person.number);
      await control('user.currency chosen').selectOption(currency);
      await control('user.amount typed', 'give').focus();
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('ControlOrMeta+V');
      await page.keyboard.press('Enter');
      await heading(walk.one, 'operation.reviewing.title').waitFor();
      await control('user.confirmed').click();
      await heading(walk.one, 'operation.succeeded.transfer').waitFor();
      await saysAmounts(walk.one, [[amount, currency, scale]]);
      const row = await db
        .selectFrom('operations')
        .select(['give', 'asked_amount', 'give_currency'])
        .where('id', '=', operationAt(page))
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ give: amount, asked_amount: amount, give_currency: currency });
    }
  });
});
