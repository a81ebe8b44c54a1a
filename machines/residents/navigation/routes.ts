import * as z from 'zod/mini';
import { currencyCode } from '../../../contract/money.ts';
import { isOwnPath, readQuery, splitPath } from './address.ts';

/**
 * Every route of section 2 of the specification, most particular first: the first whose form fits is the one. `:name` is a parameter,
 * `:name?` one that may be missing. Names are those that the server's menus use.
 */
interface RouteLine {
  name: string;
  path: string;
  guards?: readonly string[];
  params?: Record<string, z.ZodMiniType<string>>;
  /** What its query must hold for it to be this one. */
  asks?: string;
  /** An address that only leads elsewhere. */
  leads?: (params: Record<string, string>) => string | undefined;
}

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const word = z.string().check(z.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/));
const hidden = ['private'] as const;
const visitors = ['visitors only'] as const;

/** A page of whoever is signed in, whose name is its path: `history-exchange` stands at `/history/exchange`. */
const own = <const Name extends string>(name: Name) => ({
  name,
  path: `/${name.replaceAll('-', '/')}`,
  guards: hidden,
});

const table = <const Lines extends readonly RouteLine[]>(...lines: Lines) => lines;

export const routes = table(
  { name: 'local-healthcheck', path: '/local/healthcheck' },
  { name: 'recruit', path: '/', asks: 'ref' },
  { name: 'index', path: '/', guards: visitors },
  { name: 'index-login', path: '/login', guards: visitors },
  { name: 'login-telegram', path: '/login/telegram', guards: visitors },
  { name: 'index-signup', path: '/signup', guards: visitors },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'cards', path: '/cards', guards: hidden, leads: () => '/cards/list' },
  own('cards-list'),
  own('cards-my'),
  own('cards-order-confirm'),
  { name: 'cards-my-card', path: '/cards/my/:card', guards: hidden, params: { card: id } },
  { name: 'cards-order-id', path: '/cards/order/:id?', guards: hidden, params: { id } },
  own('chat'),
  own('chat-support'),
  { name: 'chat-private-id', path: '/chat/private/:id?', guards: hidden, params: { id } },
  own('deposit'),
  { name: 'deposit-form-id-form', path: '/deposit/form/:id?/:form?', guards: hidden, params: { id, form: id } },
  own('exchanges'),
  own('exchange-all'),
  {
    name: 'exchange-all-currency',
    path: '/exchange/all/:currency',
    guards: hidden,
    params: { currency: currencyCode },
  },
  {
    name: 'exchange-src-dst',
    path: '/exchange/:src?/:dst?',
    guards: hidden,
    params: { src: currencyCode, dst: currencyCode },
    leads: ({ src, dst }) => (dst ? undefined : src ? `/exchanges?search=${src}/` : '/exchanges'),
  },
  { name: 'history', path: '/history', guards: hidden, leads: () => '/history/exchange' },
  own('history-deposit'),
  own('history-exchange'),
  own('history-payment'),
  own('history-referral'),
  own('history-transfer'),
  own('history-withdraw'),
  own('purchase'),
  { name: 'purchase-form-id-form', path: '/purchase/form/:id?/:form?', guards: hidden, params: { id, form: id } },
  own('referral'),
  { name: 'index-settings', path: '/settings', guards: hidden },
  { name: 'settings-change-password', path: '/settings/change-password', guards: hidden },
  own('settings-drivers_license'),
  own('settings-id_card'),
  own('settings-mail'),
  own('settings-passport'),
  own('settings-personal'),
  own('settings-verification'),
  own('settings-verification_success'),
  own('transfer'),
  own('withdraw'),
  { name: 'withdraw-form-id-form', path: '/withdraw/form/:id?/:form?', guards: hidden, params: { id, form: id } },
  { name: 'index-support', path: '/support', guards: hidden },
  { name: 'index-article-name', path: '/article/:name?', params: { name: word } },
);

export type RouteName = (typeof routes)[number]['name'];
export type Route = RouteLine & { name: RouteName };

const lines: readonly Route[] = routes;

const segmentsOf = (path: string): string[] => path.split('/').slice(1);
/** `:name?` → `name`. */
const nameOf = (part: string): string => part.replaceAll(/[:?]/g, '');

/** The parameters, when the path has the route's form; their schemas are not asked. */
function fit(route: Route, segments: readonly string[]): Record<string, string> | undefined {
  const form = segmentsOf(route.path);
  if (segments.length > form.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of form.entries()) {
    const segment = segments[at];
    if (!part.startsWith(':')) {
      if (segment !== part) return undefined;
    } else if (segment !== undefined) params[nameOf(part)] = segment;
    else if (!part.endsWith('?')) return undefined;
  }
  return params;
}

export interface Match {
  route: Route;
  params: Record<string, string>;
  query: Record<string, string>;
}

/** The route of a path (with its query); none when no form fits or a parameter fails its schema. */
export function matchRoute(path: string): Match | undefined {
  const [front, back] = splitPath(path);
  const segments = segmentsOf(front.length > 1 && front.endsWith('/') ? front.slice(0, -1) : front);
  const query = readQuery(back);
  for (const route of lines) {
    const params = fit(route, segments);
    if (!params || (route.asks && !query[route.asks])) continue;
    const sound = Object.entries(params).every(
      ([name, value]) => z.safeParse(route.params?.[name] ?? id, value).success,
    );
    return sound ? { route, params, query } : undefined;
  }
  return undefined;
}

/** `pathTo('exchange-src-dst', { src: 'USD', dst: 'BTC' })` → `/exchange/USD/BTC`. */
export function pathTo(name: RouteName, params: Record<string, string> = {}): string {
  const { path } = lines.find((route) => route.name === name)!;
  const parts = segmentsOf(path).map((part) => (part.startsWith(':') ? params[nameOf(part)] : part));
  return `/${parts.filter((part) => part !== undefined).join('/')}`;
}

/**
 * A path of ours, a `?query` of the current path, or a route's name → a path; none for anything else. After a name stand
 * its parameters, what is left of them is the query: `index-article-name?name=terms` → `/article/terms`.
 */
export function readTarget(target: string, current: string): string | undefined {
  const [front, back] = splitPath(target);
  const named = lines.find(({ name }) => name === front);
  if (named) return readNamed(named, back);
  const path = target.startsWith('?') ? splitPath(current)[0] + (back && target) : target;
  return isOwnPath(path) ? path : undefined;
}

function readNamed(route: Route, given: string): string | undefined {
  const query = readQuery(given);
  const params = Object.fromEntries(
    segmentsOf(route.path).flatMap((part): [string, string][] => {
      const value = part.startsWith(':') ? query[nameOf(part)] : undefined;
      return value === undefined ? [] : [[nameOf(part), value]];
    }),
  );
  const rest = given.split('&').filter((part) => part && !Object.hasOwn(params, part.split('=', 1)[0]!));
  const path = pathTo(route.name, params) + (rest.length > 0 ? `?${rest.join('&')}` : '');
  const match = isOwnPath(path) ? matchRoute(path) : undefined;
  const fits = Object.entries(params).every(([name, value]) => match?.params[name] === value);
  return match?.route === route && fits ? path : undefined;
}
