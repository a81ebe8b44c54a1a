import describedForm from '../../machines/described-form/described-form.model.ts';
import { says } from '../../machines/form/sights.ts';
import { defineStage } from './stage.ts';

export default defineStage({
  model: describedForm,
  calls: { methods: 'withdraw.ps', form: 'withdraw.form' },
  ways: {
    'from the address': {
      input: 'from the address',
      as: 'demo@example.com',
      at: '/withdraw/form/bitcoin_btc',
      outcomes: {
        'draft.read': { 'no draft': 'of itself' },
        methods: { 'the methods': 'answered' },
        form: { 'the form': 'answered' },
        'fields.check': { 'nothing is wrong': 'of itself' },
      },
    },
  },
  ends: {
    asked: {
      shows: () => says('operation.reviewing.title'),
      address: /^\/withdraw\/form\/bitcoin_btc\//,
      money: 'none',
    },
  },
});
