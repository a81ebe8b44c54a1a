import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { transferForm, type TransferForm } from '../../../contract/calls/transfer.ts';
import { added } from '../../../contract/limits.ts';
import { drafted } from '../../form/draft.chart.ts';
import { typed, type Side } from '../../form/amount.ts';
import { afterAnswer, isUnanswered, judgedAnew } from '../../form/judged-anew.ts';
import { hasParts, partOf, type Part } from '../../form/quote.ts';
import { renewal } from '../../form/renewal.chart.ts';
import { isOfForm, isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PageLife, Signal } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import {
  chosenWallet,
  draftOf,
  kept,
  filledFrom,
  named,
  problems,
  quoteFormOf,
  type Filled,
  type FormContext,
  type FormInput,
  type FormNews,
  type FormOutput,
} from './form.context.ts';

type FormEvent =
  | { type: 'user.recipient typed'; value: string }
  | { type: 'user.recipient chosen'; value: string }
  | { type: 'user.currency chosen'; value: string }
  | { type: 'user.amount typed'; side: Side; value: string }
  | { type: 'user.part chosen'; value: Part }
  | { type: 'user.comment typed'; value: string }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | PageLife;

interface Told {
  output: Answer<TransferForm>;
}
interface Typed {
  value: string;
}

const keepDraft = {
  type: 'keep the draft',
  params: ({ context }: { context: FormContext }) => ({ ...draftOf(context), value: kept(context.filled) }),
} as const;

