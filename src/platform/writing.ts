import { Observable } from 'rxjs';
import { added } from '../../contract/limits.ts';
import type { PortEvent } from '../../machines/root/events.ts';
import { listen } from './listen.ts';

type WritingEvent = Extract<PortEvent, { type: 'port.writing' | 'port.writing paused' }>;

/** Says that letters begin to go into a field of the page, and that none have for a moment. Ticks and choices are no letters. */
export const pageWriting = (): Observable<WritingEvent> =>
  new Observable((listener) => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      pause = undefined;
      listener.next({ type: 'port.writing paused' });
    };
    const write = (event: Event) => {
      if (!('inputType' in event)) return;
      if (pause === undefined) listener.next({ type: 'port.writing' });
      clearTimeout(pause);
      pause = setTimeout(rest, added.writingPause);
    };
    /** What was typed is handed in. */
    const end = () => {
      if (pause === undefined) return;
      clearTimeout(pause);
      rest();
    };
    const deaf = [listen(document, ['input'], write), listen(document, ['submit'], end)];
    return () => {
      clearTimeout(pause);
      deaf.forEach((stop) => stop());
    };
  });
