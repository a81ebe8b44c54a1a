import { Observable } from 'rxjs';
import type { PortEvent } from '../../machines/root/events.ts';
import { pageNow } from './clock.ts';
import { listen } from './listen.ts';

type LifeEvent = Extract<PortEvent, { type: 'port.online' | 'port.offline' | 'port.shown' | 'port.hidden' }>;

const isOnline = (): boolean => navigator.onLine;
const isShown = (): boolean => document.visibilityState === 'visible';

/** Says how the page is at once, where that is not the usual, and then every change. */
export const pageLife = (): Observable<LifeEvent> =>
  new Observable((listener) => {
    const say = (type: LifeEvent['type']) => listener.next({ type, at: pageNow() });
    let wasOnline = true;
    const sayLine = () => {
      wasOnline = isOnline();
      say(wasOnline ? 'port.online' : 'port.offline');
    };
    const sayNewLine = () => {
      if (isOnline() !== wasOnline) sayLine();
    };
    const saySight = () => say(isShown() ? 'port.shown' : 'port.hidden');
    sayNewLine();
    if (!isShown()) saySight();
    /** A page that comes out of the browser's cache has missed all that happened meanwhile. */
    const sayReturn = (event: Event) => {
      if (!(event as PageTransitionEvent).persisted) return;
      sayNewLine();
      saySight();
    };
    const deaf = [
      listen(window, ['online', 'offline'], sayLine),
      // A page that the device froze while it was seen has slept without becoming hidden.
      listen(document, ['visibilitychange', 'resume'], saySight),
      listen(window, ['pageshow'], sayReturn),
    ];
    return () => deaf.forEach((stop) => stop());
  });
