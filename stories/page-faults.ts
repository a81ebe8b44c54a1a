import { missingKeys } from './words.ts';

const heard: string[] = [];

/** Keeps what the page complains of by itself, on the console or uncaught. Gives back what undoes it. */
export function hearComplaints(): () => void {
  heard.length = 0;
  const { error, warn } = console;
  const keep =
    (say: typeof error): typeof error =>
    (...words) => {
      heard.push(words.map(String).join(' '));
      say(...words);
    };
  Object.assign(console, { error: keep(error), warn: keep(warn) });
  const onError = ({ message }: ErrorEvent) => void heard.push(message);
  const onRejection = ({ reason }: PromiseRejectionEvent) => void heard.push(String(reason));
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    Object.assign(console, { error, warn });
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

const nameOf = ({ tagName, className }: Element): string =>
  `${tagName.toLowerCase()}.${String(className).replace(/\s+/g, '.')}`;

/** The innermost elements that make the page wider than its window. */
function overhanging(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth,
  );
  const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
  return [`${scrollWidth - clientWidth} px too wide for ${clientWidth}: ${inner.map(nameOf).join(', ')}`];
}

/** What the page has complained of since it was last asked. */
export const complaints = (): string[] => heard.splice(0).map((words) => `the page complains: ${words}`);

/** What is wrong with any page whatever it shows: too wide, words missing or not filled in. */
export const pageFaults = (): string[] => [
  ...overhanging(),
  ...[...missingKeys].map((key) => `no message ${key}`),
  ...[...document.body.innerText.matchAll(/{{.*?}}/g)].map(([hole]) => `not filled in: ${hole}`),
];

const isPicture = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return element.checkVisibility() && width > 1 && height > 1;
};

/** A page on which nobody sees anything: no words, no picture, and no place kept for what is on its way. */
export const emptyPage = (): string[] =>
  document.body.innerText.trim() !== '' ||
  [...document.body.querySelectorAll('svg, img, [aria-hidden]')].some(isPicture)
    ? []
    : ['nothing is on the screen'];
