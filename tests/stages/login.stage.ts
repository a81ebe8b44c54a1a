import { sql } from 'kysely';
import login from '../../machines/flows/login/login.model.ts';
import { says } from '../../machines/form/sights.ts';
import { heading, tell } from '../tools/product.ts';
import { aLinkOfThisBrowser, letter, letterAskedFor, lettersTo } from './letters.ts';
import { defineStage } from './stage.ts';

const demo = 'demo@example.com';
const noLetter = { 'letter.read': { 'no letter': 'of itself' } } as const;
const byPassword = { ...noLetter, 'auth.login_by_password': { 'signed in': 'answered' } } as const;
const values = lettersTo(demo);

export default defineStage({
  model: login,
  ways: {
    'by password': { input: 'by password', at: '/login', values, outcomes: byPassword },
    'by code': {
      input: 'by code',
      before: ({ product }) => tell(product, 'settings', { auth_type: 'passwordless' }),
      at: '/login',
      values,
      outcomes: { ...noLetter, 'auth.login': letter, 'auth.code': { 'signed in': 'answered' } },
    },
    'by a link': {
      input: 'by a link',
      before: letterAskedFor(demo),
      at: '/login?link=sampletoken0000000000',
      values,
      outcomes: aLinkOfThisBrowser,
    },
    'over a flow': {
      input: 'over a flow',
      as: demo,
      at: '/exchanges',
      does: [
        ({ one }) => heading(one, 'exchanges.title').waitFor(),
        // Whatever else the page asks meanwhile still finds its session: it is the history that does not.
        ({ one, product }) =>
          one.page.route(
            /\/api\/exchange\/history/,
            async (route) => {
              await sql`delete from sessions`.execute(product.db);
              await route.fallback();
            },
            { times: 1 },
          ),
        ({ one }) => one.page.locator('a[href="/history/exchange"]').first().click(),
        ({ one }) => one.page.getByRole('dialog').waitFor(),
      ],
      values,
      outcomes: byPassword,
      ends: {
        'signed in': {
          shows: () => says('history.title.exchange'),
          address: /^\/history\/exchange$/,
          journal: 'house',
        },
      },
    },
  },
  ends: {
    'signed in': { shows: () => says('exchanges.title'), address: /^\/exchanges$/, journal: 'house' },
    dismissed: { shows: () => says('landing.title'), address: /^\/$/, journal: 'gone' },
  },
});
