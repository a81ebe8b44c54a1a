import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright';
import { launch } from '../chromium.ts';
import { startChild, type ChildServer } from '../server/harness.ts';
import { lastSeen } from './last-seen.ts';

const root = join(import.meta.dirname, '..', '..');
/** The built page; `TEST_DIST` names another build of it. */
export const dist = process.env['TEST_DIST'] ?? join(root, 'dist');

export type Language = 'ru' | 'en';
const messages = Object.fromEntries(
  (['ru', 'en'] as const).map((language) => [
    language,
    JSON.parse(readFileSync(join(root, 'contract', 'messages', `${language}.json`), 'utf8')) as Record<string, string>,
  ]),
) as Record<Language, Record<string, string>>;

/** The words of a message as the product would say them. @throws for a key that is not there. */
export function words(language: Language, key: string, params: Record<string, string> = {}): string {
  const text = messages[language][key];
  if (text === undefined) throw new Error(`no message ${key} in ${language}`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
}

/** The built product as a process of its own, on a database of its own. */
export async function startProduct(environment: Record<string, string> = {}): Promise<ChildServer> {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('build the page first: npm run build');
  // What a new database begins with stands in the kept one already.
  const seeded = environment['AUTH_TYPE'] === undefined && environment['PROVIDERS'] === undefined;
  return startChild({ DIST_DIR: dist, ...environment }, seeded);
}

export const openBrowser = (): Promise<Browser> => chromium.launch(launch);

export interface Visit {
  context: BrowserContext;
  page: Page;
  language: Language;
  /** Console errors, page errors and messages without a translation, as they came. */
  complaints: string[];
  words(key: string, params?: Record<string, string>): string;
  /** The control that says an event; `which` matches `data-says-for` or `data-says-value`. */
  control(event: string, which?: string): Locator;
}

export interface VisitOptions {
  language?: Language;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** How wrong this browser's clock is, in ms. */
  clock?: number;
  context?: BrowserContext;
  /**
   * The browser may have our service worker. Without it each request is the page's own, so that `page.route` sees it
   * and what a test cuts is what the page asked for.
   */
  worker?: boolean;
}

/** One person at one browser: a context of their own unless one is given. */
export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const { language = 'ru', width = 1280, height = 800, theme = 'light' } = options;
  const context =
    options.context ??
    (await browser.newContext({
      viewport: { width, height },
      locale: language === 'ru' ? 'ru-RU' : 'en-GB',
      colorScheme: theme,
      baseURL: url,
      permissions: ['clipboard-read', 'clipboard-write'],
      serviceWorkers: options.worker ? 'allow' : 'block',
      ...(width < 600 ? { hasTouch: true, isMobile: true } : {}),
    }));
  if (!options.context) await context.addCookies([{ name: 'i18n_redirected', value: language, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(process.env['DEEP'] === '1' ? 60_000 : 30_000);
  if (options.clock)
    await page.addInitScript((wrong: number) => {
      const real = Date;
      const now = () => real.now() + wrong;
      globalThis.Date = new Proxy(real, {
        construct: (target, given: unknown[]) =>
          Reflect.construct(target, given.length > 0 ? given : [now()]) as object,
        get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
      });
    }, options.clock);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  lastSeen(context, page, complaints);
  return {
    context,
    page,
    language,
    complaints,
    words: (key, params) => words(language, key, params),
    control: (event, which) =>
      page.locator(
        which === undefined
          ? `[data-says="${event}"]`
          : `[data-says="${event}"][data-says-for="${which}"], [data-says="${event}"][data-says-value="${which}"]`,
      ),
  };
}

/** Nothing scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Signs in by the password form, wherever it stands. */
export async function signIn(
  { control }: Visit,
  email = 'demo@example.com',
  password = 'demo-password-1',
): Promise<void> {
  await control('user.email typed').fill(email);
  await control('user.password typed').fill(password);
  await control('user.submitted').click();
}

/** From a sign-in page to the review of 100 USD into EUR; resolves with the id of the operation. */
export async function review(person: Visit, amount = '100'): Promise<string> {
  const { page, control, words: say } = person;
  await page.goto('/exchange/USD/EUR');
  await control('user.amount typed', 'give').fill(amount);
  await control('user.submitted').click();
  await page.getByRole('heading', { name: say('operation.reviewing.title') }).waitFor();
  return operationIn(page);
}

/** The id that stands in the address. */
export const operationIn = (page: Page): string => new URL(page.url()).searchParams.get('operation') ?? '';

/** As `operationIn`, of any flow: the id stands behind the question mark, or at the end of the path. */
export const operationAt = (page: Page): string =>
  operationIn(page) || (new URL(page.url()).pathname.split('/').at(-1) ?? '');

/** The heading of the page's only important thing. */
export const heading = ({ page, words: say }: Visit, key: string): Locator =>
  page.getByRole('heading', { name: say(key), exact: true });

/** Goes to a control by the Tab key alone. @throws when the keyboard does not reach it. */
export async function tabTo({ page }: Visit, which: Locator): Promise<void> {
  await which.first().waitFor();
  for (let presses = 0; presses < 200; presses++) {
    if (await which.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${which.toString()}`);
}

/** A person begins: on a page that the server rendered ahead nothing runs before. */
export const begins = ({ page }: Pick<Visit, 'page'>): Promise<void> => page.keyboard.press('Shift');

/** A person begins, and a page that the server rendered ahead becomes the house's; at once where it is so already. */
export const takenOver = async ({ page }: Visit): Promise<void> => {
  await begins({ page });
  await page.locator('#first-page').waitFor({ state: 'detached' });
};

/** The page was out of sight, and is looked at again: it asks the server how things stand. */
export const awake = ({ page }: Visit): Promise<void> =>
  page.evaluate(() => {
    for (const value of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });

/** As a click on a link of the page does. */
export const followLink = (page: Page, to: string): Promise<void> =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, to);

/** The window that stands over the page, by its title. */
export const dialog = ({ page, words: say }: Visit, key: string): Locator =>
  page.getByRole('dialog', { name: say(key), exact: true });

/** Tells the sandbox how to be from now on: `settings`, `market`, `providers`, `quotes`. */
export async function tell({ url }: { url: string }, what: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${url}/dev/${what}`, { method: 'POST', body: JSON.stringify(body), headers });
  if (!reply.ok) throw new Error(`/dev/${what}: ${await reply.text()}`);
}

const plainSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The amounts that the frame shows: the balance in the header, and what each wallet has, as `1,234.50 USD`, by currency. */
export async function moneyShown(page: Page): Promise<{ total: string; wallets: Record<string, string> }> {
  const amount = /\d[\d ,.]*[\d] [A-Z]{3,5}/g;
  const header = plainSpaces(await page.locator('header').first().innerText());
  await page.locator('#wallets li').first().waitFor({ state: 'attached' });
  const isBeside = await page.locator('#wallets').isVisible();
  const wallets = page.locator(isBeside ? '#wallets' : '#wallets-drawer');
  // Where there is no room beside the page, the wallets open over it.
  if (!isBeside) await page.locator('[aria-controls="wallets-drawer"]').click();
  await wallets.locator('li').first().waitFor();
  const rows = await wallets.locator('li').allInnerTexts();
  if (!isBeside) await page.keyboard.press('Escape');
  const shown = rows.flatMap(
    (row) =>
      plainSpaces(row)
        .match(/\d[\d ,.]* [A-Z]{3,5}/)
        ?.slice(0, 1) ?? [],
  );
  return {
    total: header.match(amount)?.[0] ?? '',
    wallets: Object.fromEntries(shown.map((text) => [text.split(' ').at(-1) ?? '', text])),
  };
}
