import type { FirstPage } from '../../contract/first-page.ts';

/** Of our own server: each answer in it is parsed as any other, where it is used. */
const written = (): FirstPage | undefined => {
  try {
    return JSON.parse(document.getElementById('first-page')?.textContent ?? '') as FirstPage;
  } catch {
    return undefined;
  }
};

let read: { page: FirstPage | undefined } | undefined;

/** What the server rendered into this page, read once; undefined where it rendered nothing, or nothing that can be read. */
export const firstPageHere = (): FirstPage | undefined => (read ??= { page: written() }).page;
