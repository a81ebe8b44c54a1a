import { assign, sendParent, sendTo, setup } from 'xstate';
import type { CallSpec } from '../../contract/call.ts';
import { paymentCheck } from '../../contract/calls/withdraw.ts';
import { describedFormOf } from '../described-form/described-form.machine.ts';
import { draftOf, type DescribedFormNews } from '../described-form/described-form.context.ts';
import type { SentBefore } from '../form/draft.ts';
import type { MethodsNews } from '../methods/methods.context.ts';
import { methodsOf } from '../methods/methods.machine.ts';
import { aroundWords, type AroundWordsNews } from '../operation/around-words.chart.ts';
import { around, aroundDraft, type Ended } from '../operation/around.chart.ts';
import {
  anew,
  filledFrom,
  forgotten,
  goesOnWithout,
  heldBy,
  leftBy,
  replacedAfter,
  type Arrival,
} from '../operation/around.context.ts';
import type { OperationNews } from '../operation/operation.context.ts';
import { operationOf } from '../operation/operation-of.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent, Signal } from '../root/events.ts';
import {
  creditedBy,
  filledBy,
  formPath,
  fresh,
  listPath,
  mayBeRepeated,
  methodOfPlace,
  operationOfPlace,
  operationPath,
  received,
  turnedAway,
  type Filled,
  type PaymentContext,
} from './payment.context.ts';

export type PaymentEvent =
  | { type: 'user.again' | 'user.retried' | 'user.another method wanted' | 'user.printed' }
  | { type: 'user.left operation opened' | 'user.replacement opened' }
  | MethodsNews
  | DescribedFormNews
  | SentBefore
  | OperationNews
  | AroundWordsNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' }>;

export interface PaymentCalls {
  methods: CallSpec;
  form: CallSpec;
  submit: CallSpec;
  status: CallSpec;
}

/** What the charts of deposit, withdraw and purchase name; which calls are made is each one's own. */
export const paymentSetup = ({ methods, form, submit, status }: PaymentCalls) =>
  setup({
    types: {
      context: {} as PaymentContext,
      events: {} as PaymentEvent,
      input: {} as FlowInput,
      tags: {} as 'attention' | 'finished' | 'safe to reload',
    },
    actors: {
      methods: methodsOf(methods),
      form: describedFormOf(methods, form),
      operation: operationOf({ check: paymentCheck, submit, status }),
      ...aroundWords.actors,
    },
    guards: {
      ...around.guards,
      ...aroundDraft.guards,
      'a method is named': ({ context }) => context.method !== null,
      'it leads elsewhere': ({ context }, { place }: Arrival) =>
        methodOfPlace(place) !== context.method || (operationOfPlace(place) ?? context.operation) !== context.operation,
      'it names no operation': ({ context }, { place }: Arrival) =>
        operationOfPlace(place) === null && context.operation !== null,
      'it is the form of this operation, and nothing was sent': ({ context }, { place }: Arrival) =>
        operationOfPlace(place) === null &&
        context.operation !== null &&
        context.step === 'reviewing' &&
        methodOfPlace(place) === context.method,
      'it names another operation while this one goes on': ({ context }, { place }: Arrival) =>
        goesOnWithout(context, operationOfPlace(place)),
      'another one took its place': ({ context }) => creditedBy(context) !== null,
      'it may be repeated': ({ context }) => mayBeRepeated(context),
    },
    actions: {
      ...around.actions,
      ...aroundDraft.actions,
      ...aroundWords.actions,
      'take the place': assign(({ context }, { place }: Arrival) => ({
        ...fresh(place),
        replaces: replacedAfter(context, operationOfPlace(place)),
        leftBehind: operationOfPlace(place) === context.leftBehind?.id ? null : context.leftBehind,
      })),
      'take the method': assign((_, { id, path }: { id: string; path: string }) => ({ chosen: { id, path } })),
      'take the currency': assign((_, { currency }: { currency: string }) => ({ currency })),
      'take the form': assign(({ context }, { output: { path, ...filled } }: Filled) => ({
        ...filled,
        chosen: { id: context.method ?? '', path },
        wrong: {},
        trouble: null,
      })),
      'keep what was said': assign(({ context }, { output }: Ended) => turnedAway({ output }, context)),
      'say what is held': sendParent(({ context }): FlowEvent => ({ type: 'flow.holding', holding: heldBy(context) })),
      'say what is to be copied': sendParent((_, { value }: { value: string }): FlowEvent => ({
        type: 'flow.copy wanted',
        value,
      })),
      'note what was sent before': assign(({ context: { method } }, { id }: { id: string }) => ({
        leftBehind: { id, method: method ?? '' },
      })),
      'forget the operation': assign(({ context }) => ({ ...forgotten(context), returned: null })),
      'leave the operation behind': assign(({ context }) => ({
        leftBehind: leftBy(context, (id) => ({ id, method: context.method ?? '' })),
      })),
      'fill the form from it': assign(({ context }, { output }: Ended) => filledFrom(context, output, filledBy)),
      'fill the form again': assign(({ context: { outcome } }) =>
        outcome ? { ...filledBy(outcome), ...anew, returned: null, repeats: true } : {},
      ),
      'forward to the methods': sendTo('methods', ({ event }) => event),
      'name the operation in the address': sendParent(({ context }, { id }: { id: string }): FlowEvent => ({
        type: 'flow.navigate',
        to: operationPath(context, { id, method: context.method ?? '' }),
        ...(context.operation === null ? {} : { replace: true }),
      })),
      'open the form': sendParent(({ context }): FlowEvent => ({
        type: 'flow.navigate',
        to: formPath(context, context.method),
      })),
      'open the chosen method': sendParent(({ context }): FlowEvent => ({
        type: 'flow.navigate',
        to: formPath(context, context.chosen?.id ?? null),
      })),
      'put the form into the address': sendParent(({ context }): FlowEvent => ({
        type: 'flow.navigate',
        to: formPath(context, context.method),
        replace: true,
      })),
      'show the choice in the address': sendParent(({ context }): FlowEvent => ({
        type: 'flow.navigate',
        to: listPath(context),
        replace: true,
      })),
      'open what was left': sendParent(({ context }): FlowEvent => ({
        type: 'flow.navigate',
        to: context.leftBehind ? operationPath(context, context.leftBehind) : listPath(context),
      })),
      'open the order': sendParent(({ context }, { place }: { place: string }): FlowEvent => ({
        type: 'flow.navigate',
        to: place || listPath(context),
      })),
      'open the one in its place': sendParent(({ context }): FlowEvent => ({
        type: 'flow.navigate',
        to: operationPath(
          { kind: 'deposit' },
          { id: creditedBy(context) ?? '', method: context.kind === 'deposit' ? (context.method ?? '') : received },
        ),
      })),
      'open the list': sendParent(({ context }): FlowEvent => ({ type: 'flow.navigate', to: listPath(context) })),
    },
  });

/** Under which name a device keeps what was put into the form. */
export const draftIn = ({ account, kind, method }: PaymentContext) => draftOf({ account, kind, method: method ?? '' });
/** What the form is born with. */
export const formInput = ({ context }: { context: PaymentContext }) => {
  const { account, kind, method, chosen, form, entry, values, card, files, wrong, trouble, origins } = context;
  return {
    ...{ account, kind, form, entry, values, card, files, wrong, trouble, origins },
    method: method ?? '',
    path: chosen?.id === method ? (chosen?.path ?? '') : '',
  };
};
