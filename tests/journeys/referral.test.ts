import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { listMail } from '../../server/mail/outbox.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { bankErrors } from '../server/bank.ts';
import { mailTo, type ChildServer } from '../server/harness.ts';
import { hurry, until } from '../server/money.ts';
import { paidTo } from '../server/referral.ts';
import { press, write } from '../tools/by-keys.ts';
import { deepDescribe } from '../tools/deep.ts';
import { englishDesk, everyLook, russianPhone, type Look } from '../tools/looks.ts';
import { ownMoney } from '../tools/own-money.ts';
import { heading, signIn, startProduct, tell, words, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product, person, member } = await openStand();

const password = 'a quiet long phrase';
const scan = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#88aacc' } })
  .jpeg()
  .toBuffer();
const told = ({ page, words: say }: Visit, key: string, params: Record<string, string> = {}) =>
  page.getByText(say(key, params), { exact: true }).first().waitFor();
/** How a link of an invitation reads. */
const linkOf = ({ url }: ChildServer) => new RegExp(`^${url}/\\?ref=[0-9A-Z]{10}$`);
/** Asks for an account and waits for the letter's code to be asked for, by keys alone. */
async function askForAccount(one: Visit, email: string): Promise<void> {
  await press(one, one.page.locator('main a[href="/signup"]'));
  await heading(one, 'signup.title').waitFor();
  await write(one, one.control('user.email typed'), email);
  await write(one, one.control('user.password typed'), password);
  await press(one, one.control('user.submitted'));
  await told(one, 'signup.code.text', { to: email });
}
async function enterCode(one: Visit, code: string): Promise<void> {
  await write(one, one.control('user.code typed'), code);
  await press(one, one.control('user.submitted'));
  await one.page.waitForURL('**/exchanges');
}
const accountOf = ({ db }: ChildServer, email: string) =>
  db.selectFrom('accounts').select(['id', 'number']).where('email', '=', email).executeTakeFirstOrThrow();
/** By whose link an account came: the name of it. */
const linkBehind = async ({ db }: ChildServer, email: string): Promise<string | undefined> => {
  const { rows } = await sql<{ code: string }>`
    select l.code from referrals r join accounts a on a.id = r.invited_id join referral_links l on l.account_id = r.referrer_id
    where a.email = ${email}`.execute(db);
  return rows[0]?.code;
};

test('F12 R11 from a link to its page, and the server keeps by whom they came', async () => {
  const one = await member({ ...russianPhone }, '/referral');
  // The letter below, which is read by itself, holds the link too.
  const link = await one.page.getByText(linkOf(product)).innerText();
  const guest = await person({ ...englishDesk });
  await guest.page.goto(link);
  await guest.page.getByText(words('en', 'recruit.title', { name: 'd•••@e•••.com' })).waitFor();
  await sound(guest);
  const cookies = await guest.context.cookies();
  expect(cookies.find(({ name }) => name === 'recruit')).toMatchObject({ value: link.slice(-10), httpOnly: true });
});

const inOrder = ['invited', 'signed_up', 'verified', 'earning'] as const;

