import { given } from '../given.ts';
import { aroundWords } from '../operation/around-words.chart.ts';
import { around, aroundDraft, intoBroken } from '../operation/around.chart.ts';
import { askOf, begun, type PaymentKind } from './payment.context.ts';
import { draftIn, formInput, paymentSetup, type PaymentCalls } from './payment.setup.ts';
import { besideIt } from '../words/words.machine.ts';

/**
 * The chart of deposit, withdraw and purchase: a method is chosen, its form is filled in, its operation runs, a receipt ends it. The
 * address alone says where it stands. Money that comes has orders that wait to be paid, details to copy, and where it came late or
 * of another amount a receipt of its own; money that leaves has none of these.
 */
export const paymentChart = (kind: PaymentKind, calls: PaymentCalls) => {
  const comes = kind !== 'withdraw';
  return paymentSetup(calls).createMachine({
    id: kind,
    context: ({ input }) => begun(kind, input),
    invoke: besideIt,
    initial: 'opening',
    on: {
      'house.arrived': {
        guard: { type: 'it leads elsewhere', params: given },
        target: '.opening',
        actions: { type: 'take the place', params: given },
      },
    },
    states: {
      opening: {
        always: [
          { guard: 'an operation is named', target: 'operating' },
          { guard: 'a method is named', target: 'filling' },
          { target: 'choosing' },
        ],
      },

      choosing: {
        invoke: {
          src: 'methods',
          id: 'methods',
          input: ({ context: { kind, currency } }) => ({ kind, currency, orders: comes }),
          onError: intoBroken,
        },
        on: {
          'methods.chosen': { actions: [{ type: 'take the method', params: given }, 'open the chosen method'] },
          ...(comes && { 'methods.order opened': { actions: { type: 'open the order', params: given } } }),
          'methods.filtered': {
            actions: [{ type: 'take the currency', params: given }, 'show the choice in the address'],
          },
          'house.signed in': { actions: 'forward to the methods' },
          ...(comes && { 'signal.wallets': { actions: 'forward to the methods' } }),
          'port.online': { actions: 'forward to the methods' },
          'house.language': { actions: 'forward to the methods' },
          'user.left operation opened': { guard: 'an operation was left behind', actions: 'open what was left' },
        },
      },

      filling: {
        entry: 'say what is held',
        invoke: {
          src: 'form',
          id: 'form',
          input: formInput,
          onDone: { target: 'operating', actions: { type: 'take the form', params: given } },
          onError: intoBroken,
        },
        on: {
          'form.methods wanted': { actions: 'open the list' },
          'signal.wallets': { actions: 'forward to the form' },
          ...aroundDraft.filling,
          ...around.states.filling.on,
          ...aroundWords.filling,
        },
      },

      /** `operation` and what stands around it are the same for every flow. */
      operating: {
        invoke: {
          src: 'operation',
          id: 'operation',
          input: ({ context }) => ({
            kind,
            origins: context.origins,
            ...(context.operation === null
              ? { ask: askOf(context), params: { kind: context.kind } }
              : { id: context.operation }),
          }),
          ...around.states.operating.invoke,
        },
        exit: around.states.operating.exit,
        on: {
          ...around.states.operating.on,
          ...aroundWords.operating,
          ...aroundDraft.operating(draftIn),
          ...(comes && { 'operation.copied': { actions: { type: 'say what is to be copied', params: given } } }),
        },
      },

      returning: around.states.returning,
      broken: around.states.broken,

      finished: {
        ...aroundWords.finished,
        on: {
          'user.again': {
            ...(comes && { guard: 'it may be repeated' }),
            target: 'filling',
            actions: ['fill the form again', 'open the form'],
          },
          'user.another method wanted': { actions: 'open the list' },
          ...aroundWords.finished.on,
          ...(comes && {
            'user.replacement opened': { guard: 'another one took its place', actions: 'open the one in its place' },
          }),
        },
      },
    },
  });
};