/** To whom, out of which wallet, and how much. */
export const transferFormMachine = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as FormInput,
    output: {} as FormOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'empty' | 'corrected' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(transferForm),
    ...drafted.actors,
    ...renewal.actors,
  },
  delays: {
    ...drafted.delays,
    'the form is overdue': added.answer + 5_000,
    ...renewal.delays,
  },
  guards: {
    ...drafted.guards,
    'the form is there': ({ context }) => context.form !== null,
    'the form is there, and nobody answered': ({ context: { form, trouble } }) =>
      form !== null && isUnanswered(trouble),
    'there is no wallet': (_, { output }: Told) => output.payload.wallets.length === 0,
    'the wallet is still there': ({ context: { filled } }, { output }: Told) =>
      output.payload.wallets.some(({ currency }) => currency.code === filled.currency),
    'something was said against it': ({ context }) =>
      Object.keys(context.refused).length > 0 || isOfForm(context.trouble),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    /** Who was not found may be there by now, and so may a limit: whoever presses has both looked at again. */
    'all is right': ({ context }) =>
      Object.keys(problems({ ...context, refused: judgedAnew(without(context.refused, 'to')) })).length === 0,
    'there is money to give': ({ context }) => hasParts(quoteFormOf(context)),
  },
  actions: {
    ...drafted.actions,
    /** What a repeated operation fills in stands before what was left here. */
    'take the draft': assign(({ context: { filled } }, { output }: { output: unknown }) => ({
      filled: filled.to === '' && filled.entry.text === '' ? filledFrom(output) : filled,
    })),
    'take the form': assign(({ context: { filled } }, { output: { payload } }: Told) => ({
      form: payload,
      filled: { ...filled, currency: chosenWallet(payload, filled.currency) },
    })),
    'take fresh terms': assign(({ context: { refused, trouble } }, { output }: Told) => ({
      form: output.payload,
      refused: judgedAnew(refused),
      trouble: afterAnswer(trouble),
    })),
    'take the recipient': assign(({ context: { filled, refused } }, { value }: Typed) => ({
      filled: { ...filled, to: value },
      refused: without(refused, 'to'),
      trouble: null,
    })),
    'take the wallet': assign(({ context: { filled, refused } }, { value }: Typed) => ({
      filled: { ...filled, currency: value },
      refused: without(refused, 'amount'),
      trouble: null,
    })),
    'take the typed amount': assign(
      ({ context: { filled, refused } }, { side, value }: { side: Side; value: string }) => ({
        filled: { ...filled, entry: typed(side, value) },
        refused: without(refused, 'amount'),
        trouble: null,
      }),
    ),
    'take the part': assign(({ context }, { value }: { value: Part }) => {
      const quote = quoteFormOf(context);
      return quote
        ? {
            filled: { ...context.filled, entry: partOf(quote, value) },
            refused: without(context.refused, 'amount'),
            trouble: null,
          }
        : {};
    }),
    'take the comment': assign(({ context: { filled, refused } }, { value }: Typed) => ({
      filled: { ...filled, comment: value },
      refused: without(refused, 'comment'),
      trouble: null,
    })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the trouble': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
    'keep the draft': effect<{ account: string; key: string; value: Filled }>('draft.keep'),
    'say whether an amount is held': sendParent(({ context }): FormNews => ({
      type: 'form.holding',
      holding: context.filled.entry.text !== '',
    })),
  },
}).createMachine({
  id: 'transfer-form',
  context: ({ input }) => ({ ...input, refused: named(input.refused, input), corrections: 0 }),
  initial: 'opening',
  output: ({ context: { filled, form } }) => ({ filled, form }),
  states: {
    opening: {
      always: [
        { guard: 'the form is there, and nobody answered', target: 'editing.terms.settled' },
        { guard: 'the form is there', target: 'editing.terms.renewing' },
        { target: 'loading' },
      ],
    },

    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      after: { 'the form is overdue': { target: 'unread', actions: 'keep that it is late' } },
      initial: 'draft',
      states: {
        draft: drafted.reading(draftOf, 'form'),
        form: {
          invoke: {
            src: 'transfer.form',
            id: 'transfer.form',
            onDone: [
              { guard: { type: 'there is no wallet', params: given }, target: '#transfer-form.empty' },
              { target: '#transfer-form.editing', actions: { type: 'take the form', params: given } },
            ],
            onError: { target: '#transfer-form.unread', actions: { type: 'keep the trouble', params: given } },
          },
        },
      },
    },

    /** Nothing that could be sent. */
    empty: { tags: ['empty', 'safe to reload'], on: { 'user.retried': 'loading', 'signal.wallets': 'loading' } },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'loading', actions: 'forget the trouble' },
        'house.signed in': { target: 'loading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'loading', actions: 'forget the trouble' },
      },
    },

    editing: {
      tags: ['form', 'safe to reload'],
      type: 'parallel',
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      on: {
        'user.recipient typed': { actions: [{ type: 'take the recipient', params: given }, keepDraft] },
        'user.recipient chosen': { actions: [{ type: 'take the recipient', params: given }, keepDraft] },
        'user.currency chosen': { actions: [{ type: 'take the wallet', params: given }, keepDraft] },
        'user.amount typed': {
          actions: [{ type: 'take the typed amount', params: given }, keepDraft, 'say whether an amount is held'],
        },
        'user.part chosen': {
          guard: 'there is money to give',
          actions: [{ type: 'take the part', params: given }, keepDraft, 'say whether an amount is held'],
        },
        'user.comment typed': { actions: [{ type: 'take the comment', params: given }, keepDraft] },
        'house.signed in': { actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
      },
      states: {
        filling: {
          initial: 'arriving',
          on: {
            'user.submitted': [
              { guard: 'all is right', target: '#transfer-form.asked' },
              { target: '.corrected', actions: 'count a correction' },
            ],
          },
          states: {
            arriving: {
              always: [
                { guard: 'something was said against it', target: 'corrected', actions: 'count a correction' },
                { target: 'typing' },
              ],
            },
            typing: {},
            corrected: { tags: ['corrected', 'attention'] },
          },
        },
        /** What is there and what is left of the day, read again where it stands; where that fails, the check knows. */
        terms: {
          initial: 'fresh',
          states: {
            fresh: { after: { 'the terms are old': 'settled' }, on: renewal.moved },
            settled: renewal.settled,
            soon: renewal.soon,
            renewing: {
              invoke: {
                src: 'transfer.form',
                id: 'transfer.form',
                onDone: [
                  {
                    guard: { type: 'the wallet is still there', params: given },
                    target: 'fresh',
                    actions: { type: 'take fresh terms', params: given },
                  },
                  { target: 'settled' },
                ],
                onError: 'settled',
              },
              after: { 'the form is overdue': 'settled' },
              on: renewal.moved,
            },
          },
        },
      },
    },

    /** What a repeated operation filled in was typed by nobody, and kept by nobody: the confirm marks what is kept. */
    asked: { type: 'final', entry: keepDraft },
  },
});

const without = (refused: FormContext['refused'], field: keyof FormContext['refused']): FormContext['refused'] =>
  Object.fromEntries(Object.entries(refused).filter(([name]) => name !== field));
