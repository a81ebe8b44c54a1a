import { added } from './limits.ts';

const fewestCharacters = 5;

/**
 * The code of what is wrong with a new password by itself; null when nothing is. That it is a common one, or the
 * person's address, is the server's to say.
 */
export function weaknessOf(password: string): 'required' | 'too_short' | 'too_long' | 'too_simple' | null {
  if (password === '') return 'required';
  if (password.length < added.passwordShortest) return 'too_short';
  if (password.length > added.passwordLongest) return 'too_long';
  return new Set(password.toLowerCase()).size < fewestCharacters ? 'too_simple' : null;
}
