import link from '../../machines/flows/login/link.model.ts';
import { says } from '../../machines/form/sights.ts';
import { aLinkOfThisBrowser, letterAskedFor, letterAskedForElsewhere, lettersTo } from './letters.ts';
import { defineStage } from './stage.ts';

const demo = 'demo@example.com';
const way = { input: 'a link', at: '/login?link=sampletoken0000000000', values: lettersTo(demo) };

export default defineStage({
  model: link,
  ways: {
    'in the browser that asked': { ...way, before: letterAskedFor(demo), outcomes: aLinkOfThisBrowser },
    'in another browser': {
      ...way,
      before: letterAskedForElsewhere(demo),
      outcomes: { 'auth.link_info': { 'another browser asked': 'answered' } },
    },
  },
  ends: {
    'signed in': { shows: () => says('exchanges.title'), address: /^\/exchanges$/, journal: 'house' },
    'form wanted': { shows: () => says('login.title', 'login.email', 'login.submit'), address: /^\/login$/ },
  },
});
