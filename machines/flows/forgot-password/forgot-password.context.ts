import type { Answer } from '../../../contract/call.ts';
import type { CodeSent } from '../../../contract/calls/auth.ts';
import type { Trouble } from '../../form/trouble.ts';
import type { FlowInput } from '../../root/events.ts';
import { addressProblem, objectionsTo, usesPasswords } from '../../sign-in/fields.ts';
import { secondsLeft } from '../../sign-in/wait.ts';

export interface ForgotPasswordContext {
  /** The site's `auth_type` is `password`. */
  passwords: boolean;
  email: string;
  /** A letter was asked for, and its answer was lost. */
  lost: boolean;
  /** Where the letter went, and when another one may be asked for (page clock, ms). */
  sent: { to: string; againAt: number } | null;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  /** What the server said about the address, and about all else. */
  refused: { email?: Trouble };
  trouble: Trouble | null;
  corrections: number;
}

export const begun = ({ site, email }: FlowInput): ForgotPasswordContext => ({
  passwords: usesPasswords(site),
  email: email ?? '',
  lost: false,
  sent: null,
  at: 0,
  heldUntil: 0,
  refused: {},
  trouble: null,
  corrections: 0,
});

export const isRight = ({ email }: ForgotPasswordContext): boolean => addressProblem(email) === null;

/** What the screen says at the field; its own problem only after a press. */
export const emailProblem = ({ refused, email }: ForgotPasswordContext, corrected: boolean): Trouble | null =>
  refused.email ?? (corrected ? addressProblem(email) : null);

export const objections = (error: unknown) => objectionsTo(error, ['email'] as const);

/** Moments of the page's clock, worked out from the server's. */
export const whatWasSent = ({
  payload: { sent_to, again_at },
  now,
  at,
}: Answer<CodeSent>): Pick<ForgotPasswordContext, 'sent' | 'at'> => ({
  sent: { to: sent_to, againAt: at + Date.parse(again_at) - Date.parse(now) },
  at,
});

export const secondsToResend = ({ sent, at }: ForgotPasswordContext): number => secondsLeft(sent?.againAt ?? 0, at);
