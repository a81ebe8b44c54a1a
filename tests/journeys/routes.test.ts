import { sql } from 'kysely';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { builtRoutes } from '../../machines/root/flows.ts';
import { matchRoute, routes, type RouteName } from '../../machines/residents/navigation/routes.ts';
import type { ChildServer } from '../server/harness.ts';
import {
  heading,
  openBrowser,
  signIn,
  startProduct,
  visit,
  words,
  type Language,
  type Visit,
} from '../tools/product.ts';
import { deep } from '../tools/deep.ts';

let browser: Browser;
let product: ChildServer;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

async function person(language: Language, who: Person): Promise<Visit> {
  // A small window: what is looked at is words, and every pixel is drawn by this machine.
  const one = await visit(browser, product.url, { language, width: 700, height: 300 });
  // The browser's own wish, where a page names no picture.
  await one.context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  if (who === 'visitor') return one;
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  return one;
}

/** What each route asks of whoever opens it, by section 2 and the product decisions; the rest is private. */
const forVisitorsOnly: RouteName[] = ['index', 'index-login', 'index-signup'];
const forEverybody: RouteName[] = ['forgot-password', 'reset-password', 'index-article-name'];
const isPrivate = (name: RouteName) => !forVisitorsOnly.includes(name) && !forEverybody.includes(name);
/** An address that only leads elsewhere, after its guard. */
const aliases: Record<string, string> = {
  '/cards': '/cards/list',
  '/history': '/history/exchange',
  '/exchange': '/exchanges',
  '/exchange/USD': '/exchanges?search=USD/',
};
/** One value that the parameter's schema lets pass, and one that it does not. */
const values: Record<string, [valid: string, invalid: string]> = {
  src: ['USD', 'usd'],
  dst: ['EUR', '<b>'],
  currency: ['EUR', 'eur'],
  name: ['terms', 'Terms'],
  card: ['c_1', 'c~1'],
  id: ['op-1', 'op%201'],
  form: ['op_1', 'x'.repeat(65)],
};
/** The heading of a flow; of one that is not here only that a screen of its own stands there. */
const headings: Partial<Record<RouteName, string>> = {
  index: 'landing.title',
  'index-login': 'login.title',
  'index-signup': 'signup.title',
  exchanges: 'exchanges.title',
  'history-exchange': 'history.title',
  'settings-change-password': 'change_password.title',
};
/** The rows of the matrix by the first part of a path. */
const rows: Record<string, string> = {
  ...{
    local: 'R1',
    '': 'R2',
    login: 'R2 R8',
    signup: 'R2 R8',
    cards: 'R3',
    chat: 'R4',
    deposit: 'R5',
    exchanges: 'R6',
  },
  ...{ exchange: 'R7', 'forgot-password': 'R8', 'reset-password': 'R8', history: 'R9', purchase: 'R10' },
  ...{ referral: 'R11', settings: 'R12', transfer: 'R13', withdraw: 'R14', article: 'R15', support: 'R15' },
};

interface Opened {
  name: RouteName | null;
  path: string;
}

/** Every path of a route: with all parameters, without those that may be missing, and with each of them wrong. */
function pathsOf({ name, path }: (typeof routes)[number]): Opened[] {
  const parts = path.split('/').slice(1);
  const filled = (wrong?: number) =>
    parts.map((part, at) =>
      part.startsWith(':') ? values[part.replaceAll(/[:?]/g, '')]![at === wrong ? 1 : 0] : part,
    );
  const upTo = (end: number) => `/${filled().slice(0, end).join('/')}`;
  const optional = parts.flatMap((part, at) => (part.endsWith('?') ? [at] : []));
  const parameters = parts.flatMap((part, at) => (part.startsWith(':') ? [at] : []));
  return [
    { name, path: upTo(parts.length) },
    ...optional.map((at) => ({ name, path: upTo(at) })),
    ...parameters.map((at) => ({ name: null, path: `/${filled(at).join('/')}` })),
    ...(parameters.length > 0 ? [{ name: null, path: `${upTo(parts.length)}/more` }] : []),
  ];
}

const others: Opened[] = [
  { name: 'exchanges', path: '/exchanges?search=USD/' },
  { name: 'exchanges', path: '/exchanges/' },
  { name: null, path: '/nowhere' },
  { name: null, path: '/exchange/USD/EUR/BTC' },
  { name: null, path: '/history/other' },
  { name: null, path: '/settings/driver_license' },
];
const opened = [...routes.flatMap(pathsOf), ...others].filter(
  ({ path }, at, all) => all.findIndex((one) => one.path === path) === at,
);

type Person = 'visitor' | 'signed in';
interface Outcome {
  who: Person;
  path: string;
  final: string;
  status: number;
  shows: string;
}

const screen = (name: RouteName): string =>
  builtRoutes.includes(name) ? (headings[name] ?? `the screen of ${name}`) : 'page404-text';
const nameOf = (path: string): RouteName => opened.find((one) => one.path === path)!.name!;

/** By the tables above and the register of flows. */
function foretold(who: Person, { name, path }: Opened): Outcome {
  const end = (final: string, shows: string): Outcome => ({ who, path, final, status: 200, shows });
  if (name === 'local-healthcheck') return end(path, '{"status":"ok","database":"ok"}');
  if (name === null) return end(path, 'page404-text');
  if (who === 'visitor' && isPrivate(name)) return end('/', screen('index'));
  if (who === 'signed in' && forVisitorsOnly.includes(name)) return end('/exchanges', screen('exchanges'));
  const alias = aliases[path];
  return alias === undefined ? end(path, screen(name)) : end(alias, screen(nameOf(alias)));
}

