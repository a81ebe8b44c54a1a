/**
 * Per cents between two words of how much has gone: a journal is not filled by one file. On a slow line a step of many files
 * takes long: after so many ms it is said all the same that something goes.
 */
const step = 5;
const silence = 10_000;

/** As `fetch` is called by the transport: with an address in words. */
export type Send = (url: string, how: RequestInit) => Promise<Response>;

/**
 * Sends like `fetch`, and tells how much of the body has gone, in per cent: `fetch` itself cannot say. `gone` is called for every
 * part of it. Rejects when nothing came back, or nothing that an answer can be made of, or with the reason of its signal.
 */
export const sendWithProgress =
  (told: (percent: number) => void, gone: () => void = () => {}): Send =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const stop = () => {
        request.abort();
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.responseType = 'arraybuffer';
      let last = 0;
      let at = performance.now();
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        gone();
        const percent = lengthComputable ? Math.floor((100 * loaded) / total) : last;
        if (percent < last + step && performance.now() - at < silence) return;
        last = percent;
        at = performance.now();
        told(percent);
      });
      request.addEventListener('load', () => {
        const answer = new Headers();
        for (const name of ['content-type', 'retry-after']) {
          const value = request.getResponseHeader(name);
          if (value !== null) answer.set(name, value);
        }
        try {
          resolve(new Response(request.response as ArrayBuffer, { status: request.status, headers: answer }));
        } catch (error) {
          // A status that has no body, as 204: what throws in a listener reaches nobody who waits.
          reject(error as Error);
        }
      });
      request.addEventListener('error', () => reject(new TypeError('the line failed')));
      request.send((body ?? null) as XMLHttpRequestBodyInit | null);
      return undefined;
    });
