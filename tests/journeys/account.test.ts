import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailTo } from '../server/harness.ts';
import { awake, heading, tabTo, tell, type Visit } from '../tools/product.ts';
import { enter, inDialog, press, write } from '../tools/by-keys.ts';
import { deepDescribe, deepTest } from '../tools/deep.ts';
import { englishDesk, everyLook, russianPhone, ways } from '../tools/looks.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const password = 'a quiet long phrase';
/** A refusal stands in the console too; anything else there is a fault. */
const isPartOfIt = (complaint: string) => /the server responded with a status of (401|403|409|422|429)/.test(complaint);
const { product, person } = await openStand({ isPartOfIt });
let made = 0;
const newcomer = (): string => `newcomer-${(made += 1)}@example.com`;

beforeEach(async () => {
  await sql`delete from sign_in_requests`.execute(product.db);
  await sql`delete from attempts`.execute(product.db);
  await tell(product, 'settings', { auth_type: 'password', sign_in_redirect: null });
});
const setAuthType = (auth_type: string) => tell(product, 'settings', { auth_type });
const pathOf = ({ page }: Visit) => new URL(page.url()).pathname;
const focused = ({ page }: Visit) => page.evaluate(() => document.activeElement?.getAttribute('data-says') ?? null);
const told = (one: Visit, key: string, params: Record<string, string> = {}) =>
  one.page.getByText(one.words(key, params), { exact: true }).first().waitFor();
const passwordOf = async (email: string) => {
  const { rows } = await sql<{ password: string | null }>`
    select c.password from accounts a left join credentials c on c.account_id = a.id
    where a.email = ${email}`.execute(product.db);
  return rows[0]?.password;
};
/** Everything that this browser keeps of the site, besides cookies that no script can read. */
const kept = ({ page }: Visit) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));

/** Fills the form of a new account, and waits for the code's. */
async function register(one: Visit, email: string): Promise<void> {
  await one.page.goto('/signup');
  await write(one, one.control('user.email typed'), email);
  await write(one, one.control('user.password typed'), password);
  await press(one, one.control('user.submitted'));
  await told(one, 'signup.code.text', { to: email });
}

async function enterCode(one: Visit, email: string): Promise<void> {
  const { code } = await mailTo(product, email);
  await write(one, one.control('user.code typed'), code);
  await press(one, one.control('user.submitted'));
}

async function signIn(one: Visit, email: string, secret = password): Promise<void> {
  await write(one, one.control('user.email typed'), email);
  await write(one, one.control('user.password typed'), secret);
  await one.page.keyboard.press('Enter');
}

async function signInByCode(one: Visit, email: string): Promise<void> {
  await write(one, one.control('user.email typed'), email);
  await press(one, one.control('user.code wanted'));
  await one.control('user.code typed').waitFor();
  await enterCode(one, email);
}

