import cardOrder from '../../machines/flows/card-order/card-order.model.ts';
import { demo } from './exchanging.ts';
import { becomes, cancelled, hasty, lapsed, operationIn, outside, straightOn } from './moving.ts';
import { defineStage, type Way } from './stage.ts';

const address = /^\/cards\/order\/confirm\?operation=\w+&offer=\w+$/;
const steps = { submit: 'card.confirm', status: 'card.details' };
const form: Way = {
  input: 'of a virtual card',
  as: demo,
  at: '/cards/order/virtual_eur',
  outcomes: {
    'draft.read': { 'no draft': 'of itself' },
    'card.order_form': { 'the form with the last address': 'answered' },
    'fields.check': { 'whether a field is empty': 'of itself' },
    'card.order': { 'the terms': 'answered' },
  },
};

export default defineStage({
  model: cardOrder,
  operationIn,
  ways: {
    'from a form': {
      ...form,
      before: outside,
      outcomes: {
        ...form.outcomes,
        'card.confirm': { 'under way': 'answered' },
        'card.details': { completed: becomes('completed'), failed: becomes('failed'), cancelled },
      },
      can: straightOn(steps, 'sent'),
    },
    'from a form, and nobody confirms': {
      ...form,
      before: hasty,
      outcomes: { ...form.outcomes, 'card.details': { expired: lapsed } },
      can: straightOn(steps, 'unsent'),
    },
  },
  ends: {
    'finished.succeeded': { address, money: 'completed' },
    'finished.failed': { address, money: 'failed' },
    'finished.cancelled': { address, money: 'cancelled' },
    'finished.expired': { address, money: 'expired' },
  },
});
