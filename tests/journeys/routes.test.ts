import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { builtRoutes } from '../../machines/root/flows.ts';
import { matchRoute, routes, type RouteName } from '../../machines/residents/navigation/routes.ts';
import {
  addresses,
  aliases,
  foretold,
  isFor,
  look,
  noOperation,
  pathsOf,
  values,
  withoutHeading,
  type Outcome,
  type Person,
} from '../tools/places.ts';
import { heading, signIn, visit, type Language, type Visit } from '../tools/product.ts';
import { deep } from '../tools/deep.ts';
import { englishDesk, russianPhone } from '../tools/looks.ts';
import { sound } from '../tools/sound.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();

const lookOf = { ru: russianPhone, en: englishDesk } as const;

async function person(language: Language, who: Person): Promise<Visit> {
  // A small window: what is looked at every day is words, and every pixel is drawn by this machine.
  const small = { language, width: 700, height: 300 };
  const one = await visit(browser, product.url, deep ? lookOf[language] : small);
  // The browser's own wish, where a page names no picture.
  await one.context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  if (who === 'visitor') return one;
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  return one;
}

/** The rows of the matrix: what each is about, and the first parts of its paths. */
const rows: readonly (readonly [title: string, firsts: readonly string[]])[] = [
  ['R1 the health of the server answers everybody', ['local']],
  ['R2 G1 home, sign-in and sign-up lead who is signed in to the exchanges', ['', 'login', 'signup']],
  ['R3 G1 G2 G6 cards', ['cards']],
  ['R4 G1 G2 G6 chats', ['chat']],
  ['R5 G1 G2 G6 deposits', ['deposit']],
  ['R6 G1 G2 the list of exchanges', ['exchanges']],
  ['R7 G1 G2 G6 an exchange', ['exchange']],
  ['R8 G1 G6 ways in and back in', ['login', 'signup', 'forgot-password', 'reset-password']],
  ['R9 G1 G2 G6 the history', ['history']],
  ['R10 G1 G2 G6 purchases', ['purchase']],
  ['R11 G1 G2 G6 the referral programme', ['referral']],
  ['R12 G1 G2 G6 settings', ['settings']],
  ['R13 G1 G2 G6 transfers', ['transfer']],
  ['R14 G1 G2 G6 withdrawals', ['withdraw']],
  ['R15 G1 G6 texts for everybody and the support', ['article', 'support']],
  ['G6 an address of no route', ['nowhere']],
];
const firstOf = ({ path }: { path: string }) => path.split(/[/?]/)[1] ?? '';

