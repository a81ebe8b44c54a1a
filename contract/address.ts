import { limits } from './limits.ts';

/** Paths and queries as strings: one room has no `URL`, and a check that lists what may pass needs none. */

const longest = 2_048;
const segment = '[A-Za-z0-9_~-][A-Za-z0-9._~-]*';
const pathname = new RegExp(`^/(?:${segment}(?:/${segment})*/?)?$`);
const query = /^[A-Za-z0-9._~%/:=&+@,!$'()*;-]*$/;
const control = /%(?:[01][0-9A-F]|7F)/i;

/** `/exchanges?search=USD/` → `['/exchanges', 'search=USD/']`. */
export const splitPath = (path: string): [pathname: string, query: string] => {
  const at = path.indexOf('?');
  return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
};

/**
 * Whether somebody else's string (the server's, a menu's, a flow's, an operator's) is a path of this page and nothing
 * more: no scheme, no `//`, no backslash, no control character, no dot segment, no encoding in the path, no broken one
 * in the query.
 */
export function isOwnPath(path: string): boolean {
  if (path.length > longest) return false;
  const [front, back] = splitPath(path);
  return pathname.test(front) && query.test(back) && !control.test(back) && decoded(back) !== undefined;
}

/** Undefined for an encoding that is broken. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** A path without its query that the page answers with one of its places: no file, and nothing that the server keeps. */
export const isPlace = (path: string): boolean =>
  !/\.[A-Za-z0-9]{1,12}$|^\/(assets|api|i18n|dev|local)(\/|$)/.test(path);

/** The language that a path begins with, where addresses have one. */
export const localePrefix: RegExp = new RegExp(`^/(${limits.languages.join('|')})(?=/|$)`);
