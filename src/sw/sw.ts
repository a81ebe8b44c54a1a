/**
 * The service worker: with it the page opens without a network, and its parts come from this device.
 *
 * A new worker takes over at once (`skipWaiting`, `claim`), also from under a page of the build before it, and no page
 * is ever loaded anew because of that. It can, because a worker does the same for any build: the page comes from the
 * network while there is one; a part has its content's hash in its name, and one that the worker does not know goes
 * past it to the server, which keeps those of earlier builds; the page that is kept is kept together with all the
 * parts that it names, or not at all. When to load an open page anew is decided by the version that answers name.
 *
 * What a person has is never kept: only the page without them, its parts, its pictures and its messages.
 */
import type { Build } from './build.ts';
import { isItsType, kindOf, type Kind } from './kinds.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put here by the build. */
declare const BUILD: Build;
const build = BUILD;

/** The page and the messages of one build; the parts of several. */
const prefix = 'build ';
const buildCache = prefix + build.version;
const partsCache = 'parts';
const page = '/index.html';

/** How long the network may take before what is kept stands in for it, in ms. Words of another build are the last resort. */
const patience = { page: 3_000, words: 8_000, picture: 3_000 };

const kindOfUrl = (url: string): Kind => kindOf({ method: 'GET', mode: 'cors', url }, self.location.origin, build);
const pathOf = (url: string): string => new URL(url).pathname;

const isItself = (path: string, { headers }: Response): boolean => isItsType(path, headers.get('content-type'));

const mayKeep = (path: string, response: Response): boolean =>
  response.status === 200 &&
  isItself(path, response) &&
  response.type === 'basic' &&
  !response.redirected &&
  !/no-store|private/.test(response.headers.get('cache-control') ?? '');

/** Storage that is full, blocked or gone only means that nothing is kept. */
const quietly = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};
/** What is kept under a path and is no such thing, from a worker that did not look, is as good as nothing. */
const find = (cacheName: string, path: string): Promise<Response | undefined> =>
  quietly(async () => {
    const found = await caches.match(path, { cacheName, ignoreVary: true });
    return found && isItself(path, found) ? found : undefined;
  });
const keep = (cacheName: string, path: string, response: Response): Promise<void> =>
  quietly(async () => (await caches.open(cacheName)).put(path, response));

/** What the promise gives in time; undefined when it is late or fails. */
const inTime = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([quietly(() => promise), new Promise<undefined>((late) => setTimeout(late, ms))]);

/** Asks the network, and keeps what may be kept, however late it comes. It is copied before anybody reads it. */
const ask = (event: FetchEvent, cacheName: string): Promise<Response> => {
  const answer = fetch(event.request);
  const keepIt = async () => {
    const response = await answer;
    const path = pathOf(event.request.url);
    if (mayKeep(path, response)) await keep(cacheName, path, response.clone());
  };
  event.waitUntil(quietly(keepIt));
  return answer;
};

/** From this device when it is there: a part never changes. */
const part = async (event: FetchEvent): Promise<Response> =>
  (await find(partsCache, pathOf(event.request.url))) ?? (await ask(event, partsCache));

/** All messages of the language of which a path names a part: they stand in for a part that no page has asked for yet. */
const wholeOf = (path: string): string => path.replace(/^(\/i18n\/[a-z]{2})\/.*/, '$1');

/** From the network; when that fails, falters or dawdles, what is kept. */
const freshest = async (event: FetchEvent, cacheName: string, ms: number): Promise<Response> => {
  const answer = ask(event, cacheName);
  const response = await inTime(answer, ms);
  const path = pathOf(event.request.url);
  if (response && response.status < 500 && isItself(path, response)) return response;
  return (await find(cacheName, path)) ?? (await find(cacheName, wholeOf(path))) ?? (await answer);
};

const offlinePage = (): Response =>
  new Response(build.offline.page, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': build.offline.policy,
      'Cache-Control': 'no-store',
    },
  });

/** What a proxy says when the server behind it is not there. */
const isGone = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Any place of the page. What the network answers is never kept: it is a page of whatever build is there by now. */
const place = async (event: FetchEvent): Promise<Response> => {
  const asked = async () => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request));
  const answer = asked();
  event.waitUntil(quietly(() => answer));
  const response = await inTime(answer, patience.page);
  if (response && !isGone(response)) {
    event.waitUntil(quietly(mend));
    return response;
  }
  return (await find(buildCache, page)) ?? (await quietly(() => answer)) ?? offlinePage();
};

