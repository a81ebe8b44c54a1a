import type { Trouble } from '../../form/trouble.ts';
import type { FlowInput } from '../../root/events.ts';
import { newPasswordProblem, objectionsTo, passwordProblem, usesPasswords } from '../../sign-in/fields.ts';

export type PasswordField = 'old_password' | 'password';

export interface ChangePasswordContext {
  /** The site's `auth_type` is `password`. */
  passwords: boolean;
  /** The account has none yet: it is set, no old one is asked for, and the person goes on where they were going. */
  required: boolean;
  account: string;
  /** Whose password it is. */
  email: string;
  old_password: string;
  password: string;
  /** The passwords can be read. */
  revealed: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  /** What the server said about a field, and about the whole form. */
  refused: { [Field in PasswordField]?: Trouble };
  trouble: Trouble | null;
  /** A change was sent, its answer was lost, and none has come since. */
  lost: boolean;
  corrections: number;
}

export const begun = ({ site, account, email, needsPassword }: FlowInput): ChangePasswordContext => ({
  passwords: usesPasswords(site),
  required: needsPassword ?? false,
  account: account ?? '',
  email: email ?? '',
  old_password: '',
  password: '',
  revealed: false,
  at: 0,
  heldUntil: 0,
  refused: {},
  trouble: null,
  lost: false,
  corrections: 0,
});

/** The fields that are on the screen. */
export const fieldsOf = ({ required }: ChangePasswordContext): PasswordField[] =>
  required ? ['password'] : ['old_password', 'password'];

const problems: Record<PasswordField, (context: ChangePasswordContext) => Trouble | null> = {
  old_password: ({ old_password }) => passwordProblem(old_password),
  password: ({ password }) => newPasswordProblem(password),
};

export const isRight = (context: ChangePasswordContext): boolean =>
  fieldsOf(context).every((field) => problems[field](context) === null);

/** What the screen says at a field; its own problems only after a press. */
export const fieldProblem = (
  context: ChangePasswordContext,
  field: PasswordField,
  corrected: boolean,
): Trouble | null => context.refused[field] ?? (corrected ? problems[field](context) : null);

/** The server may ask for an old password that this page knew nothing of: another tab has set one. */
export function objections(
  { required }: ChangePasswordContext,
  error: unknown,
): Pick<ChangePasswordContext, 'refused' | 'trouble' | 'required' | 'lost'> {
  const said = objectionsTo(error, ['old_password', 'password'] as const);
  return { ...said, required: required && said.refused.old_password === undefined, lost: false };
}
