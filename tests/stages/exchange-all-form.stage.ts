import form from '../../machines/flows/exchange-all/form.model.ts';
import { says } from '../../machines/form/sights.ts';
import { defineStage } from './stage.ts';

export default defineStage({
  model: form,
  ways: {
    'into a currency': {
      input: 'into a currency',
      as: 'demo@example.com',
      at: '/exchange/all/BTC',
      outcomes: {
        'draft.read': { 'nothing is left out': 'of itself' },
        'exchange_all.currency_form': { 'the rates': 'answered' },
      },
    },
  },
  ends: {
    asked: {
      shows: () => says('operation.reviewing.title'),
      address: /^\/exchange\/all\/BTC\?operation=/,
      money: 'none',
    },
  },
});
