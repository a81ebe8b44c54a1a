import type { Answer } from '../../../contract/call.ts';
import type { CodeSent } from '../../../contract/calls/auth.ts';
import { isOfLine, type Trouble } from '../../form/trouble.ts';
import type { FlowInput } from '../../root/events.ts';
import type { Recalled } from '../../sign-in/letter.ts';
import { addressProblem, newPasswordProblem, objectionsTo, waysIn } from '../../sign-in/fields.ts';

export type SignupField = 'email' | 'password';

export interface SignupContext {
  /** The site's `auth_type` is `password`: only then there is something to sign up with. */
  passwords: boolean;
  /** The site has a bot at Telegram. */
  telegram: boolean;
  email: string;
  password: string;
  /** The password can be read. */
  revealed: boolean;
  /** What was answered when the letter was asked for. */
  sent: Answer<CodeSent> | null;
  /** That was asked for here before, and whose code may still be typed. */
  letter: Recalled | null;
  /** A letter was asked for, and its answer was lost. */
  lost: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  /** What the server said about a field, and about the whole form. */
  refused: { [Field in SignupField]?: Trouble };
  trouble: Trouble | null;
  corrections: number;
}

export const begun = ({ site, email }: FlowInput): SignupContext => ({
  ...waysIn(site),
  email: email ?? '',
  password: '',
  revealed: false,
  sent: null,
  letter: null,
  lost: false,
  at: 0,
  heldUntil: 0,
  refused: {},
  trouble: null,
  corrections: 0,
});

const problems: Record<SignupField, (context: SignupContext) => Trouble | null> = {
  email: ({ email }) => addressProblem(email),
  password: ({ password }) => newPasswordProblem(password),
};

export const isRight = (context: SignupContext): boolean =>
  problems.email(context) === null && problems.password(context) === null;

/** What the screen says at a field; its own problems only after a press. */
export const fieldProblem = (context: SignupContext, field: SignupField, corrected: boolean): Trouble | null =>
  context.refused[field] ?? (corrected ? problems[field](context) : null);

export function objections(error: unknown): Partial<SignupContext> {
  const said = objectionsTo(error, ['email', 'password'] as const);
  return { ...said, ...(isOfLine(said.trouble) && { lost: true }) };
}
