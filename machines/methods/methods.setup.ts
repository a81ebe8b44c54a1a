import { and, assign, fromPromise, not, or, sendParent, setup, stateIn } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import { operationCancel, operationsInProgress } from '../../contract/calls/operation.ts';
import { added } from '../../contract/limits.ts';
import { isCallError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import type { PaymentMethod } from '../../contract/payment.ts';
import { signedInAgain } from '../form/lost-session.ts';
import { late, troubleOf } from '../form/trouble.ts';
import { calls } from '../root/calls.ts';
import type { PageLife } from '../root/events.ts';
import { notWired, source } from '../root/ports.ts';
import { askingForWords, wordsMachine } from '../words/words.machine.ts';
import {
  methodIn,
  passedAs,
  shownMethods,
  stillRefused,
  unpaidOf,
  type MethodsAsked,
  type MethodsContext,
  type MethodsEvent,
  type MethodsInput,
  type MethodsNews,
} from './methods.context.ts';

type List<Item> = Answer<{ items: Item[] }>;
interface Chosen {
  value: string;
}
interface Thrown {
  error: unknown;
}

const listIsRead = or([stateIn({ list: 'loading' }), stateIn({ list: 'waiting' })]);
const ordersAreKnown = not(or([stateIn({ orders: 'asking' }), stateIn({ orders: 'unread' })]));
/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const methodsSetup = setup({
  types: {
    context: {} as MethodsContext,
    events: {} as MethodsEvent,
    input: {} as MethodsInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(operationsInProgress, operationCancel),
    methods: fromPromise<List<PaymentMethod>, MethodsAsked>(() => Promise.reject(notWired('methods'))),
    words: wordsMachine,
    'page.life': source<PageLife>('page.life'),
  },
  delays: { 'an answer is overdue': added.answer + 5_000, 'orders keep the list waiting': 1_000 },
  guards: {
    'there are none': (_, { output }: { output: List<PaymentMethod> }) => output.payload.items.length === 0,
    'only a part was asked for': ({ context }) => context.asked !== 'all',
    'nothing of the part is there': ({ context }, { output }: { output: List<PaymentMethod> }) =>
      context.asked !== 'all' && output.payload.items.length === 0,
    'there is no such part': ({ context }, { error }: Thrown) =>
      context.asked !== 'all' && isCallError(error) && error.kind === 'refused' && error.statusCode === 404,
    'they are of what is shown': ({ context }, { asked }: { asked: unknown }) =>
      (asked as MethodsAsked).params.id === context.asked,
    'it is on offer': ({ context }, { value }: Chosen) =>
      shownMethods(context).some(({ id, closed }) => id === value && closed === undefined),
    'the orders are no longer read': not(stateIn({ orders: 'asking' })),
    'the list is read': listIsRead,
    'the list is there': not(listIsRead),
    'the list is there, and so are the orders': and([not(listIsRead), ordersAreKnown]),
    'the list is read again, and the orders are there': and([listIsRead, ordersAreKnown]),
    'some may be unpaid': ({ context }) => context.orders,
    'it is one of them': ({ context, event }) =>
      'value' in event && context.unpaid.some(({ id }) => id === event.value),
    'it waits to be paid still': ({ context }, { output }: { output: List<Operation> }) =>
      unpaidOf(context, output.payload.items).some(({ id }) => id === context.cancelled),
    'it had ended otherwise': (_, { output }: { output: Answer<Operation> }) => output.payload.status !== 'cancelled',
    'they have a place': not(stateIn({ standing: 'open' })),
  },
  actions: {
    ...askingForWords,
    'take the methods': assign((_, { output }: { output: List<PaymentMethod> }) => ({
      methods: output.payload.items,
      trouble: null,
    })),
    /** None is no list in other words. */
    'take the words': assign(({ context }, { output }: { output: List<PaymentMethod> }) => ({
      methods: output.payload.items.length > 0 ? output.payload.items : context.methods,
    })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'ask for all': assign({ asked: 'all' }),
    'take the currency': assign((_, { value }: Chosen) => ({ currency: value })),
    'tell the currency': sendParent(({ context }): MethodsNews => ({
      type: 'methods.filtered',
      currency: context.currency,
    })),
    'tell the method': sendParent(({ context }, { value }: Chosen): MethodsNews => ({
      type: 'methods.chosen',
      id: value,
      path: methodIn(context, value)?.form_path ?? '',
    })),
    'take the unpaid': assign(({ context }, { output }: { output: List<Operation> }) => {
      const unpaid = unpaidOf(context, output.payload.items);
      return { unpaid, refusal: stillRefused(context, unpaid) };
    }),
    'tell the order': sendParent(({ context }, { value }: Chosen): MethodsNews => ({
      type: 'methods.order opened',
      place: context.unpaid.find(({ id }) => id === value)?.place ?? '',
    })),
    'note which is cancelled': assign((_, { value }: Chosen) => ({
      cancelled: value,
      refusal: null,
      ended: null,
      passed: null,
    })),
    'note what became of it': assign(({ context }, { output }: { output: List<Operation> }) => ({
      passed: passedAs(context, output.payload.items),
    })),
    'keep how it had ended': assign((_, { output }: { output: Answer<Operation> }) => ({ ended: output.payload })),
    'keep why it was not': assign((_, { error }: Thrown) => ({ refusal: troubleOf(error) })),
    'keep that the cancel is late': assign({ refusal: late }),
    'forget that nobody was signed in': assign(({ context: { refusal } }) => ({
      refusal: signedInAgain(refusal),
    })),
  },
});
