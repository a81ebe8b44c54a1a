import { token } from '../../machines/sign-in/sign-in.samples.ts';
import { mailTo } from '../server/harness.ts';
import { askForLetter } from './people.ts';
import type { Scene, Way } from './stage.ts';

/** What the models of sign-in type, and what stands for it: an address of a demo account, the code of its last letter. */
export const lettersTo = (email: string): NonNullable<Way['values']> => ({
  'person@example.com': () => email,
  '123 456': async ({ product }) => (await mailTo(product, email)).code,
  [token]: async ({ product }) => (await mailTo(product, email)).link,
});

/** This browser has asked for a letter. */
export const letterAskedFor =
  (email: string) =>
  ({ one, product }: Scene): Promise<void> =>
    askForLetter(one, product, email);

/** Somebody has, at another browser. */
export const letterAskedForElsewhere =
  (email: string) =>
  ({ product }: Scene): Promise<unknown> =>
    product.browser().post('/api/auth/login', { email });

export const letter = { 'a letter was sent': 'answered' } as const;
export const aLinkOfThisBrowser = {
  'auth.link_info': { 'this browser asked': 'answered' },
  'auth.link': { 'signed in': 'answered' },
} as const;
