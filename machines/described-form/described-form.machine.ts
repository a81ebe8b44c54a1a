import type { CallSpec } from '../../contract/call.ts';
import { drafted } from '../form/draft.chart.ts';
import { renewal } from '../form/renewal.chart.ts';
import { given } from '../given.ts';
import { call } from '../root/calls.ts';
import { begun, cardFrameOf, draftOf, kept, valuesOf, type DescribedFormContext } from './described-form.context.ts';
import { describedFormSetup } from './described-form.setup.ts';

const keepDraft = {
  type: 'keep the draft',
  params: ({ context }: { context: DescribedFormContext }) => ({ ...draftOf(context), value: kept(context) }),
} as const;

/** Nothing changes; only a rate that could not be read is told. */
const unrenewed = [{ guard: 'the rate moves', target: 'stale' }, { target: 'settled' }] as const;

/** A form that the server describes: an amount on either side, and whatever fields the method asks for. */
export const describedFormMachine = describedFormSetup.createMachine({
  id: 'described form',
  context: ({ input }) => begun(input),
  initial: 'opening',
  output: ({ context: { entry, values, card, files, form, path } }) => ({ entry, values, card, files, form, path }),
  states: {
    opening: {
      always: [
        { guard: 'the form is there, and nobody answered', target: 'editing.terms.stale' },
        { guard: 'the form is there', target: 'editing.terms.asking' },
        { target: 'loading' },
      ],
    },

    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      after: { 'the form is overdue': { target: 'unread', actions: 'keep that it is late' } },
      initial: 'draft',
      states: {
        draft: drafted.reading(draftOf, 'finding'),
        finding: { always: [{ guard: 'its path is known', target: 'form' }, { target: 'method' }] },
        method: {
          invoke: {
            src: 'methods',
            id: 'methods',
            input: { params: { id: 'all' } },
            onDone: [
              {
                guard: { type: 'it is open', params: given },
                target: 'form',
                actions: { type: 'take the way to the form', params: given },
              },
              {
                guard: { type: 'it is closed', params: given },
                target: '#described form.unavailable',
                actions: { type: 'keep why it is closed', params: given },
              },
              { target: '#described form.unavailable' },
            ],
            onError: { target: '#described form.unread', actions: { type: 'keep the trouble', params: given } },
          },
        },
        form: {
          on: { 'house.language': { target: 'form', reenter: true } },
          invoke: {
            src: 'form',
            id: 'form',
            input: ({ context }) => ({ path: context.path }),
            onDone: { target: '#described form.editing', actions: { type: 'take the form', params: given } },
            onError: [
              { guard: { type: 'there is no such method', params: given }, target: '#described form.unavailable' },
              { target: '#described form.unread', actions: { type: 'keep the trouble', params: given } },
            ],
          },
        },
      },
    },

    unavailable: {
      tags: ['attention', 'safe to reload'],
      on: { 'user.another method wanted': { actions: 'ask for the methods' } },
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      initial: 'told',
      states: {
        told: { after: { 'the terms are old': 'settled' } },
        /** It may have been opened elsewhere, by an identity that was verified. */
        settled: { on: { 'port.shown': 'looking' } },
        looking: {
          invoke: {
            src: 'methods',
            id: 'methods',
            input: { params: { id: 'all' } },
            onDone: [
              {
                guard: { type: 'it is open', params: given },
                target: '#described form.loading.form',
                actions: { type: 'take the way to the form', params: given },
              },
              { target: 'told', actions: { type: 'keep why it is closed', params: given } },
            ],
            onError: 'told',
          },
          after: { 'the rate is overdue': 'told' },
        },
      },
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
      tags: 'form',
      type: 'parallel',
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      on: {
        'user.amount typed': {
          actions: [{ type: 'take the typed amount', params: given }, keepDraft, 'say whether an amount is held'],
        },
        'user.part chosen': {
          guard: 'there is money to give',
          actions: [{ type: 'take the part', params: given }, keepDraft, 'say whether an amount is held'],
        },
        'user.saved recipient chosen': { actions: [{ type: 'take the recipient', params: given }, keepDraft] },
        'user.field filled': { actions: [{ type: 'take the text', params: given }, keepDraft] },
        'user.file given': { actions: { type: 'take the file', params: given } },
        'user.file removed': { actions: { type: 'forget the file', params: given } },
        'user.card removed': { actions: 'forget the card' },
        'user.another method wanted': { actions: 'ask for the methods' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
      },
      states: {
        filling: {
          initial: 'arriving',
          states: {
            arriving: {
              always: [
                { guard: 'something was said against it', target: 'corrected', actions: 'count a correction' },
                { target: 'typing' },
              ],
            },
            typing: { on: { 'user.submitted': 'checking' } },
            corrected: { tags: ['corrected', 'attention'], on: { 'user.submitted': 'checking' } },
            /** By the same check that the server makes; where it cannot be had here, the server's is enough. */
            checking: {
              tags: 'waiting',
              invoke: {
                src: 'fields.check',
                id: 'fields.check',
                input: ({ context }) => ({ fields: context.form?.fields ?? [], values: valuesOf(context) }),
                onDone: [
                  { guard: { type: 'nothing is wrong', params: given }, target: '#described form.asked' },
                  {
                    target: 'corrected',
                    actions: [{ type: 'keep what is wrong', params: given }, 'count a correction'],
                  },
                ],
                onError: [
                  { guard: 'the amount is right', target: '#described form.asked' },
                  { target: 'corrected', actions: 'count a correction' },
                ],
              },
              after: { 'the check is overdue': { target: 'corrected', actions: 'keep that it is late' } },
            },
          },
        },
        terms: {
          initial: 'fresh',
          on: {
            'house.signed in': { target: '.asking', actions: 'forget the trouble' },
            'house.language': '.renewing',
          },
          states: {
            fresh: {
              after: { 'the terms are old': [{ guard: 'the rate moves', target: 'asking' }, { target: 'settled' }] },
              on: renewal.moved,
            },
            settled: renewal.settled,
            soon: renewal.soon,
            renewing: {
              invoke: {
                src: 'form',
                id: 'form',
                input: ({ context }) => ({ path: context.path }),
                onDone: { target: 'fresh', actions: { type: 'take fresh terms', params: given } },
                onError: unrenewed,
              },
              after: { 'the rate is overdue': unrenewed },
              on: renewal.moved,
            },
            asking: {
              invoke: {
                src: 'form',
                id: 'form',
                input: ({ context }) => ({ path: context.path }),
                onDone: { target: 'fresh', actions: { type: 'take fresh terms', params: given } },
                onError: 'stale',
              },
              after: { 'the rate is overdue': 'stale' },
              on: { ...renewal.moved, 'house.language': { target: 'asking', reenter: true } },
            },
            stale: { after: { 'the terms are old': 'asking' }, on: { 'user.retried': 'asking' } },
          },
        },
        /** A card and files are kept nowhere: a page that is loaded anew would ask for them again. */
        handed: {
          initial: 'nothing',
          states: {
            nothing: { tags: 'safe to reload', always: { guard: 'something is handed over', target: 'something' } },
            something: { always: { guard: 'nothing is handed over', target: 'nothing' } },
          },
        },
        /** The frame of the provider: whoever is listened to is the one that stands there, from its first moment to the card. */
        card: {
          initial: 'unasked',
          states: {
            unasked: { always: { guard: 'a card may be asked for', target: 'asked' } },
            asked: {
              always: { guard: 'no card may be asked for', target: 'unasked' },
              invoke: {
                src: 'card.tokens',
                id: 'card.tokens',
                input: ({ context }) => ({ frame: cardFrameOf(context) }),
                onError: {},
              },
              on: {
                'port.card frame ready': '.ready',
                'port.card given': { actions: { type: 'take the card', params: given } },
              },
              initial: 'awaited',
              states: {
                awaited: { after: { 'the frame is overdue': 'missing' } },
                /** It may still come: its own word brings it to light. */
                missing: {
                  tags: 'attention',
                  on: { 'user.frame wanted again': { target: 'awaited', actions: 'ask for the frame anew' } },
                },
                ready: {},
              },
            },
          },
        },
      },
    },

    /** What a repeated operation filled in was typed by nobody, and kept by nobody: the confirm marks what is kept. */
    asked: { type: 'final', entry: keepDraft },
  },
});

/** The same form for every flow; what differs is which calls tell its methods and the form. Invoke it with the id `form`. */
export const describedFormOf = (methods: CallSpec, form: CallSpec): typeof describedFormMachine =>
  describedFormMachine.provide({ actors: { methods: call(methods) as never, form: call(form) as never } });
