import { Observable } from 'rxjs';
import type { PortEvent } from '../../machines/root/events.ts';
import type { HouseActor } from '../../machines/root/house.ts';
import { isSafeToReload } from '../../machines/root/safety.ts';

type Safety = Extract<PortEvent, { type: 'port.reload safety' }>;
type Writing = Extract<PortEvent, { type: 'port.writing' | 'port.writing paused' }>;

let holdsFiles = (): boolean => false;
/** Who keeps files in the memory of this page tells how it is known that some are there: they would be lost with it. */
export const askForFiles = (holds: () => boolean): void => void (holdsFiles = holds);

/**
 * Says whether the page may be loaded anew: at once, and whenever that changes. Not under letters that are being typed, wherever
 * they are kept: what comes meanwhile, the caret and the focus are not.
 */
export const reloadSafety = (house: HouseActor, writing: Observable<Writing>): Observable<Safety> =>
  new Observable((listener) => {
    let last: boolean | undefined;
    let looking = false;
    let isWriting = false;
    const look = () => {
      looking = false;
      const safe = !isWriting && isSafeToReload(house) && !holdsFiles();
      if (safe !== last) listener.next({ type: 'port.reload safety', safe });
      last = safe;
    };
    // After the whole of what happens now, and never in the middle of it.
    const lookSoon = () => {
      if (!looking) queueMicrotask(look);
      looking = true;
    };
    // At once too: what was kept for the annex is heard right after it, and may be a lost piece of the page.
    look();
    const watch = house.system.inspect({ next: ({ type }) => type === '@xstate.snapshot' && lookSoon() });
    const hearing = writing.subscribe(({ type }) => {
      isWriting = type === 'port.writing';
      lookSoon();
    });
    return () => {
      watch.unsubscribe();
      hearing.unsubscribe();
    };
  });
