import { added } from '../../contract/limits.ts';

/** A letter with a code that this browser has asked for. */
export interface Letter {
  /** Where it was asked for, and where the place for its code is found again. */
  flow: 'login' | 'signup';
  email: string;
  /** Where it went, as the server said. */
  to: string;
  /** Page clock in ms: when its code lapses, and when a new one may be asked for. */
  expiresAt: number;
  againAt: number;
}

/** The same as it lies on the device, moments in ISO: no code, and no password. */
export type KeptLetter = Record<'flow' | 'email' | 'sent_to' | 'expires_at' | 'again_at', string>;

/** What the device holds, whatever it is, and the moment of the page's clock at which it was read. */
export interface LetterRead {
  kept: unknown;
  at: number;
}

/** A letter whose code may still be typed. */
export interface Recalled {
  letter: Letter;
  at: number;
}

const written = (moment: number): string => new Date(moment).toISOString();
export const keptOf = ({ flow, email, to, expiresAt, againAt }: Letter): KeptLetter => ({
  ...{ flow, email, sent_to: to, expires_at: written(expiresAt), again_at: written(againAt) },
});

const longest = 254;
const isAddress = (value: unknown): value is string => typeof value === 'string' && value.length <= longest;

const isSameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Null for whatever else lies there: another flow's letter, one that has lapsed, or nothing that can be read; with an address,
 * a letter to another one.
 */
export function recalled(
  { kept, at }: LetterRead,
  flow: Letter['flow'],
  address: string | null = null,
): Recalled | null {
  const { email, sent_to: to, ...rest } = Object(kept) as Partial<Record<keyof KeptLetter, unknown>>;
  if (rest.flow !== flow || !isAddress(email) || !isAddress(to)) return null;
  if (address !== null && !isSameAddress(address, email)) return null;
  const [expiresAt, againAt] = [Date.parse(String(rest.expires_at)), Date.parse(String(rest.again_at))];
  // A clock that was set back must not keep a code alive.
  const left = expiresAt - at;
  const isGood = left > 0 && left <= added.codeLifetime && !Number.isNaN(againAt);
  return isGood ? { letter: { flow, email, to, expiresAt, againAt }, at } : null;
}
