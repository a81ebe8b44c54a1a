import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { bankCheck } from '../server/bank.ts';
import { hurry, makePerson } from '../server/money.ts';
import { transferred } from '../server/transfer.ts';
import { payout } from '../server/withdraw.ts';
import { deep, deepDescribe, deepTest } from '../tools/deep.ts';
import { englishDesk, russianPhone } from '../tools/looks.ts';
import { ownMoney, type Owner } from '../tools/own-money.ts';
import { heading, operationAt, type Visit, type VisitOptions } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';
import { answerPayPage, enterCode, goToPayPage, moneyWalks, type MoneyWalk, type Walk } from './money-walks.ts';

const { browser, product } = await openStand();
afterAll(() => bankCheck(product.db));

const visits: Visit[] = [];
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  for (const { context } of visits.splice(0)) await context.close();
  expect(complaints).toEqual([]);
});

const placeOf = ({ page }: Visit): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

interface Begun extends Walk {
  owner: Owner;
  /** Somebody's further page: another device, or a tab of the first. */
  opened(path: string, how: 'device' | 'tab'): Promise<Visit>;
}

async function begin(look: VisitOptions, money: Record<string, string>, path: string): Promise<Begun> {
  const owner = await ownMoney(browser, product, look, money);
  const one = await owner.device(path);
  visits.push(one);
  return {
    ...{ owner, one, product, person: owner.person, friend: await makePerson(product, {}) },
    async opened(at, how) {
      const other = how === 'device' ? await owner.device(at) : await owner.tab(one, at);
      visits.push(other);
      return other;
    },
  };
}

/** From the list to the review; resolves with the operation's id. */
async function toReview(walk: Walk, { fill }: MoneyWalk): Promise<string> {
  await fill(walk);
  if (deep) await sound(walk.one);
  await walk.one.control('user.submitted').click();
  await heading(walk.one, 'operation.reviewing.title').waitFor();
  return operationAt(walk.one.page);
}
async function confirm(walk: Walk): Promise<void> {
  if (await walk.one.control('user.code typed').isVisible()) await enterCode(walk);
  if (deep) await sound(walk.one);
  await walk.one.control('user.confirmed').click();
}

const desks: VisitOptions[] = [
  russianPhone,
  englishDesk,
  { ...russianPhone, language: 'en' },
  { ...englishDesk, language: 'ru' },
];
/** Every day each flow is looked at in one of two ways that differ in everything. */
const looksAt = (flow: MoneyWalk) => (deep ? desks : [desks[moneyWalks.indexOf(flow) % 2]!]);
const walks = moneyWalks.flatMap((flow) => looksAt(flow).map((look) => ({ ...look, flow, title: flow.title })));

describe('F4 F6 F7 F8 F9 each flow that moves money, from its list to its receipt', () => {
  test.each(walks)('F4 F6 F7 F8 F9 $title, in $language at $width px', async ({ flow, title: _, ...look }) => {
    const walk = await begin(look, flow.money, flow.list);
    const id = await toReview(walk, flow);
    await confirm(walk);
    if (flow.pay) {
      await heading(walk.one, flow.underWay ?? '').waitFor();
      if (deep) await sound(walk.one);
      await flow.pay(walk, id);
    }
    await heading(walk.one, flow.receipt).waitFor();
    await sound(walk.one);
    expect(operationAt(walk.one.page)).toBe(id);
  });
});

describe('R5 R7 R10 R13 R14 R9 M7 each flow goes on where it stands', () => {
  /** The same step of the same operation, on every page that is opened at its address. */
  async function isThere(walk: Begun, title: string, id: string): Promise<void> {
    const place = placeOf(walk.one);
    await heading(walk.one, title).waitFor();
    await walk.one.page.reload();
    const others = [await walk.opened(place, 'tab'), await walk.opened(place, 'device')];
    for (const each of [walk.one, ...others]) {
      await heading(each, title).waitFor();
      expect(operationAt(each.page)).toBe(id);
    }
    for (const other of others) await other.page.close();
    if (deep) await sound(walk.one);
  }

  /** Every day the shortest of them: nobody outside has to answer. */
  const resumed = deep ? walks : walks.filter(({ flow }) => flow.list === '/transfer');
  test.each(resumed)(
    'R5 R7 R10 R13 R14 R9 M7 $title, in $language at $width px: a reload, a second tab, another device and the history lead to it',
    async ({ flow, title: _, ...look }) => {
      const walk = await begin(look, flow.money, flow.list);
      const id = await toReview(walk, flow);
      if (deep) await isThere(walk, 'operation.reviewing.title', id);
      // Confirmed on another device: what stood open follows as soon as it is read again.
      const other = await walk.opened(placeOf(walk.one), 'device');
      await heading(other, 'operation.reviewing.title').waitFor();
      if (!flow.pay && flow.underWay) await payout(product.db, walk.person.number, 'hang');
      await confirm({ ...walk, one: other });
      if (flow.underWay) {
        await heading(other, flow.underWay).waitFor();
        await walk.one.page.reload();
        await isThere(walk, flow.underWay, id);

        // What goes on is named on every page of theirs, and leads to where it stands.
        const elsewhere = await walk.opened('/exchanges', 'device');
        await elsewhere.page.locator('[aria-controls="progress-drawer"]').click();
        await elsewhere.page.locator(`#progress-drawer a[href*="${id}"]`).click();
        await heading(elsewhere, flow.underWay).waitFor();
        expect(operationAt(elsewhere.page)).toBe(id);
        if (!flow.pay) await payout(product.db, walk.person.number);
        await hurry(product.db);
        await flow.pay?.(walk, id);
      } else await walk.one.page.reload();
      await heading(other, flow.receipt).waitFor();
      await heading(walk.one, flow.receipt).waitFor();
      if (deep) await isThere(walk, flow.receipt, id);

      const history = await walk.opened(flow.history, 'device');
      const row = history.control('user.row opened', id);
      await row.waitFor();
      if (deep) await sound(history);
      await row.click();
      await heading(history, flow.receipt).waitFor();
      expect(operationAt(history.page)).toBe(id);
    },
  );
});

