import { added } from '../../contract/limits.ts';
import { pageNow } from './clock.ts';
import { listen } from './listen.ts';

/** Watches, from now on, for the word that the device has its line back. What it gives tells whether that was said just now. */
export const watchNewLine = (): (() => boolean) => {
  let since = -Infinity;
  listen(window, ['online'], () => (since = pageNow()));
  return () => navigator.onLine && pageNow() - since < added.newLine;
};