describe.each(everyLook(russianPhone))('an account in $language at $width px, $theme', (look) => {
  deepTest('H2 R2 R8 a new one by keyboard alone: from the sign-in to the list of exchanges', async () => {
    const one = await person(look);
    const { keyboard } = one.page;
    const email = newcomer();
    await one.page.goto('/login');
    await tabTo(one, one.control('user.email typed'));
    await keyboard.type(email);
    await tabTo(one, one.page.locator('main a[href="/signup"]'));
    await keyboard.press('Enter');
    await heading(one, 'signup.title').waitFor();
    // The address came along, and the rules stand there before anything is wrong.
    expect(await one.control('user.email typed').inputValue()).toBe(email);
    await told(one, 'password.rules', { minimum: '10' });
    await sound(one);

    await tabTo(one, one.control('user.submitted'));
    await keyboard.press('Enter');
    await told(one, 'error.required');
    await expect.poll(() => focused(one)).toBe('user.password typed');
    await keyboard.type('short');
    await keyboard.press('Enter');
    await told(one, 'error.too_short', { minimum: '10' });
    await sound(one);
    await keyboard.type('password12345');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('password123');
    await keyboard.press('Enter');
    await told(one, 'error.too_simple');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(password);
    await tabTo(one, one.page.getByRole('button', { name: one.words('password.show') }));
    await keyboard.press('Enter');
    expect(await one.control('user.password typed').getAttribute('type')).toBe('text');
    expect(await one.control('user.password typed').inputValue()).toBe(password);
    await one.page.getByRole('button', { name: one.words('password.hide') }).waitFor();
    await sound(one);
    await tabTo(one, one.control('user.submitted'));
    await keyboard.press('Enter');

    await told(one, 'signup.code.text', { to: email });
    await sound(one);
    const { code } = await mailTo(product, email);
    await tabTo(one, one.control('user.code typed'));
    await keyboard.type(code === '000000' ? '111111' : '000000');
    await keyboard.press('Enter');
    await told(one, 'error.wrong_code', { left: '4' });
    await expect.poll(() => focused(one)).toBe('user.code typed');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(code);
    await keyboard.press('Enter');
    await one.page.waitForURL('**/exchanges');
    await heading(one, 'exchanges.title').waitFor();
    expect(await passwordOf(email)).toMatch(/^argon2id/);
    expect(await kept(one)).not.toContain(password);
    // Whoever is signed in has no use for it any more.
    await one.page.goto('/signup');
    await one.page.waitForURL('**/exchanges');
  });

  deepTest(
    'R8 an address that has an account sees the same screens; its letter tells, and its password stays',
    async () => {
      const screens: string[] = [];
      const before = await passwordOf('demo@example.com');
      for (const email of ['demo@example.com', newcomer()]) {
        const one = await person(look);
        await register(one, email);
        screens.push(
          (await one.page.locator('main').innerText()).replaceAll(email, 'address').replaceAll(/\d+:\d+/g, ''),
        );
        await enterCode(one, email);
        await one.page.waitForURL('**/exchanges');
      }
      expect(screens[1]).toBe(screens[0]);
      expect(await passwordOf('demo@example.com')).toBe(before);
    },
  );

  test('G4 without a password: sign-in by code leads to it once; it is set, and the interrupted page opens', async () => {
    await sql`delete from credentials c using accounts a where a.id = c.account_id and a.email = 'must@example.com'`.execute(
      product.db,
    );
    await sql`update accounts set need_set_password = true where email = 'must@example.com'`.execute(product.db);
    const one = await person(look);
    await one.page.goto('/history/exchange?status=completed');
    await one.page.waitForURL((url) => url.pathname === '/');
    await press(one, one.page.locator('a[href="/login"]:visible'));
    await write(one, one.control('user.email typed'), 'must@example.com');
    await press(one, one.control('user.code wanted'));
    // The form of the code says what comes.
    await told(one, 'login.password_required');
    await sound(one);
    await enterCode(one, 'must@example.com');
    await one.page.waitForURL('**/settings/change-password');
    await heading(one, 'change_password.required.title').waitFor();
    expect(await one.control('user.old password typed').count()).toBe(0);
    await sound(one);
    await write(one, one.control('user.password typed'), 'must@example.com');
    await press(one, one.control('user.submitted'));
    await told(one, 'error.too_simple');
    await write(one, one.control('user.password typed'), password);
    await press(one, one.control('user.submitted'));
    await one.page.waitForURL('**/history/exchange?status=completed');
    await told(one, 'change_password.set');
    await heading(one, 'history.title.exchange').waitFor();
    expect(await kept(one)).not.toContain(password);

    // From now on the password opens the door, and nothing is asked.
    const again = await person({ ...look, language: 'en' });
    await again.page.goto('/login');
    await signIn(again, 'must@example.com', password);
    await again.page.waitForURL('**/exchanges');
  });

  deepTest('F2 S2 it is changed with the old one; a session elsewhere ends, this one stays', async () => {
    const email = newcomer();
    const [one, other] = [await person(look), await person(englishDesk)];
    await register(one, email);
    await enterCode(one, email);
    await one.page.waitForURL('**/exchanges');
    await other.page.goto('/login');
    await press(other, other.control('user.remember chosen'), 'Space');
    await signIn(other, email, password);
    await other.page.waitForURL('**/exchanges');

    await one.page.goto('/settings/change-password');
    await write(one, one.control('user.old password typed'), 'not the old one');
    await write(one, one.control('user.password typed'), 'another quiet phrase');
    await press(one, one.control('user.submitted'));
    await told(one, 'error.wrong_password');
    await expect.poll(() => focused(one)).toBe('user.old password typed');
    await sound(one);
    await write(one, one.control('user.old password typed'), password);
    await press(one, one.control('user.submitted'));
    await heading(one, 'change_password.changed.title').waitFor();
    await sound(one);
    await press(one, one.page.locator('main a[href="/exchanges"]'));
    await heading(one, 'exchanges.title').waitFor();

    // The page of the other one learns it from its next answer, and asks to sign in over what is on the screen.
    // It stands before the long list whose heading has the focus.
    await other.page.locator('header a[href="/history/exchange"]:visible').press('Enter');
    await other.page
      .getByRole('dialog')
      .getByRole('heading', { name: other.words('login.title') })
      .waitFor();
    const cookies = (await other.context.cookies()).map(({ name }) => name);
    expect(cookies.filter((name) => /session|remember/.test(name))).toEqual([]);
    await sound(other);
    await signIn(inDialog(other), email, 'another quiet phrase');
    await other.page.getByRole('dialog').waitFor({ state: 'detached' });
    await heading(other, 'history.title.exchange').waitFor();
  });
});

