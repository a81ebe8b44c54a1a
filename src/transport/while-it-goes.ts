import type { Send } from './send-with-progress.ts';

/**
 * Sends in the place of `fetch` for as long as something goes: `sending` is handed what it calls whenever a part of the body has
 * gone. Once nothing has for `stall` ms, of the body or of an answer to it, it is stopped, and rejects with a `TimeoutError`.
 */
export const whileItGoes =
  (stall: number, sending: (gone: () => void) => Send): Send =>
  (url, { signal, ...how }) =>
    new Promise((resolve, reject) => {
      const stopping = new AbortController();
      const stop = () => {
        const reason = new DOMException('nothing more goes', 'TimeoutError');
        stopping.abort(reason);
        reject(reason);
      };
      let due = setTimeout(stop, stall);
      const gone = () => {
        clearTimeout(due);
        due = setTimeout(stop, stall);
      };
      const signals = AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])]);
      sending(gone)(url, { ...how, signal: signals })
        .finally(() => clearTimeout(due))
        .then(resolve, reject);
    });
