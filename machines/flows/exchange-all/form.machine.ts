import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import {
  exchangeAllCurrencyForm,
  exchangeAllForm,
  type ExchangeAllForm,
} from '../../../contract/calls/exchange-all.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { drafted } from '../../form/draft.chart.ts';
import { afterAnswer } from '../../form/judged-anew.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import {
  choiceOf,
  filterOf,
  lastOf,
  keptFilter,
  lackOf,
  openWallets,
  tooMuchForAll,
  leftOutBeside,
  leftOutOf,
  type FormContext,
  type FormInput,
  type FormNews,
  type FormOutput,
  type KeptFilter,
} from './form.context.ts';

type FormEvent =
  | { type: 'user.currency chosen'; value: string }
  | { type: 'user.wallet set'; currency: string; value: boolean }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Told {
  output: Answer<ExchangeAllForm>;
}
interface Thrown {
  error: unknown;
}

/** Another currency is another address, and in it the same wallets stay left out. */
const chosen = {
  actions: [
    'tell what is left out',
    {
      type: 'keep the choice',
      params: ({ context, event: { value } }: { context: FormContext; event: { value: string } }) => ({
        ...choiceOf(context),
        value: { into: value },
      }),
    },
    { type: 'ask for the currency', params: given },
  ],
} as const;

