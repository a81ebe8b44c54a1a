import { isPlace } from '../../contract/address.ts';
import { pathInside } from './history.ts';

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/**
 * Where the link of ours leads that this is in: nothing when it means another tab, a download, another site, or what the
 * server answers by itself: a file, its healthcheck.
 */
export const leadsTo = (target: EventTarget | null): string | undefined => {
  if (!(target instanceof Element)) return undefined;
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return undefined;
  if ((link.target !== '' && link.target !== '_self') || link.relList.contains('external')) return undefined;
  if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return undefined;
  return isPlace(link.pathname) ? pathInside(link.pathname) + link.search : undefined;
};

/**
 * A view writes plain links; a plain click on one stays on the page, and `go` hears where it leads. `rel="external"`
 * opens the page anew.
 */
export const followLinks = (go: (to: string) => void): void =>
  document.addEventListener('click', (event) => {
    const to = isPlain(event) ? leadsTo(event.target) : undefined;
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
