import purchase from '../../machines/flows/purchase/purchase.model.ts';
import { sampleOf } from '../../machines/payment/payment.samples.ts';
import { demo } from './exchanging.ts';
import { asked, hasty, known, lapsed, operationIn, outside, straightOn } from './moving.ts';
import { elsewhere, endsAt, unpaid } from './paying.ts';
import { defineStage, type Way } from './stage.ts';

const { id } = sampleOf('purchase')('open');
const [submit, status] = ['purchase.integration_json', 'deposit.integration_json_check'];
const form: Pick<Way, 'input' | 'as' | 'at' | 'values'> = {
  input: 'by the address of a form',
  as: demo,
  at: '/purchase/form/card_usd',
  values: { card_usd: () => 'card_usd_btc' },
};

export default defineStage({
  model: purchase,
  operationIn,
  ways: {
    'from a form': {
      ...form,
      before: outside,
      outcomes: {
        ...asked('purchase'),
        [submit]: { 'under way': 'answered' },
        [status]: { ...elsewhere, expired: unpaid },
      },
      can: straightOn({ submit, status }, 'sent'),
    },
    'from a form, and nobody confirms': {
      ...form,
      before: hasty,
      outcomes: { ...asked('purchase'), [status]: { expired: lapsed } },
      can: straightOn({ submit, status }, 'unsent'),
    },
    'by the address of an operation': {
      input: 'by the address of an operation',
      as: demo,
      at: `/purchase/form/card_usd/${id}`,
      values: { ...form.values, [id]: known('purchase') },
      outcomes: { 'operation.read': { completed: 'answered', failed: 'answered' } },
    },
  },
  ends: endsAt(/^\/purchase\/form\/card_usd_btc\/\w+$/),
});