describe('the page is loaded anew while a code is awaited', () => {
  const letter = (one: Visit) => one.page.evaluate(() => localStorage.getItem('memory/letter'));

  test('F1 R8 of a new account: the place for its code is there again, the password is not, and the code opens it', async () => {
    const one = await person(russianPhone);
    const email = newcomer();
    await register(one, email);
    await one.page.reload();
    await told(one, 'signup.code.text', { to: email });
    expect(await focused(one)).toBe('user.code typed');
    await sound(one);
    // Elsewhere and back is the same.
    await one.page.locator('header a[href="/"]').first().click();
    await heading(one, 'landing.title').waitFor();
    await one.page.goBack();
    await told(one, 'signup.code.text', { to: email });
    expect(await kept(one)).not.toContain(password);
    await enterCode(one, email);
    await one.page.waitForURL('**/exchanges');
    expect([await passwordOf(email), await letter(one)]).toEqual([expect.stringMatching(/^argon2id/), null]);
  });

  deepTest(
    'F1 of a sign-in: another letter still comes to it, another address leads to the form, and to nothing else',
    async () => {
      const one = await person(englishDesk);
      const email = 'demo@example.com';
      await one.page.goto('/login');
      await write(one, one.control('user.email typed'), email);
      await press(one, one.control('user.code wanted'));
      await told(one, 'login.code.text', { to: email });
      await one.page.reload();
      await told(one, 'login.code.text', { to: email });
      await sql`update sign_in_requests set requested_at = requested_at - interval '40 seconds'`.execute(product.db);
      // Half a minute has passed, for the server and for the page.
      await one.page.evaluate(() => {
        const asked = JSON.parse(localStorage.getItem('memory/letter')!) as object;
        const again_at = new Date(Date.now() - 1_000).toISOString();
        localStorage.setItem('memory/letter', JSON.stringify({ ...asked, again_at }));
      });
      await one.page.reload();
      await one.control('user.resent').and(one.page.locator(':not([aria-disabled="true"])')).waitFor();
      const before = (await mailTo(product, email)).code;
      await press(one, one.control('user.resent'));
      await expect.poll(async () => (await mailTo(product, email)).code).not.toBe(before);
      await one.page.reload();
      await write(one, one.control('user.code typed'), before === '000000' ? '000001' : '000000');
      await press(one, one.control('user.submitted'));
      await one.page.getByText(one.words('login.code'), { exact: true }).first().waitFor();
      // What is wrong takes the focus, and with it what is pressed.
      await expect.poll(() => focused(one)).toBe('user.code typed');
      await press(one, one.control('user.other address wanted'));
      await one.control('user.email typed').waitFor();
      expect([await one.control('user.email typed').inputValue(), await letter(one)]).toEqual([email, null]);
      await one.page.reload();
      await one.control('user.password typed').waitFor();
      await sound(one);
    },
  );
});

