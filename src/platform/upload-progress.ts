import { Observable } from 'rxjs';
import type { PortEvent } from '../../machines/root/events.ts';

type Progressed = Extract<PortEvent, { type: 'port.upload progressed' }>;

const listeners = new Map<string, (percent: number) => void>();

/** How much of the file of this handle has gone, while it is being sent. */
export const uploadProgress = ({ handle }: { handle: string }): Observable<Progressed> =>
  new Observable((listener) => {
    listeners.set(handle, (percent) => listener.next({ type: 'port.upload progressed', percent }));
    return () => void listeners.delete(handle);
  });

/** Whoever wants to know that; undefined where nobody does. */
export const whoAwaits = (handle: string): ((percent: number) => void) | undefined => listeners.get(handle);
