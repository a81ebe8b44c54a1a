import code from '../../machines/sign-in/code.model.ts';
import { says } from '../../machines/form/sights.ts';
import { tell } from '../tools/product.ts';
import { letter, lettersTo } from './letters.ts';
import { defineStage } from './stage.ts';

const demo = 'demo@example.com';
const typed = { type: 'user.email typed', value: demo };
const way = {
  at: '/login',
  values: lettersTo(demo),
  outcomes: { send: letter, 'auth.code': { 'signed in': 'answered' } },
} as const;

export default defineStage({
  model: code,
  calls: { send: 'auth.login' },
  ways: {
    'an address': {
      ...way,
      input: 'an address',
      before: ({ product }) => tell(product, 'settings', { auth_type: 'passwordless' }),
      does: [typed, { type: 'user.submitted' }],
    },
    'where passwords are used': {
      ...way,
      input: 'where passwords are used',
      does: [typed, { type: 'user.code wanted' }],
    },
  },
  ends: {
    'signed in': { shows: () => says('exchanges.title'), address: /^\/exchanges$/, journal: 'house' },
    'address wanted': { shows: () => says('login.email.text', 'login.send_code'), address: /^\/login$/ },
  },
});
