import reset from '../../machines/flows/reset-password/reset-password.model.ts';
import { token } from '../../machines/sign-in/sign-in.samples.ts';
import { sql } from 'kysely';
import { resetLinkTo } from '../server/harness.ts';
import { tell } from '../tools/product.ts';
import { defineStage, type Way } from './stage.ts';

const email = 'new@example.com';

/** The letter was asked for in some other browser: that is no matter here. */
const aLink: Omit<Way, 'input'> = {
  before: ({ product }) => product.browser().post('/api/auth/reset', { email }),
  at: `/reset-password?token=${token}`,
  values: { [token]: ({ product }) => resetLinkTo(product, email), 'person@example.com': () => email },
  outcomes: {
    'auth.reset_info': { 'the link is good': 'answered' },
    'auth.reset_by_token': { changed: 'answered' },
  },
};

export default defineStage({
  model: reset,
  ways: {
    'a link': { ...aLink, input: 'a link', to: ['changed'] },
    'a link, by somebody who is signed in': {
      ...{ ...aLink, input: 'a link, by somebody who is signed in', as: email },
      to: ['changed'],
    },
    'a link that was used in the meantime': {
      ...{ ...aLink, input: 'a link', to: ['over'] },
      outcomes: {
        'auth.reset_info': { 'the link is good': 'answered' },
        'auth.reset_by_token': { 'a dead link': ({ product }) => sql`delete from password_resets`.execute(product.db) },
      },
    },
    'a link, while passwords are switched off': {
      ...{ ...aLink, input: 'a link', to: ['closed'] },
      outcomes: {
        'auth.reset_info': {
          'passwords are off': ({ product }) => tell(product, 'settings', { auth_type: 'passwordless' }),
        },
      },
    },
    'no link': { input: 'without a link', at: '/reset-password', to: ['missing'] },
  },
  // All but the first are no final states: the link is dead there, or waits.
  ends: {
    changed: { address: /^\/reset-password$/ },
    over: { address: /^\/reset-password$/ },
    closed: { address: /^\/reset-password$/ },
    missing: { address: /^\/reset-password$/ },
  },
});
