import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { exchangeForm, type ExchangeForm } from '../../../contract/calls/exchange-form.ts';
import { exchangeList, type ExchangePair } from '../../../contract/calls/exchange.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { drafted, type Draft } from '../../form/draft.chart.ts';
import { sentWith } from '../../form/draft.ts';
import { entryFrom, typed, type Entry, type Side } from '../../form/amount.ts';
import { afterAnswer, isByNumbers, isUnanswered } from '../../form/judged-anew.ts';
import { changeOf, hasParts, partOf, problemOf, type Part } from '../../form/quote.ts';
import { isOfForm, isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import { begun, draftOf, type FormContext, type FormInput, type FormNews, type FormOutput } from './form.context.ts';
import { given } from '../../given.ts';

type FormEvent =
  | { type: 'user.amount typed'; side: Side; value: string }
  | { type: 'user.part chosen'; value: Part }
  | { type: 'user.swapped' }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | { type: 'user.another pair wanted' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: unknown;
}

const keepDraft = {
  type: 'keep the draft',
  params: ({ context }: { context: FormContext }) => ({ ...draftOf(context), value: context.entry }),
} as const;

const { invoke, after } = drafted.reading(draftOf, 'pair');
const [sentBefore, untouched] = invoke.onDone;
/** What came along is kept where it takes no other draft away, and always from the other side of the pair: with the mark of what was sent. */
const draft = {
  invoke: {
    ...invoke,
    onDone: [
      {
        target: 'pair',
        guard: { type: 'it was sent before, and an amount was swapped', params: given },
        actions: [
          { type: 'tell what was sent before', params: given },
          {
            type: 'keep the draft',
            params: ({ context, event }: { context: FormContext; event: Read }) => ({
              ...draftOf(context),
              value: { ...context.entry, operation: sentWith(event.output) },
            }),
          },
        ],
      },
      sentBefore,
      { guard: { type: 'what came along is to be kept', params: given }, target: 'pair', actions: keepDraft },
      untouched,
    ],
  },
  after,
} as const;

const unread = [
  { guard: { type: 'there is no such pair', params: given }, target: '#form.unavailable' },
  { target: '#form.unread', actions: { type: 'keep the trouble', params: given } },
] as const;

/** The form of one pair: what may be exchanged at which rate, and how much of it the person wants. */
export const formMachine = setup({
  types: {
    context: {} as FormContext,
    events: {} as FormEvent,
    input: {} as FormInput,
    output: {} as FormOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(exchangeList, exchangeForm),
    ...drafted.actors,
  },
  delays: {
    ...drafted.delays,
    'the form is overdue': 2 * added.answer,
    'the rate is old': added.rateRefresh,
    'the rate is overdue': added.answer + 5_000,
  },
  guards: {
    ...drafted.guards,
    'the form is there': ({ context }) => context.form !== null,
    'the form is there, and nobody answered': ({ context: { form, trouble } }) =>
      form !== null && isUnanswered(trouble),
    'it was sent before, and an amount was swapped': ({ context: { entry, swapped } }, { output }: Read) =>
      swapped && entry.text !== '' && sentWith(output) !== null,
    'what came along is to be kept': ({ context: { entry, swapped } }, { output }: Read) =>
      entry.text !== '' && (swapped || !entryFrom(output)?.text),
    'the pair exists': (_, { output }: { output: Answer<{ items: ExchangePair[] }> }) =>
      output.payload.items.length > 0,
    'there is no such pair': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && [400, 404, 409, 422].includes(error.statusCode),
    'it is not what the home page showed': ({ context }, { output }: { output: Answer<ExchangeForm> }) =>
      changedBy(context, output.payload) !== null,
    'something was said against it': ({ context }) => context.refused !== null || isOfForm(context.trouble),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'the amount is right': ({ context }) => context.form !== null && problemOf(context.form, context.entry) === null,
    'the pair was closed': ({ context }) => context.trouble?.code === 'pair_unavailable',
    'there is money to give': ({ context }) => hasParts(context.form),
  },
  actions: {
    ...drafted.actions,
    /** An amount that came along stands before one that was left here. */
    'take the draft': assign(({ context: { entry } }, { output }: Read) => ({
      entry: (entry.text === '' && entryFrom(output)) || entry,
    })),
    'take the way to the form': assign((_, { output }: { output: Answer<{ items: ExchangePair[] }> }) => ({
      formPath: output.payload.items[0]?.form_path ?? '',
    })),
    'take the form': assign((_, { output }: { output: Answer<ExchangeForm> }) => ({
      form: output.payload,
      rateAt: output.now,
    })),
    'judge anew what was said': assign(({ context: { refused, trouble } }) => ({
      refused: isByNumbers(refused) ? null : refused,
      trouble: afterAnswer(trouble),
    })),
    'take the typed amount': assign((_, { side, value }: { side: Side; value: string }) => ({
      entry: typed(side, value),
      refused: null,
      trouble: null,
    })),
    'take the part': assign(({ context }, { value }: { value: Part }) =>
      context.form ? { entry: partOf(context.form, value), refused: null, trouble: null } : {},
    ),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null, refused: null }),
    'keep the draft': effect<Draft & { value: Entry & { operation?: string | null } }>('draft.keep'),
    'say that the quote has changed': sendParent(
      ({ context }, { output }: { output: Answer<ExchangeForm> }): FormNews => ({
        type: 'flow.quote changed',
        ...changedBy(context, output.payload)!,
      }),
    ),
    'say whether an amount is held': sendParent(({ context }): FormNews => ({
      type: 'form.holding',
      holding: context.entry.text !== '',
    })),
    'ask for the list of pairs': sendParent({ type: 'form.list wanted' } satisfies FormNews),
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => begun(input),
  initial: 'opening',
  output: ({ event }) => (event as unknown as { output: FormOutput }).output,
  states: {
    opening: {
      always: [
        { guard: 'the form is there, and nobody answered', target: 'editing.rate.stale' },
        { guard: 'the form is there', target: 'editing.rate.asking' },
        { target: 'loading' },
      ],
    },

    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      after: { 'the form is overdue': { target: 'unread', actions: 'keep that it is late' } },
      initial: 'draft',
      states: {
        draft,
        pair: {
          invoke: {
            src: 'exchange.list',
            id: 'exchange.list',
            input: ({ context }) => ({ query: { search: `${context.src}/${context.dst}` } }),
            onDone: [
              {
                guard: { type: 'the pair exists', params: given },
                target: 'form',
                actions: { type: 'take the way to the form', params: given },
              },
              { target: '#form.unavailable' },
            ],
            onError: unread,
          },
        },
        form: {
          invoke: {
            src: 'exchange.form',
            id: 'exchange.form',
            input: ({ context }) => ({ path: context.formPath }),
            onDone: [
              {
                guard: { type: 'it is not what the home page showed', params: given },
                target: '#form.editing',
                actions: [
                  { type: 'take the form', params: given },
                  { type: 'say that the quote has changed', params: given },
                ],
              },
              { target: '#form.editing', actions: { type: 'take the form', params: given } },
            ],
            onError: unread,
          },
        },
      },
    },

    unavailable: {
      tags: ['attention', 'safe to reload'],
      on: { 'user.another pair wanted': { actions: 'ask for the list of pairs' } },
    },

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
      on: {
        'user.amount typed': {
          actions: [{ type: 'take the typed amount', params: given }, keepDraft, 'say whether an amount is held'],
        },
        'user.part chosen': {
          guard: 'there is money to give',
          actions: [{ type: 'take the part', params: given }, keepDraft, 'say whether an amount is held'],
        },
        'user.swapped': 'swapped',
        'user.another pair wanted': { guard: 'the pair was closed', actions: 'ask for the list of pairs' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
      },
      states: {
        amount: {
          initial: 'arriving',
          on: {
            'user.submitted': [
              { guard: 'the amount is right', target: '#form.asked' },
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
        rate: {
          initial: 'fresh',
          on: { 'house.signed in': { target: '.asking', actions: 'forget the trouble' } },
          states: {
            fresh: { after: { 'the rate is old': 'asking' } },
            asking: {
              invoke: {
                src: 'exchange.form',
                id: 'exchange.form',
                input: ({ context }) => ({ path: context.formPath }),
                onDone: {
                  target: 'fresh',
                  actions: [{ type: 'take the form', params: given }, 'judge anew what was said'],
                },
                onError: 'stale',
              },
              after: { 'the rate is overdue': 'stale' },
            },
            stale: { after: { 'the rate is old': 'asking' }, on: { 'user.retried': 'asking' } },
          },
        },
      },
    },

    asked: { type: 'final', output: ({ context }): FormOutput => ({ kind: 'asked', ...kept(context) }) },
    swapped: { type: 'final', output: ({ context }): FormOutput => ({ kind: 'swapped', ...kept(context) }) },
  },
});

const changedBy = ({ quoted, entry }: FormContext, form: ExchangeForm) =>
  quoted ? changeOf(quoted, form, entry) : null;

const kept = ({ entry, form, formPath }: FormContext) => ({ entry, form, formPath });
