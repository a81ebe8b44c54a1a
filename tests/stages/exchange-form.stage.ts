import form from '../../machines/flows/exchange/form.model.ts';
import { says } from '../../machines/form/sights.ts';
import { defineStage, type Way } from './stage.ts';

const way: Way = {
  input: 'from the list',
  as: 'demo@example.com',
  at: '/exchange/USD/BTC',
  outcomes: {
    'draft.read': { 'no draft': 'of itself' },
    'exchange.list': { 'the pair': 'answered' },
    'exchange.form': { 'the form': 'answered' },
  },
};

export default defineStage({
  model: form,
  ways: {
    'from the list': way,
    'from the home page': { ...way, input: 'from the home page', at: '/exchange/USD/BTC?give=100' },
  },
  ends: {
    asked: {
      shows: () => says('operation.reviewing.title'),
      address: /^\/exchange\/USD\/BTC\?operation=/,
      money: 'none',
    },
    swapped: {
      shows: () => [{ message: 'exchange.title', params: { src: 'BTC', dst: 'USD' } }, ...says('exchange.submit')],
      address: /^\/exchange\/BTC\/USD$/,
      money: 'none',
    },
  },
});
