import type { SiteSettings } from '../../contract/entities.ts';
import { email as emailSchema } from '../../contract/calls/auth.ts';
import { added } from '../../contract/limits.ts';
import { weaknessOf } from '../../contract/password.ts';
import { fieldTrouble, troubleOf, type Trouble } from '../form/trouble.ts';

/** What is wrong with what stands in a field, before anybody is asked; null when nothing is. */
export function addressProblem(email: string): Trouble | null {
  if (email.trim() === '') return { code: 'required' };
  return emailSchema.safeParse(email.trim()).success ? null : { code: 'bad_email' };
}

/** A password that is there already: how long it once had to be is not asked. */
export function passwordProblem(password: string): Trouble | null {
  if (password === '') return { code: 'required' };
  return password.length > added.passwordLongest ? { code: 'too_long' } : null;
}

/** A password that is being chosen. */
export function newPasswordProblem(password: string): Trouble | null {
  const code = weaknessOf(password);
  if (code === null) return null;
  return code === 'too_short' ? { code, params: { minimum: added.passwordShortest } } : { code };
}

type Refused<Field extends string> = { [Name in Field]?: Trouble };

/** What the server says of a field stands at the field; what it says of none, above the form. */
export function objectionsTo<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): { refused: Refused<Field>; trouble: Trouble | null } {
  const refused: Refused<Field> = {};
  for (const field of fields) {
    const trouble = fieldTrouble(error, field);
    if (trouble) refused[field] = trouble;
  }
  return { refused, trouble: Object.keys(refused).length > 0 ? null : troubleOf(error) };
}

/** Whether people sign in by a password here; what the site has not said yet does not hide the form. */
export const usesPasswords = (site: SiteSettings | null): boolean => site === null || site.auth_type === 'password';

/** How people sign in here, besides a code; without a bot nobody does by Telegram. */
export const waysIn = (site: SiteSettings | null): { passwords: boolean; telegram: boolean } => ({
  passwords: usesPasswords(site),
  telegram: site?.telegram_bot !== undefined,
});
