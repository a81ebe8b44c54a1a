import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { unseal } from '../../server/auth/seal.ts';
import { mailTo, resetLinkTo } from '../server/harness.ts';
import { keptJournal } from '../stages/kept-journal.ts';
import { enter, press, signOut, write, writeCode } from '../tools/by-keys.ts';
import { deep, deepTest } from '../tools/deep.ts';
import { englishDesk, everyLook, russianPhone } from '../tools/looks.ts';
import { awake, heading, tell, type Visit } from '../tools/product.ts';
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
const kept = ({ page }: Visit) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

describe.each(everyLook(russianPhone))('auth by password in $language at $width px, $theme', (look) => {
  test('F2 R8 M6 the whole of it by keyboard alone: registered, confirmed, forgotten, set anew by the letter, signed in, changed', async () => {
    const email = `whole-${look.language}-${look.width}@example.com`;
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
    // The page has just looked by itself, and rests for 5 s.
    await expect
      .poll(
        async () => {
          await awake(one);
          return one.control('user.password wanted').count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
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
    'F1 R8 M6 without passwords by keyboard alone: in by a code, out, and no page of passwords is a way in',
    async () => {
      await tell(product, 'settings', { auth_type: 'passwordless' });
      const one = await person(look);
      const { page } = one;
      await page.goto('/login');
      await write(one, one.control('user.email typed'), email);
      await sound(one);
      await page.keyboard.press('Enter');
      await one.control('user.code typed').waitFor();
      await sound(one);
      const { code } = await mailTo(product, email);
      await write(one, one.control('user.code typed'), code === '000000' ? '111111' : '000000');
      await page.keyboard.press('Enter');
      await told(one, 'error.wrong_code', { left: '4' });
      await sound(one);
      await writeCode(one, product, email);
      await page.waitForURL('**/exchanges');
      await signOut(one);
      for (const path of ['/forgot-password', '/signup']) {
        await page.goto(path);
        await one.page.locator('main a[href="/login"]').or(heading(one, 'login.title')).first().waitFor();
        expect(await one.control('user.password typed').count()).toBe(0);
        await sound(one);
      }
    },
  );

  deepTest(
    'F2 R8 switched to passwordless at run time: the pages of passwords that are open say so, and lead to the code',
    async () => {
      const one = await person(look);
      await one.page.goto('/forgot-password');
      await write(one, one.control('user.email typed'), email);
      await tell(product, 'settings', { auth_type: 'passwordless' });
      // A page that has just started may have asked before the change, and asks no second time at once.
      await expect
        .poll(() => awake(one).then(() => one.control('user.submitted').count()), { interval: 1_000, timeout: 30_000 })
        .toBe(0);
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

/** Somebody has failed here five times: what comes next costs a puzzle. */
const failures = {
  async password({ page }: Visit) {
    for (let tries = 0; tries < 5; tries += 1)
      await product.browser().post('/api/auth/login_by_password', {
        ...{ email: 'demo@example.com', password: 'nope', remember: false },
      });
    await page.goto('/login');
  },
  async passwordless({ page }: Visit) {
    await tell(product, 'settings', { auth_type: 'passwordless' });
    const browser = product.browser();
    await browser.post('/api/auth/login', { email });
    const { code } = await mailTo(product, email);
    for (let tries = 0; tries < 5; tries += 1)
      await browser.post('/api/auth/code', { code: code === '000000' ? '111111' : '000000', remember: false });
    const { rows } = await sql<{ failures: number }>`select failures from attempts order by failures`.execute(
      product.db,
    );
    // The letter, and the wrong codes: each of the address at this place, and everywhere.
    expect(rows.map(({ failures }) => failures)).toEqual([1, 1, 5, 5]);
    await sql`delete from sign_in_requests`.execute(product.db);
    await page.goto('/login');
  },
};
type Door = keyof typeof failures;

async function toPuzzle(one: Visit, door: Door): Promise<void> {
  await failures[door](one);
  if (door === 'password') await enter(one, product, 'demo@example.com', 'demo-password-1');
  else {
    await write(one, one.control('user.email typed'), email);
    await one.page.keyboard.press('Enter');
  }
  await heading(one, 'puzzle.title').waitFor();
  await one.control('user.piece moved').waitFor();
}

/** What was refused goes once more by itself: in, or the letter with its code. */
async function beyondPuzzle(one: Visit, door: Door): Promise<void> {
  if (door === 'passwordless') await writeCode(one, product, email);
  await one.page.waitForURL('**/exchanges');
}

const sliderOf = (one: Visit) => one.control('user.piece moved');
/** The middle of the thumb when the slider stands at a value; the thumb never leaves the track. */
async function pointAt(one: Visit, value: number): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await sliderOf(one).boundingBox())!;
  const thumb = 16;
  const most = Number(await sliderOf(one).getAttribute('max'));
  return { x: x + thumb / 2 + ((width - thumb) * value) / most, y: y + height / 2 };
}
async function drag(one: Visit, value: number): Promise<void> {
  const { mouse } = one.page;
  const [from, to] = [await pointAt(one, Number(await sliderOf(one).inputValue())), await pointAt(one, value)];
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: 8 });
  await mouse.up();
}
async function nudge(one: Visit, value: number): Promise<void> {
  const far = value - Number(await sliderOf(one).inputValue());
  for (let step = 0; step < Math.abs(far); step += 1)
    await one.page.keyboard.press(far > 0 ? 'ArrowRight' : 'ArrowLeft');
  expect(await sliderOf(one).inputValue()).toBe(String(value));
}

const solvings: Record<string, (one: Visit, place: number) => Promise<void>> = {
  'dragged to its place': async (one, place) => {
    await drag(one, place);
    expect(Math.abs(Number(await sliderOf(one).inputValue()) - place)).toBeLessThanOrEqual(4);
    await one.control('user.submitted').click();
  },
  'called by a click on the track, then nudged by keys': async (one, place) => {
    // A little beside its place: by the click alone it does not fit.
    const beside = place < 40 ? place + 20 : place - 20;
    const { x, y } = await pointAt(one, beside);
    await one.page.mouse.click(x, y);
    expect(Math.abs(Number(await sliderOf(one).inputValue()) - beside)).toBeLessThanOrEqual(4);
    await nudge(one, place);
    await one.page.keyboard.press('Enter');
  },
  'put there by keys alone': async (one, place) => {
    await press(one, sliderOf(one), 'Home');
    await nudge(one, place);
    await one.page.keyboard.press('Enter');
  },
};

/** Every day each door once; in a deep run each by each hand. */
const doors = [
  { door: 'password', by: 'dragged to its place' },
  { door: 'passwordless', by: 'called by a click on the track, then nudged by keys' },
  ...(deep
    ? ([
        { door: 'passwordless', by: 'dragged to its place' },
        { door: 'password', by: 'called by a click on the track, then nudged by keys' },
        { door: 'passwordless', by: 'put there by keys alone' },
      ] as const)
    : []),
] as const;

describe.each(everyLook(englishDesk))('a puzzle in $language at $width px, $theme', (look) => {
  test.each(doors)('M5 M6 $door: after five failures its piece is $by', async ({ door, by }) => {
    const one = await person(look);
    await toPuzzle(one, door);
    if (deep) await sound(one);
    await solvings[by]!(one, await placeOfPiece(one));
    await beyondPuzzle(one, door);
  });

  test('M5 F2 after five failures: dragged to a wrong place, then put right by the keyboard', async () => {
    const one = await person(look);
    await toPuzzle(one, 'password');
    await sound(one);
    const place = await placeOfPiece(one);
    await drag(one, place < 60 ? place + 30 : place - 30);
    await press(one, one.control('user.submitted'));
    await told(one, 'error.wrong_place', { left: '2' });
    await sound(one);
    await solvings['put there by keys alone']!(one, place);
    await beyondPuzzle(one, 'password');
  });

  deepTest.each(['password', 'passwordless'] as const)(
    'M5 M6 %s: who waits instead of solving it is let through, and nothing typed is lost',
    async (door) => {
      const one = await person(look);
      await toPuzzle(one, door);
      await press(one, one.control('user.wait chosen'));
      await heading(one, 'puzzle.patient.title').waitFor();
      await sound(one);
      // Half a minute, and the button can be pressed.
      await expect
        .poll(() => one.control('user.submitted').getAttribute('aria-disabled'), { timeout: 60_000 })
        .not.toBe('true');
      await press(one, one.control('user.submitted'));
      await beyondPuzzle(one, door);
    },
  );
});