/** What the programme says of one person and of all, on a page that was opened again. */
async function expectFunnel(one: Visit, state: (typeof inOrder)[number]): Promise<void> {
  await one.page.goto('/referral');
  // Each part of the page is read by itself.
  await one.page.locator('li [data-state]').first().waitFor();
  await heading(one, 'referral.funnel').waitFor();
  const far = inOrder.indexOf(state);
  expect(await one.page.locator('li [data-state]').allInnerTexts()).toEqual([one.words(`referral.state.${state}`)]);
  const steps = await one.page.locator('ol[aria-labelledby="referral-funnel"] li').allInnerTexts();
  expect(steps.map((text) => Number.parseInt(text, 10))).toEqual(inOrder.map((_, at) => (at <= far ? 1 : 0)));
}
const plain = (texts: string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
const dollars = ({ language }: Look, whole: number) => `${whole}${language === 'ru' ? ',' : '.'}00 USD`;
const totals = async ({ page }: Visit) => plain(await page.locator('#referral-link dd, main dd').allInnerTexts());
const rows = async (one: Visit) => {
  await one.page.goto('/history/referral');
  await one.control('user.row opened').first().waitFor();
  return plain(await one.control('user.row opened').allInnerTexts());
};

deepDescribe.each(everyLook(russianPhone))('invitations in $language at $width px, $theme', (look) => {
  test('F12 R11 R9 F11 from a copied link to a paid bonus: opened and asked for here, confirmed there, verified, first exchange', async () => {
    await tellSandbox(product.db, 'reviewer', { delay_ms: 0 });
    const owner = await ownMoney(browser, product, look, {});
    const host = await person(look);
    await host.context.addCookies(await (await owner.device('/referral')).context.cookies());
    const email = `guest-${owner.person.number}@example.com`;
    await host.page.goto('/referral');
    await told(host, 'referral.people.nobody');
    await told(host, 'referral.totals.none');
    await sound(host);
    await press(host, host.control('user.link copied'));
    const link = await host.page.getByText(linkOf(product)).innerText();
    // It is copied when the browser has done it, and not when the button is pressed; until then it holds another's.
    await expect.poll(() => host.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await write(host, host.control('user.email typed'), email);
    await host.page.keyboard.press('Enter');
    await told(host, 'referral.invite.sent', { email });
    await expectFunnel(host, 'invited');

    // Another person's browser, which has never been here: what it keeps of the link goes, and nothing is lost.
    const guest = await person(look);
    await guest.page.goto(link);
    await told(guest, 'recruit.title', { name: 'p•••@e•••.com' });
    await sound(guest);
    await askForAccount(guest, email);
    await guest.context.clearCookies({ name: 'recruit' });
    // The letter is read on a third device, which signs nobody in.
    const phone = await person(look.width === 320 ? { ...englishDesk } : { ...russianPhone });
    await phone.page.goto(`/login?link=${(await mailTo(product, email)).link}`);
    await heading(phone, 'login.link.elsewhere.title').waitFor();
    const code = /\b\d{3}\s?\d{3}\b/.exec(await phone.page.locator('main').innerText())?.[0] ?? '';
    await enterCode(guest, code.replaceAll(/\s/g, ''));
    expect(await linkBehind(product, email)).toBe(link.slice(-10));
    await expectFunnel(host, 'signed_up');

    await guest.page.goto('/settings/id_card');
    for (const side of ['front', 'back']) {
      await guest
        .control('user.file given', side)
        .setInputFiles({ name: 'scan.jpg', mimeType: 'image/jpeg', buffer: scan });
      await press(guest, guest.control('user.sent', side));
      await guest.control('user.file removed', side).waitFor();
    }
    await press(guest, guest.control('user.submitted'));
    await heading(guest, 'verification.success.title').waitFor();
    await expectFunnel(host, 'verified');
    expect(await totals(host)).toEqual([dollars(look, 5), dollars(look, 0)]);
    const [held = ''] = await rows(host);
    expect(held).toContain(host.words('referral.bonus.verified', { name: 'g•••@e•••.com' }));
    expect(held).toContain(host.words('operation.status.processing'));
    expect(held).toContain(dollars(look, 5));
    await sound(host);

    const { id, number } = await accountOf(product, email);
    await tell(product, 'money', { account: number, currency: 'USD', amount: '200' });
    await tellSandbox(product.db, 'provider', { behaviour: 'settle', delay_ms: 0 }, number);
    await guest.page.goto('/exchange/USD/EUR');
    await write(guest, guest.control('user.amount typed', 'give'), '100');
    await press(guest, guest.control('user.submitted'));
    await heading(guest, 'operation.reviewing.title').waitFor();
    await press(guest, guest.control('user.confirmed'));
    await heading(guest, 'operation.succeeded.exchange').waitFor();
    await expectFunnel(host, 'earning');
    expect(await totals(host)).toEqual([dollars(look, 15), dollars(look, 0)]);
    expect(await paidTo(product.db, owner.person.id)).toEqual({ paid: '0', sum: '0', movements: '0' });
    await sound(host);

    // The days of the hold go by.
    await until(async () => {
      await hurry(product.db);
      return (await paidTo(product.db, owner.person.id)).movements === '2';
    }, 'the bonuses were never paid');
    await expectFunnel(host, 'earning');
    expect(await totals(host)).toEqual([dollars(look, 0), dollars(look, 15)]);
    expect(await host.page.getByText(host.words('referral.bonus.paid'), { exact: true }).count()).toBe(2);
    await sound(host);
    const paid = await rows(host);
    for (const [at, event, amount] of [
      [0, 'exchange', 10],
      [1, 'verified', 5],
    ] as const) {
      expect(paid[at]).toContain(host.words(`referral.bonus.${event}`, { name: 'g•••@e•••.com' }));
      expect(paid[at]).toContain(host.words('operation.status.completed'));
      expect(paid[at]).toContain(dollars(look, amount));
    }
    expect(paid).toHaveLength(2);
    expect(await paidTo(product.db, owner.person.id)).toEqual({ paid: '15', sum: '0', movements: '2' });
    expect(await bankErrors(product.db)).toEqual([]);
    const others = await product.db
      .selectFrom('referrals')
      .select('invited_id')
      .where('referrer_id', '=', id)
      .execute();
    expect(others).toEqual([]);

    // The eye hides them with all else; what may be earned is no secret.
    await host.page.goto('/referral');
    await host.page.locator('main dd').first().waitFor();
    await host.page.locator('header [data-says="user.balances toggled"]').click();
    expect(await totals(host)).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('••••••')));
    expect((await host.page.locator('main').innerText()).match(/\d[.,]\d\d\sUSD/g)).toHaveLength(2);
    await sound(host);
    expect((await rows(host)).join()).not.toMatch(/\d[.,]\d\d\sUSD/);
  }, 180_000);

  test('F12 R11 an invitation by keys alone, in a letter that was changed before', async () => {
    const one = await person(look);
    const { page } = one;
    await page.goto('/login');
    await signIn(one);
    await page.waitForURL('**/exchanges');
    await page.goto('/referral');
    await heading(one, 'referral.title').waitFor();
    const email = `by-keys-${look.language}-${look.width}@example.com`;
    await press(one, one.control('user.letter opened'));
    const select = one.control('user.letter language chosen');
    await select.waitFor();
    // The other language, and then English: a list of the browser's own goes by its first letters.
    await select.focus();
    for (const letter of ['Р', 'E']) await page.keyboard.type(letter);
    await write(one, one.control('user.note typed'), 'see x.example');
    await press(one, one.control('user.letter saved'));
    await told(one, 'error.no_links');
    await sound(one);
    one.complaints.length = 0;
    await write(one, one.control('user.note typed'), 'Come and see');
    await press(one, one.control('user.letter saved'));
    await page.getByText('“Come and see”').waitFor();
    await write(one, one.control('user.email typed'), email);
    await page.keyboard.press('Enter');
    await told(one, 'referral.invite.sent', { email });
    const mails = await listMail(product.db, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ locale: 'en', body: expect.stringContaining('“Come and see”') as unknown });
    await sound(one);
    // Whoever reads it can have no more of them.
    const reader = await person(look);
    await reader.page.goto(/http:\S+&stop=\S+/.exec(mails[0]?.body ?? '')?.[0] ?? '');
    await heading(reader, 'recruit.stop.title').waitFor();
    await sound(reader);
    await press(reader, reader.control('user.letters refused'));
    await heading(reader, 'recruit.stopped.title').waitFor();
    await sound(reader);
  });
});

