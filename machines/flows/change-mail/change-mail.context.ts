import type { Answer } from '../../../contract/call.ts';
import type { MailAsked, PersonalInfo } from '../../../contract/calls/user.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, troubleOf, type Trouble } from '../../form/trouble.ts';
import type { AddressDoubt, FlowInput } from '../../root/events.ts';
import { addressProblem, objectionsTo, passwordProblem, usesPasswords } from '../../sign-in/fields.ts';
import { isTooSoon, secondsLeft, waitUntil } from '../../sign-in/wait.ts';

export type MailField = 'email' | 'password';
export type CodeField = 'old_code' | 'new_code';

interface Sent {
  from: string;
  to: string;
  expiresAt: number;
  againAt: number;
}
type Begun = Omit<Sent, 'from'>;

export interface ChangeMailContext {
  account: string;
  /** The address that is to be left. */
  old: string;
  email: string;
  /** Whether the password is asked for, as far as it is known. */
  passwords: boolean;
  /** This account has none, whatever the site uses. */
  hasNone: boolean;
  password: string;
  revealed: boolean;
  old_code: string;
  new_code: string;
  /** Where the codes went; page clock in ms: when they lapse, and when new ones may be asked for. */
  sent: Sent | null;
  /** A change that was begun, as this device keeps it until it is over: moments of the page's clock. */
  draft: Begun | null;
  /** The address that the server says holds now: another tab may have asked for another one. */
  holds: string | null;
  /** The last letters that this page knows of: until `againAt` they hold up others, to whatever address. */
  known: Begun | null;
  /** Letters were asked for, and the answer was lost. */
  lost: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  tries: number;
  /** What the server said about a field, and about the whole. */
  refused: { [Field in MailField | CodeField]?: Trouble };
  trouble: Trouble | null;
  corrections: number;
}

export const begun = ({ account, site, email, needsPassword }: FlowInput): ChangeMailContext => ({
  ...{ account: account ?? '', old: email ?? '', email: '', hasNone: needsPassword === true },
  ...{ passwords: usesPasswords(site) && !needsPassword, password: '', revealed: false, draft: null, holds: null },
  ...{ old_code: '', new_code: '', sent: null, known: null, lost: false, at: 0, heldUntil: 0, tries: 0 },
  ...{ refused: {}, trouble: null, corrections: 0 },
});

export const codeLength = 6;
export const digitsOf = (value: string): string => value.replace(/\D/g, '').slice(0, codeLength);

export const fieldsOf = ({ passwords }: ChangeMailContext): MailField[] =>
  passwords ? ['email', 'password'] : ['email'];

/** What the screen says at a field; its own problems only after a press. */
export const fieldProblem = (context: ChangeMailContext, field: MailField, corrected: boolean): Trouble | null => {
  const own = field === 'email' ? addressProblem(context.email) : passwordProblem(context.password);
  return context.refused[field] ?? (corrected ? own : null);
};
export const isRight = (context: ChangeMailContext): boolean =>
  addressProblem(context.email) === null && (!context.passwords || passwordProblem(context.password) === null);

export const codeProblem = (context: ChangeMailContext, field: CodeField, corrected: boolean): Trouble | null =>
  context.refused[field] ?? (corrected && context[field].length < codeLength ? { code: 'six_digits' } : null);

/** Moments of the page's clock, worked out from the server's. */
export function whatWasSent({ payload, now, at }: Answer<MailAsked>): Partial<ChangeMailContext> {
  const onPage = (moment: string) => at + Date.parse(moment) - Date.parse(now);
  const { email: from, sent_to: to } = payload;
  return standing(
    { from, to, expiresAt: onPage(payload.expires_at), againAt: onPage(payload.again_at) },
    { at, old_code: '', new_code: '', tries: 0 },
  );
}
const standing = ({ from, ...draft }: Sent, more: Partial<ChangeMailContext>): Partial<ChangeMailContext> => ({
  ...{ draft, sent: { ...draft, from }, known: draft, lost: false, refused: {}, trouble: null },
  ...more,
});

/** While letters to another address hold up all others, none that were lost can have gone out. */
const othersHoldUp = ({ known, email }: ChangeMailContext, at: number): boolean =>
  known !== null && at < known.againAt && known.to.toLowerCase() !== email.trim().toLowerCase();
/** Whoever asks once more waits behind letters that went out; how long these hold came with the answer that was lost. */
export const waitsBehindLost = (context: ChangeMailContext, error: unknown): boolean =>
  context.lost && isTooSoon(troubleOf(error)) && !othersHoldUp(context, waitUntil(error, context.at).at);
