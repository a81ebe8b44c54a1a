import deposit from '../../machines/flows/deposit/deposit.model.ts';
import { sampleOf } from '../../machines/payment/payment.samples.ts';
import { demo } from './exchanging.ts';
import { asked, cancelled, hasty, known, lapsed, operationIn, outside, straightOn } from './moving.ts';
import { byHand, endsAt, unpaid } from './paying.ts';
import { defineStage, type Way } from './stage.ts';

const { id } = sampleOf('deposit')('open');
const [submit, status] = ['deposit.integration_json', 'deposit.integration_json_check'];
const form: Pick<Way, 'input' | 'as' | 'at' | 'values'> = {
  input: 'by the address of a form',
  as: demo,
  at: '/deposit/form/bitcoin_btc',
  values: { bitcoin_btc: () => 'bitcoin_btc_in' },
};
const ordered: Way = {
  ...form,
  before: outside,
  outcomes: { ...asked('deposit'), [submit]: { 'under way': 'answered' } },
  can: straightOn({ submit, status }, 'sent'),
};

export default defineStage({
  model: deposit,
  operationIn,
  ways: {
    'from a form': {
      ...ordered,
      outcomes: {
        ...ordered.outcomes,
        [status]: { completed: byHand.completed, failed: byHand.failed, cancelled, expired: unpaid },
      },
    },
    'from a form, and it is paid late': {
      ...ordered,
      outcomes: { ...ordered.outcomes, [status]: { 'paid late': byHand.late } },
    },
    'from a form, and another amount is paid': {
      ...ordered,
      outcomes: { ...ordered.outcomes, [status]: { cancelled: byHand.otherwise } },
    },
    'from a form, and nobody confirms': {
      ...form,
      before: hasty,
      outcomes: { ...asked('deposit'), [status]: { expired: lapsed } },
      can: straightOn({ submit, status }, 'unsent'),
    },
    'by the address of an operation': {
      input: 'by the address of an operation',
      as: demo,
      at: `/deposit/form/bitcoin_btc/${id}`,
      values: { ...form.values, [id]: known('deposit') },
      outcomes: { 'operation.read': { expired: 'answered' } },
    },
  },
  ends: endsAt(/^\/deposit\/form\/bitcoin_btc_in\/\w+$/),
});