deepDescribe('the address of an invitation', () => {
  test.each([
    { ROOT_REDIRECT: '/exchanges' },
    { LOCALE_PREFIX: '1' },
    { ROOT_REDIRECT: '/exchanges', ROOT_REDIRECT_STATUS: '301', LOCALE_PREFIX: '1' },
  ])('G5 F12 R11 with %j it opens its page, and who invited is kept', async (environment) => {
    const other = await startProduct(environment);
    try {
      const host = await ownMoney(browser, other, englishDesk, {});
      const { id } = (await host.person.browser.get('/api/referral/info')).body.payload as { id: string };
      for (const look of [russianPhone, englishDesk]) {
        const guest = await person(look, other.url);
        await guest.page.goto(`${other.url}/?ref=${id}`);
        await told(guest, 'recruit.title', { name: 'p•••@e•••.com' });
        const prefix = 'LOCALE_PREFIX' in environment ? `/${look.language}` : '/';
        expect(guest.page.url()).toBe(`${other.url}${prefix}?ref=${id}`);
        const email = `led-${look.language}@example.com`;
        await askForAccount(guest, email);
        await enterCode(guest, (await mailTo(other, email)).code);
        expect(await linkBehind(other, email)).toBe(id);
        // A page that is open longer than its server complains.
        await guest.context.close();
      }
    } finally {
      await other.close();
    }
  });
});
