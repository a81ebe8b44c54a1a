import type { Answer } from '../../contract/call.ts';
import type { CodeSent, SentAgain } from '../../contract/calls/auth.ts';
import { added } from '../../contract/limits.ts';
import { isOfLine, troubleOf, type Trouble } from '../form/trouble.ts';
import { keptOf, type KeptLetter, type Letter, type Recalled } from './letter.ts';
import { isTooSoon, secondsLeft, waitUntil } from './wait.ts';

/** Who asks for a letter: with a password, for an account; `passwords`: whether the site asks for one after all. */
export interface CodeWish {
  email: string;
  password?: string;
  passwords?: boolean;
  /** Anybody gets this letter, with an account or without. */
  anybody?: boolean;
  /** Their session was lost: no account is to be made. */
  known?: boolean;
  /** What was chosen on the way here. */
  remember?: boolean;
  /** Another letter was asked for before, and its answer was lost. */
  lost?: boolean;
  /** The answer, when the letter was asked for already. */
  sent?: Answer<CodeSent>;
  /** The same, of a page that was left since: whatever it had of a password is gone. */
  recalled?: Recalled;
  /** An account is asked for. */
  account?: boolean;
  /** Where the place for the code is to be found again; absent: nowhere. */
  flow?: Letter['flow'];
}

export interface CodeContext {
  email: string;
  password: string | null;
  passwords: boolean;
  anybody: boolean;
  known: boolean;
  account: boolean;
  flow: Letter['flow'] | null;
  code: string;
  remember: boolean;
  lost: boolean;
  /** Where the code went; page clock in ms: when it lapses, and when a new one may be asked for. */
  sent: { to: string; expiresAt: number; againAt: number } | null;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  tries: number;
  /** What the server said about the code, and about all else. */
  refused: Trouble | null;
  trouble: Trouble | null;
  corrections: number;
}

/** How it ends: signed in, or back at the address; `trouble` says why no code was sent. */
export interface CodeOutput {
  kind: 'signed in' | 'address wanted';
  trouble: Trouble | null;
}

/** What the flow keeps of it: whether a letter may have gone out that nobody has told of. */
export const whyNoCode = ({ trouble }: CodeOutput) => ({ trouble, lost: isOfLine(trouble) });

export const begun = (input: CodeWish): CodeContext => ({
  ...{ email: input.email, password: input.password ?? null, passwords: input.passwords ?? false },
  ...{
    anybody: input.anybody ?? false,
    known: input.known ?? false,
    remember: input.remember ?? false,
    lost: input.lost ?? false,
  },
  ...{ account: input.account ?? false, flow: input.flow ?? null },
  ...{ code: '', sent: null, at: 0 },
  ...{ heldUntil: 0, tries: 0, refused: null, trouble: null, corrections: 0 },
  ...(input.sent ? whatWasSent(input.sent) : {}),
  ...(input.recalled ? sentBefore(input.recalled) : {}),
});

const sentBefore = ({ letter: { to, expiresAt, againAt }, at }: Recalled): Pick<CodeContext, 'sent' | 'at'> => ({
  ...{ sent: { to, expiresAt, againAt }, at },
});

/** What the device keeps of a letter that is on its way; null where its code is typed in no other place. */
export const letterOf = ({ flow, email, sent }: CodeContext): KeptLetter | null =>
  flow && sent && keptOf({ flow, email, ...sent });

/** Another letter for an account needs its password, which did not outlive the page. */
export const needsForm = ({ account, password }: CodeContext): boolean => account && password === null;

/** Another letter to an address that nobody has would say the same. */
export const mayHelp = (context: CodeContext): boolean => !needsForm(context) && context.trouble?.code !== 'no_account';

/** What is asked for a letter. */
export const bodyOf = ({ email, password, known }: CodeContext) => ({
  ...{ email, ...(password === null ? {} : { password }), ...(known ? { known } : {}) },
});

export const codeLength = 6;

/** Moments of the page's clock, worked out from the server's. */
export function whenItLapses({ payload, now, at }: Answer<SentAgain>, to: string): Pick<CodeContext, 'sent' | 'at'> {
  const onPage = (moment: string) => at + Date.parse(moment) - Date.parse(now);
  return { sent: { to, expiresAt: onPage(payload.expires_at), againAt: onPage(payload.again_at) }, at };
}

export const whatWasSent = (answer: Answer<CodeSent>) => whenItLapses(answer, answer.payload.sent_to);

/** Only the next letter has to wait: the code of the last one may be typed. */
export function waitsForLetter({ sent, at: last }: CodeContext, error: unknown): Partial<CodeContext> {
  const { at, heldUntil: againAt } = waitUntil(error, last);
  return { at, sent: sent && { ...sent, againAt }, trouble: { code: 'letter_waits' } };
}

/** A wrong code stands under its field, with the tries that are left; all else above the form. */
export function objections({ tries }: CodeContext, error: unknown): Pick<CodeContext, 'refused' | 'trouble'> {
  const trouble = troubleOf(error);
  if (trouble.code !== 'wrong_code') return { refused: null, trouble };
  return {
    refused: { code: 'wrong_code', params: { left: Math.max(0, added.codeTries - tries), ...trouble.params } },
    trouble: null,
  };
}

/** What the screen says at the field; what is missing only after a press. */
export const codeProblem = ({ code, refused }: CodeContext, corrected: boolean): Trouble | null =>
  refused ?? (corrected && code.length < codeLength ? { code: 'six_digits' } : null);

export const secondsToResend = ({ sent, at }: CodeContext): number => secondsLeft(sent?.againAt ?? 0, at);

/** What became of a code that cannot be entered here: it may still be good in the browser that asked for it. */
export function overTitle(trouble: Trouble | null) {
  if (trouble?.code === 'no_account') return 'login.over.no_account';
  return trouble?.code === 'code_elsewhere' ? 'login.over.elsewhere' : 'login.over.title';
}

/** Why they wait: for another code, or after too many tries. */
export const heldTitle = (trouble: Trouble | null) =>
  isTooSoon(trouble) ? 'login.held.later.title' : 'login.held.title';