const answers: Record<Exclude<Kind, 'none'>, (event: FetchEvent) => Promise<Response>> = {
  page: place,
  part,
  // Beside a part the whole, for a place that asks for another part when there is no network.
  words: (event) => {
    event.waitUntil(keepMissing(wholeOf(pathOf(event.request.url))));
    return freshest(event, buildCache, patience.words);
  },
  picture: (event) => freshest(event, partsCache, patience.picture),
};

/** Without cookies: what comes is nobody's. */
const fetchForAll = (path: string): Promise<Response> => fetch(path, { cache: 'no-cache', credentials: 'omit' });

/** The page as it may be shown at any address: an answer that was redirected to is refused for a navigation. */
const fetchPage = async (): Promise<Response> => {
  const response = await fetchForAll(page);
  const text = await response.text();
  // In the middle of a release the server may be of another build than this worker.
  if (response.status !== 200 || !build.shell.every((name) => text.includes(name))) throw new Error('another build');
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(text, { headers });
};

const keepPart = async (path: string): Promise<void> => {
  if (await find(partsCache, path)) return;
  const response = await fetch(path, { credentials: 'omit' });
  if (!mayKeep(path, response)) throw new Error(`${path} did not come`);
  await keep(partsCache, path, response);
};

const keepWords = (path: string): Promise<void> =>
  quietly(async () => {
    const response = await fetchForAll(path);
    if (mayKeep(path, response)) await keep(buildCache, path, response);
  });

const keepMissing = async (path: string): Promise<void> => {
  if (!(await find(buildCache, path))) await keepWords(path);
};

/** The languages that earlier workers kept. */
const languages = async (): Promise<string[]> => {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [...new Set(kept.flat().map(({ url }) => pathOf(url)))].filter((path) => path !== page);
};

/** The page and what it names, or nothing. */
const keepPage = async (): Promise<void> => {
  const [opened] = await Promise.all([fetchPage(), ...build.shell.map(keepPart)]);
  const parts = await Promise.all(build.shell.map((path) => find(partsCache, path)));
  // A part may have found no room where the page, which is much less, would.
  if (parts.every(Boolean)) await keep(buildCache, page, opened);
};

/** The storage had no room for the page, or has lost it since. */
const mend = async (): Promise<void> => {
  if (!(await find(buildCache, page))) await keepPage();
};

/** A worker whose build did not come whole is not installed. */
const install = async (): Promise<void> => {
  await keepPage();
  await Promise.all(((await quietly(languages)) ?? []).map(keepWords));
  await self.skipWaiting();
};

/** Removes what belongs to no build of ours any more: open pages of an earlier one ask the server. */
const sweep = async (): Promise<void> => {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== buildCache);
  await Promise.all(old.map((name) => caches.delete(name)));
  const parts = await caches.open(partsCache);
  const gone = (await parts.keys()).filter(({ url }) => kindOfUrl(url) === 'none');
  await Promise.all(gone.map((request) => parts.delete(request)));
};

const activate = async (): Promise<void> => {
  await quietly(sweep);
  // A page is asked for while the worker is still waking up.
  await quietly(async () => self.registration.navigationPreload?.enable());
  await self.clients.claim();
};

/** The page tells what it had loaded before the worker was there: the browser has it, so it costs nothing. */
const keepUsed = async (path: string): Promise<void> => {
  const kind = kindOfUrl(new URL(path, self.location.origin).href);
  if (kind === 'words') await Promise.all([...new Set([path, wholeOf(path)])].map(keepMissing));
  if (kind === 'part' || kind === 'picture') await quietly(() => keepPart(path));
};

const pathsIn = (data: unknown): string[] => {
  const { used } = (data ?? {}) as { used?: unknown };
  return Array.isArray(used) ? used.filter((path) => typeof path === 'string') : [];
};

/** A notification of the browser leads to the page: to one that is open, else to another one. */
const leadToPage = async ({ notification }: NotificationEvent): Promise<void> => {
  notification.close();
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(
    ({ url }) => kindOf({ method: 'GET', mode: 'navigate', url }, self.location.origin, build) === 'page',
  );
  if (!(open && (await quietly(() => open.focus())))) await self.clients.openWindow('/');
};

/** Known to some browsers only; TypeScript's library does not have it yet. */
interface Routed {
  addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>;
}

/** What is asked of the server does not wait until this worker, which would let it pass, is awake. */
const passBy = (event: ExtendableEvent & Routed): Promise<unknown> =>
  quietly(async () => event.addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }));

self.addEventListener('install', (event) => {
  event.waitUntil(passBy(event));
  event.waitUntil(install());
});
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => event.waitUntil(Promise.all(pathsIn(event.data).map(keepUsed))));
self.addEventListener('notificationclick', (event) => event.waitUntil(leadToPage(event)));
self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin, build);
  if (kind !== 'none') event.respondWith(answers[kind](event));
});