deepDescribe.each(everyLook(russianPhone))('a new account in $language at $width px, $theme', (look) => {
  test('R8 the link of the letter makes it in the browser that asked; elsewhere it shows the code', async () => {
    const [one, other] = [await person(look), await person(englishDesk)];
    const email = newcomer();
    await register(one, email);
    const { link, code } = await mailTo(product, email);
    await other.page.goto(`/login?link=${link}`);
    await heading(other, 'login.link.elsewhere.title').waitFor();
    await other.page.getByText(code).first().waitFor();
    expect(await passwordOf(email)).toBeUndefined();
    await one.page.goto(`/login?link=${link}`);
    await press(one, one.control('user.confirmed'));
    await one.page.waitForURL('**/exchanges');
    expect(await passwordOf(email)).toMatch(/^argon2id/);
  });

  test('R2 a sign-in that is refused, or lost on its way, leaves the keyboard where it was', async () => {
    const one = await person(look);
    const { keyboard } = one.page;
    await one.page.goto('/login');
    await write(one, one.control('user.email typed'), 'demo@example.com');
    await one.control('user.password typed').focus();
    await keyboard.type('not-the-password');
    await keyboard.press('Enter');
    await told(one, 'error.wrong_credentials');
    expect(await focused(one)).toBe('user.password typed');
    let asked = 0;
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    await one.context.route('**/api/auth/login_by_password', async (route) => {
      asked += 1;
      await held;
      await route.abort();
    });
    await keyboard.press('Enter');
    await told(one, 'login.checking');
    // What is being checked can neither be changed nor sent once more.
    await keyboard.type('more');
    await keyboard.press('Enter');
    expect(await one.control('user.password typed').inputValue()).toBe('not-the-password');
    expect(await focused(one)).toBe('user.password typed');
    release();
    await told(one, 'error.network');
    expect([await focused(one), asked]).toEqual(['user.password typed', 1]);
    expect(one.complaints.splice(0)).toContain('Failed to load resource: net::ERR_FAILED');
  });

  test('R8 another letter is counted down, another address keeps what was typed, and the way back keeps the address', async () => {
    const one = await person(look);
    const email = newcomer();
    await register(one, email);
    expect(await one.control('user.resent').isDisabled()).toBe(true);
    await press(one, one.control('user.other address wanted'));
    expect(await one.control('user.email typed').inputValue()).toBe(email);
    expect(await one.control('user.password typed').inputValue()).toBe(password);
    // Asked again at once, the same address has to wait, and is told how long.
    await press(one, one.control('user.submitted'));
    await heading(one, 'login.held.later.title').waitFor();
    await sound(one);
    await press(one, one.page.locator('main a[href="/login"]'));
    await heading(one, 'login.title').waitFor();
    expect(await one.control('user.email typed').inputValue()).toBe(email);
  });

  test('H2 R2 switched to passwordless at run time, it leads to the sign-in, whoever learns it first', async () => {
    const one = await person(look);
    await one.page.goto('/signup');
    await write(one, one.control('user.email typed'), newcomer());
    await write(one, one.control('user.password typed'), password);
    await setAuthType('passwordless');
    try {
      await press(one, one.control('user.submitted'));
      await one.page.waitForURL('**/login');
      await one.control('user.password typed').waitFor({ state: 'detached' });
      await sound(one);
      await one.page.goto('/signup');
      await one.page.waitForURL('**/login');
      await heading(one, 'login.title').waitFor();
      expect(await one.page.locator('main a[href="/signup"]').count()).toBe(0);
      await signInByCodeAlone(one, newcomer());
      await one.page.waitForURL('**/exchanges');
      await one.page.goto('/settings/change-password');
      await heading(one, 'change_password.closed.title').waitFor();
      await sound(one);
    } finally {
      await setAuthType('password');
    }
    // Whoever came without a password is asked for one when passwords are back: here, where they stand.
    await one.page.reload();
    await heading(one, 'change_password.required.title').waitFor();
  });
});

