import { isPublished } from '../../../contract/outward.ts';
import { isOwnPath } from './address.ts';

/** Where a link that somebody else wrote (the server, a text of its) may lead. */
export type Link = { kind: 'own'; path: string } | { kind: 'outward'; href: string };

/** Reads an address: a path of this page, or one whose origin is on the published list. */
export function readLink(text: string, origins: readonly string[]): Link | undefined {
  if (isOwnPath(text)) return { kind: 'own', path: text };
  return isPublished(text, origins) ? { kind: 'outward', href: text } : undefined;
}
