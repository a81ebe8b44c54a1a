import { added } from '../../contract/limits.ts';

const coming: Record<string, Promise<unknown> | undefined> = {};

/** Gives up what is on its way; what is asked for from then on has another one. */
let stop = new AbortController();
let stalls: ReturnType<typeof setTimeout> | undefined;
/** Some piece goes on. They share the line: while it carries one of them none of the others is lost. */
const goesOn = (): void => {
  clearTimeout(stalls);
  stalls = setTimeout(() => {
    stop.abort();
    stop = new AbortController();
  }, added.pieceStalls);
};

const scriptCame = async (path: string): Promise<void> => {
  goesOn();
  const { ok, body } = await fetch(path, { signal: stop.signal });
  if (!ok) throw new Error(path);
  await body?.pipeTo(new WritableStream({ write: goesOn }));
};

const styleCame = (href: string): Promise<unknown> =>
  new Promise<unknown>((came, fail) => {
    if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return came(undefined);
    goesOn();
    const { signal } = stop;
    const link = document.createElement('link');
    const onerror = () => {
      link.remove();
      fail(new Error(href));
    };
    const onload = () => {
      signal.removeEventListener('abort', onerror);
      came(undefined);
    };
    signal.addEventListener('abort', onerror);
    document.head.append(Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload, onerror }));
  });

const pieceCame = (path: string): Promise<unknown> =>
  (coming[path] ??= (path.endsWith('.css') ? styleCame(path) : scriptCame(path)).catch((error: unknown) => {
    delete coming[path];
    throw error;
  }));

/**
 * Imports a part of the page once all that it is made of has come: `pieces`, as paths below the root of the site. Rejects where
 * one does not come, or nothing of any for a while (a request that the line has swallowed ends by itself only after minutes,
 * and another one would come at once), and asks for it anew the next time, for its style too. What is imported and fails stays so in Safari, in
 * Firefox to 154 and in older ones of Chrome for as long as the page stands, however often it is asked for (whatwg/html#10327).
 */
export const importFetched = <Part>(load: () => Promise<Part>, pieces: readonly string[] = []): Promise<Part> =>
  Promise.all(pieces.map((path) => pieceCame(`/${path}`))).then(load);
