import * as z from 'zod/mini';
import { added } from './limits.ts';

/** A password that somebody chooses; one that somebody only shows may be shorter. Kept as typed, spaces too. */
export const newPassword = /* @__PURE__ */ z
  .string()
  .check(/* @__PURE__ */ z.minLength(added.passwordShortest), /* @__PURE__ */ z.maxLength(added.passwordLongest));

/** What people choose first, of those that are long enough. */
const common = [
  ...['0123456789', '1234567890', '0987654321', '9876543210', '12345678910', '123456789a', '1234554321', '1122334455'],
  ...['1q2w3e4r5t', '1qaz2wsx3edc', 'q1w2e3r4t5', 'qwertyuiop', 'qwerty1234', 'qwerty12345', 'qwerty123456'],
  ...[
    'asdfghjkl1',
    'abcdefghij',
    'abcd123456',
    'password12',
    'password123',
    'password1234',
    'passw0rd123',
    'letmein123',
  ],
  ...[
    'iloveyou12',
    'iloveyou123',
    'welcome123',
    'administrator',
    'йцукенгшщз',
    'йцукен1234',
    'пароль1234',
    'пароль12345',
  ],
];
const fewestCharacters = 5;

/** The code of what is wrong with a new password of this address's account; null when nothing is. */
export function weaknessOf(
  password: string,
  email: string,
): 'required' | 'too_short' | 'too_long' | 'too_simple' | null {
  if (password === '') return 'required';
  if (password.length < added.passwordShortest) return 'too_short';
  if (password.length > added.passwordLongest) return 'too_long';
  const plain = password.normalize('NFC').toLowerCase().trim();
  const address = email.toLowerCase().trim();
  const guessable = [address, address.split('@')[0], ...common].includes(plain);
  return guessable || new Set(plain).size < fewestCharacters ? 'too_simple' : null;
}
