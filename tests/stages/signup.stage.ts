import signup from '../../machines/flows/signup/signup.model.ts';
import { says } from '../../machines/form/sights.ts';
import { letter, lettersTo } from './letters.ts';
import { defineStage } from './stage.ts';

let made = 0;
/** Nobody has this address yet; the same one on the whole of a walk. */
const newcomer = () => {
  const email = `walker-${(made += 1)}@example.com`;
  return { email, values: lettersTo(email) };
};

export default defineStage({
  model: signup,
  ways: {
    'a visitor': {
      input: 'a visitor',
      at: '/signup',
      values: newcomer().values,
      outcomes: {
        ...{ 'letter.read': { 'no letter': 'of itself' }, 'auth.register': letter },
        'auth.code': { 'signed in': 'answered' },
      },
    },
  },
  ends: { 'signed in': { shows: () => says('exchanges.title'), address: /^\/exchanges$/, journal: 'house' } },
});
