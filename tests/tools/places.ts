import { builtRoutes } from '../../machines/root/flows.ts';
import { routes, type RouteName } from '../../machines/residents/navigation/routes.ts';
import { words, type Language, type Visit } from './product.ts';

/** What each route asks of whoever opens it, by section 2 and the product decisions; the rest is private. */
const forVisitorsOnly: RouteName[] = ['index', 'index-login', 'login-telegram', 'index-signup'];
const forEverybody: RouteName[] = ['recruit', 'forgot-password', 'reset-password', 'index-article-name'];
const isPrivate = (name: RouteName) => !forVisitorsOnly.includes(name) && !forEverybody.includes(name);
export type Person = 'visitor' | 'signed in';
export const isFor = (who: Person, name: RouteName): boolean =>
  who === 'visitor' ? !isPrivate(name) : !forVisitorsOnly.includes(name);

/** Names an operation that nobody has, which takes a question to the server to know. */
export const noOperation = '/exchange/USD/EUR?operation=%3Cb%3E';
/** An address that only leads elsewhere, after its guard. */
export const aliases: Readonly<Record<string, string>> = {
  '/cards': '/cards/list',
  '/history': '/history/exchange',
  '/exchange': '/exchanges',
  '/exchange/USD': '/exchanges?search=USD/',
  [noOperation]: '/exchange/USD/EUR',
  '/deposit/form/op-1/op_1': '/deposit/form/op-1',
  '/purchase/form/op-1/op_1': '/purchase/form/op-1',
  '/withdraw/form/op-1/op_1': '/withdraw/form/op-1',
};
/** An address whose flow finds nothing to show, and leads on. */
const leadingOn: Readonly<Record<string, string>> = {
  '/cards/order': '/cards/list',
  '/cards/order/op-1': '/cards/list',
  '/cards/order/confirm': '/cards/list',
};
/** One value that the parameter's schema lets pass, and one that it does not. */
export const values: Readonly<Record<string, readonly [valid: string, invalid: string]>> = {
  src: ['USD', 'usd'],
  dst: ['EUR', '<b>'],
  currency: ['EUR', 'eur'],
  name: ['terms', 'Terms'],
  card: ['c_1', 'c~1'],
  id: ['op-1', 'op%201'],
  form: ['op_1', 'x'.repeat(65)],
};

const terms: Record<Language, string> = { ru: 'Условия использования', en: 'Terms of use' };
/** The heading of each route that is built, in a language, at a path. */
const headings: Partial<Record<RouteName, (language: Language, path: string) => string>> = {
  index: (language) => words(language, 'landing.title'),
  // Nobody has that link.
  recruit: (language) => words(language, 'recruit.nobody.title'),
  referral: (language) => words(language, 'referral.title'),
  // What a letter's link brings is asked about by a button, whatever it is.
  'index-login': (language, path) => words(language, /link=./.test(path) ? 'login.link.title' : 'login.title'),
  'login-telegram': (language, path) =>
    words(language, path.includes('state=') ? 'telegram.unanswered.title' : 'telegram.title'),
  'index-signup': (language) => words(language, 'signup.title'),
  'forgot-password': (language) => words(language, 'forgot_password.title'),
  'reset-password': (language, path) =>
    words(language, /token=./.test(path) ? 'login.link.over.title' : 'reset_password.missing.title'),
  exchanges: (language) => words(language, 'exchanges.title'),
  'exchange-src-dst': (language) => words(language, 'exchange.title', { src: 'USD', dst: 'EUR' }),
  ...Object.fromEntries(
    ['exchange', 'transfer', 'payment', 'deposit', 'withdraw', 'referral'].map((kind) => [
      `history-${kind}`,
      (language: Language) => words(language, `history.title.${kind}`),
    ]),
  ),
  ...Object.fromEntries(
    ['deposit', 'withdraw', 'purchase'].flatMap((kind) => {
      const title = (language: Language) => words(language, `payment.title.${kind}`);
      return [kind, `${kind}-form-id-form`].map((name) => [name, title]);
    }),
  ),
  // An order that names no offer begins at the list of them.
  ...Object.fromEntries(
    ['cards-list', 'cards-order-id', 'cards-order-confirm'].map((name) => [
      name,
      (language: Language) => words(language, 'section.cards-list'),
    ]),
  ),
  'cards-my': (language) => words(language, 'section.cards-my'),
  // The card is nobody's.
  'cards-my-card': (language) => words(language, 'card.title'),
  transfer: (language) => words(language, 'transfer.title'),
  chat: (language) => words(language, 'chats.title'),
  'chat-support': (language) => words(language, 'chats.support'),
  'index-support': (language) => words(language, 'chats.support'),
  // A chat of nobody's is called by what was asked for.
  'chat-private-id': (language, path) =>
    path.endsWith('/op-1') ? words(language, 'chats.private') : words(language, 'chats.title'),
  'exchange-all': (language) => words(language, 'exchange_all.title'),
  'exchange-all-currency': (language) => words(language, 'exchange_all.title'),
  'settings-change-password': (language) => words(language, 'change_password.title'),
  'settings-verification': (language) => words(language, 'verification.title'),
  // The demo account is verified.
  'settings-verification_success': (language) => words(language, 'verification.success.title'),
  'settings-passport': (language) => words(language, 'verification.document.passport'),
  'settings-id_card': (language) => words(language, 'verification.document.id_card'),
  'settings-drivers_license': (language) => words(language, 'verification.document.driver_license'),
  'index-settings': (language) => words(language, 'settings.title'),
  'settings-mail': (language) => words(language, 'change_mail.title'),
  'settings-personal': (language) => words(language, 'personal.title'),
  'index-article-name': (language, path) =>
    path.startsWith('/article/terms') ? terms[language] : words(language, 'article.title'),
};
/** Routes that a flow shows and whose heading nobody wrote down here. */
export const withoutHeading = (): string[] =>
  builtRoutes
    .filter((name) => !headings[name])
    .map((name) => `${name}: add its heading to \`headings\` in tests/tools/places.ts`);

