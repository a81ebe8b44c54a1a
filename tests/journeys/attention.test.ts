import { sql } from 'kysely';
import type { Locator, Page } from 'playwright';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hintSteps } from '../../machines/form/hints.ts';
import { answerThread, findThread } from '../../server/support/desk.ts';
import { writeTo, writeToSupport } from '../server/chats.ts';
import { makePerson } from '../server/money.ts';
import { transferred } from '../server/transfer.ts';
import { press, pressSoon } from '../tools/by-keys.ts';
import { comeIn } from '../stages/people.ts';
import { deep, deepDescribe, deepTest } from '../tools/deep.ts';
import { englishDesk, everyLook, looks, russianPhone, type Look } from '../tools/looks.ts';
import { ownMoney } from '../tools/own-money.ts';
import { awake, dialog, followLink, heading, tell, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product, person, member } = await openStand();
const email = 'demo@example.com';

const told = {
  to: email,
  type: 'danger',
  title: 'Выводы в сети TRON ждут',
  text: '<p>Сеть <strong>медленная</strong> сегодня.<script>document.title = "owned"</script> <a href="/history/withdraw">Что ждёт</a></p>',
  buttons: [
    { url: '/history/withdraw', title: 'История выводов' },
    { url: 'https://evil.example/', title: 'Не из списка' },
  ],
};
const says = (more: object = {}) => tell(product, 'notification', { ...told, ...more });

const menu = (one: Visit) => one.page.getByRole('button', { name: one.words('frame.menu'), exact: true });
/** A hint by its title. */
const hint = (one: Visit, step: number) =>
  one.page.getByRole('region', { name: one.words(`hints.step_${step}.title`), exact: true });
const isFocusedIn = ({ page }: Visit, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector);

const offer = (one: Visit) => one.control('user.offer put off');
/** The mark and the product, without what the page itself is called. */
const title = async ({ page }: Visit) => (await page.title()).replace(/(?<=^|\) )[^(].* · /, '');

