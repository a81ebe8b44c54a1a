import { decoded } from './address.ts';

const longest = 2_048;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const port = '[1-9][0-9]{0,4}';
const origin = `https://${label}(?:\\.${label})+(?::${port})?|http://127\\.0\\.0\\.1:${port}`;
const letter = "[A-Za-z0-9_~!$&'()*+,;=@:-]";
/** An encoded character that is no control, no slash, no backslash, no dot and no further encoding. */
const encoded = '%(?![01]|2[5EeFf]|5[Cc]|7[Ff])[0-9A-Fa-f]{2}';
const segment = `(?:${letter}|${encoded})(?:[.]|${letter}|${encoded})*`;
const rest = `(?:/|[.?]|${letter}|${encoded})*`;
const address = new RegExp(`^(${origin})(?:/(?:${segment}(?:/${segment})*/?)?)?(?:[?]${rest})?(?:#${rest})?$`);

/**
 * Whether somebody else's string is an address whose origin stands on the published list letter by letter, and nothing
 * more: a link, a page to pay at, a frame. It lists what may pass, so there is no way in for another scheme, a name before
 * an `@`, a port or a host that only looks alike, `//`, a backslash, a space, a control character, a letter beyond ASCII or
 * a second encoding. A page on this machine is only ever on the list of a server that is not in production.
 */
export const isPublished = (text: string, origins: readonly string[]): boolean => {
  const found = text.length <= longest ? address.exec(text)?.[1] : undefined;
  return found !== undefined && origins.includes(found) && decoded(text) !== undefined;
};