/** An address, and the route that it is; null where it is none. */
export interface Address {
  name: RouteName | null;
  path: string;
}

/** Every path of a route: with all parameters, without those that may be missing, and with each of them wrong. */
export function pathsOf(route: (typeof routes)[number]): Address[] {
  const { name, path } = route;
  if ('asks' in route) return [{ name, path: `${path}?${route.asks}=AB12CD34EF` }];
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

/** What stands behind the question mark: right, wrong, empty, more than anybody asked for. None of it makes another page. */
const withQuery: Address[] = [
  ...['', '=', '=USD/', '=USD', '=usd/', '=%3Cb%3E/', '=%E0%A4%A', `=${'X'.repeat(2_000)}`, '=USD/&search=EUR/'].map(
    (given): Address => ({ name: 'exchanges', path: `/exchanges?search${given}` }),
  ),
  { name: 'exchanges', path: '/exchanges?lang=xx&other=1' },
  { name: 'recruit', path: '/?ref=%3Cb%3E' },
  { name: 'index', path: '/?lang=xx' },
  { name: 'index-login', path: '/login?link=' },
  { name: 'index-login', path: '/login?link=not-a-link' },
  { name: 'login-telegram', path: '/login/telegram?other=1' },
  { name: 'index-signup', path: '/signup?link=not-a-link' },
  { name: 'index-signup', path: '/signup?ref=..%2F' },
  { name: 'exchange-src-dst', path: '/exchange/USD/EUR?operation=' },
  { name: 'exchange-src-dst', path: noOperation },
  { name: 'exchange-src-dst', path: '/exchange/USD/EUR?give=-1&receive=x' },
  { name: 'history-exchange', path: '/history/exchange?page=-1&status=other' },
  { name: 'settings-change-password', path: '/settings/change-password?operation=1' },
  { name: 'index-article-name', path: '/article/terms?name=other' },
  { name: 'index-article-name', path: '/article?name=terms' },
];
const others: Address[] = [
  { name: 'exchanges', path: '/exchanges/' },
  { name: null, path: '/nowhere' },
  { name: null, path: '/nowhere?lang=xx' },
  { name: null, path: '/exchange/USD/EUR/BTC' },
  { name: null, path: '/history/other' },
  { name: null, path: '/settings/driver_license' },
];
export const addresses: readonly Address[] = [...routes.flatMap(pathsOf), ...withQuery, ...others].filter(
  ({ path }, at, all) => all.findIndex((one) => one.path === path) === at,
);

export interface Outcome {
  who: Person;
  path: string;
  /** Where the address ended. */
  final: string;
  /** The words of its heading. */
  shows: string;
}

const screen = (name: RouteName, language: Language, path: string): string =>
  builtRoutes.includes(name)
    ? (headings[name]?.(language, path) ?? `a heading of ${name}`)
    : words(language, 'page404-text');

/** By the tables above and the register of flows. */
export function foretold(who: Person, language: Language, { name, path }: Address): Outcome {
  const end = (final: string, shows: string): Outcome => ({ who, path, final, shows });
  if (name === 'local-healthcheck') return end(path, '{"status":"ok","database":"ok"}');
  if (name === null) return end(path, words(language, 'page404-text'));
  if (who === 'visitor' && isPrivate(name)) return end('/', screen('index', language, '/'));
  if (who === 'signed in' && forVisitorsOnly.includes(name))
    return end('/exchanges', screen('exchanges', language, '/exchanges'));
  const alias = aliases[path] ?? leadingOn[path];
  const ends = alias ?? path;
  const there = alias === undefined ? name : addresses.find((one) => one.path === alias)!.name!;
  return end(ends, screen(there, language, ends));
}

/** Where the page is and what its heading says, once nothing is waited for; a page without its frame says so. */
export async function look(who: Person, { page, words: say }: Visit, path: string): Promise<Outcome> {
  // What a page is headed by until it knows whether there is something to be told.
  const coming = path.includes('?ref=')
    ? 'recruit.reading.title'
    : path === '/settings/verification_success'
      ? 'verification.title'
      : 'operation.resuming.title';
  // Asked inside the page, in one step: there are many of them.
  const seen = await page.evaluate(
    ([plain, before]) =>
      new Promise<{ text: string; at: string; framed: boolean }>((tell) => {
        const changes = new MutationObserver(() => see());
        // The frame may come a moment after the heading.
        const began = performance.now();
        const longest = 5_000;
        setTimeout(() => see(), longest + 100);
        const see = (): void => {
          const said = plain ? document.body : document.querySelector('main[aria-busy="false"] h1');
          if (!said?.textContent || said.textContent === before) return;
          const framed = plain || document.querySelectorAll('header a, footer').length > 1;
          if (!framed && performance.now() - began < longest) return;
          changes.disconnect();
          tell({ text: said.textContent, at: location.pathname + location.search, framed });
        };
        changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        see();
      }),
    [path.startsWith('/local'), say(coming)] as const,
  );
  const text = seen.text.replaceAll('\u00a0', ' ').trim();
  const plainly = (address: string) => new URL(address, 'http://here').href;
  const final = plainly(seen.at) === plainly(path) ? path : seen.at;
  return { who, path, final, shows: seen.framed ? text : `${text}, bare` };
}
