import { given } from '../given.ts';
import { askOf, begun, type PaymentKind } from './payment.context.ts';
import { draftIn, formInput, paymentSetup, type PaymentCalls } from './payment.setup.ts';

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
          onError: { target: 'broken', actions: { type: 'keep what broke', params: given } },
        },
        on: {
          'methods.chosen': { actions: [{ type: 'take the method', params: given }, 'open the chosen method'] },
          ...(comes && { 'methods.order opened': { actions: { type: 'open the order', params: given } } }),
          'methods.filtered': {
            actions: [{ type: 'take the currency', params: given }, 'show the choice in the address'],
          },
          'house.signed in': { actions: 'forward to the methods' },
          'port.online': { actions: 'forward to the methods' },
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
          onError: { target: 'broken', actions: { type: 'keep what broke', params: given } },
        },
        on: {
          'form.methods wanted': { actions: 'open the list' },
          'form.holding': {
            actions: [{ type: 'note whether an amount is held', params: given }, 'say what is held'],
          },
          'house.signed in': { actions: 'forward to the form' },
          'port.online': { actions: 'forward to the form' },
          'user.left operation opened': { guard: 'an operation was left behind', actions: 'open what was left' },
        },
      },

      /** From the check to the end; `operation` is the same for every flow. */
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
          onDone: [
            {
              guard: { type: 'it was rejected', params: given },
              target: 'returning',
              actions: [{ type: 'keep what was said', params: given }, 'put the form into the address'],
            },
            {
              guard: { type: 'they changed their mind', params: given },
              target: 'returning',
              actions: 'put the form into the address',
            },
            {
              guard: { type: 'it was not found', params: given },
              target: 'returning',
              actions: ['keep that it was not found', 'put the form into the address'],
            },
            { target: 'finished', actions: { type: 'keep the outcome', params: given } },
          ],
          onError: { target: 'broken', actions: { type: 'keep what broke', params: given } },
        },
        exit: { type: 'forbid or allow covering', params: { confirming: false } },
        on: {
          'operation.opened': {
            actions: [
              { type: 'name the operation in the address', params: given },
              { type: 'keep the operation', params: given },
            ],
          },
          'operation.confirming': {
            actions: [
              { type: 'keep whether it is reviewed', params: given },
              { type: 'forbid or allow covering', params: given },
              'say what is held',
            ],
          },
          'operation.submitted': {
            actions: { type: 'drop the draft', params: ({ context }) => draftIn(context) },
          },
          ...(comes && { 'operation.copied': { actions: { type: 'say what is to be copied', params: given } } }),
          'house.signed in': { actions: 'forward to the operation' },
          'house.arrived': [
            {
              guard: { type: 'it is the form of this operation, and nothing was sent', params: given },
              target: 'returning',
            },
            {
              guard: { type: 'it names no operation', params: given },
              target: 'opening',
              actions: ['leave the operation behind', { type: 'take the place', params: given }],
            },
          ],
        },
      },

      /** Back to the form with everything that was put in. */
      returning: { always: { target: 'filling', actions: 'forget the operation' } },

      /** A part of this page fell over; what the server holds did not. */
      broken: {
        tags: ['attention', 'safe to reload'],
        on: { 'user.retried': { target: 'opening', actions: 'forget what broke' } },
      },

      finished: {
        tags: ['finished', 'safe to reload'],
        initial: 'sorting',
        on: {
          'user.again': {
            ...(kind === 'deposit' && { guard: 'it was ordered by a form' }),
            target: 'filling',
            actions: ['fill the form again', 'open the form'],
          },
          'user.another method wanted': { actions: 'open the list' },
          'user.printed': { actions: 'print the receipt' },
          ...(comes && {
            'user.replacement opened': { guard: 'another one took its place', actions: 'open the one in its place' },
          }),
          'house.arrived': {
            guard: { type: 'it names no operation', params: given },
            target: 'opening',
            actions: { type: 'take the place', params: given },
          },
        },
        states: {
          sorting: {
            always: [
              { guard: 'it succeeded', target: 'succeeded' },
              { guard: 'it failed', target: 'failed' },
              { guard: 'it was cancelled', target: 'cancelled' },
              { target: 'expired' },
            ],
          },
          succeeded: {},
          failed: { tags: 'attention' },
          cancelled: { tags: 'attention' },
          expired: { tags: 'attention' },
        },
      },
    },
  });
};