/** What stands there: the key of its heading, or the heading itself; a page that is not there needs its frame. */
async function look(who: Person, { page, language }: Visit, path: string): Promise<Outcome> {
  const response = await page.goto(path, { waitUntil: 'commit' });
  // Asked inside the page, in one step: there are many of them.
  const seen = await page.evaluate(
    (plain) =>
      new Promise<{ text: string; at: string; framed: boolean }>((tell) => {
        const changes = new MutationObserver(() => look());
        const look = (): void => {
          const said = plain ? document.body : document.querySelector('main h1');
          if (!said?.textContent) return;
          changes.disconnect();
          const framed = document.querySelectorAll('header a, footer').length > 1;
          tell({ text: said.textContent, at: location.pathname + location.search, framed });
        };
        changes.observe(document, { subtree: true, childList: true, characterData: true });
        look();
      }),
    path.startsWith('/local'),
  );
  const final = decodeURI(seen.at) === decodeURI(path) ? path : seen.at;
  const text = seen.text.replaceAll('\u00a0', ' ').trim();
  const name = opened.find((one) => one.path === final)?.name;
  const key = [headings[name ?? 'index'], 'page404-text'].find((each) => each && words(language, each) === text);
  const isOwn = name && builtRoutes.includes(name) && !headings[name] && text !== words(language, 'broken.title');
  const shows = key ?? (isOwn && text !== '' ? `the screen of ${name}` : text);
  const status = response?.status() ?? 0;
  return { who, path, final, status, shows: seen.framed || path.startsWith('/local') ? shows : `${shows}, bare` };
}

test('R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 G1 G2 G6 every route by deep link: where it leads whom, and what stands there', async () => {
  const unnamed = opened.filter(({ path }) => rows[path.split(/[/?]/)[1] ?? ''] === undefined);
  expect(unnamed.map(({ path }) => path)).toEqual(['/nowhere']);
  // Every day the two of them share the table out; in a deep run each opens the whole of it.
  const [forVisitor, forMember] = [0, 1].map((turn) => opened.filter((_, at) => deep || at % 2 === turn)) as [
    Opened[],
    Opened[],
  ];
  const outcomesOf = async (who: Person, language: Language, some: Opened[]): Promise<Outcome[]> => {
    const one = await person(language, who);
    const outcomes: Outcome[] = [];
    for (const { path } of some) outcomes.push(await look(who, one, path));
    expect(one.complaints).toEqual([]);
    return outcomes;
  };
  const outcomes = await Promise.all([
    outcomesOf('visitor', 'ru', forVisitor),
    outcomesOf('signed in', 'en', forMember),
  ]);
  expect(outcomes.flat()).toEqual([
    ...forVisitor.map((each) => foretold('visitor', each)),
    ...forMember.map((each) => foretold('signed in', each)),
  ]);
}, 240_000);

test('R16 G6 menus that name every route, by path or by name, show those that are built and lead whoever looks there', async () => {
  const everywhere = routes.map((route) => pathsOf(route)[0]!);
  const named = routes.map(({ name, path }) => {
    const given = path.match(/:\w+/g)?.map((part) => `${part.slice(1)}=${values[part.slice(1)]![0]}`);
    return { name, path: given ? `${name}?${given.join('&')}` : name };
  });
  await sql`delete from menu_items`.execute(product.db);
  for (const [kind, items] of [
    ['header_menu', everywhere],
    ['main_menu', named],
    ['footer_menu', everywhere],
  ] as const)
    await product.db
      .insertInto('menu_items')
      .values(
        limits.languages.flatMap((locale) =>
          items.map(({ name, path }, order) => ({
            ...{ kind, locale, url: path, order, icon_url: '' },
            title: `${kind} ${name} ${locale}`,
          })),
        ),
      )
      .execute();

  const isFor = (who: Person, name: RouteName) =>
    builtRoutes.includes(name) && (who === 'visitor' ? !isPrivate(name) : !forVisitorsOnly.includes(name));
  const endOf = (href: string) => matchRoute(aliases[href] ?? href)?.route.name;
  for (const [who, language] of [
    ['visitor', 'en'],
    ['signed in', 'ru'],
  ] as const) {
    const one = await person(language, who);
    const menus = one.page.waitForResponse('**/api/content/menu');
    await one.page.goto('/nowhere');
    await menus;
    await heading(one, 'page404-text').waitFor();
    const linked = () =>
      one.page
        .locator('a[href^="/"]')
        .evaluateAll((all) =>
          all.map((link) => ({ title: link.textContent.trim(), href: link.getAttribute('href') ?? '' })),
        );
    const mine = routes.filter(({ name }) => isFor(who, name)).map(({ name }) => name);
    const inMain = async () =>
      (await linked())
        .flatMap(({ title, href }) => (title.startsWith('main_menu ') ? [endOf(href) ?? ''] : []))
        .toSorted();
    if (who === 'signed in') await one.page.getByRole('button', { name: one.words('frame.menu') }).click();
    if (who === 'signed in') await expect.poll(inMain).toEqual(mine.toSorted());
    // The mark of the house leads home for everybody; every other link leads somewhere, and nowhere that a guard is at.
    const astray = (await linked()).filter(({ href }) => href !== '/' && !mine.includes(endOf(href) ?? 'index'));
    expect({ who, astray }).toEqual({ who, astray: [] });
    expect((await linked()).length).toBeGreaterThan(1);
  }
});
