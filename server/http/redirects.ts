import { isOwnPath, isPlace, localePrefix } from '../../contract/address.ts';
import { ConfigError, type Config } from '../config.ts';
import { languageOf } from './language.ts';
import type { Places } from './places.ts';

export type Redirects = Pick<
  Config,
  'localePrefix' | 'localeCookie' | 'localeDetection' | 'rootRedirect' | 'rootRedirectStatus'
>;

/**
 * Where a request for the page is sent on, in one step: the root, unless it is an invitation, to where it is configured to
 * lead, any path without a language to the same one with it. Undefined: it is answered here. Only a path of ours is ever named.
 */
export const redirectPage = (request: Request, config: Redirects): Response | undefined => {
  const { pathname, search } = new URL(request.url);
  if (!isOwnPath(pathname) || !isPlace(pathname)) return undefined;
  const root = pathname === '/' && !isInvitation(search) ? config.rootRedirect : undefined;
  const to = root === undefined ? pathname + search : joined(root, search);
  const bare = config.localePrefix && !localePrefix.test(to.split('?', 1)[0] ?? '');
  if (root === undefined && !bare) return undefined;
  const status = root === undefined ? 302 : config.rootRedirectStatus;
  // Two people may share a cache, and one person may choose another language.
  const cache: Record<string, string> =
    config.localePrefix || ![301, 308].includes(status) ? { 'Cache-Control': 'no-store' } : {};
  const location = bare ? `/${languageOf(request, config)}${to.replace(/^\/(?=\?|$)/, '')}` : to;
  return new Response(null, { status, headers: { Location: location, ...cache } });
};

/**
 * What is wrong with a path that somebody of the house has typed, behind the name of what it is for. As far as the build knows:
 * without it whatever could be a place is one.
 */
export const whyNowhere = async (
  path: string,
  { localePrefix: prefixed }: Pick<Config, 'localePrefix'>,
  places: Places | undefined,
): Promise<string | undefined> => {
  if (!(await places?.isNowhere(new Request(`http://localhost${path}`)))) return undefined;
  const isPrefixed = !prefixed && localePrefix.test(path.split('?', 1)[0] ?? '');
  return `must be a path of the page: it has none at ${path}${isPrefixed ? ' while LOCALE_PREFIX is 0' : ''}`;
};

/** @throws ConfigError */
export const refuseNowhere = async (
  config: Pick<Config, 'rootRedirect' | 'localePrefix'>,
  places: Places | undefined,
): Promise<void> => {
  const { rootRedirect } = config;
  const why = rootRedirect === undefined ? undefined : await whyNowhere(rootRedirect, config, places);
  if (why !== undefined) throw new ConfigError(`ROOT_REDIRECT ${why}`);
};

/** An invitation has a page of its own at the root: led elsewhere, nobody would keep whose it was. */
const isInvitation = (search: string): boolean => Boolean(new URLSearchParams(search).get('ref'));

/** A link to the root may carry something: it is not lost. */
const joined = (path: string, search: string): string =>
  path.includes('?') ? path + search.replace('?', '&') : path + search;
