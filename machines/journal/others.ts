import type { Entry } from '../../contract/journal/entry.ts';
import { isId, shape } from '../../contract/journal/strings.ts';
import { isPartOfAddress } from '../../contract/journal/words.ts';

type Fields = Record<string, unknown>;

/** Stands for somebody else's account: as long, and nobody's. */
const standIn = (whose: unknown, account: string | null): unknown =>
  typeof whose === 'string' && whose !== account ? shape(whose) : whose;

/** What the server made for one person: an operation, a card, a chat; wherever it stands in an address. */
const withoutIds = (path: unknown): unknown =>
  typeof path === 'string'
    ? path.replaceAll(/[^/?&=]+/g, (part) => (isId(part) && !isPartOfAddress(part) ? shape(part) : part))
    : path;

function keptOf(kept: unknown, account: string | null): unknown {
  if (typeof kept !== 'object' || kept === null) return kept;
  const { whose, interrupted } = kept as Fields;
  const written = { ...kept, ...(whose !== undefined && { whose: standIn(whose, account) }) };
  const isOthers = typeof whose === 'string' && whose !== account;
  return isOthers ? { ...written, interrupted: withoutIds(interrupted) } : written;
}

/**
 * A masked start as it may be written for `account` (null: nobody is signed in): a device remembers of everybody who was
 * here. A replay takes the same turns, which ask whether an account is the one that is signed in.
 */
export function withoutOthers(start: Entry, account: string | null): Entry {
  if (start.k !== 'start' || typeof start.input !== 'object' || start.input === null) return start;
  const { memory } = start.input as Fields;
  if (typeof memory !== 'object' || memory === null) return start;
  const { asked, kept } = memory as Fields;
  const written = {
    ...memory,
    ...(Array.isArray(asked) && { asked: asked.map((each) => standIn(each, account)) }),
    ...(kept !== undefined && { kept: keptOf(kept, account) }),
  };
  return { ...start, input: { ...start.input, memory: written } };
}
