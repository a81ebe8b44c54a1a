import changePassword from '../../machines/flows/change-password/change-password.model.ts';
import { says } from '../../machines/form/sights.ts';
import { defineStage, type Way } from './stage.ts';

const at = '/settings/change-password';
const outcomes: Way['outcomes'] = { 'auth.change': { changed: 'answered' } };

export default defineStage({
  model: changePassword,
  ways: {
    'an account with a password': {
      input: 'an account with a password',
      as: 'demo@example.com',
      at,
      values: { 'the old long phrase': () => 'demo-password-1' },
      outcomes,
    },
    'an account that has to set one': { input: 'an account that has to set one', as: 'must@example.com', at, outcomes },
  },
  ends: {
    changed: { address: /^\/settings\/change-password$/ },
    set: { shows: () => says('exchanges.title', 'change_password.set'), address: /^\/exchanges$/ },
    'put off': { shows: () => says('exchanges.title'), address: /^\/exchanges$/ },
  },
});
