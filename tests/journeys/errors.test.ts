import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { begins, dist, heading, signIn, takenOver, tell, type Visit, type VisitOptions } from '../tools/product.ts';
import { sound } from '../tools/sound.ts';
import { englishDesk, looks } from '../tools/looks.ts';
import { deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { product, person } = await openStand({ isPartOfIt: () => true });
beforeEach(() => tell(product, 'settings', { site_blocked: false }));

async function signedIn(look: VisitOptions): Promise<Visit> {
  const one = await person(look);
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  await heading(one, 'exchanges.title').waitFor();
  return one;
}

const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  { file: string; isEntry?: boolean }
>;
const fileOf = (source: string): string => {
  const file = manifest[source]?.file;
  if (file === undefined) throw new Error(`the build has no piece of its own for ${source}`);
  return file;
};
/** The text of a piece of the build as `change` makes it, for one browser. */
async function rewrite(context: BrowserContext, file: string, change: (text: string) => string): Promise<void> {
  const body = change(readFileSync(join(dist, file), 'utf8'));
  await context.route(`**/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}
/** Each component of the piece falls over as soon as it is drawn. */
const fallsOver =
  (message: string, statusCode: number) =>
  (text: string): string => {
    const given = /export\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
    const names = given.split(',').map(
      (part) =>
        part
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    );
    // A piece that others share gives the module as a whole too, under a short name.
    const fall = [
      `const fall=()=>{throw Object.assign(new Error(${JSON.stringify(message)}),{statusCode:${statusCode}})};`,
      `const whole=new Proxy({},{get:(_,name)=>name==='then'?undefined:name.startsWith?.('fetch')?()=>{}:fall});`,
    ].join('');
    const stands = (name: string) => (name.length < 3 ? 'whole' : 'fall');
    return `${fall}export{${names.map((name) => `${stands(name)} as ${name}`).join(',')}}`;
  };
/** The page's own piece: the one that holds the registry of guards. */
const pageFile = (): string =>
  /src="\/(assets\/page-[^"]+\.js)"/.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1] ?? '';

const focused = ({ page }: Visit) => page.evaluate(() => document.activeElement?.tagName);

describe.each(looks(englishDesk))('E1 errors in $language at $width px, $theme', (look) => {
  test('E1 a guard that nobody registered is 500 Unknown middleware, inside the frame', async () => {
    const one = await person(look);
    await rewrite(one.context, pageFile(), (text) => {
      const changed = text.replace('{"visitors only":(', '{"nobody knows":(');
      expect(changed).not.toBe(text);
      return changed;
    });
    await one.page.goto('/login');
    await begins(one);
    await heading(one, 'broken.title').waitFor();
    await one.page.getByText('500 · Unknown middleware').waitFor();
    expect(await one.page.locator('header, main a[href="/"]').count()).toBeGreaterThan(1);
    await expect.poll(() => focused(one)).toBe('H1');
    await sound(one);
  });

  test('E1 a screen that falls over is told with its message and status, and the frame stays', async () => {
    const one = await person(look);
    await rewrite(
      one.context,
      fileOf('src/features/exchanges/exchanges.view.tsx'),
      fallsOver('the screen fell over', 503),
    );
    await one.page.goto('/login');
    await signIn(one);
    await heading(one, 'broken.title').waitFor();
    await one.page.getByText('503 · the screen fell over').waitFor();
    await one.control('user.copied').first().waitFor({ state: 'attached' });
    await sound(one);
  });

  test('E1 a screen that falls over at its own address is stood before: its way on is one Tab away', async () => {
    const one = await signedIn(look);
    await rewrite(
      one.context,
      fileOf('src/features/transfer/transfer.view.tsx'),
      fallsOver('the screen fell over', 500),
    );
    await one.page.goto('/transfer');
    await one.page.getByRole('alert').getByText('500 · the screen fell over').waitFor();
    await expect.poll(() => focused(one)).toBe('H1');
    await one.page.keyboard.press('Tab');
    const next = one.page.locator('main a:focus');
    expect(await next.textContent()).toBe(one.words('broken.home'));
  });

  deepTest(
    'E1 when the frame itself falls over the error page stands alone; when that does too, plain words lead home',
    async () => {
      const one = await person(look);
      await rewrite(one.context, fileOf('src/features/frame/member.tsx'), fallsOver('the frame fell over', 500));
      await one.page.goto('/login');
      await signIn(one);
      await heading(one, 'broken.title').waitFor();
      await one.page.getByText('500 · the frame fell over').waitFor();
      expect(await one.page.locator('header').count()).toBe(0);
      await sound(one);
      await rewrite(one.context, fileOf('src/ui/drawing.tsx'), fallsOver('the error page fell over', 500));
      await one.page.reload();
      await one.page.getByText('An error occurred while showing the error page').waitFor();
      await one.page.unrouteAll();
      await one.context.unrouteAll();
      await one.page.getByRole('link', { name: 'Home' }).click();
      await heading(one, 'exchanges.title').waitFor();
    },
  );

  test('G6 a page that is not there is shown with header and footer, only after the menus have loaded', async () => {
    const one = await person(look);
    let release = (): void => {};
    const held = new Promise<void>((go) => (release = go));
    await one.context.route('**/api/content/menu', async (route) => {
      await held;
      await route.continue();
    });
    const asked = one.page.waitForRequest('**/api/content/menu');
    // Not rendered ahead: it asks for something.
    await one.page.goto('/nowhere?at=all');
    await asked;
    await one.page.locator('main').getByText(one.words('frame.loading')).first().waitFor({ state: 'attached' });
    expect(await heading(one, 'page404-text').count()).toBe(0);
    release();
    await heading(one, 'page404-text').waitFor();
    await one.page
      .locator('footer')
      .getByText(/© \d{4} /)
      .waitFor();
    expect(await one.page.locator('header a[href="/"]').count()).toBeGreaterThan(0);
    await expect.poll(() => focused(one)).toBe('H1');
    await sound(one);
  });

  deepTest('S9 M5 a blocked site: a visitor reads why, it opens by itself, what was typed is kept', async () => {
    const one = await person(look);
    await one.page.goto('/');
    await one.control('user.amount typed', 'give').fill('173');
    // The form reads its rate by itself, and hears it then.
    await tell(product, 'settings', { site_blocked: true });
    await heading(one, 'site.blocked.title').waitFor();
    await one.page.getByText(one.words('site.blocked.text')).waitFor();
    await one.page.getByRole('alert').getByText(one.words('site.blocked.text')).waitFor();
    await expect.poll(() => focused(one)).toBe('H1');
    await sound(one);
    await tell(product, 'settings', { site_blocked: false });
    await one.control('user.amount typed', 'give').waitFor();
    expect(await one.control('user.amount typed', 'give').inputValue()).toBe('173');
  });
});

deepTest(
  'G6 a page that is not there, reached through the history: its heading takes the focus from the link that was left',
  async () => {
    const one = await person(englishDesk);
    await one.page.goto('/nowhere');
    await heading(one, 'page404-text').waitFor();
    await one.page.goto('/article');
    const link = one.page.locator('footer a[href="/article/terms"]');
    await link.waitFor();
    await takenOver(one);
    await one.page.evaluate(() => {
      history.replaceState(null, '', '/nowhere');
      history.pushState(null, '', '/article');
    });
    await link.focus();
    await one.page.goBack();
    await heading(one, 'page404-text').waitFor();
    await expect.poll(() => focused(one)).toBe('H1');
  },
);

test('B3 S6 a page whose words do not come shows its name, and then a way on in both languages', async () => {
  const one = await person(englishDesk);
  const way = one.page.getByRole('alert');
  let release = (): void => {};
  const held = new Promise<void>((go) => (release = go));
  await one.context.route('**/i18n/**', async (route) => {
    await held;
    await route.abort();
  });
  // Not rendered ahead.
  await one.page.goto('/settings');
  await one.page.locator('header').getByText('Statera', { exact: true }).waitFor();
  expect(await way.isVisible()).toBe(false);
  // After ten seconds it shows by itself.
  const shows = one.page.locator('#app > section').evaluate((section) => {
    const [coming] = section.getAnimations();
    const delay = coming?.effect?.getTiming().delay;
    coming?.finish();
    return [delay, getComputedStyle(section).visibility];
  });
  expect(await shows).toEqual([10_000, 'visible']);
  for (const words of ['Страница открылась не вся', 'Not all of the page opened']) await way.getByText(words).waitFor();
  // At once where it is known that nothing will come; a page that stands there says it in its own language.
  await one.page.reload();
  release();
  await way.getByText('Not all of the page opened').waitFor();
  expect(await way.innerText()).not.toContain('Страница');
  await one.context.unrouteAll();
  await way.getByRole('link', { name: 'Open again' }).click();
  await heading(one, 'landing.title').waitFor();
  expect(await one.page.locator('#app > section').count()).toBe(0);
});

deepTest('S9 M5 a blocked site: a member asks again, stays signed in, and finds the amount', async () => {
  const one = await signedIn(englishDesk);
  await one.page.goto('/exchange/USD/EUR');
  await one.control('user.amount typed', 'give').fill('88');
  await tell(product, 'settings', { site_blocked: true });
  await one.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await heading(one, 'site.blocked.title').waitFor();
  await tell(product, 'settings', { site_blocked: false });
  await one.control('user.retried').click();
  await one.control('user.amount typed', 'give').waitFor();
  expect(await one.control('user.amount typed', 'give').inputValue()).toBe('88');
});

test('S9 M5 a site that opens again: a screen that was turned away asks once more by itself', async () => {
  const one = await signedIn(englishDesk);
  await tell(product, 'settings', { site_blocked: true });
  await one.page.goto('/exchange/USD/EUR');
  await heading(one, 'site.blocked.title').waitFor();
  await tell(product, 'settings', { site_blocked: false });
  await one.control('user.retried').first().click();
  await one.control('user.amount typed', 'give').waitFor();
});

test('S9 the page is ready once: its footer comes with the first place, and stays through every other', async () => {
  const one = await person(englishDesk);
  let release = (): void => {};
  const held = new Promise<void>((go) => (release = go));
  await one.context.route('**/api/auth/check', async (route) => {
    await held;
    await route.continue();
  });
  // Not rendered ahead: it asks for something.
  await one.page.goto('/?from=a-letter');
  await one.page.locator('header').first().waitFor();
  expect(await one.page.locator('footer').getByText('©').count()).toBe(0);
  release();
  const line = one.page.locator('footer').getByText('©');
  await line.waitFor();
  await one.page.evaluate(() => document.querySelector('footer p')?.setAttribute('data-first', ''));
  await one.page.locator('a[href="/login"]').first().click();
  await signIn(one);
  await heading(one, 'exchanges.title').waitFor();
  expect(await one.page.locator('footer [data-first]').count()).toBe(1);
});
