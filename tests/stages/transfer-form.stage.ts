import form from '../../machines/flows/transfer/form.model.ts';
import { says } from '../../machines/form/sights.ts';
import { defineStage } from './stage.ts';

export default defineStage({
  model: form,
  ways: {
    empty: {
      input: 'empty',
      as: 'demo@example.com',
      at: '/transfer',
      values: { 'anna@example.com': () => 'new@example.com' },
      outcomes: {
        'draft.read': { 'no draft': 'of itself' },
        'transfer.form': { 'the form': 'answered' },
      },
      // Whom the account knows and what it owns beside dollars is not the model's to say.
      can: (_, step) =>
        step.type !== 'say' || !['user.recipient chosen', 'user.currency chosen'].includes(step.event.type),
    },
  },
  ends: {
    asked: { shows: () => says('operation.reviewing.title'), address: /^\/transfer\?operation=/, money: 'none' },
  },
});
