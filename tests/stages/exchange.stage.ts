import exchange from '../../machines/flows/exchange/exchange.model.ts';
import type { ExchangeContext } from '../../machines/flows/exchange/exchange.context.ts';
import { address, demo, inOrder, known, prepare, sample, status, told } from './exchanging.ts';
import { defineStage } from './stage.ts';

/** Its chart goes on for ever; what is walked to are the receipts. */
export default defineStage({
  model: exchange,
  operationIn: ({ context }) => (context as ExchangeContext).outcome?.id,
  ways: {
    'from the list': {
      input: 'from the list',
      as: demo,
      before: prepare,
      at: '/exchange/USD/BTC',
      outcomes: {
        'draft.read': { 'no draft': 'of itself' },
        'exchange.list': { 'the pair': 'answered' },
        'exchange.form': { 'the form': 'answered' },
        'exchange.check': { 'the terms': 'answered' },
        'exchange.submit': { processing: 'answered' },
        'exchange.status': status,
      },
      can: inOrder,
    },
    'by the address of an operation': {
      input: 'by the address of an operation',
      as: demo,
      before: prepare,
      at: `/exchange/USD/BTC?operation=${sample}`,
      values: { [sample]: known },
      outcomes: { 'exchange.status': told },
    },
  },
  ends: {
    'finished.succeeded': { address, money: 'completed' },
    'finished.failed': { address, money: 'failed' },
    'finished.cancelled': { address, money: 'cancelled' },
    'finished.expired': { address, money: 'expired' },
  },
});