describe('every route by deep link: where it leads whom, and what stands there', () => {
  // Every day the two of them share a quarter of the table out, some of each row; in a deep run each opens the whole of it.
  const beginnings = [...new Set(addresses.map(firstOf))];
  const isFirst = (at: number) => addresses.findIndex((one) => firstOf(one) === firstOf(addresses[at]!)) === at;
  const shared = (turn: number) =>
    addresses.filter((one, at) =>
      isFirst(at) ? deep || beginnings.indexOf(firstOf(one)) % 2 === turn : deep || at % 16 === turn * 8,
    );
  const walkers = [
    { who: 'visitor', language: 'ru', some: shared(0) },
    { who: 'signed in', language: 'en', some: shared(1) },
  ] as const;
  const walked = new Map<string, (Outcome & { status: number })[]>();
  const complaints: string[] = [];
  /** Paths whose answer was no, besides the pages themselves. */
  const refused = new Set<string>();

  beforeAll(
    async () => {
      await Promise.all(
        walkers.map(async ({ who, language, some }) => {
          const one = await person(language, who);
          one.page.on('response', (answer) => {
            if (answer.status() >= 400 && !answer.request().isNavigationRequest())
              refused.add(new URL(answer.url()).pathname);
          });
          const seen: (Outcome & { status: number })[] = [];
          walked.set(who, seen);
          for (const { path } of some) {
            const response = await one.page.goto(path, { waitUntil: 'commit' });
            const outcome = await look(who, one, path);
            // Every screen once, as it looks on a phone in Russian and on a desk in English.
            const isNew = !path.startsWith('/local') && seen.every(({ shows }) => shows !== outcome.shows);
            if (deep && isNew) await sound(one);
            seen.push({ ...outcome, status: response?.status() ?? 0 });
          }
          complaints.push(...one.complaints);
        }),
      );
    },
    deep ? 600_000 : 240_000,
  );

  test.each(rows)('%s', (_title, firsts) => {
    const isOfRow = (one: { path: string }) => firsts.includes(firstOf(one));
    const told = walkers.flatMap(({ who, language, some }) =>
      some.filter(isOfRow).map((one) => ({ ...foretold(who, language, one), status: one.name === null ? 404 : 200 })),
    );
    expect(told.length).toBeGreaterThan(0);
    expect([...walked.values()].flat().filter(isOfRow)).toEqual(told);
  });

  test('G6 R16 each address is of some row, each route that is built has its heading in the table, and nothing was complained of', () => {
    const firsts = rows.flatMap(([, some]) => some);
    expect(
      addresses
        .filter((one) => !firsts.includes(firstOf(one)))
        .map(({ path }) => `${path}: add its first part to \`rows\``),
    ).toEqual([]);
    expect(withoutHeading()).toEqual([]);
    // The browser's own word on the questions about what is not there.
    const opened = (by: string, part: string) =>
      walkers.some(({ who, some }) => who === by && some.some(({ path }) => `${path}$`.includes(part)));
    expect([...refused].toSorted()).toEqual([
      ...(opened('visitor', '/login?link=not-a-link') ? ['/api/auth/link/not-a-link'] : []),
      ...(opened('signed in', '/cards/my/c_1$') ? ['/api/card/details/c_1'] : []),
      ...(opened('signed in', '/chat/private/op-1$') ? ['/api/chat/private/op-1'] : []),
      ...(opened('signed in', noOperation) ? ['/api/exchange/status/%3Cb%3E'] : []),
      ...(opened('signed in', '/op-1/op_1$') ? ['/api/operation/read/op_1'] : []),
      ...(walkers.some(({ who }) => opened(who, 'ref=%3Cb%3E')) ? ['/api/referral/recruit/%3Cb%3E'] : []),
      ...(walkers.some(({ who }) => opened(who, 'ref=AB12CD34EF')) ? ['/api/referral/recruit/AB12CD34EF'] : []),
    ]);
    expect(complaints.filter((complaint) => !complaint.includes('a status of 404'))).toEqual([]);
  });
});

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

  const isSeenBy = (who: Person, name: RouteName) => builtRoutes.includes(name) && isFor(who, name);
  const endOf = (href: string) => matchRoute(aliases[href] ?? href)?.route.name;
  for (const [who, language] of [
    ['visitor', 'en'],
    ['signed in', 'ru'],
  ] as const) {
    const one = await person(language, who);
    const menus = one.page.waitForResponse('**/api/content/menu');
    await one.page.goto('/nowhere?at=all');
    await menus;
    await heading(one, 'page404-text').waitFor();
    const linked = () =>
      one.page
        .locator('a[href^="/"]')
        .evaluateAll((all) =>
          all.map((link) => ({ title: link.textContent.trim(), href: link.getAttribute('href') ?? '' })),
        );
    const mine = routes.filter(({ name }) => isSeenBy(who, name)).map(({ name }) => name);
    // By its name alone nobody comes to an invitation: its address says whose it is.
    const byName = mine.filter((name) => name !== 'recruit');
    const inMain = async () =>
      (await linked())
        .flatMap(({ title, href }) => (title.startsWith('main_menu ') ? [endOf(href) ?? ''] : []))
        .toSorted();
    if (who === 'signed in') await one.page.getByRole('button', { name: one.words('frame.menu') }).click();
    if (who === 'signed in') await expect.poll(inMain).toEqual(byName.toSorted());
    // The mark of the house leads home for everybody; every other link leads somewhere, and nowhere that a guard is at.
    const astray = (await linked()).filter(({ href }) => href !== '/' && !mine.includes(endOf(href) ?? 'index'));
    expect({ who, astray }).toEqual({ who, astray: [] });
    expect((await linked()).length).toBeGreaterThan(1);
  }
});
