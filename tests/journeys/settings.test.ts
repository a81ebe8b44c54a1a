import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { signInByPassword } from '../server/harness.ts';
import { comeIn } from '../stages/people.ts';
import { enter, inDialog, press, write } from '../tools/by-keys.ts';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { deepTest } from '../tools/deep.ts';
import { russianPhone, ways } from '../tools/looks.ts';
import { heading, tabTo, tell, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

/** A refusal stands in the console too; anything else there is a fault. */
const isPartOfIt = (complaint: string) => /the server responded with a status of (401|409|422)/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });
const line = await startCuttingProxy(Number(new URL(product.url).port));
afterAll(() => line.close());
const email = 'demo@example.com';

beforeEach(async () => {
  for (const table of ['personal', 'unwanted_letters', 'attempts', 'sign_in_requests'])
    await sql.raw(`delete from ${table}`).execute(product.db);
  // A language that a test has chosen follows the account.
  await sql`update accounts set locale = null where email = ${email}`.execute(product.db);
  await tell(product, 'settings', { auth_type: 'password' });
});
afterAll(() => tell(product, 'settings', { auth_type: 'password' }));
const told = ({ page, words }: Visit, key: string, params: Record<string, string> = {}) =>
  page.getByText(words(key, params), { exact: true }).first().waitFor();
const field = (one: Visit, name: string) => one.control('user.field filled', name);
const place = ({ page }: Visit, path: string) => page.locator(`main a[href="${path}"]`).first();
/** Everything that this browser keeps of the site, besides cookies that no script can read. */
const kept = ({ page }: Visit) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

