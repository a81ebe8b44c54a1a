import logout from '../../machines/flows/logout/logout.model.ts';
import { says } from '../../machines/form/sights.ts';
import { heading } from '../tools/product.ts';
import { defineStage } from './stage.ts';

const gone = { absent: { message: 'logout.text' } };

export default defineStage({
  model: logout,
  ways: {
    'over a page': {
      input: 'over a page',
      as: 'demo@example.com',
      at: '/exchanges',
      does: [
        ({ one }) => heading(one, 'exchanges.title').waitFor(),
        ({ one }) => one.page.getByRole('button', { name: one.words('frame.menu') }).click(),
        { type: 'user.logout wanted' },
      ],
      outcomes: { 'auth.logout': { 'signed out': 'answered' } },
    },
  },
  ends: {
    left: { shows: () => [gone, ...says('landing.title')], address: /^\/$/, journal: 'gone' },
    stayed: { shows: () => [gone, ...says('exchanges.title')], address: /^\/exchanges$/ },
  },
});
