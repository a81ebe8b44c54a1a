import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInByPassword } from '../server/harness.ts';
import { deepTest } from '../tools/deep.ts';
import { looks, russianPhone } from '../tools/looks.ts';
import { heading, tabTo, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

/** A refusal stands in the console too; anything else there is a fault. */
const isPartOfIt = (complaint: string) => /the server responded with a status of (401|409|422)/.test(complaint);
const { product, member } = await openStand({ isPartOfIt });

beforeEach(async () => {
  for (const table of ['personal', 'unwanted_letters', 'attempts'])
    await sql.raw(`delete from ${table}`).execute(product.db);
});
const told = ({ page, words }: Visit, key: string, params: Record<string, string> = {}) =>
  page.getByText(words(key, params), { exact: true }).first().waitFor();
const field = (one: Visit, name: string) => one.control('user.field filled', name);
/** Everything that this browser keeps of the site, besides cookies that no script can read. */
const kept = ({ page }: Visit) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

describe.each(looks(russianPhone))('settings in $language at $width px, $theme', (look) => {
  test('F11 R8 personal details by keyboard alone: from the overview, saved, and there in another tab', async () => {
    const one = await member(look, '/settings');
    const { keyboard } = one.page;
    await heading(one, 'browsers.title').waitFor();
    await told(one, 'browsers.this');
    await told(one, 'mailing.security.why');
    await sound(one);

    await tabTo(one, one.page.locator('main a[href="/settings/personal"]'));
    await keyboard.press('Enter');
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

    const other = await member({ ...look, context: one.context }, '/settings/personal');
    await field(other, 'phone').waitFor();
    expect(await field(other, 'phone').inputValue()).toBe('+37120000000');
    expect(await field(other, 'display_name').inputValue()).toBe('Anna Berg');
  });

  deepTest('F11 R8 two tabs: what the slower one typed is kept, and compared with what was saved', async () => {
    const one = await member(look, '/settings/personal');
    const other = await member({ ...look, context: one.context }, '/settings/personal');
    for (const tab of [one, other]) await field(tab, 'display_name').waitFor();
    await field(one, 'display_name').fill('Anna Berg');
    await one.control('user.submitted').click();
    await told(one, 'personal.saved');
    await field(other, 'display_name').fill('A. Berg');
    await field(other, 'birthday').fill('1990-05-17');
    await other.control('user.submitted').click();
    await told(other, 'personal.elsewhere');
    await told(other, 'personal.elsewhere.value', { value: 'Anna Berg' });
    expect(await field(other, 'display_name').inputValue()).toBe('A. Berg');
    await sound(other);
    await other.control('user.submitted').click();
    await told(other, 'personal.saved');
    await one.page.reload();
    await field(one, 'display_name').waitFor();
    expect(await field(one, 'display_name').inputValue()).toBe('A. Berg');
  });

  deepTest('F11 R8 what was typed and not saved is there after a reload, and can be dropped', async () => {
    const one = await member(look, '/settings/personal');
    await field(one, 'country').selectOption('LV');
    await field(one, 'display_name').fill('Anna');
    await one.page.reload();
    await field(one, 'display_name').waitFor();
    expect([await field(one, 'display_name').inputValue(), await field(one, 'country').inputValue()]).toEqual([
      'Anna',
      'LV',
    ]);
    await one.control('user.changes dropped').click();
    expect(await field(one, 'display_name').inputValue()).toBe('');
    await one.page.reload();
    await field(one, 'display_name').waitFor();
    expect(await field(one, 'display_name').inputValue()).toBe('');
  });

  deepTest('F11 R8 another browser is ended from here, and is out at its next call', async () => {
    const there = product.browser('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0');
    await signInByPassword(there);
    const one = await member(look, '/settings');
    await told(one, 'browsers.end_others');
    await one.page.getByText('Firefox, Windows').waitFor();
    await one.page
      .getByRole('button', { name: one.words('browsers.end_one', { device: 'Firefox, Windows' }) })
      .first()
      .click();
    await one.page.getByText('Firefox, Windows').waitFor({ state: 'detached' });
    expect((await there.get('/api/user/info')).http).toBe(401);
    await sound(one);
  });

  deepTest('F11 a kind of letter is turned off, and stays so; security cannot be', async () => {
    const one = await member(look, '/settings');
    await one.control('user.letters chosen', 'news').click();
    await one.page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    await one.page.reload();
    await one.control('user.letters chosen', 'news').waitFor();
    expect(await one.control('user.letters chosen', 'news').isChecked()).toBe(false);
    const security = one.page.getByLabel(one.words('mailing.security'), { exact: true });
    expect([await security.isChecked(), await security.getAttribute('aria-disabled')]).toEqual([true, 'true']);
  });

  deepTest('F11 B1 a message that is kept stays until it is closed', async () => {
    const one = await member(look, '/settings');
    await one.control('user.messages toggled').click();
    await one.page.reload();
    await one.control('user.messages toggled').waitFor();
    expect(await one.control('user.messages toggled').isChecked()).toBe(true);
    await one.page.clock.install();
    await one.control('user.copied').first().click();
    await told(one, 'copied-toast');
    await one.page.clock.runFor(60_000);
    await told(one, 'copied-toast');
    await one.control('user.toast closed').click();
    await one.page.getByText(one.words('copied-toast'), { exact: true }).waitFor({ state: 'detached' });
  });

  deepTest('F11 R8 the file of all data is saved', async () => {
    const one = await member(look, '/settings');
    const [file] = await Promise.all([
      one.page.waitForEvent('download'),
      one.page.getByText(one.words('settings.export'), { exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^account-\d{8}-\d{4}-\d\d-\d\d\.json$/);
  });
});