describe.each(ways(russianPhone))('settings in $language at $width px, $theme, by $auth_type', (way) => {
  /** Signed in before the server is switched to the way of these tests; `beside`: in another tab of that browser. */
  const member = async (path: string, beside?: Visit, url = product.url): Promise<Visit> => {
    const one = await person(beside ? { ...way, context: beside.context } : way, url);
    if (!beside) await comeIn(one, { ...product, url }, email);
    await tell(product, 'settings', { auth_type: way.auth_type });
    await one.page.goto(path);
    return one;
  };

  test('F15 R12 R15 personal details by keyboard alone: from the overview, saved, and there in another tab', async () => {
    const one = await member('/settings');
    const { keyboard } = one.page;
    await heading(one, 'browsers.title').waitFor();
    await told(one, 'browsers.this');
    await told(one, 'mailing.security.why');
    await sound(one);

    await press(one, place(one, '/settings/personal'));
    await heading(one, 'personal.title').waitFor();
    await tabTo(one, field(one, 'display_name'));
    await keyboard.type('Anna Berg');
    await tabTo(one, field(one, 'phone'));
    await keyboard.type('12345');
    await keyboard.press('Enter');
    await told(one, 'error.bad_phone');
    await sound(one);
    // The first field that is wrong has the focus.
    await keyboard.press('Control+a');
    await keyboard.type('+371 2000 0000');
    await keyboard.press('Enter');
    await told(one, 'personal.saved');
    expect(await kept(one)).not.toContain('Anna');

    const other = await member('/settings/personal', one);
    await field(other, 'phone').waitFor();
    expect(await field(other, 'phone').inputValue()).toBe('+37120000000');
    expect(await field(other, 'display_name').inputValue()).toBe('Anna Berg');
  });

  deepTest('R12 every screen of the settings leads to every other, by keyboard alone', async () => {
    const closed = way.auth_type === 'passwordless';
    const round = [
      ['/settings/personal', 'personal.title'],
      ['/settings/mail', 'change_mail.title'],
      ['/settings/change-password', closed ? 'change_password.closed.title' : 'change_password.title'],
      ['/settings/verification', 'verification.title'],
      ['/settings/passport', 'verification.document.passport'],
      ['/settings', 'settings.title'],
      ['/settings/verification', 'verification.title'],
    ] as const;
    const one = await member('/settings');
    for (const [path, title] of round) {
      await press(one, place(one, path));
      await heading(one, title).waitFor();
      await one.page
        .getByRole('navigation', { name: one.words('sections.settings') })
        .first()
        .waitFor();
      await sound(one);
    }
  });

  deepTest('F15 R12 two tabs: what the slower one typed is kept, and compared with what was saved', async () => {
    const one = await member('/settings/personal');
    const other = await member('/settings/personal', one);
    for (const tab of [one, other]) await field(tab, 'display_name').waitFor();
    await write(one, field(one, 'display_name'), 'Anna Berg');
    await press(one, one.control('user.submitted'));
    await told(one, 'personal.saved');
    await write(other, field(other, 'display_name'), 'A. Berg');
    await press(other, other.control('user.submitted'));
    await told(other, 'personal.elsewhere');
    await told(other, 'personal.elsewhere.value', { value: 'Anna Berg' });
    expect(await field(other, 'display_name').inputValue()).toBe('A. Berg');
    await sound(other);
    await press(other, other.control('user.submitted'));
    await told(other, 'personal.saved');
    await one.page.reload();
    await field(one, 'display_name').waitFor();
    expect(await field(one, 'display_name').inputValue()).toBe('A. Berg');
  });

  deepTest('F15 R12 what was typed and not saved is there after a reload, and can be dropped', async () => {
    const one = await member('/settings/personal');
    await write(one, field(one, 'display_name'), 'Anna');
    await tabTo(one, field(one, 'country'));
    await one.page.keyboard.press('End');
    const country = await field(one, 'country').inputValue();
    expect(country).toMatch(/^[A-Z]{2}$/);
    await one.page.reload();
    await field(one, 'display_name').waitFor();
    expect([await field(one, 'display_name').inputValue(), await field(one, 'country').inputValue()]).toEqual([
      'Anna',
      country,
    ]);
    await sound(one);
    await press(one, one.control('user.changes dropped'));
    expect(await field(one, 'display_name').inputValue()).toBe('');
    await one.page.reload();
    await field(one, 'display_name').waitFor();
    expect(await field(one, 'display_name').inputValue()).toBe('');
  });

  deepTest(
    'S2 F15 a session that is over: the first page says why, and after signing in nothing typed is lost',
    async () => {
      const one = await member('/settings/personal');
      await write(one, field(one, 'display_name'), 'Anna');
      await sql`delete from sessions`.execute(product.db);
      await one.page.reload();
      await one.page.waitForURL((url) => url.pathname === '/');
      await one.page.getByRole('alert').getByText(one.words('landing.members')).waitFor();
      await sound(one);
      await press(one, one.page.locator('a[href="/login"]').first());
      await enter(one, product, email, way.auth_type === 'password' ? 'demo-password-1' : undefined);
      await one.page.waitForURL('**/settings/personal');
      await field(one, 'display_name').waitFor();
      expect(await field(one, 'display_name').inputValue()).toBe('Anna');

      // Sign-in is asked for over the page, and put off: the way back and the draft stay.
      await write(one, field(one, 'display_name'), 'Anna Berg');
      await tabTo(one, one.control('user.submitted'));
      await sql`delete from sessions`.execute(product.db);
      await one.page.keyboard.press('Enter');
      await one.page.getByRole('dialog').getByText(one.words('session.lost')).waitFor();
      await sound(one);
      await press(one, inDialog(one).control('user.dismissed'));
      await one.page.getByRole('alert').getByText(one.words('landing.put_off')).waitFor();
      await sound(one);
      await sql`delete from sign_in_requests`.execute(product.db);
      await press(one, one.page.locator('a[href="/login"]').first());
      await enter(one, product, email, way.auth_type === 'password' ? 'demo-password-1' : undefined);
      await one.page.waitForURL('**/settings/personal');
      await field(one, 'display_name').waitFor();
      expect(await field(one, 'display_name').inputValue()).toBe('Anna Berg');
    },
  );

  deepTest('S2 who signs out in one tab is told in the other, on the first page', async () => {
    const one = await member('/settings');
    const other = await member('/settings/personal', one);
    await field(other, 'phone').waitFor();
    await press(one, one.page.getByRole('button', { name: one.words('frame.menu') }));
    await press(one, one.control('user.logout wanted'));
    await press(one, one.control('user.confirmed'));
    await heading(one, 'landing.title').waitFor();
    await other.page.getByRole('alert').getByText(other.words('landing.elsewhere')).waitFor();
    await sound(other);
    // Whoever signed out here knows why.
    expect(await one.page.getByText(one.words('landing.elsewhere')).count()).toBe(0);
  });

  deepTest('S2 R15 another browser is ended from here, and is out at its next call', async () => {
    const there = product.browser('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0');
    await signInByPassword(there);
    const one = await member('/settings');
    await told(one, 'browsers.end_others');
    await one.page.getByText('Firefox, Windows').waitFor();
    await press(
      one,
      one.page.getByRole('button', { name: one.words('browsers.end_one', { device: 'Firefox, Windows' }) }).first(),
    );
    await one.page.getByText('Firefox, Windows').waitFor({ state: 'detached' });
    expect((await there.get('/api/user/info')).http).toBe(401);
    await sound(one);
  });

  deepTest(
    'F15 sessions that were ended and whose answer is lost are found out about, and called no failure',
    async () => {
      await signInByPassword(product.browser('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'));
      const one = await member('/settings', undefined, line.url);
      const { page } = one;
      await told(one, 'browsers.end_others');
      const { promise: looked, resolve: letItLook } = Promise.withResolvers<void>();
      await page.route('**/api/user/browsers', async (route) => {
        await looked;
        await route.fallback();
      });
      const cut = line.cutAnswers('POST /api/user/browsers');
      await page.evaluate(() => {
        const alerts: string[] = Object.assign(globalThis, { alerts: [] as string[] }).alerts;
        new MutationObserver(() => {
          for (const one of document.querySelectorAll('[role="alert"]')) alerts.push(one.textContent);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      });
      await press(one, one.control('user.others ended'));
      await cut.happened;
      await page.getByRole('status').getByText(one.words('browsers.finding')).waitFor();
      cut.stop();
      await sound(one);
      letItLook();
      await told(one, 'browsers.alone');
      expect(await page.getByText(one.words('browsers.finding')).count()).toBe(0);
      expect(await page.evaluate(() => (globalThis as unknown as { alerts: string[] }).alerts)).toEqual([]);
      one.complaints.splice(0, Infinity, ...one.complaints.filter((said) => !/ERR_/.test(said)));
    },
  );

  deepTest('F15 a kind of letter is turned off, and stays so; security cannot be', async () => {
    const one = await member('/settings');
    await press(one, one.control('user.letters chosen', 'operations'), 'Space');
    await one.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await one.page.reload();
    await one.control('user.letters chosen', 'operations').waitFor();
    expect(await one.control('user.letters chosen', 'operations').isChecked()).toBe(false);
    const security = one.page.getByLabel(one.words('mailing.security'), { exact: true });
    expect([await security.isChecked(), await security.getAttribute('aria-disabled')]).toEqual([true, 'true']);
    await sound(one);
  });

  deepTest(
    'S6 R15 B1 a message that is kept stays until it is closed, in the other tab from that moment too',
    async () => {
      const one = await member('/settings');
      const other = await member('/settings', one);
      const toggle = (tab: Visit) => tab.control('user.messages toggled');
      for (const tab of [one, other]) await toggle(tab).waitFor();
      await press(one, toggle(one), 'Space');
      await expect.poll(() => toggle(other).isChecked()).toBe(true);
      await press(one, one.page.locator('main [data-says="user.theme chosen"][data-says-value="dark"]'));
      await expect.poll(() => other.page.locator('html').getAttribute('data-theme')).toBe('dark');
      await one.page.reload();
      await toggle(one).waitFor();
      expect(await toggle(one).isChecked()).toBe(true);
      for (const tab of [one, other]) {
        await tab.page.clock.install();
        await press(tab, tab.control('user.copied').first());
        await told(tab, 'copied-toast');
        await tab.page.clock.runFor(60_000);
        await told(tab, 'copied-toast');
        await sound(tab);
        await press(tab, tab.control('user.toast closed'));
        await tab.page.getByText(tab.words('copied-toast'), { exact: true }).waitFor({ state: 'detached' });
      }
      await press(other, toggle(other), 'Space');
      await expect.poll(() => toggle(one).isChecked()).toBe(false);
    },
  );

  test('H3 S6 S11 R15 what this device remembers is chosen by keys, stays after a reload; the file of all data is saved', async () => {
    const one = await member('/settings');
    const { page } = one;
    const another = way.language === 'ru' ? 'en' : 'ru';
    const theme = way.theme === 'dark' ? 'light' : 'dark';
    // The menu of a phone has its own; these are those of the page.
    const choice = (event: string, value: string) =>
      page.locator(`main [data-says="${event}"][data-says-value="${value}"]`);
    const box = (event: string) => page.locator(`main [data-says="${event}"]`);
    const chosen = () =>
      Promise.all([
        page.locator('html').getAttribute('lang'),
        page.locator('html').getAttribute('data-theme'),
        box('user.balances toggled').isChecked(),
        box('user.messages toggled').isChecked(),
      ]);
    await box('user.messages toggled').waitFor();
    await expect.poll(() => box('user.balances toggled').getAttribute('aria-disabled')).not.toBe('true');
    expect((await chosen()).slice(2)).toEqual([false, false]);
    await press(one, choice('user.theme chosen', theme));
    await press(one, box('user.balances toggled'), 'Space');
    await press(one, box('user.messages toggled'), 'Space');
    await press(one, choice('user.language chosen', another));
    const wanted = [another, theme, true, true];
    await expect.poll(chosen).toEqual(wanted);
    await page.reload();
    await box('user.messages toggled').waitFor();
    await expect.poll(chosen).toEqual(wanted);
    await sound(one);

    await press(one, choice('user.language chosen', way.language));
    const [file] = await Promise.all([page.waitForEvent('download'), press(one, one.control('user.export wanted'))]);
    expect(file.suggestedFilename()).toMatch(/^account-\d{8}-\d{4}-\d\d-\d\d\.json$/);
  });
});
