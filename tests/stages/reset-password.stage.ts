import reset from '../../machines/flows/reset-password/reset-password.model.ts';
import { token } from '../../machines/sign-in/sign-in.samples.ts';
import { resetLinkTo } from '../server/harness.ts';
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
    'a link': { ...aLink, input: 'a link' },
    'a link, by somebody who is signed in': { ...aLink, input: 'a link, by somebody who is signed in', as: email },
  },
  ends: { changed: { address: /^\/reset-password$/ } },
});
