import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../../machines/form/sights.ts';
import { troubleOf } from '../../machines/form/trouble.ts';
import type { OperationContext } from '../../machines/operation/operation.context.ts';
import operation from '../../machines/operation/operation.model.ts';
import {
  accepted,
  address,
  closed,
  demo,
  inOrder,
  known,
  onceSent,
  prepare,
  sample,
  status,
  told,
} from './exchanging.ts';
import { defineStage, type Way } from './stage.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as OperationContext;

const fromAForm: Way = {
  input: 'from a form',
  as: demo,
  before: prepare,
  at: '/exchange/USD/BTC',
  does: [{ type: 'user.amount typed', side: 'give', value: '100' }, { type: 'user.submitted' }],
  outcomes: { check: { ...accepted, refused: closed }, submit: { processing: 'answered' }, status },
  can: inOrder,
};

const onTheForm = (snapshot: AnyMachineSnapshot) => {
  const { error } = contextOf(snapshot);
  return [...says('exchange.submit'), ...tells(error && troubleOf(error))];
};
const form = /^\/exchange\/USD\/BTC$/;

/** Seen through the exchange, which is the flow that moves money by it. */
export default defineStage({
  model: operation,
  calls: { check: 'exchange.check', submit: 'exchange.submit', status: 'exchange.status', read: 'exchange.status' },
  operationIn: (snapshot) => contextOf(snapshot).current?.id,
  ways: {
    'from a form': fromAForm,
    'from a form, and the answer to the confirm is lost': {
      ...fromAForm,
      can: onceSent,
      to: ['succeeded', 'failed'],
      outcomes: {
        check: accepted,
        submit: { network: 'lost' },
        status: { completed: status.completed, failed: status.failed },
      },
    },
    'from a form, and the confirm is cut': {
      ...fromAForm,
      can: onceSent,
      to: ['expired'],
      outcomes: { check: accepted, submit: { network: 'cut' }, status: { expired: status.expired } },
    },
    'from an address': {
      input: 'from an address',
      as: demo,
      before: prepare,
      at: `/exchange/USD/BTC?operation=${sample}`,
      values: { [sample]: known },
      outcomes: { read: told, submit: { processing: 'answered' } },
    },
  },
  ends: {
    'changed mind': { shows: onTheForm, address: form, money: 'none' },
    'not found': { shows: () => says('exchange.submit', 'error.not_found'), address: form, money: 'none' },
    rejected: { shows: onTheForm, address: form, money: 'none' },
    succeeded: { address, money: 'completed' },
    failed: { address, money: 'failed' },
    cancelled: { address, money: 'cancelled' },
    expired: { address, money: 'expired' },
  },
});
