import { plain, readAmount } from './read-amount.ts';

/** The two amounts of an exchange: what leaves the wallet, fee included, and what arrives. */
export type Side = 'give' | 'get';
export const otherSide = (side: Side): Side => (side === 'give' ? 'get' : 'give');

/**
 * The one amount that the person set, and the side it stands on; the other side follows from it. `byHand`: the text is
 * as it was typed; else a button or the address set it, and it is a decimal in plain notation.
 */
export interface Entry {
  side: Side;
  text: string;
  byHand: boolean;
}

export const typed = (side: Side, text: string): Entry => ({ side, text, byHand: true });
export const set = (side: Side, amount: string): Entry => ({ side, text: plain(amount), byHand: false });
export const noEntry: Entry = { side: 'give', text: '', byHand: true };

/** The text for the entry's own field: what the person typed stays as typed; the rest has the language's separator. */
export const entryText = (entry: Entry, decimalSeparator: string): string =>
  entry.byHand ? entry.text : entry.text.replace('.', decimalSeparator);

/** The entry's amount in plain notation, null while it cannot be read. */
export function amountIn(entry: Entry, scale: number): string | null {
  const read = readAmount(entry.text, scale);
  return 'amount' in read ? read.amount : null;
}

/** A kept draft or an address, whatever it holds, as an entry; null when it is none. */
export function entryFrom(value: unknown): Entry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { side, text, byHand } = value as Record<string, unknown>;
  if ((side !== 'give' && side !== 'get') || typeof text !== 'string' || typeof byHand !== 'boolean') return null;
  return byHand || /^\d{1,30}(\.\d{1,18})?$/.test(text) ? { side, text: text.slice(0, 100), byHand } : null;
}

/** `?give=100` or `?get=0.01` of an address. */
export function entryOfQuery(query: Record<string, string>): Entry | null {
  const side: Side = query['give'] === undefined ? 'get' : 'give';
  return entryFrom({ side, text: query[side], byHand: false });
}
