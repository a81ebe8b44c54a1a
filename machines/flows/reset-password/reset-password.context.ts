import type { Answer } from '../../../contract/call.ts';
import type { ResetInfo } from '../../../contract/calls/auth.ts';
import type { Trouble } from '../../form/trouble.ts';
import type { FlowInput, Place } from '../../root/events.ts';
import { newPasswordProblem, objectionsTo, usesPasswords } from '../../sign-in/fields.ts';

export interface ResetPasswordContext {
  /** The site's `auth_type` is `password`. */
  passwords: boolean;
  /** Somebody is signed in in this browser. */
  signedIn: boolean;
  /** Of the letter's link; null: the page was opened without one. */
  token: string | null;
  /** Whose password it is, and for how long the link lives (ms, from when it was read). */
  email: string;
  lives: number;
  password: string;
  /** The password can be read. */
  revealed: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  refused: { password?: Trouble };
  trouble: Trouble | null;
  corrections: number;
}

export const tokenOf = ({ query }: Place): string | null => query['token'] || null;

export const begun = ({ place, site, account }: FlowInput): ResetPasswordContext => ({
  passwords: usesPasswords(site),
  signedIn: account !== null,
  token: tokenOf(place),
  email: '',
  lives: 0,
  password: '',
  revealed: false,
  at: 0,
  heldUntil: 0,
  refused: {},
  trouble: null,
  corrections: 0,
});

export const isRight = ({ password }: ResetPasswordContext): boolean => newPasswordProblem(password) === null;

/** What the screen says at the field; its own problem only after a press. */
export const passwordProblem = ({ refused, password }: ResetPasswordContext, corrected: boolean): Trouble | null =>
  refused.password ?? (corrected ? newPasswordProblem(password) : null);

export const objections = (error: unknown) => objectionsTo(error, ['password'] as const);

export const whatTheLinkSays = ({
  payload: { email, expires_at },
  now,
}: Answer<ResetInfo>): Pick<ResetPasswordContext, 'email' | 'lives'> => ({
  email,
  lives: Math.max(0, Date.parse(expires_at) - Date.parse(now)),
});
