/**
 * Stands inline in a page that was rendered for a visitor, behind its first view and before any script of the page. When the browser is idle it
 * fetches the scripts, and starts them where something on the screen waits for them; else they start when a person begins,
 * and what they do until the page has been taken over is kept.
 */
import type { Early } from './kept.ts';

// The page is taken over as it was drawn, without this.
document.currentScript?.remove();
// Where this cannot be read the page says so by itself.
document.documentElement.dataset['opening'] = 'read';

/** Undefined where the storage is blocked: then the browser's own preference stands. */
const recall = <T>(read: (storage: Storage) => T): T | undefined => {
  try {
    return read(localStorage);
  } catch {
    return undefined;
  }
};

/** What the page says of its pieces stands behind what it shows. */
const first = () => document.getElementById('first-page')?.dataset;
const listOf = (names = ''): string[] => names.split(' ').filter(Boolean);

/** Gives up what is on its way; what is asked for from then on has another one. */
let stop = new AbortController();
const link = (how: Partial<HTMLLinkElement>) =>
  new Promise<unknown>((onload, fail) => {
    const made = document.createElement('link');
    // What has failed stands there no more: whoever asks again finds none that would never come.
    const onerror = (error: unknown) => {
      made.remove();
      fail(error);
    };
    stop.signal.addEventListener('abort', (gone) => made.sheet ?? onerror(gone));
    document.head.append(Object.assign(made, { ...how, onload, onerror }));
  });
let stalls: ReturnType<typeof setTimeout> | undefined;
/** Some piece goes on. When none has for ten seconds they are given up: a request that the line has swallowed would be waited for in vain. */
const goesOn = (): void => {
  clearTimeout(stalls);
  stalls = setTimeout(() => {
    stop.abort();
    stop = new AbortController();
  }, 10_000);
};
/** Without importing it: what fails to be imported stays so in some browsers, however often it is asked for. */
const bring = async (path: string): Promise<void> => {
  goesOn();
  const { ok, body } = await fetch(path, { signal: stop.signal });
  if (!ok) throw new Error(path);
  await body?.pipeTo(new WritableStream({ write: goesOn }));
};
const quietly = (coming: Promise<unknown>): void => void coming.catch(() => {});

let started = false;
/** Until when they are asked for anew each second: the line says that it is back before it carries. */
let until = 0;
let again: ReturnType<typeof setTimeout> | undefined;
/** Until when nothing but a press asks for them: a pointer that only moves would do so as often as they fail. */
let rests = 0;

/** Each piece is asked for ahead of what names it: none waits for another. */
const start = (): void => {
  if (started || performance.now() < rests) return;
  started = true;
  const { page = '', pieces, styles, words = '' } = first() ?? {};
  // They say what is there already, and more: all of them are put on at once, when the page is taken over.
  // One that does not come is asked for again by then.
  for (const href of listOf(styles)) quietly(link({ rel: 'stylesheet', media: 'not all', href }));
  for (const href of listOf(pieces)) quietly(bring(href));
  quietly(link({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: words }));
  const coming = bring(page).then(() => import(/* @vite-ignore */ page));
  coming.catch(() => {
    started = false;
    rests = performance.now() + 1_000;
    document.getElementById('failed')?.removeAttribute('hidden');
    clearTimeout(again);
    if (performance.now() < until) again = setTimeout(beginNow, 1_000);
  });
};

/** As soon as the page has said what its pieces are. */
const begin = (): void => {
  if (first()) start();
  else document.addEventListener('DOMContentLoaded', start);
};

const beginNow = (): void => {
  rests = 0;
  begin();
};

const beginAgain = (): void => {
  until = performance.now() + 10_000;
  beginNow();
};

const kept: Early['kept'] = new Map();

/**
 * Where a click does something that only the page can do: a field takes it by itself, and so does a link, which leads on.
 * But what somebody has typed goes along to the next screen, and the browser would lose it on the way; unless the scripts do
 * not come at all.
 */
const heldBy = (target: EventTarget | null, event: Partial<MouseEvent>): HTMLElement | null => {
  if (!(target instanceof Element) || target.closest('input, label')) return null;
  const link = target.closest<HTMLElement>('a[href]');
  if (!link) return target.closest('button');
  const isPlain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const isWithin = link.matches('main :not([target])') && document.querySelector('#failed[hidden]');
  return isPlain && kept.size > 0 && isWithin ? link : null;
};

