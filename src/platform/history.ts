import { Observable } from 'rxjs';
import type { PortEvent } from '../../machines/root/events.ts';
import { listen } from './listen.ts';

/** Path and query as they stand in the address. */
export const currentPath = (): string => location.pathname + location.search;

/** A path of this site: `//host` and `https:` would lead away. */
const isOurs = (to: string): boolean => /^\/(?![/\\])/.test(to);

export const pushAddress = ({ to }: { to: string }): void => {
  if (isOurs(to)) history.pushState(null, '', to);
};

export const replaceAddress = ({ to }: { to: string }): void => {
  if (isOurs(to)) history.replaceState(null, '', to);
};

export const goBack = (): void => history.back();

/** The person moved through the history. What `push` and `replace` do is known to who asked for it. */
export const historyChanges = (): Observable<Extract<PortEvent, { type: 'port.address changed' }>> =>
  new Observable((listener) =>
    listen(window, ['popstate'], () => listener.next({ type: 'port.address changed', path: currentPath() })),
  );
