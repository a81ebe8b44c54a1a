import describedForm from '../../machines/described-form/described-form.model.ts';
import { says } from '../../machines/form/sights.ts';
import type { Path } from '../../machines/paths/steps.ts';
import { defineStage } from './stage.ts';

/** The server's form asks for an address, and the page checks that there is one. */
const isFilled = ({ steps }: Path): boolean =>
  steps.some((step) => step.type === 'say' && step.event['field'] === 'address');

export default defineStage({
  model: describedForm,
  calls: { methods: 'withdraw.ps', form: 'withdraw.form' },
  ways: {
    'from the address': {
      input: 'from the address',
      as: 'demo@example.com',
      at: '/withdraw/form/bitcoin_btc',
      can: (path, step) => step.type !== 'settle' || step.name !== 'fields.check' || isFilled(path),
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