deepDescribe('F8 F7 the way to a provider’s page and back', () => {
  const byCard = { purchase: 'card_usd_btc', deposit: 'card_eur_in' } as const;

  async function toPayPage(look: VisitOptions, kind: keyof typeof byCard): Promise<[Begun, string]> {
    const walk = await begin(look, {}, `/${kind}/form/${byCard[kind]}`);
    await walk.one.control('user.amount typed', 'give').fill('100');
    await walk.one.control('user.submitted').click();
    await heading(walk.one, 'operation.reviewing.title').waitFor();
    const id = operationAt(walk.one.page);
    await walk.one.control('user.confirmed').click();
    await heading(walk.one, 'operation.paying.title').waitFor();
    await goToPayPage(walk);
    await sound(walk.one);
    return [walk, id];
  }
  const both = desks.flatMap((look) => (['purchase', 'deposit'] as const).map((kind) => ({ ...look, kind })));

  test.each(both)(
    'F8 F7 $kind, in $language at $width px: success, refusal and cancellation come back as what the server says',
    async ({ kind, ...look }) => {
      for (const [answer, title] of [
        ['pay', `operation.succeeded.${kind}`],
        ['decline', `operation.failed.${kind}`],
        ['cancel', `operation.cancelled.${kind}`],
      ] as const) {
        const [walk, id] = await toPayPage(look, kind);
        await answerPayPage(walk, answer);
        await heading(walk.one, title).waitFor();
        expect(operationAt(walk.one.page)).toBe(id);
        await sound(walk.one);
      }
    },
  );

  test.each(both)(
    'F8 F7 $kind, in $language at $width px: by the back button and from a closed tab the order still waits, and is paid once',
    async ({ kind, ...look }) => {
      const [walk, id] = await toPayPage(look, kind);
      await walk.one.page.goBack();
      await heading(walk.one, 'operation.paying.title').waitFor();
      expect(operationAt(walk.one.page)).toBe(id);
      await goToPayPage(walk);
      const place = `/${kind}/form/${byCard[kind]}/${id}`;
      const other = await walk.opened(place, 'tab');
      await walk.one.page.close();
      await heading(other, 'operation.paying.title').waitFor();
      await goToPayPage({ ...walk, one: other });
      await answerPayPage({ ...walk, one: other }, 'pay');
      await heading(other, `operation.succeeded.${kind}`).waitFor();
      // The page of the provider says that it is paid, and leads back.
      await other.page.goBack();
      await other.page.locator(`a[href*="${place}"]`).click();
      await heading(other, `operation.succeeded.${kind}`).waitFor();
      await bankCheck(product.db);
    },
  );
});

/** Of a tab that tells and one that opens meanwhile: the one that tells from there on, by chance, and then the other one. */
async function tellingOne(first: Visit, open: () => Promise<Visit>): Promise<[Visit, Visit]> {
  const popup = first.control('user.popup closed');
  await first.page.getByRole('link', { name: first.words('payments.open') }).hover();
  const heard = await first.page.evaluateHandle(() => {
    const told: unknown[] = [];
    new BroadcastChannel('session').addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'tabs.payment') told.push(data);
    });
    return told;
  });
  const second = await open();
  // The one that opens says so; the first says it once more, or gives way.
  const told = async () => {
    if ((await popup.count()) === 0) return 'by the second';
    return (await heard.evaluate((all) => all.length)) > 1 ? 'by the first' : '';
  };
  let teller = '';
  await expect.poll(async () => (teller = await told()), { timeout: 15_000 }).not.toBe('');
  const [shown, silent] = teller === 'by the first' ? [first, second] : [second, first];
  await silent.control('user.popup closed').waitFor({ state: 'detached' });
  await shown.control('user.popup closed').waitFor();
  return [shown, silent];
}

