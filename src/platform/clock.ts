import { Observable } from 'rxjs';
import type { PortEvent } from '../../machines/root/events.ts';
import { listen } from './listen.ts';

export type Tick = Extract<PortEvent, { type: 'port.ticked' }>;

/**
 * This page's clock in ms: the only one that answers and ticks are stamped with. It starts at the wall clock and never
 * jumps with it. In some browsers it stands still while the device sleeps: what is counted by it is late then, and the
 * server, which is asked when the page is seen again, has the last word.
 */
export const pageNow = (): number => performance.timeOrigin + performance.now();

/** The longest that a browser waits, in ms: what is to take longer rings at once there, and again and again. */
const longest = 2 ** 31 - 1;

/** The timers of the machines. */
export const pageClock = {
  now: pageNow,
  setTimeout: (ring: () => void, ms: number): unknown => setTimeout(ring, Math.min(ms, longest)),
  clearTimeout: (id: unknown): void => clearTimeout(id as ReturnType<typeof setTimeout>),
};

/** While the page is seen, and at once when it is seen again: a phone may have slept through the deadline. */
export const ticksEvery = (ms: number): Observable<Tick> =>
  new Observable((listener) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const tick = () => listener.next({ type: 'port.ticked', at: pageNow() });
    const restart = () => {
      clearInterval(timer);
      timer = document.visibilityState === 'visible' ? setInterval(tick, ms) : undefined;
    };
    const seenAgain = () => {
      restart();
      if (timer !== undefined) tick();
    };
    restart();
    const deaf = [
      listen(document, ['visibilitychange'], seenAgain),
      listen(window, ['focus', 'pageshow'], seenAgain),
      () => clearInterval(timer),
    ];
    return () => deaf.forEach((stop) => stop());
  });

/** For what is counted down. */
export const clockTicks = (): Observable<Tick> => ticksEvery(1_000);
