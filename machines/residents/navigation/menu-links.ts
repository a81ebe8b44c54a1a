import type { MenuItem } from '../../../contract/entities.ts';
import { isOwnPath, splitPath } from './address.ts';
import { readTarget } from './routes.ts';
import { settle, type Rules } from './settle.ts';

/** A menu's item that leads somewhere: `url` is where it ends, with names and aliases followed. */
export interface MenuLink {
  url: string;
  title: string;
  icon: string | null;
}

/** Who looks at a menu, and what there is to see. */
export interface Onlooker extends Rules {
  account: string | null;
}

/**
 * Items of a server's menu, in its order, that lead this person to a place that is built: none whose address is not ours,
 * none that a guard would send elsewhere, none twice.
 */
export function menuLinks(items: readonly MenuItem[], { account, ...rules }: Onlooker): MenuLink[] {
  const links = items.flatMap(({ url, title, icon_url }): MenuLink[] => {
    const path = readTarget(url, '/');
    const end = path === undefined ? undefined : settle(path, account, rules);
    return end?.found === 'here' && !end.sent && title.trim() !== ''
      ? [{ url: end.place.path, title, icon: isOwnPath(icon_url) && icon_url !== '/' ? icon_url : null }]
      : [];
  });
  return links.filter(({ url }, at) => links.findIndex((link) => link.url === url) === at);
}

/** The links that another menu has not got. */
export const besides = (links: readonly MenuLink[], others: readonly MenuLink[]): MenuLink[] =>
  links.filter(({ url }) => !others.some((other) => other.url === url));

/** Whether a link leads to the page that stands in the address. */
export const leadsHere = ({ url }: MenuLink, path: string): boolean => splitPath(url)[0] === splitPath(path)[0];
