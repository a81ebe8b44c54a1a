import { decoded, isOwnPath } from './address.ts';

/** Where a link that somebody else wrote (the server, a text of its) may lead. */
export type Link = { kind: 'own'; path: string } | { kind: 'outward'; href: string };

const longest = 2_048;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const origin = `https://${label}(?:\\.${label})+(?::[1-9][0-9]{0,4})?`;
const letter = "[A-Za-z0-9_~!$&'()*+,;=@:-]";
/** An encoded character that is no control, no slash, no backslash, no dot and no further encoding. */
const encoded = '%(?![01]|2[5EeFf]|5[Cc]|7[Ff])[0-9A-Fa-f]{2}';
const segment = `(?:${letter}|${encoded})(?:[.]|${letter}|${encoded})*`;
const rest = `(?:/|[.?]|${letter}|${encoded})*`;
const address = new RegExp(`^(${origin})(?:/(?:${segment}(?:/${segment})*/?)?)?(?:[?]${rest})?(?:#${rest})?$`);

/**
 * Reads an address by listing what may pass: a path of this page, or an https address whose origin stands on the
 * published list letter by letter. So there is no way in for another scheme, a name before an `@`, a port or a host
 * that only looks alike, `//`, a backslash, a space, a control character, a letter beyond ASCII or a second encoding.
 */
export function readLink(text: string, origins: readonly string[]): Link | undefined {
  if (isOwnPath(text)) return { kind: 'own', path: text };
  if (text.length > longest) return undefined;
  const found = address.exec(text)?.[1];
  return found !== undefined && origins.includes(found) && decoded(text) !== undefined
    ? { kind: 'outward', href: text }
    : undefined;
}
