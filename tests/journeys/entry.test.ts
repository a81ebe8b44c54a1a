import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { unseal } from '../../server/auth/seal.ts';
import { resetLinkTo } from '../server/harness.ts';
import { keptJournal } from '../stages/kept-journal.ts';
import { heading, signIn, type Visit } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const fresh = 'a quiet long phrase';
const email = 'new@example.com';
const isPartOfIt = (complaint: string) =>
  /the server responded with a status of (401|403|404|409|422|429)/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });

beforeEach(async () => {
  for (const table of ['attempts', 'password_resets', 'puzzles', 'sign_in_requests'])
    await sql.raw(`delete from ${table}`).execute(product.db);
});
const told = (one: Visit, key: string, params: Record<string, string> = {}) =>
  one.page.getByText(one.words(key, params), { exact: true }).first().waitFor();
const kept = ({ page }: Visit) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

test('R8 F2 a forgotten password: the letter, its link, a new one, and the sign-in with it', async () => {
  const one = await person({ language: 'ru', width: 390 });
  const { page } = one;
  const referred: (string | undefined)[] = [];
  page.on('request', (request) => referred.push(request.headers()['referer']));
  await page.goto('/login');
  await one.control('user.email typed').fill(email);
  await page.locator('main a[href="/forgot-password"]').click();
  await heading(one, 'forgot_password.title').waitFor();
  expect(await one.control('user.email typed').inputValue()).toBe(email);
  await sound(one);
  await one.control('user.submitted').click();
  await told(one, 'forgot_password.sent.text', { to: email });
  await sound(one);

  const token = await resetLinkTo(product, email);
  await page.goto(`/reset-password?token=${token}`);
  await one.control('user.password typed').fill('short');
  await one.control('user.submitted').click();
  await told(one, 'error.too_short', { minimum: '10' });
  expect(page.url()).not.toContain(token);
  await sound(one);
  await one.control('user.password typed').fill(fresh);
  await one.control('user.submitted').click();
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
  await signIn(one, email, fresh);
  await page.waitForURL('**/exchanges');
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
  await signIn(one);
  await heading(one, 'puzzle.title').waitFor();
  await one.control('user.piece moved').waitFor();
}

test('M5 F2 after five failures a puzzle: dragged to a wrong place, then put right by the keyboard', async () => {
  const one = await person({ language: 'en', width: 360 });
  await failFiveTimes(one);
  await sound(one);
  const slider = one.control('user.piece moved');
  const box = (await slider.boundingBox())!;
  await one.page.mouse.move(box.x + 4, box.y + box.height / 2);
  await one.page.mouse.down();
  await one.page.mouse.move(box.x + 20, box.y + box.height / 2, { steps: 4 });
  await one.page.mouse.up();
  expect(Number(await slider.inputValue())).toBeGreaterThan(0);
  await one.control('user.submitted').click();
  await told(one, 'error.wrong_place', { left: '2' });
  const place = await placeOfPiece(one);
  await slider.focus();
  await one.page.keyboard.press('Home');
  for (let step = 0; step < place; step += 1) await one.page.keyboard.press('ArrowRight');
  expect(await slider.inputValue()).toBe(String(place));
  await one.page.keyboard.press('Enter');
  await one.page.waitForURL('**/exchanges');
});

deepTest('M5 F2 who waits instead of solving it is let through, and nothing typed is lost', async () => {
  const one = await person({ language: 'ru', width: 1280 });
  await failFiveTimes(one);
  await one.control('user.wait chosen').click();
  await heading(one, 'puzzle.patient.title').waitFor();
  await sound(one);
  // Half a minute, and the button can be pressed.
  await one.control('user.submitted').click({ timeout: 60_000 });
  await one.page.waitForURL('**/exchanges');
});
