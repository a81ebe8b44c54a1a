import withdraw from '../../machines/flows/withdraw/withdraw.model.ts';
import { sampleOf } from '../../machines/payment/payment.samples.ts';
import { demo } from './exchanging.ts';
import { asked, becomes, cancelled, hasty, known, lapsed, operationIn, outside, straightOn } from './moving.ts';
import { defineStage } from './stage.ts';

const address = /^\/withdraw\/form\/\w+\/\w+$/;
const { id } = sampleOf('withdraw')('open');
const steps = { submit: 'withdraw.submit', status: 'withdraw.status' };
const form = { input: 'by the address of a form', as: demo, at: '/withdraw/form/bitcoin_btc' };
/** Less than the demo account has, to an address of its own that it has sent to before. */
const values = { '0,05': () => '0,002' };

export default defineStage({
  model: withdraw,
  operationIn,
  ways: {
    'from a form': {
      ...form,
      values,
      before: outside,
      outcomes: {
        ...asked('withdraw'),
        'withdraw.submit': { 'under way': 'answered' },
        'withdraw.status': { completed: becomes('completed'), failed: becomes('failed'), cancelled },
      },
      can: straightOn(steps, 'sent'),
    },
    'from a form, and nobody confirms': {
      ...form,
      values,
      before: hasty,
      outcomes: { ...asked('withdraw'), 'withdraw.status': { expired: lapsed } },
      can: straightOn(steps, 'unsent'),
    },
    'by the address of an operation': {
      input: 'by the address of an operation',
      as: demo,
      at: `/withdraw/form/bitcoin_btc/${id}`,
      values: { [id]: known('withdraw') },
      outcomes: { 'operation.read': { completed: 'answered', failed: 'answered', cancelled: 'answered' } },
    },
  },
  ends: {
    'finished.succeeded': { address, money: 'completed' },
    'finished.failed': { address, money: 'failed' },
    'finished.cancelled': { address, money: 'cancelled' },
    'finished.expired': { address, money: 'expired' },
  },
});
