import { assign, setup } from 'xstate';
import { given } from '../given.ts';
import { ask, effect, source } from '../root/ports.ts';
import {
  chosenIn,
  everything,
  machinesOf,
  nothing,
  pace,
  targetOf,
  troubleOf,
  type InspectorContext,
  type InspectorEvent,
  type JournalNews,
  type Opened,
  type Side,
} from './inspector.context.ts';
import { words } from './inspector.words.ts';
import type { Filter, Kept, Reading, Standing } from './journal.types.ts';

/** The tool that looks at a journal: reads it, steps through it, keeps it in files. It decides where to look; what is replayed stands behind its ports. */
export const inspectorMachine = setup({
  types: {
    context: {} as InspectorContext,
    events: {} as InspectorEvent,
    input: {} as { which: string | null },
    tags: {} as 'busy' | 'open' | 'in the past',
  },
  actors: {
    'journal.news': source<JournalNews>('journal.news'),
    'journal.open': ask<Opened, { which: string | null }>('journal.open'),
    'journal.show': ask<Standing, { at: number | null }>('journal.show'),
  },
  delays: {
    'reading is overdue': 60_000,
    'the way is overdue': 20_000,
    'a beat': ({ context: { standing } }) =>
      Math.min(pace.longest, Math.max(pace.shortest, standing?.next ?? pace.longest)),
  },
  guards: {
    'a journal is wanted': ({ context }) => context.which !== null,
    'it leads somewhere': ({ context }, { value }: { value: Side }) => {
      const target = targetOf(context, value);
      return context.book?.whole === true && target >= 1 && target <= context.reading.ready && target !== context.at;
    },
    'it was replayed': ({ context }, { value }: { value: number }) =>
      context.book?.whole === true && value >= 1 && value <= context.reading.ready,
    'there is a next one': ({ context: { at, reading, book } }) =>
      book?.whole === true && at !== null && at < reading.ready,
    'it stands there': ({ context }, { value }: { value: string }) =>
      chosenIn(machinesOf(context), value) !== undefined,
    'a chart is drawn': ({ context }) => chosenIn(machinesOf(context), context.chosen) !== undefined,
    'it is asked': ({ context }) => context.isAsked,
    'something is kept': ({ context }) => !context.isAsked && context.kept.sessions.some(({ id }) => id !== 'live'),
  },
  actions: {
    'note what is wanted': assign((_, { value }: { value: string }) => ({ which: value, trouble: null })),
    'note the book': assign((_, { output: { book, reading } }: { output: Opened }) => ({
      book,
      reading,
      filter: everything,
      at: null,
      standing: null,
      trouble: null,
    })),
    'note what is read': assign((_, { reading }: { reading: Reading }) => ({ reading })),
    'note what is kept': assign((_, { kept }: { kept: Kept }) => ({ kept })),
    'note what is asked': assign((_, { isAsked }: { isAsked: boolean }) => ({ isAsked })),
    'drop all': effect('journal.drop'),
    'note the trouble': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'note that it is late': assign({ trouble: words.late }),
    'note what is sought': assign(({ context }, { part, value }: { part: keyof Filter; value: string }) => ({
      filter: { ...context.filter, [part]: value },
    })),
    'note the entry': assign((_, { value }: { value: number }) => ({ at: value, trouble: null })),
    'note the step': assign(({ context }, { value }: { value: Side }) => ({
      at: targetOf(context, value),
      trouble: null,
    })),
    'note the next entry': assign(({ context }) => ({ at: context.at! + 1 })),
    'note where all stand': assign((_, { output }: { output: Standing }) => ({ at: output.number, standing: output })),
    'forget the book': assign({ at: null, standing: null, chosen: null, reading: nothing, book: null }),
    'note that the page is live': assign({ at: null, standing: null }),
    'note the machine': assign((_, { value }: { value: string }) => ({ chosen: value })),
    'forget the machine': assign({ chosen: null }),
    'look for it': effect<Filter>('journal.find'),
    'scroll there': effect<{ first: number }>('journal.scroll'),
    'leave the past': effect('journal.leave'),
    'hand it out': effect('journal.export'),
    'note whether to record': assign(({ context }, { value }: { value: boolean }) => ({
      kept: { ...context.kept, recording: value },
    })),
    'record or not': effect<{ value: boolean }>('journal.record'),
  },
}).createMachine({
  id: 'inspector',
  context: ({ input }) => ({
    which: input.which,
    book: null,
    filter: everything,
    reading: nothing,
    at: null,
    standing: null,
    chosen: null,
    kept: { sessions: [], recording: false, notDropped: false },
    isAsked: false,
    trouble: null,
  }),
  invoke: { id: 'journal.news', src: 'journal.news', onError: {} },
  on: {
    'port.journal read': { actions: { type: 'note what is read', params: given } },
    'port.journals kept': { actions: { type: 'note what is kept', params: given } },
    'user.session opened': { target: '.opening', actions: { type: 'note what is wanted', params: given } },
    'user.file given': { target: '.opening', actions: { type: 'note what is wanted', params: given } },
    'user.drop wanted': {
      guard: 'something is kept',
      actions: { type: 'note what is asked', params: { isAsked: true } },
    },
    'user.drop confirmed': {
      guard: 'it is asked',
      actions: [{ type: 'note what is asked', params: { isAsked: false } }, 'drop all'],
    },
    'user.drop put off': {
      guard: 'it is asked',
      actions: { type: 'note what is asked', params: { isAsked: false } },
    },
    'user.recording chosen': {
      actions: [
        { type: 'note whether to record', params: given },
        { type: 'record or not', params: given },
      ],
    },
  },
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'a journal is wanted', target: 'opening' }, { target: 'none' }] },
    none: {},
    opening: {
      tags: 'busy',
      entry: ['forget the book', 'leave the past'],
      invoke: {
        id: 'journal.open',
        src: 'journal.open',
        input: ({ context }) => ({ which: context.which }),
        onDone: { target: 'open', actions: { type: 'note the book', params: given } },
        onError: { target: 'not opened', actions: { type: 'note the trouble', params: given } },
      },
      after: { 'reading is overdue': { target: 'not opened', actions: 'note that it is late' } },
    },
    'not opened': { on: { 'user.retried': 'opening' } },
    open: {
      tags: 'open',
      initial: 'live',
      on: {
        'port.journal gone': 'opening',
        'user.sought': {
          actions: [
            { type: 'note what is sought', params: given },
            { type: 'look for it', params: ({ context }) => context.filter },
          ],
        },
        'user.scrolled': { actions: { type: 'scroll there', params: ({ event }) => ({ first: event.value }) } },
        'user.exported': { actions: 'hand it out' },
        'user.machine chosen': {
          guard: { type: 'it stands there', params: given },
          actions: { type: 'note the machine', params: given },
        },
        'user.chart closed': { guard: 'a chart is drawn', actions: 'forget the machine' },
        'user.entry chosen': {
          guard: { type: 'it was replayed', params: given },
          target: '.going',
          actions: { type: 'note the entry', params: given },
        },
        'user.stepped': {
          guard: { type: 'it leads somewhere', params: given },
          target: '.going',
          actions: { type: 'note the step', params: given },
        },
      },
      states: {
        live: { entry: ['note that the page is live', 'leave the past'] },
        going: {
          tags: ['busy', 'in the past'],
          invoke: {
            id: 'journal.show',
            src: 'journal.show',
            input: ({ context }) => ({ at: context.at }),
            onDone: { target: 'standing', actions: { type: 'note where all stand', params: given } },
            onError: { target: 'lost', actions: { type: 'note the trouble', params: given } },
          },
          on: { 'user.live wanted': 'live' },
          after: { 'the way is overdue': { target: 'lost', actions: 'note that it is late' } },
        },
        standing: {
          tags: 'in the past',
          on: {
            'user.live wanted': 'live',
            'user.played': { guard: 'there is a next one', target: 'playing' },
          },
        },
        /** One entry after the other, at the pace of the recording, within reason. */
        playing: {
          tags: 'in the past',
          initial: 'seen',
          on: { 'user.live wanted': 'live', 'user.paused': 'standing' },
          states: {
            seen: { after: { 'a beat': { target: 'next', actions: 'note the next entry' } } },
            next: {
              tags: 'busy',
              invoke: {
                id: 'journal.show next',
                src: 'journal.show',
                input: ({ context }) => ({ at: context.at }),
                onDone: [
                  {
                    guard: 'there is a next one',
                    target: 'seen',
                    actions: { type: 'note where all stand', params: given },
                  },
                  {
                    target: '#inspector.open.standing',
                    actions: { type: 'note where all stand', params: given },
                  },
                ],
                onError: {
                  target: '#inspector.open.lost',
                  actions: { type: 'note the trouble', params: given },
                },
              },
              after: {
                'the way is overdue': {
                  target: '#inspector.open.lost',
                  actions: 'note that it is late',
                },
              },
            },
          },
        },
        /** The entry is not on the screen, and nothing of the past is. */
        lost: { entry: ['note that the page is live', 'leave the past'] },
      },
    },
  },
});
