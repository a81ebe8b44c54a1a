import { readLink, type Link } from '../../../machines/residents/navigation/link.ts';
import { settle } from '../../../machines/residents/navigation/settle.ts';
import { askedGuards, builtRoutes } from '../../../machines/root/flows.ts';

/**
 * Where a link of a text may lead: to a place that is built, for whoever signs in there, or to a published site. A
 * function for each list of origins.
 */
export const linkWithin =
  (origins: readonly string[]) =>
  (href: string): Link | undefined => {
    const link = readLink(href, origins);
    const isThere = (path: string) =>
      settle(path, 'whoever', { built: builtRoutes, guards: askedGuards }).found === 'here';
    return link?.kind === 'own' && !isThere(link.path) ? undefined : link;
  };
