import { email as emailSchema } from '../../../contract/calls/auth.ts';
import { isCallError } from '../../../contract/errors.ts';
import { troubleOf, type Trouble } from '../../form/trouble.ts';
import type { FlowInput, Place } from '../../root/events.ts';

export type LoginField = 'email' | 'password';

export interface LoginContext {
  /** It stands over a flow whose session was lost. */
  over: boolean;
  /** The site's `auth_type` is `password`. */
  passwords: boolean;
  link: string | null;
  email: string;
  password: string;
  remember: boolean;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  /** What the server said about a field, and about the whole form. */
  refused: { [Field in LoginField]?: Trouble };
  trouble: Trouble | null;
  corrections: number;
}

export const linkOf = ({ query }: Place): string | null => query['link'] || null;

export const begun = ({ place, site, email, over }: FlowInput): LoginContext => ({
  over: over ?? false,
  passwords: site?.auth_type !== 'passwordless',
  link: over ? null : linkOf(place),
  email: email ?? '',
  password: '',
  remember: false,
  at: 0,
  heldUntil: 0,
  refused: {},
  trouble: null,
  corrections: 0,
});

const longestPassword = 200;

const problems: Record<LoginField, (context: LoginContext) => Trouble | null> = {
  email({ email }) {
    if (email.trim() === '') return { code: 'required' };
    return emailSchema.safeParse(email.trim()).success ? null : { code: 'bad_email' };
  },
  password({ password }) {
    if (password === '') return { code: 'required' };
    return password.length > longestPassword ? { code: 'too_long' } : null;
  },
};

export const isRight = (context: LoginContext, ...fields: LoginField[]): boolean =>
  fields.every((field) => problems[field](context) === null);

/** What the screen says at a field; its own problems only after a press. */
export const fieldProblem = (context: LoginContext, field: LoginField, corrected: boolean): Trouble | null =>
  context.refused[field] ?? (corrected ? problems[field](context) : null);

/** What the server says of a field stands at the field; the rest above the form. */
export function objections(error: unknown): Pick<LoginContext, 'refused' | 'trouble'> {
  const said = (isCallError(error) && error.fields) || {};
  const refused: LoginContext['refused'] = {};
  if (said['email']) refused.email = { code: said['email'] };
  if (said['password']) refused.password = { code: said['password'] };
  return Object.keys(refused).length > 0 ? { refused, trouble: null } : { refused, trouble: troubleOf(error) };
}