/** Their codes belong to the account, and may be typed: for the usual time at most, and the server has the last word. */
export function foundOut(
  { old: from, email, at: last }: ChangeMailContext,
  error: unknown,
): Partial<ChangeMailContext> {
  const { at, heldUntil: againAt } = waitUntil(error, last);
  return standing({ from, to: email.trim(), expiresAt: at + added.codeLifetime, againAt }, { at });
}

/** Only the next letters have to wait: the codes of the last ones may be typed. */
export function waitsForLetters(
  { sent, draft, at: last }: ChangeMailContext,
  error: unknown,
): Partial<ChangeMailContext> {
  const { at, heldUntil: againAt } = waitUntil(error, last);
  const later = draft && { ...draft, againAt };
  return {
    ...{ at, sent: sent && { ...sent, againAt }, draft: later, known: later },
    trouble: { code: 'letters_wait' },
  };
}

const written = (moment: number): string => new Date(moment).toISOString();
/**
 * What may lie on this device: the address that was typed; while codes that were sent may still hold, the one that they are
 * for, and until when. No code, and no password.
 */
export const draftOf = ({ email, draft }: ChangeMailContext): Record<string, string> =>
  draft ? { email: draft.to, expires_at: written(draft.expiresAt), again_at: written(draft.againAt) } : { email };

const longest = 254;
/** The address of a kept draft, whatever it holds; empty where it has none. */
export function typedIn(kept: unknown): string {
  const { email } = Object(kept) as Record<string, unknown>;
  return typeof email === 'string' && email.length <= longest ? email : '';
}
/** A change that was begun, by a kept draft. */
export function draftFrom(kept: unknown): Begun | null {
  const { expires_at: expires, again_at: again } = Object(kept) as Record<string, unknown>;
  const [to, expiresAt, againAt] = [typedIn(kept), Date.parse(String(expires)), Date.parse(String(again))];
  return to === '' || Number.isNaN(expiresAt) || Number.isNaN(againAt) ? null : { to, expiresAt, againAt };
}

/** The codes of a change that was begun may still be used, by the moment of an answer. */
export const isAwaited = ({ draft }: ChangeMailContext, { at }: Answer<PersonalInfo>): boolean =>
  draft !== null && draft.expiresAt > at;

/** The change as it stood when the page was left. */
export const goneOn = (
  { draft }: ChangeMailContext,
  { payload, at }: Answer<PersonalInfo>,
): Partial<ChangeMailContext> => ({
  ...{ email: draft?.to ?? '', old: payload.email, at },
  sent: draft && { ...draft, from: payload.email },
});

export const secondsToResend = ({ sent, at }: ChangeMailContext): number => secondsLeft(sent?.againAt ?? 0, at);

/** The server may ask for a password that this page knew nothing of. */
export function objectionsToForm(context: ChangeMailContext, error: unknown): Partial<ChangeMailContext> {
  const said = objectionsTo(error, ['email', 'password'] as const);
  const passwords = context.passwords || said.refused.password !== undefined;
  return { ...said, passwords, ...(isOfLine(said.trouble) && { lost: true }) };
}

/** A wrong code stands under its field, with the tries that are left; all else above the form. */
export function objectionsToCodes({ tries }: ChangeMailContext, error: unknown): Partial<ChangeMailContext> {
  if (!isCallError(error) || error.code !== 'wrong_code') return { trouble: troubleOf(error) };
  const left = Math.max(0, added.codeTries - tries);
  const wrong = { code: 'wrong_code', params: { left, ...troubleOf(error).params } };
  const { old_code, new_code } = error.fields ?? {};
  return { refused: { ...(old_code && { old_code: wrong }), ...(new_code && { new_code: wrong }) }, trouble: null };
}

/** The account has the address that a change was begun for. */
export const isChanged = ({ draft }: ChangeMailContext, { email }: PersonalInfo): boolean =>
  email.toLowerCase() === draft?.to.toLowerCase();

/** The address that was changed to. */
export const addressNow = ({ holds, draft }: ChangeMailContext): string => holds ?? draft?.to ?? '';

/** Whoever has to sign in before it is known has the one, or the other. */
export const doubtOf = ({ draft, sent, old }: ChangeMailContext): AddressDoubt | null =>
  draft && { email: draft.to, former: sent?.from ?? old };

type Refused = ChangeMailContext['refused'];
export function without({ ...refused }: Refused, field: CodeField): Refused {
  delete refused[field];
  return refused;
}