/** What is exchanged into what: a currency, and the wallets that take part. Rates are read again while it stands. */
export const exchangeAllFormMachine = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as FormInput,
    output: {} as FormOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'empty' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(exchangeAllForm, exchangeAllCurrencyForm),
    ...drafted.actors,
  },
  delays: {
    ...drafted.delays,
    'the form is overdue': 2 * added.answer,
    'the rates are old': added.rateRefresh,
    'the rates are overdue': added.answer + 5_000,
    'the balances have settled': added.balancesSettle,
  },
  guards: {
    ...drafted.guards,
    'the filter is known': ({ context }) => context.leftOut !== null || context.taken !== null,
    'there is no wallet': (_, { output }: Told) => output.payload.wallets.length === 0,
    'the form has been overtaken': ({ context: { form, into, trouble } }) =>
      form !== null &&
      into !== null &&
      ['nothing_to_exchange', 'insufficient_funds', tooMuchForAll].includes(trouble?.code ?? ''),
    'the form is there': ({ context }) => context.form !== null,
    'a currency is named': ({ context }) => context.into !== null,
    'the last choice is offered': ({ context: { last } }, { output: { payload } }: Told) =>
      payload.choices.some(({ code }) => code === last),
    'there is no such currency': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && [400, 404, 409, 422].includes(error.statusCode),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'nothing is missing': ({ context }) => lackOf(context) === null,
  },
  actions: {
    ...drafted.actions,
    'take the draft': assign((_, { output }: { output: unknown }) => ({ leftOut: leftOutOf(output) })),
    'take the last choice': assign((_, { output }: { output: unknown }) => ({ last: lastOf(output) })),
    /** Where it says by itself that there is nothing, the answer before it is not said beside that. */
    'take the form': assign(({ context }, { output: { payload: form } }: Told) => {
      const { taken } = context;
      const trouble = context.form ? afterAnswer(context.trouble) : context.trouble;
      const saysSo = openWallets({ form }).length === 0 && trouble?.code === 'nothing_to_exchange';
      return {
        ...{ form, trouble: saysSo ? null : trouble },
        ...(taken && { leftOut: leftOutBeside(taken, form), taken: null }),
      };
    }),
    'forget the form': assign({ form: null }),
    'set the wallet': assign(({ context }, { currency, value }: { currency: string; value: boolean }) => ({
      leftOut: [...(context.leftOut ?? []).filter((code) => code !== currency), ...(value ? [] : [currency])],
      trouble: null,
    })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
    'keep the draft': effect<{ account: string; key: string; value: KeptFilter }>('draft.keep'),
    'keep the choice': effect<{ account: string; key: string; value: { into: string } }>('draft.keep'),
    'ask for the last choice': sendParent(({ context }): FormNews => ({
      type: 'form.currency wanted',
      value: context.last ?? '',
    })),
    'tell what is left out': sendParent(({ context: { leftOut } }): FormNews => ({ type: 'form.left out', leftOut })),
    'ask for the currency': sendParent((_, { value }: { value: string }): FormNews => ({
      type: 'form.currency wanted',
      value,
    })),
  },
}).createMachine({
  id: 'exchange-all-form',
  context: ({ input }) => ({ ...input, corrections: 0, last: null }),
  initial: 'opening',
  output: ({ context: { form, leftOut } }) => ({ form, leftOut }),
  states: {
    opening: {
      always: [
        { guard: 'the form has been overtaken', target: 'choosing.asking' },
        { guard: 'the form is there', target: 'choosing' },
        { guard: 'the filter is known', target: 'loading.form' },
        { target: 'loading' },
      ],
    },

    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      after: { 'the form is overdue': { target: 'unread', actions: 'keep that it is late' } },
      initial: 'filter',
      states: {
        filter: drafted.reading(filterOf, 'form'),
        form: { always: [{ guard: 'a currency is named', target: 'rates' }, { target: 'last choice' }] },
        'last choice': {
          invoke: {
            src: 'draft.read',
            id: 'draft.read',
            input: ({ context }) => choiceOf(context),
            onDone: { target: 'choices', actions: { type: 'take the last choice', params: given } },
            onError: 'choices',
          },
          after: { 'the draft is overdue': 'choices' },
        },
        /** No currency yet: what can be chosen, and what there is. */
        choices: {
          invoke: {
            src: 'exchange_all.form',
            id: 'exchange_all.form',
            onDone: [
              { guard: { type: 'there is no wallet', params: given }, target: '#exchange-all-form.empty' },
              {
                guard: { type: 'the last choice is offered', params: given },
                target: '#exchange-all-form.choosing',
                actions: [{ type: 'take the form', params: given }, 'tell what is left out', 'ask for the last choice'],
              },
              { target: '#exchange-all-form.choosing', actions: { type: 'take the form', params: given } },
            ],
            onError: { target: '#exchange-all-form.unread', actions: { type: 'keep the trouble', params: given } },
          },
        },
        rates: {
          invoke: {
            src: 'exchange_all.currency_form',
            id: 'exchange_all.currency_form',
            input: ({ context }) => ({ params: { currency: context.into ?? '' } }),
            onDone: [
              { guard: { type: 'there is no wallet', params: given }, target: '#exchange-all-form.empty' },
              { target: '#exchange-all-form.choosing', actions: { type: 'take the form', params: given } },
            ],
            onError: [
              { guard: { type: 'there is no such currency', params: given }, target: '#exchange-all-form.unavailable' },
              { target: '#exchange-all-form.unread', actions: { type: 'keep the trouble', params: given } },
            ],
          },
        },
      },
    },

    /** No wallet that could be exchanged. */
    empty: { tags: ['empty', 'safe to reload'], on: { 'user.retried': 'opening', 'signal.wallets': 'opening' } },

    unavailable: {
      tags: ['attention', 'safe to reload'],
      on: { 'user.currency chosen': chosen, 'house.signed in': 'opening', 'port.online': 'opening' },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'opening', actions: 'forget the trouble' },
        'house.signed in': { target: 'opening', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'opening', actions: 'forget the trouble' },
      },
    },

    choosing: {
      tags: ['form', 'safe to reload'],
      initial: 'fresh',
      on: {
        'user.currency chosen': chosen,
        'user.wallet set': {
          actions: [
            { type: 'set the wallet', params: given },
            'tell what is left out',
            {
              type: 'keep the draft',
              params: ({ context }) => ({ ...filterOf(context), value: keptFilter(context) }),
            },
          ],
        },
        'user.submitted': [{ guard: 'nothing is missing', target: 'asked' }, { actions: 'count a correction' }],
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
      },
      states: {
        fresh: {
          after: { 'the rates are old': { guard: 'a currency is named', target: 'asking' } },
          on: {
            'house.signed in': { guard: 'a currency is named', target: 'asking', actions: 'forget the trouble' },
            'signal.wallets': 'soon',
          },
        },
        soon: {
          after: {
            'the balances have settled': [{ guard: 'a currency is named', target: 'asking' }, { target: 'renewing' }],
          },
        },
        /** What there is, as long as it is not known into what; where that fails, the check knows. */
        renewing: {
          invoke: {
            src: 'exchange_all.form',
            id: 'exchange_all.form',
            onDone: [
              {
                guard: { type: 'there is no wallet', params: given },
                target: '#exchange-all-form.empty',
                actions: 'forget the form',
              },
              { target: 'fresh', actions: { type: 'take the form', params: given } },
            ],
            onError: 'fresh',
          },
          after: { 'the rates are overdue': 'fresh' },
          on: { 'signal.wallets': 'soon' },
        },
        asking: {
          invoke: {
            src: 'exchange_all.currency_form',
            id: 'exchange_all.currency_form',
            input: ({ context }) => ({ params: { currency: context.into ?? '' } }),
            onDone: { target: 'fresh', actions: { type: 'take the form', params: given } },
            onError: 'stale',
          },
          after: { 'the rates are overdue': 'stale' },
          on: { 'signal.wallets': 'soon' },
        },
        stale: {
          after: { 'the rates are old': 'asking' },
          on: { 'user.retried': 'asking', 'house.signed in': { target: 'asking', actions: 'forget the trouble' } },
        },
      },
    },

    asked: { type: 'final' },
  },
});