/** The field that a person begins with. It is focused when the page has been drawn, or for the first letter that comes before. */
const focusFirst = (): void => {
  const field = document.querySelector<HTMLElement>('[data-autofocus]');
  field?.removeAttribute('data-autofocus');
  if (document.activeElement === document.body) field?.focus({ preventScroll: true });
};

const isLetter = (event: Event): boolean => {
  const { key = '', ctrlKey, metaKey, altKey } = event as Partial<KeyboardEvent>;
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
};

const hear = (event: Event): void => {
  const { type, target } = event;
  if (type === 'click') beginNow();
  else begin();
  if (type === 'keydown' && isLetter(event)) focusFirst();
  if (target instanceof HTMLInputElement && ['input', 'change', 'click'].includes(type)) {
    const { name, value, checked } = target;
    if (type === 'input') {
      kept.delete(name);
      kept.set(name, { value, checked });
    }
    // It is told when the page is taken over: a form that is half taken over would put back what it last heard.
    event.stopImmediatePropagation();
  }
  if (type === 'submit') event.preventDefault();
  const held = type === 'click' ? heldBy(target, event) : null;
  if (!held) return;
  event.preventDefault();
  // It is done once, when the page is taken over: what is half taken over would do it too.
  event.stopImmediatePropagation();
  held.dataset['held'] = '';
  kept.set({}, held);
};

/** The screen is looked at again. */
const look = (): void => {
  if (document.visibilityState === 'visible') begin();
};

/** What a person begins with, a pointer that only comes near among it; and what a screen must know of that nobody touches. */
const heard: [on: EventTarget, how: (event: Event) => void, kinds: string[]][] = [
  [
    document,
    hear,
    ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'input', 'change', 'submit', 'click'],
  ],
  [document, look, ['visibilitychange']],
  [globalThis, begin, ['offline']],
  [globalThis, beginAgain, ['online']],
];
for (const [on, how, kinds] of heard) for (const kind of kinds) on.addEventListener(kind, how, true);

let tabs: BroadcastChannel | undefined;
/** From then on its theme is the house's: to put one on here would undo a choice. */
let isTakenOver = false;

const early: Early = {
  kept,
  rest() {
    isTakenOver = true;
    for (const [on, how, kinds] of heard) for (const kind of kinds) on.removeEventListener(kind, how, true);
    tabs?.close();
    Object.assign(globalThis, { early: undefined });
  },
};
Object.assign(globalThis, { early });

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Nothing for a person who pays for every byte. */
const fetchAhead = (): void => {
  const { page = '', pieces, styles, words = '' } = first() ?? {};
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  if (saveData || /(^|-)2g$/.test(effectiveType ?? '')) return;
  for (const path of [words, page, ...listOf(styles), ...listOf(pieces)])
    quietly(link({ rel: 'prefetch', href: path }));
};

const atEase = (): void => {
  const remembers = recall((storage) => Object.keys(storage).some((key) => key.startsWith('memory/')));
  if (remembers || first()?.['whole'] === undefined) begin();
  else if (!started) fetchAhead();
};

/**
 * The server knows it by a cookie, which may be gone, or left over. Reading the storage before the first frame would delay
 * that frame more than all else here.
 */
const putOnTheme = (): void => {
  if (isTakenOver) return;
  const theme = recall((storage) => JSON.parse(storage.getItem('memory/theme') ?? 'null') as unknown);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  else if (theme !== undefined) delete document.documentElement.dataset['theme'];
};

/** What waited for the first view to be drawn: the foot of the page, pictures, the focus, other tabs. */
const afterFirstFrame = (): void => {
  delete document.documentElement.dataset['opening'];
  focusFirst();
  for (const image of document.querySelectorAll<SVGImageElement>('image[data-href]:not([href])'))
    image.setAttribute('href', image.dataset['href'] ?? '');
  if (started) return;
  try {
    tabs = new BroadcastChannel('session');
    tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const { locale } = Object(data) as { locale?: unknown };
      if (locale) early.language = locale;
      begin();
    });
  } catch {
    // They are asked when this one is looked at again.
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(atEase, { timeout: 2_000 });
  else setTimeout(atEase, 300);
};

/** At once on a page that nobody looks at: nothing of it is drawn. */
const behindFrame = (work: () => void): void => {
  if (document.visibilityState === 'hidden') work();
  else requestAnimationFrame(() => requestAnimationFrame(work));
};
const later = (): void => behindFrame(afterFirstFrame);

behindFrame(putOnTheme);
if (document.readyState === 'complete') later();
else addEventListener('load', later);
