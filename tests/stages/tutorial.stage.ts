import tutorial from '../../machines/flows/tutorial/tutorial.model.ts';
import { says } from '../../machines/form/sights.ts';
import { heading } from '../tools/product.ts';
import { defineStage } from './stage.ts';

const gone = { absent: { message: 'tutorial.text' } };

export default defineStage({
  model: tutorial,
  ways: {
    'from the menu': {
      input: 'never asked for',
      as: 'demo@example.com',
      at: '/exchanges',
      does: [
        ({ one }) => heading(one, 'exchanges.title').waitFor(),
        ({ one }) => one.page.getByRole('button', { name: one.words('frame.menu') }).click(),
        { type: 'user.tutorial wanted' },
      ],
    },
  },
  ends: {
    begun: { shows: () => [gone, ...says('hints.step_1.title', 'hints.hide_all')], address: /^\/exchanges$/ },
    left: { shows: () => [gone, ...says('exchanges.title')], address: /^\/exchanges$/ },
  },
});