async function nextTab(receiver: Owner, first: Visit): Promise<Visit> {
  const second = await receiver.tab(first, '/exchanges');
  visits.push(second);
  return second;
}

describe('S7 whoever gets money hears of it', () => {
  test('S7 the next page that opens says so, and leads to the receipt', async () => {
    const receiver = await ownMoney(browser, product, russianPhone, {});
    const sender = await makePerson(product, { EUR: '100' });
    await transferred(sender.browser, { to: receiver.person.number, currency: 'EUR', amount: '10' });
    const one = await receiver.device('/exchanges');
    visits.push(one);
    await one.control('user.popup closed').waitFor();
    await one.page.getByRole('link', { name: one.words('payments.open') }).click();
    await heading(one, 'operation.succeeded.transfer_in').waitFor();
    await one.control('user.popup closed').click();
    await one.control('user.popup closed').waitFor({ state: 'detached' });
  });

  deepTest('S7 on a slow line its twelve seconds begin when it is there to be read', async () => {
    const receiver = await ownMoney(browser, product, englishDesk, {});
    const one = await receiver.device('/exchanges');
    visits.push(one);
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await one.context.route(/\/assets\/payments\.[\w-]*\.js$/, async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await one.page.clock.install();
    const sender = await makePerson(product, { EUR: '100' });
    await transferred(sender.browser, { to: receiver.person.number, currency: 'EUR', amount: '10' });
    await one.page.reload();
    await asked.promise;
    await one.page.clock.fastForward(15_000);
    held.resolve();
    await one.control('user.popup closed').waitFor();
    await one.page.clock.fastForward(9_000);
    expect(await one.control('user.popup closed').count()).toBe(1);
  });

  test('S7 it is told in one of two tabs, for twelve seconds that stand still under the pointer', async () => {
    const receiver = await ownMoney(browser, product, englishDesk, {});
    const first = await receiver.device('/exchanges');
    visits.push(first);
    await first.page.clock.install();
    const sender = await makePerson(product, { EUR: '100' });
    await transferred(sender.browser, { to: receiver.person.number, currency: 'EUR', amount: '10' });
    await first.page.reload();
    const [shown, other] = await tellingOne(first, () => nextTab(receiver, first));
    const popup = shown.control('user.popup closed');
    // From here on its time is the test's own: on a slow machine it would be over before the pointer comes.
    await shown.page.clock.pauseAt((await shown.page.evaluate(() => Date.now())) + 1_000);
    await shown.page.bringToFront();
    await shown.page.getByRole('link', { name: shown.words('payments.open') }).hover();
    await shown.page.clock.fastForward(60_000);
    expect(await popup.count()).toBe(1);
    await shown.page.mouse.move(5, 5);
    await shown.page.clock.fastForward(9_000);
    expect(await popup.count()).toBe(1);
    await shown.page.clock.fastForward(3_000);
    await popup.waitFor({ state: 'detached' });
    await other.page.clock.fastForward(15_000);
    expect(await other.control('user.popup closed').count()).toBe(0);
  });

  deepTest.each(desks)(
    'S7 in $language at $width px: one popup in one tab, which waits under the pointer, and leads to the receipt',
    async (look) => {
      const flow = moneyWalks.find(({ list }) => list === '/transfer')!;
      const walk = await begin(look, flow.money, flow.list);
      const receiver = await ownMoney(browser, product, look, {});
      await toReview({ ...walk, friend: receiver.person }, flow);
      await confirm(walk);
      await heading(walk.one, flow.receipt).waitFor();

      const first = await receiver.device('/exchanges');
      visits.push(first);
      const [shown] = await tellingOne(first, () => nextTab(receiver, first));
      await shown.page.bringToFront();
      const open = shown.page.getByRole('link', { name: shown.words('payments.open') });
      await open.hover();
      await sound(shown);
      await open.click();
      await heading(shown, 'operation.succeeded.transfer_in').waitFor();
      // Closed here, it is told on no other device.
      await shown.control('user.popup closed').click();
      const toldStill = () =>
        product.db
          .selectFrom('notifications')
          .select('id')
          .where('account_id', '=', receiver.person.id)
          .where('closed_at', 'is', null)
          .execute();
      await expect.poll(toldStill).toEqual([]);
      const again = await receiver.device('/exchanges');
      visits.push(again);
      await again.control('user.copied').first().waitFor();
      expect(await again.control('user.popup closed').count()).toBe(0);
    },
  );
});