describe.each(looks(russianPhone))('what the house tells, in $language at $width px, $theme', (look) => {
  test('S4 S5 M5 a window, and when it is closed a banner and the way to waiting messages, whose number is in the title', async () => {
    const one = await member(look, '/exchanges');
    await offer(one).waitFor();
    await one.page.getByText(one.words('offer.text.support_one', { count: '1' })).waitFor();
    expect(await title(one)).toBe('(3) Statera');
    await says();
    await says({ display: 'modal', type: 'success', title: 'Новые условия', text: 'Действуют с <em>1 февраля</em>.' });
    await awake(one);
    const window = dialog(one, 'notice.title');
    await window.getByText('Новые условия').waitFor();
    expect(await offer(one).count()).toBe(0);
    if (deep) await sound(one);
    // The window holds the keyboard, and one key closes it.
    await pressSoon(one, window.locator('[data-says="user.read"]'));
    await window.waitFor({ state: 'detached' });

    const banner = one.page.getByRole('group', { name: told.title, exact: true });
    await banner.getByText('медленная').waitFor();
    expect(await banner.getByRole('link').allInnerTexts()).toEqual(['Что ждёт', 'История выводов']);
    expect(await banner.locator('script').count()).toBe(0);
    await offer(one).waitFor();
    await sound(one);
    await pressSoon(one, banner.locator('[data-says="user.notification closed"]'));
    await banner.waitFor({ state: 'detached' });
    await expect.poll(() => one.page.evaluate(() => document.activeElement?.localName)).toBe('h1');
    await pressSoon(one, offer(one));
    await offer(one).waitFor({ state: 'detached' });
    expect(await title(one)).toBe('(3) Statera');
  });

  deepTest('S4 what was closed is gone after a reload, and kept in the inbox', async () => {
    const one = await member(look, '/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    const before = await one.page.getByRole('group', { name: told.title, exact: true }).count();
    await says();
    await awake(one);
    const banner = one.page.getByRole('group', { name: told.title, exact: true });
    await banner.first().waitFor();
    await press(one, banner.first().locator('[data-says="user.notification closed"]'));
    await expect.poll(() => banner.count()).toBe(before);
    await one.page.reload();
    await heading(one, 'exchanges.title').waitFor();
    await press(one, menu(one));
    await press(one, one.page.getByRole('dialog').locator('[data-says="user.inbox wanted"]'));
    const inbox = dialog(one, 'inbox.title');
    await inbox.getByText(told.title, { exact: true }).first().waitFor();
    await sound(one);
    expect(await banner.count()).toBe(before);
    await one.page.keyboard.press('Escape');
    await inbox.waitFor({ state: 'detached' });
  });
});

test('S4 M5 a window that nobody called waits until the person pauses: no letter that they type is lost', async () => {
  const one = await member(russianPhone, '/transfer');
  const field = one.page.getByLabel(one.words('transfer.comment'), { exact: true });
  await field.waitFor();
  await one.page.clock.install();
  await standStill(one);
  await field.pressSequentially('За об');
  await says({ display: 'modal', title: 'Новые условия' });
  // What a page reads and leaves at once the browser counts as given up, and keeps nothing of it to look into: what is asked from now on brings it.
  const told = one.page.waitForRequest(/\/api\/auth\/check$/).then((asked) => asked.response());
  await awake(one);
  await told;
  await one.page.keyboard.type('ед и кофе');
  await one.page.clock.runFor(1_900);
  await one.page.keyboard.type('!');
  const window = dialog(one, 'notice.title');
  expect([await field.inputValue(), await window.count()]).toEqual(['За обед и кофе!', 0]);
  await one.page.clock.runFor(2_100);
  await window.getByText('Новые условия').waitFor();
  await pressSoon(one, window.locator('[data-says="user.read"]'));
  await window.waitFor({ state: 'detached' });
  expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
});

/** Somebody whose messages, notifications and money are their own; and whoever writes to them. */
async function withFriend(look: Look, path: string) {
  const owner = await ownMoney(browser, product, look, { USD: '100' });
  const friend = await makePerson(product, {});
  const one = await owner.device(path);
  onTestFinished(() => one.context.close());
  return { owner, friend, one };
}
const walkTo = (one: Visit, path: string) => followLink(one.page, path);

describe.each(looks(russianPhone))('a page that is left alone, in $language at $width px, $theme', (look) => {
  test('S5 M2 M4 it asks for what is new by itself: title and menu tell how many messages wait, the list of chats where', async () => {
    const { owner, friend, one } = await withFriend(look, '/history/exchange');
    await writeToSupport(owner.person.browser, 'Hello');
    const thread = (await findThread(product.db, owner.person.number))!;
    await one.page.clock.install();
    // The last question of a page that opens; after its answer nothing is asked for a while.
    const opened = one.page.waitForResponse(/\/api\/operation\/progress/);
    await one.page.reload();
    await opened;
    await heading(one, 'history.title.exchange').waitFor();
    await answerThread(product.db, thread, 'Hello yourself');
    await answerThread(product.db, thread, 'How do you do?');
    await writeTo(friend.browser, owner.person.number, 'It is me');
    expect(await title(one)).toBe('Statera');
    await one.page.clock.fastForward(15_000);
    await expect.poll(() => title(one)).toBe('(3) Statera');

    const count = (number: number) =>
      one.words(number === 1 ? 'unread.count_one' : 'unread.count_few', { count: `${number}` });
    const chat = (within: Locator, href: string, name: string, waits: number) =>
      within.locator(`a[href="${href}"]`, { hasText: name }).filter({ hasText: count(waits) });
    await pressSoon(one, menu(one));
    const entries = one.page.getByRole('dialog').getByRole('region', { name: one.words('chats.title'), exact: true });
    await chat(entries, '/chat/support', one.words('chats.support'), 2).waitFor();
    await pressSoon(one, chat(entries, '/chat', one.words('chats.private'), 1));
    const list = one.page.getByRole('complementary', { name: one.words('chats.title'), exact: true });
    await chat(list, '/chat/support', one.words('chats.support'), 2).waitFor();
    const head = (await owner.person.browser.get('/api/chat/list')).body.payload.items.at(-1) as {
      id: string;
      title: string;
    };
    await chat(list, `/chat/private/${head.id}`, head.title, 1).waitFor();
  });
});

deepDescribe.each(everyLook(englishDesk))('messages that wait, in $language at $width px', (look) => {
  test('S5 the way to them is offered where it disturbs nobody, and their number stands in the title as long as they wait', async () => {
    const { owner, friend, one } = await withFriend(look, '/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    expect([await offer(one).count(), await title(one)]).toEqual([0, 'Statera']);
    await writeToSupport(owner.person.browser, 'Hello');
    const thread = (await findThread(product.db, owner.person.number))!;
    await answerThread(product.db, thread, 'Hello yourself');
    await writeTo(friend.browser, owner.person.number, 'It is me');
    await awake(one);
    await offer(one).waitFor();
    await one.page.getByText(one.words('offer.text.support_one', { count: '1' })).waitFor();
    await sound(one);
    await expect.poll(() => title(one)).toBe('(2) Statera');

    // Not over an exchange; there again on another page, and not over a step that money depends on.
    await walkTo(one, '/exchange/USD/EUR');
    await one.control('user.amount typed', 'give').waitFor();
    await expect.poll(() => offer(one).count()).toBe(0);
    expect(await title(one)).toBe('(2) Statera');
    await walkTo(one, '/transfer');
    await one.control('user.recipient typed').fill(friend.number);
    await one.control('user.amount typed', 'give').fill('1');
    // On a phone the corner is the keyboard's as long as somebody types.
    await one.control('user.amount typed', 'give').blur();
    await offer(one).waitFor();
    await one.control('user.submitted').click();
    await one.control('user.confirmed').waitFor();
    await expect.poll(() => offer(one).count()).toBe(0);
    await one.control('user.went back').first().click();
    await offer(one).waitFor();

    await press(one, one.page.locator('a[href="/chat/support"]', { hasText: one.words('offer.open.support') }));
    // What was typed is left: asked first, as wherever one leaves.
    await press(one, one.page.getByRole('dialog').locator('[data-says="user.confirmed"]'));
    await one.page.locator('[data-index]').getByText('Hello yourself').waitFor();
    await expect.poll(() => offer(one).count()).toBe(0);
    // What was read there waits no more.
    await expect.poll(() => title(one)).toBe('(1) Statera');
    await walkTo(one, `/chat/private/${friend.number}`);
    await one.page.locator('[data-index]').getByText('It is me').waitFor();
    await expect.poll(async () => (await awake(one), title(one)), { timeout: 20_000 }).toBe('Statera');
    await walkTo(one, '/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    expect(await offer(one).count()).toBe(0);

    // One that was put off comes again with the next message, and not before.
    await answerThread(product.db, thread, 'One more');
    await awake(one);
    await press(one, offer(one));
    await offer(one).waitFor({ state: 'detached' });
    await awake(one);
    await answerThread(product.db, thread, 'And another');
    await awake(one);
    await offer(one).waitFor();
  });
});

deepDescribe.each(everyLook(russianPhone))('windows of the house, in $language at $width px', (look) => {
  const windows = (...titles: string[]) =>
    titles.map((one) => ({ display: 'modal', type: 'success', title: one, text: `<p>${one}</p>` }));

  test('S4 M5 several stand one at a time, none over a confirm step, and come when it is left', async () => {
    const { owner, friend, one } = await withFriend(look, '/transfer');
    const window = dialog(one, 'notice.title');
    await one.control('user.recipient typed').fill(friend.number);
    await one.control('user.amount typed', 'give').fill('1');
    await one.control('user.submitted').click();
    await one.control('user.confirmed').waitFor();
    for (const said of windows('First', 'Second', 'Third')) await says({ to: owner.person.number, ...said });
    const heard = one.page.waitForResponse((reply) => reply.url().includes('/api/') && reply.status() === 200);
    await awake(one);
    await heard;
    // The inbox knows of all three, and none of them stands there.
    const mark = one.page.locator('header span', { has: one.page.locator('> [data-says="user.inbox wanted"]') });
    await expect.poll(() => mark.innerText()).toContain('3');
    expect(await one.page.getByRole('dialog').count()).toBe(0);
    await sound(one);
    await one.control('user.went back').first().click();
    for (const shown of ['First', 'Second', 'Third']) {
      await window.getByText(shown, { exact: true }).first().waitFor();
      expect(await one.page.getByRole('dialog').count()).toBe(1);
      for (const other of ['First', 'Second', 'Third'])
        if (other !== shown) expect(await window.getByText(other, { exact: true }).count()).toBe(0);
      expect(await isFocusedIn(one, '[role="dialog"]')).toBe(true);
      await sound(one);
      if (shown === 'First') await one.page.keyboard.press('Escape');
      else await press(one, window.locator('[data-says="user.read"]'));
      await window.getByText(shown, { exact: true }).first().waitFor({ state: 'detached' });
    }
    await one.page.reload();
    await one.control('user.recipient typed').waitFor();
    await awake(one);
    expect(await one.page.getByRole('dialog').count()).toBe(0);
  });

  test('S4 a banner that is closed while the server is away is gone at once, and after a reload; the server hears it later', async () => {
    const { owner, one } = await withFriend(look, '/exchanges');
    const banner = one.page.getByRole('group', { name: told.title, exact: true });
    const close = /\/api\/notify\/close$/;
    let tries = 0;
    await one.page.route(close, (route) => {
      tries += 1;
      return route.abort();
    });
    await says({ to: owner.person.number });
    await heading(one, 'exchanges.title').waitFor();
    await awake(one);
    await press(one, banner.locator('[data-says="user.notification closed"]'));
    await banner.waitFor({ state: 'detached' });
    await expect.poll(() => tries).toBe(1);
    await one.page.reload();
    await heading(one, 'exchanges.title').waitFor();
    // It is said again by the new page, and the banner does not come back meanwhile.
    await expect.poll(() => tries).toBe(2);
    expect(await banner.count()).toBe(0);
    const closed = async () => {
      const row = await product.db
        .selectFrom('notifications')
        .select('closed_at')
        .where('account_id', '=', owner.person.id)
        .executeTakeFirstOrThrow();
      return row.closed_at !== null;
    };
    expect(await closed()).toBe(false);
    await one.page.unroute(close);
    await one.page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(closed).toBe(true);
    await one.page.reload();
    await heading(one, 'exchanges.title').waitFor();
    await awake(one);
    expect(await banner.count()).toBe(0);
  });
});

/** What each area of news says of itself, and whether it stood there before anything came. */
const areasOf = ({ page }: Visit, ...selectors: string[]) =>
  page.evaluate(
    (all) =>
      all.map((selector) => {
        const area = document.querySelector(selector)?.closest('[role="status"]');
        return ['data-stood', 'aria-live', 'aria-atomic', 'aria-relevant'].map((name) => area?.getAttribute(name));
      }),
    selectors,
  );
const standStill = async ({ page }: Visit) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
const cross = (event: string) => `[data-says="${event}"]`;

deepDescribe.each(looks(englishDesk))('news of the page, in $language at $width px, $theme', (look) => {
  test('S4 S6 S7 a banner, a payment and a toast: one policy, and time that stands still under pointer and focus', async () => {
    // The look before this one has been told the same.
    await sql`delete from notifications where account_id = (select id from accounts where email = 'new@example.com')`.execute(
      product.db,
    );
    const one = await person(look);
    await comeIn(one, product, 'new@example.com');
    await one.page.clock.install();
    await one.page.goto('/exchanges');
    const number = one.page.locator('header [data-says="user.copied"]:enabled');
    await number.waitFor();
    // A reader has to know an area before anything comes into it.
    await one.page.locator('[role="status"][aria-live]').nth(5).waitFor({ state: 'attached' });
    await one.page.evaluate(() => {
      for (const area of document.querySelectorAll('[role="status"][aria-live]')) area.setAttribute('data-stood', '');
    });
    const sender = await makePerson(product, { EUR: '100' });
    await transferred(sender.browser, { to: 'new@example.com', currency: 'EUR', amount: '10' });
    await tell(product, 'notification', { ...told, to: 'new@example.com' });
    await awake(one);
    const [toast, payment, banner] = ['user.toast closed', 'user.popup closed', 'user.notification closed'].map(cross);
    const places = { toast: one.page.locator(toast!), payment: one.page.locator(payment!) };
    await places.payment.waitFor();
    await one.page.locator(banner!).waitFor();
    // From here on time goes by when it is told to: this machine may be slow.
    await standStill(one);
    await number.click();
    await places.toast.waitFor();
    expect(await areasOf(one, toast!, payment!, banner!)).toEqual(
      Array.from({ length: 3 }, () => ['', 'polite', 'false', 'additions']),
    );

    // The keyboard rests on one and the pointer on the other: both stay as long as that lasts.
    await places.toast.focus();
    await places.payment.hover();
    await one.page.clock.resume();
    await sound(one);
    await standStill(one);
    await one.page.clock.fastForward(60_000);
    expect([await places.toast.count(), await places.payment.count()]).toEqual([1, 1]);
    await places.payment.focus();
    await one.page.mouse.move(5, 5);
    await one.page.clock.fastForward(1_900);
    expect([await places.toast.count(), await places.payment.count()]).toEqual([1, 1]);
    await one.page.clock.fastForward(200);
    await places.toast.waitFor({ state: 'detached' });
    await one.page.clock.fastForward(60_000);
    expect(await places.payment.count()).toBe(1);
    await number.focus();
    await one.page.clock.fastForward(12_100);
    await places.payment.waitFor({ state: 'detached' });

    // What was told stays until it is closed, and all of it is in the inbox.
    await one.page.clock.fastForward(3_600_000);
    expect(await one.page.locator(banner!).count()).toBe(1);
    await one.page.locator('header [data-says="user.inbox wanted"]').click();
    await one.page.clock.resume();
    const inbox = dialog(one, 'inbox.title');
    await expect.poll(() => inbox.locator('li').count()).toBe(2);
  });
});

/** A browser that asks its person, and shows what it is told: here both are seen from inside. */
interface Shows {
  shown: { title: string; body: string; tag: string }[];
  asked: boolean[];
  Notification: { permission: string };
}
const asksItsPerson = (page: Page) =>
  page.addInitScript(() => {
    const [shown, asked]: [unknown[], boolean[]] = [[], []];
    class Shown extends EventTarget {
      static permission = 'default';
      static requestPermission = async () => {
        asked.push(navigator.userActivation.isActive);
        Shown.permission = 'denied';
        return Shown.permission;
      };
      constructor(title: string, { body, tag }: NotificationOptions) {
        super();
        shown.push({ title, body, tag });
      }
    }
    Object.assign(globalThis, { Notification: Shown, shown, asked });
  });
const seen = (page: Page) =>
  page.evaluate(() => {
    const { shown, asked } = globalThis as unknown as Shows;
    return { shown, asked };
  });

deepDescribe.each(looks(englishDesk))('notifications of the browser, in $language at $width px, $theme', (look) => {
  test('S4 E2 asked for by a press after its reason, refused in words, then shown without markup', async () => {
    const one = await member(look, '/exchanges');
    await asksItsPerson(one.page);
    await one.page.clock.install();
    await one.page.goto('/settings');
    await one.page.getByText(one.words('alerts.help')).waitFor();
    expect((await seen(one.page)).asked).toEqual([]);
    await press(one, one.control('user.alerts wanted'), 'Space');
    await one.page.getByText(one.words('alerts.refused'), { exact: true }).waitFor();
    expect((await seen(one.page)).asked).toEqual([true]);
    await sound(one);
    // The person changes it in the browser.
    await one.page.evaluate(() => {
      (globalThis as unknown as Shows).Notification.permission = 'granted';
    });
    await press(one, one.control('user.retried'));
    await press(one, one.control('user.alerts wanted'), 'Space');
    await one.control('user.alerts unwanted').waitFor();

    await one.page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await says({ title: 'Всё <b>готово</b>' });
    await one.page.clock.fastForward(60_000);
    await expect
      .poll(async () => (await seen(one.page)).shown.map(({ title, body }) => [title, body]))
      .toEqual([['Всё готово', 'Сеть медленная сегодня. Что ждёт']]);
    expect(await one.page.title()).not.toContain('owned');
  });
});

/** What this device keeps of the tutorial. */
const kept = ({ page }: Visit) =>
  page.evaluate(() =>
    Object.fromEntries(
      Object.entries(localStorage).flatMap(([key, value]) => {
        const step = /step_\d+$/.exec(key)?.[0];
        return step === undefined ? [] : [[step, value]];
      }),
    ),
  );

/** Where each step has its element. */
const screens = {
  '/exchanges': [1, 2, 3, 4, 5, 6],
  '/exchange/USD/EUR': [7],
  '/deposit': [8],
  '/withdraw': [9],
  '/transfer': [10],
  '/cards': [11],
  '/history/exchange': [12],
  '/settings': [13, 14],
};
/** Steps of what stands around every screen. */
const inTheFrame = [1, 2, 3, 4];
/** What has an element on a screen besides, with words that are as true there. */
const asTrueAt: Record<string, number[]> = { '/transfer': [7] };
/** What is wrong with where a hint stands, if anything: its element is to be in sight, and the hint not over it. */
const amissWith = (shown: Locator) =>
  shown.evaluate((section) => {
    const element = document.querySelector('[data-hinted]')?.getBoundingClientRect();
    const hint = section.getBoundingClientRect();
    if (!element) return 'nothing is explained';
    const places = `${element.top} to ${element.bottom}, ${hint.top} to ${hint.bottom} of ${innerHeight}`;
    if (hint.top < 0 || hint.bottom > innerHeight) return `the hint is out of sight: ${places}`;
    if (element.top < 0 || element.top + Math.min(element.height, 100) > innerHeight)
      return `the element is out of sight: ${places}`;
    const isOver =
      Math.max(element.top, hint.top) < Math.min(element.bottom, hint.bottom) &&
      Math.max(element.left, hint.left) < Math.min(element.right, hint.right);
    return isOver ? `one is over the other: ${places}` : null;
  });

deepDescribe.each([russianPhone, englishDesk])('each hint, in $language at $width px, $theme', (look) => {
  test('S8 fourteen steps stand beside their elements, each on its screen', async () => {
    const one = await member(look, '/exchanges');
    await one.page.evaluate((steps) => {
      for (const step of steps) localStorage.setItem(`tutorial/${step}`, 'true');
    }, hintSteps);
    for (const [path, steps] of Object.entries(screens)) {
      await one.page.goto(path);
      for (const step of steps) {
        await hint(one, step).waitFor();
        await expect.poll(() => amissWith(hint(one, step)), { message: `step ${step}` }).toBe(null);
        await sound(one);
        // While a field on the way has the focus, a narrow page has no hint: it is looked for by what it says to its machine.
        await press(one, one.page.locator(`[data-says="user.hint hidden"][data-says-value="step_${step}"]`));
      }
    }
    expect(await kept(one)).toEqual(Object.fromEntries(hintSteps.map((step) => [step, 'false'])));
  });

  test('S8 the screen that is opened first tells its own steps and no other', async () => {
    const one = await member(look, '/exchanges');
    const shown = one.page.locator('[data-says="user.hint hidden"]');
    for (const [path, steps] of Object.entries(screens)) {
      const its = [...steps, ...(asTrueAt[path] ?? [])].toSorted((a, b) => a - b);
      const told = (step: string) => steps.includes(1) || !inTheFrame.includes(Number(step.slice('step_'.length)));
      const wanted = Object.fromEntries(hintSteps.map((step) => [step, String(told(step))]));
      await one.page.evaluate((all) => {
        for (const [step, show] of Object.entries(all)) localStorage.setItem(`tutorial/${step}`, show);
      }, wanted);
      await one.page.goto(path);
      for (const step of its) {
        await hint(one, step).waitFor();
        await shown.and(one.page.locator(`[data-says-value="step_${step}"]`)).press('Enter');
      }
      await shown.waitFor({ state: 'detached' });
      await sound(one);
      expect([path, await shown.count(), await kept(one)]).toEqual([
        path,
        0,
        { ...wanted, ...Object.fromEntries(its.map((step) => [`step_${step}`, 'false'])) },
      ]);
    }
  });
});

describe.each(looks(russianPhone))('the tutorial, in $language at $width px, $theme', (look) => {
  test('S8 M5 fourteen hints by keys: shown at their elements one by one, kept, hidden all at once', async () => {
    const two = await member(look, '/exchanges');
    await heading(two, 'exchanges.title').waitFor();
    await pressSoon(two, menu(two));
    await pressSoon(two, two.page.getByRole('dialog').locator('[data-says="user.tutorial wanted"]'));
    const tutorial = dialog(two, 'tutorial.title');
    await tutorial
      .locator('[data-says="user.hint toggled"]')
      .nth(hintSteps.length - 1)
      .waitFor();
    if (deep) await sound(two);
    expect(await kept(two)).toEqual({});
    expect(await isFocusedIn(two, '[role="dialog"]')).toBe(true);
    await pressSoon(two, tutorial.locator('[data-says="user.hints shown"]'));
    await tutorial.waitFor({ state: 'detached' });
    expect(await kept(two)).toEqual(Object.fromEntries(hintSteps.map((step) => [step, 'true'])));
    await hint(two, 1).waitFor();
    if (deep) await sound(two);
    expect(await two.page.locator('[data-hinted]').getAttribute('aria-controls')).toBe('menu');
    await pressSoon(two, hint(two, 1).locator('[data-says="user.hint hidden"]'));
    await hint(two, 2).waitFor();
    // Of what stands elsewhere it waits there.
    if (deep) await two.page.reload();
    await hint(two, 2).waitFor();
    expect(await kept(two)).toMatchObject({ step_1: 'false', step_2: 'true' });
    await pressSoon(two, hint(two, 2).locator('[data-says="user.hints hidden"]'));
    await hint(two, 2).waitFor({ state: 'detached' });
    expect(Object.values(await kept(two))).toEqual(hintSteps.map(() => 'false'));
  });
});
