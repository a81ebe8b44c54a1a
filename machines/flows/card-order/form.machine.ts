import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { cardOrderFormRead } from '../../../contract/calls/card.ts';
import type { CardOrderForm } from '../../../contract/card.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { foundIn, without } from '../../described-form/described-form.context.ts';
import { drafted } from '../../form/draft.chart.ts';
import { isOfForm, isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import { ask, effect, source } from '../../root/ports.ts';
import { askingForWords, besideIt, wordsOf, type WordsNews } from '../../words/words.machine.ts';
import {
  draftOf,
  filledBy,
  kept,
  sentOf,
  typedIn,
  valuesFrom,
  type CardFormContext,
  type CardFormInput,
  type CardFormNews,
  type CardFormOutput,
} from './form.context.ts';

type CardFormEvent =
  | { type: 'user.field filled'; field: string; value: string }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | { type: 'user.other card wanted' }
  | WordsNews<CardOrderForm>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.shown' }>;

interface Told {
  output: Answer<CardOrderForm>;
}
interface Thrown {
  error: unknown;
}
interface Drafted {
  output: unknown;
}
interface Checked {
  output: { fields: Record<string, string> };
}

const keepDraft = {
  type: 'keep the draft',
  params: ({ context }: { context: CardFormContext }) => ({ ...draftOf(context), value: kept(context) }),
} as const;

const askForTheSame = {
  type: 'ask for the words',
  params: ({ context }: { context: CardFormContext }) => ({ query: { offer: context.offer } }),
} as const;

/** What is ordered, for how much, and where it is sent to. */
export const cardFormMachine = setup({
  types: {
    context: {} as CardFormContext,
    events: {} as CardFormEvent,
    input: {} as CardFormInput,
    output: {} as CardFormOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(cardOrderFormRead),
    ...drafted.actors,
    words: wordsOf(cardOrderFormRead),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
    'fields.check': ask<Checked['output'], { fields: unknown; values: unknown }>('fields.check'),
  },
  delays: {
    ...drafted.delays,
    'the form is overdue': added.answer + 5_000,
    'the check is overdue': added.answer,
  },
  guards: {
    ...drafted.guards,
    'the form is there': ({ context }) => context.form !== null,
    'it is closed': (_, { output }: Told) => output.payload.offer.closed !== undefined,
    'there is no such card': (_, { error }: Thrown) => isCallError(error) && error.code === 'not_found',
    'something was said against it': ({ context }) =>
      Object.keys(context.wrong).length > 0 || isOfForm(context.trouble),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'nothing is wrong': (_, { output }: Checked) => Object.keys(output.fields).length === 0,
  },
  actions: {
    ...drafted.actions,
    ...askingForWords,
    /** What an order has filled in stands before it. */
    'take the draft': assign(({ context }, { output }: Drafted) => ({
      values: { ...valuesFrom(output), ...context.values },
    })),
    'take the form': assign(({ context }, { output: { payload } }: Told) => ({
      form: payload,
      values: filledBy(payload, context.values),
    })),
    /** What its choices are called, and what can be spent now. */
    'take the words': assign(({ context: { form } }, { output: { payload } }: Told) => ({
      form: form && { ...form, fields: payload.fields, available: payload.available },
    })),
    'take the text': assign(({ context }, { field, value }: { field: string; value: string }) => ({
      values: typedIn(context, field, value),
      wrong: without(context.wrong, field),
      trouble: null,
    })),
    'keep what is wrong': assign(({ context }, { output }: Checked) => ({
      wrong: foundIn(context.form, output.fields),
      trouble: null,
    })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
    'keep the draft': effect<{ account: string; key: string; value: unknown }>('draft.keep'),
    'say that something is held': sendParent({ type: 'form.holding', holding: true } satisfies CardFormNews),
    'ask for the offers': sendParent({ type: 'form.offers wanted' } satisfies CardFormNews),
  },
}).createMachine({
  id: 'card-order-form',
  context: ({ input }) => ({ ...input, corrections: 0 }),
  invoke: besideIt,
  initial: 'opening',
  output: ({ context: { form, values } }) => ({ form, values }),
  states: {
    opening: { always: [{ guard: 'the form is there', target: 'editing' }, { target: 'loading' }] },

    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      after: { 'the form is overdue': { target: 'unread', actions: 'keep that it is late' } },
      initial: 'draft',
      states: {
        draft: drafted.reading(draftOf, 'form'),
        form: {
          on: { 'house.language': { target: 'form', reenter: true } },
          invoke: {
            src: 'card.order_form',
            id: 'card.order_form',
            input: ({ context }) => ({ query: { offer: context.offer } }),
            onDone: [
              {
                guard: { type: 'it is closed', params: given },
                target: '#card-order-form.unavailable',
                actions: { type: 'take the form', params: given },
              },
              { target: '#card-order-form.editing', actions: { type: 'take the form', params: given } },
            ],
            onError: [
              { guard: { type: 'there is no such card', params: given }, target: '#card-order-form.unavailable' },
              { target: '#card-order-form.unread', actions: { type: 'keep the trouble', params: given } },
            ],
          },
        },
      },
    },

    /** It cannot be ordered, or is not there. */
    unavailable: {
      tags: ['attention', 'safe to reload'],
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      on: {
        'user.other card wanted': { actions: 'ask for the offers' },
        // It may have been opened meanwhile, as by an identity that was verified in another tab.
        'port.shown': { actions: askForTheSame },
        'port.online': { actions: askForTheSame },
        'house.signed in': { actions: askForTheSame },
        'words.read': [
          { guard: { type: 'it is closed', params: given }, actions: { type: 'take the form', params: given } },
          { target: 'editing', actions: { type: 'take the form', params: given } },
        ],
      },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'loading', actions: 'forget the trouble' },
        'user.other card wanted': { actions: 'ask for the offers' },
        'house.signed in': { target: 'loading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'loading', actions: 'forget the trouble' },
      },
    },

    editing: {
      tags: ['form', 'safe to reload'],
      initial: 'arriving',
      on: {
        'house.language': { actions: askForTheSame },
        'signal.wallets': { actions: askForTheSame },
        'words.read': { actions: { type: 'take the words', params: given } },
        'user.field filled': {
          actions: [{ type: 'take the text', params: given }, keepDraft, 'say that something is held'],
        },
        'user.other card wanted': { actions: 'ask for the offers' },
        'house.signed in': { actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
      },
      states: {
        arriving: {
          always: [
            { guard: 'something was said against it', target: 'corrected', actions: 'count a correction' },
            { target: 'typing' },
          ],
        },
        // A draft is kept even of a form without fields: the confirm marks it.
        typing: { on: { 'user.submitted': { target: 'checking', actions: keepDraft } } },
        corrected: {
          tags: ['corrected', 'attention'],
          on: { 'user.submitted': { target: 'checking', actions: keepDraft } },
        },
        /** By the same check that the server makes; where it cannot be had here, the server's is enough. */
        checking: {
          tags: 'waiting',
          invoke: {
            src: 'fields.check',
            id: 'fields.check',
            input: ({ context }) => ({ fields: context.form?.fields ?? [], values: sentOf(context) }),
            onDone: [
              { guard: { type: 'nothing is wrong', params: given }, target: '#card-order-form.asked' },
              {
                target: 'corrected',
                actions: [{ type: 'keep what is wrong', params: given }, 'count a correction'],
              },
            ],
            onError: '#card-order-form.asked',
          },
          after: { 'the check is overdue': { target: 'corrected', actions: 'keep that it is late' } },
        },
      },
    },

    asked: { type: 'final' },
  },
});
