/** Paths and queries as strings: this room has no `URL`, and a check that lists what may pass needs none. */

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
 * Whether somebody else's string (the server's, a menu's, a flow's) is a path of this page and nothing more: no scheme,
 * no `//`, no backslash, no control character, no dot segment, no encoding in the path, no broken one in the query.
 */
export function isOwnPath(path: string): boolean {
  if (path.length > longest) return false;
  const [front, back] = splitPath(path);
  return pathname.test(front) && query.test(back) && !control.test(back) && decoded(back) !== undefined;
}

/** The path, when it is one of ours: for pictures and links that somebody else names. */
export const ownPath = (text: string): string | undefined => (isOwnPath(text) ? text : undefined);

/** The first value of each key; what cannot be decoded is left out. */
export function readQuery(text: string): Record<string, string> {
  const pairs = text.split('&').flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    const key = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decoded(part.slice(at + 1));
    return key === undefined || key === '' || value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(pairs.toReversed());
}

/** Undefined for an encoding that is broken. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
