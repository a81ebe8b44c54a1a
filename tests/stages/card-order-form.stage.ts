import form from '../../machines/flows/card-order/form.model.ts';
import { says } from '../../machines/form/sights.ts';
import { defineStage } from './stage.ts';

export default defineStage({
  model: form,
  ways: {
    'of a virtual card': {
      input: 'of a virtual card',
      as: 'demo@example.com',
      at: '/cards/order/virtual_eur',
      outcomes: {
        'draft.read': { 'no draft': 'of itself' },
        'card.order_form': { 'the form': 'answered' },
        'fields.check': { 'nothing is wrong': 'of itself' },
      },
    },
  },
  ends: {
    asked: {
      shows: () => says('operation.reviewing.title'),
      address: /^\/cards\/order\/confirm\?operation=/,
      money: 'none',
    },
  },
});
