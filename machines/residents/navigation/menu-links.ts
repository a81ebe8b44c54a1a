import type { MenuItem } from '../../../contract/entities.ts';
import { isPublished } from '../../../contract/outward.ts';
import { isOwnPath, splitPath } from './address.ts';
import { readTarget } from './routes.ts';
import { settle, type Rules } from './settle.ts';

/** A menu's item that leads somewhere: `url` is where it ends, with names and aliases followed. */
export interface MenuLink {
  url: string;
  title: string;
  icon: string | null;
  /** Leads out of the product. */
  outside?: true;
}

/** Who looks at a menu, and what there is to see. */
export interface Onlooker extends Rules {
  account: string | null;
  /** Origins that the site has published. */
  origins?: readonly string[];
}

/**
 * Items of a server's menu, in its order, that lead this person to a place that is built, or out to an origin that is published:
 * none whose address is neither, none that a guard would send elsewhere, none twice.
 */
export function menuLinks(items: readonly MenuItem[], { account, origins = [], ...rules }: Onlooker): MenuLink[] {
  const endOf = (url: string): Pick<MenuLink, 'url' | 'outside'> | undefined => {
    if (isPublished(url, origins)) return { url, outside: true };
    const path = readTarget(url, '/');
    const end = path === undefined ? undefined : settle(path, account, rules);
    return end?.found === 'here' && !end.sent ? { url: end.place.path } : undefined;
  };
  const links = items.flatMap(({ url, title, icon_url }): MenuLink[] => {
    const end = title.trim() === '' ? undefined : endOf(url);
    return end ? [{ ...end, title, icon: isOwnPath(icon_url) && icon_url !== '/' ? icon_url : null }] : [];
  });
  return links.filter(({ url }, at) => links.findIndex((link) => link.url === url) === at);
}

/** The links that another menu has not got. */
export const besides = (links: readonly MenuLink[], others: readonly MenuLink[]): MenuLink[] =>
  links.filter(({ url }) => !others.some((other) => other.url === url));

/** Whether a link leads to the page that stands in the address. */
export const leadsHere = ({ url }: MenuLink, path: string): boolean => splitPath(url)[0] === splitPath(path)[0];
