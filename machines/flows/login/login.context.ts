import type { Trouble } from '../../form/trouble.ts';
import type { AddressDoubt, FlowInput, Place } from '../../root/events.ts';
import type { Recalled } from '../../sign-in/letter.ts';
import { addressProblem, objectionsTo, passwordProblem, waysIn } from '../../sign-in/fields.ts';

export type LoginField = 'email' | 'password';

export interface LoginContext {
  /** It stands over a flow whose session was lost. */
  over: boolean;
  /** The account may have another address by now: it is tried first. */
  doubt: AddressDoubt | null;
  /** The site's `auth_type` is `password`. */
  passwords: boolean;
  /** The site has a bot at Telegram. */
  telegram: boolean;
  link: string | null;
  /** That was asked for here before, and whose code may still be typed. */
  letter: Recalled | null;
  /** A letter was asked for, and its answer was lost. */
  lost: boolean;
  email: string;
  password: string;
  /** The password can be read. */
  revealed: boolean;
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

export const begun = ({ place, site, email, over, doubt }: FlowInput): LoginContext => ({
  ...{ over: over ?? false, doubt: doubt ?? null },
  ...waysIn(site),
  link: over ? null : linkOf(place),
  letter: null,
  lost: false,
  email: doubt?.email ?? email ?? '',
  password: '',
  revealed: false,
  remember: false,
  at: 0,
  heldUntil: 0,
  refused: {},
  trouble: null,
  corrections: 0,
});

const problems: Record<LoginField, (context: LoginContext) => Trouble | null> = {
  email: ({ email }) => addressProblem(email),
  password: ({ password }) => passwordProblem(password),
};

export const isRight = (context: LoginContext, ...fields: LoginField[]): boolean =>
  fields.every((field) => problems[field](context) === null);

/** Whoever lost a session, or may have another address by now, has an account. */
export const isKnown = ({ over, doubt }: LoginContext): boolean => over || doubt !== null;

/** What the screen says at a field; its own problems only after a press. */
export const fieldProblem = (context: LoginContext, field: LoginField, corrected: boolean): Trouble | null =>
  context.refused[field] ?? (corrected ? problems[field](context) : null);

/** What the server says of a field stands at the field; the rest above the form. */
export const objections = (error: unknown) => objectionsTo(error, ['email', 'password']);
