import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { unseal } from '../../server/auth/seal.ts';
import { resetLinkTo } from '../server/harness.ts';
import { keptJournal } from '../stages/kept-journal.ts';
import { enter, press, write, writeCode } from '../tools/by-keys.ts';
import { deepTest } from '../tools/deep.ts';
import { englishDesk, looks, russianPhone } from '../tools/looks.ts';
import { heading, tell, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const [first, fresh, last] = ['the first long phrase', 'a quiet long phrase', 'another long phrase'];
const email = 'new@example.com';
const isPartOfIt = (complaint: string) =>
  /the server responded with a status of (401|403|404|409|422|429)/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });

beforeEach(async () => {
  for (const table of ['attempts', 'password_resets', 'puzzles', 'sign_in_requests'])
    await sql.raw(`delete from ${table}`).execute(product.db);
  await tell(product, 'settings', { auth_type: 'password' });
});
afterAll(() => tell(product, 'settings', { auth_type: 'password' }));
const told = (one: Visit, key: string, params: Record<string, string> = {}) =>
  one.page.getByText(one.words(key, params), { exact: true }).first().waitFor();
/** The page was out of sight, and is looked at again: it asks the server how things stand. */
const awake = ({ page }: Visit): Promise<void> =>
  page.evaluate(() => {
    for (const value of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
async function signOut(one: Visit): Promise<void> {
  await press(one, one.page.getByRole('button', { name: one.words('frame.menu') }));
  await press(one, one.control('user.logout wanted'));
  await press(one, one.control('user.confirmed'));
  await heading(one, 'landing.title').waitFor();
}
const kept = ({ page }: Visit) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

describe.each(looks(russianPhone))('auth by password in $language at $width px, $theme', (look) => {
  test('F2 R8 M6 the whole of it by keyboard alone: registered, confirmed, forgotten, set anew by the letter, signed in, changed', async () => {
    const email = `whole-${look.language}@example.com`;
    const one = await person(look);
    const { page } = one;
    const referred: (string | undefined)[] = [];
    page.on('request', (request) => referred.push(request.headers()['referer']));
    // The page is open while the server is switched, and follows without being loaded anew.
    await tell(product, 'settings', { auth_type: 'passwordless' });
    await page.goto('/login');
    await one.control('user.email typed').waitFor();
    expect(await one.control('user.password typed').count()).toBe(0);
    await tell(product, 'settings', { auth_type: 'password' });
    await awake(one);
    await press(one, one.control('user.password wanted'));
    await one.control('user.password typed').waitFor();
    await sound(one);

    await write(one, one.control('user.email typed'), email);
    await press(one, page.locator('main a[href="/signup"]'));
    await heading(one, 'signup.title').waitFor();
    await write(one, one.control('user.password typed'), first);
    await page.keyboard.press('Enter');
    await told(one, 'signup.code.text', { to: email });
    await writeCode(one, product, email);
    await page.waitForURL('**/exchanges');
    await signOut(one);
    await press(one, page.locator('a[href="/login"]:visible'));

    await write(one, one.control('user.email typed'), email);
    await press(one, page.locator('main a[href="/forgot-password"]'));
    await heading(one, 'forgot_password.title').waitFor();
    expect(await one.control('user.email typed').inputValue()).toBe(email);
    await sound(one);
    await press(one, one.control('user.submitted'));
    await told(one, 'forgot_password.sent.text', { to: email });
    await sound(one);

    const token = await resetLinkTo(product, email);
    await page.goto(`/reset-password?token=${token}`);
    await write(one, one.control('user.password typed'), 'short');
    await page.keyboard.press('Enter');
    await told(one, 'error.too_short', { minimum: '10' });
    expect(page.url()).not.toContain(token);
    await sound(one);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(fresh);
    await page.keyboard.press('Enter');
    await told(one, 'reset_password.changed.text');
    await sound(one);

    // The token is in no place that outlives the page, nor in what other pages were told.
    const { entries } = await keptJournal(page);
    for (const text of [JSON.stringify(entries), await kept(one), referred.join(' ')]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(fresh);
    }
    await page.goBack();
    expect(page.url()).not.toContain(token);
    await page.goto(`/reset-password?token=${token}`);
    await heading(one, 'login.link.over.title').waitFor();
    await sound(one);

    await page.goto('/login');
    await enter(one, product, email, fresh);
    await page.waitForURL('**/exchanges');
    await page.goto('/settings/change-password');
    await write(one, one.control('user.old password typed'), fresh);
    await write(one, one.control('user.password typed'), last);
    await page.keyboard.press('Enter');
    await heading(one, 'change_password.changed.title').waitFor();
    await sound(one);
    for (const [password, http] of [
      [first, 422],
      [fresh, 422],
      [last, 200],
    ] as const) {
      const reply = await product.browser().post('/api/auth/login_by_password', { email, password, remember: false });
      expect([password, reply.http]).toEqual([password, http]);
    }
  });

  deepTest(
    'F2 R8 switched to passwordless at run time: the pages of passwords that are open say so, and lead to the code',
    async () => {
      const one = await person(look);
      await one.page.goto('/forgot-password');
      await write(one, one.control('user.email typed'), email);
      await tell(product, 'settings', { auth_type: 'passwordless' });
      await awake(one);
      await one.control('user.submitted').waitFor({ state: 'detached' });
      await sound(one);
      await press(one, one.page.locator('main a[href="/login"]'));
      await enter(one, product, email);
      await one.page.waitForURL('**/exchanges');
      await tell(product, 'settings', { auth_type: 'password' });
      await one.page.goto('/settings/change-password');
      await one.control('user.old password typed').waitFor();
      await tell(product, 'settings', { auth_type: 'passwordless' });
      await awake(one);
      await heading(one, 'change_password.closed.title').waitFor();
      await sound(one);
      await tell(product, 'settings', { auth_type: 'password' });
      await one.page.reload();
      await one.control('user.old password typed').waitFor();
    },
  );
});

/** Where the piece belongs, as a person reads it off the picture. */
async function placeOfPiece({ context }: Visit): Promise<number> {
  const token = (await context.cookies()).find(({ name }) => name === 'puzzle')?.value ?? '';
  const { rows } = await sql<{ sealed_place: Buffer }>`
    select sealed_place from puzzles order by id desc limit 1`.execute(product.db);
  return Number(unseal(rows[0]!.sealed_place, token));
}

async function failFiveTimes(one: Visit): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    await product.browser().post('/api/auth/login_by_password', {
      ...{ email: 'demo@example.com', password: 'nope', remember: false },
    });
  await one.page.goto('/login');
  await enter(one, product, 'demo@example.com', 'demo-password-1');
  await heading(one, 'puzzle.title').waitFor();
  await one.control('user.piece moved').waitFor();
}

describe.each(looks(englishDesk))('a puzzle in $language at $width px, $theme', (look) => {
  test('M5 F2 after five failures: dragged to a wrong place, then put right by the keyboard', async () => {
    const one = await person(look);
    await failFiveTimes(one);
    await sound(one);
    const slider = one.control('user.piece moved');
    const box = (await slider.boundingBox())!;
    await one.page.mouse.move(box.x + 4, box.y + box.height / 2);
    await one.page.mouse.down();
    await one.page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 4 });
    await one.page.mouse.up();
    expect(Number(await slider.inputValue())).toBeGreaterThan(0);
    await press(one, one.control('user.submitted'));
    await told(one, 'error.wrong_place', { left: '2' });
    await sound(one);
    const place = await placeOfPiece(one);
    await press(one, slider, 'Home');
    for (let step = 0; step < place; step += 1) await one.page.keyboard.press('ArrowRight');
    expect(await slider.inputValue()).toBe(String(place));
    await one.page.keyboard.press('Enter');
    await one.page.waitForURL('**/exchanges');
  });

  deepTest('M5 F2 who waits instead of solving it is let through, and nothing typed is lost', async () => {
    const one = await person(look);
    await failFiveTimes(one);
    await press(one, one.control('user.wait chosen'));
    await heading(one, 'puzzle.patient.title').waitFor();
    await sound(one);
    // Half a minute, and the button can be pressed.
    await expect
      .poll(() => one.control('user.submitted').getAttribute('aria-disabled'), { timeout: 60_000 })
      .not.toBe('true');
    await press(one, one.control('user.submitted'));
    await one.page.waitForURL('**/exchanges');
  });
});
