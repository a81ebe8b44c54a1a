import { decoded, isOwnPath } from '../../../contract/address.ts';

export { decoded, isOwnPath, splitPath } from '../../../contract/address.ts';

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