deepDescribe.each(ways(russianPhone))('a sign-in in $language at $width px, $theme, by $auth_type', (way) => {
  beforeEach(() => setAuthType(way.auth_type));
  const isByPassword = way.auth_type === 'password';

  test('G3 a server that sends to the root after sign-in leads to the list of exchanges, and elsewhere leads there', async () => {
    for (const [sign_in_redirect, path] of [
      ['/', '/exchanges'],
      ['/history/exchange', '/history/exchange'],
    ] as const) {
      await sql`delete from sign_in_requests`.execute(product.db);
      await tell(product, 'settings', { sign_in_redirect });
      const one = await person(way);
      await one.page.goto('/login');
      const answers: unknown[] = [];
      // Whoever is sent elsewhere leaves the answer behind: it is read on its way.
      await one.page.route(`**/api/auth/${isByPassword ? 'login_by_password' : 'code'}`, async (route) => {
        const response = await route.fetch();
        answers.push(await response.json());
        await route.fulfill({ response });
      });
      await enter(one, product, 'demo@example.com', isByPassword ? 'demo-password-1' : undefined);
      await one.page.waitForURL(`**${path}`);
      expect(answers).toMatchObject([{ status: 'redirect', payload: { redirect_url: sign_in_redirect } }]);
      await heading(one, path === '/exchanges' ? 'exchanges.title' : 'history.title.exchange').waitFor();
    }
  });

  test('S2 M6 a session that ends while a page is looked at: sign-in over it, by the way that the site goes', async () => {
    const one = await person(way);
    await one.page.goto('/login');
    await enter(one, product, 'demo@example.com', isByPassword ? 'demo-password-1' : undefined);
    await one.page.waitForURL('**/exchanges');
    await one.page.goto('/history/exchange');
    await heading(one, 'history.title.exchange').waitFor();
    await sql`delete from sessions`.execute(product.db);
    await sql`delete from sign_in_requests`.execute(product.db);
    await awake(one);
    const dialog = one.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: one.words('login.title') }).waitFor();
    await sound(one);
    await enter(inDialog(one), product, 'demo@example.com', isByPassword ? 'demo-password-1' : undefined);
    await dialog.waitFor({ state: 'detached' });
    await heading(one, 'history.title.exchange').waitFor();
  });
});

async function signInByCodeAlone(one: Visit, email: string): Promise<void> {
  await write(one, one.control('user.email typed'), email);
  await press(one, one.control('user.submitted'));
  await one.control('user.code typed').waitFor();
  await enterCode(one, email);
}

deepDescribe.each(everyLook(russianPhone))(
  'a password that has to be set, in $language at $width px, $theme',
  (look) => {
    beforeEach(async () => {
      await sql`delete from credentials c using accounts a where a.id = c.account_id and a.email = 'must@example.com'`.execute(
        product.db,
      );
      await sql`update accounts set need_set_password = true where email = 'must@example.com'`.execute(product.db);
    });

    test('G4 need_set_password by auth_type password: once to /settings/change-password, and once only', async () => {
      const one = await person(look);
      // Without passwords nobody is asked for one; the page that is open learns of the switch as it goes on.
      await setAuthType('passwordless');
      await one.page.goto('/login');
      await signInByCodeAlone(one, 'must@example.com');
      await one.page.waitForURL('**/exchanges');
      await setAuthType('password');
      await one.page.reload();
      await one.page.waitForURL('**/settings/change-password');
      await heading(one, 'change_password.required.title').waitFor();
      await sound(one);
      await press(one, one.control('user.put off'));
      await one.page.waitForURL('**/exchanges');
      await heading(one, 'exchanges.title').waitFor();
      await one.page.goBack();
      expect(pathOf(one)).not.toBe('/settings/change-password');
      // Nor by a page that is loaded anew, by a deep link, or by another sign-in on this device.
      const onward = async (path: string) => {
        await heading(one, path === '/exchanges' ? 'exchanges.title' : 'history.title.exchange').waitFor();
        expect(pathOf(one)).toBe(path);
      };
      for (const path of ['/exchanges', '/history/exchange']) {
        await one.page.goto(path);
        await onward(path);
      }
      await sql`delete from sessions`.execute(product.db);
      await sql`delete from sign_in_requests`.execute(product.db);
      await one.page.goto('/login');
      await signInByCode(one, 'must@example.com');
      await onward('/exchanges');
    });

    test('S2 a session that ends in the middle asks to sign in over the form, which forgets what was typed', async () => {
      const one = await person(look);
      await one.page.goto('/login');
      await signInByCode(one, 'must@example.com');
      await one.page.waitForURL('**/settings/change-password');
      await write(one, one.control('user.password typed'), password);
      await sql`delete from sessions`.execute(product.db);
      await press(one, one.control('user.submitted'));
      const dialog = one.page.getByRole('dialog');
      await dialog.getByRole('heading', { name: one.words('login.title') }).waitFor();
      await sound(one);
      await sql`delete from sign_in_requests`.execute(product.db);
      await signInByCode(inDialog(one), 'must@example.com');
      await dialog.waitFor({ state: 'detached' });
      expect(pathOf(one)).toBe('/settings/change-password');
      expect(await one.control('user.password typed').inputValue()).toBe('');
      await write(one, one.control('user.password typed'), password);
      await press(one, one.control('user.submitted'));
      await one.page.waitForURL('**/exchanges');
    });
  },
);
