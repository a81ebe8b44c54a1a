import { given } from '../../given.ts';
import { begun, uploadOf, type DocumentContext } from './document.context.ts';
import { documentSetup } from './document.setup.ts';

/** How the document stands, by the server. */
const reading = {
  src: 'verification.new',
  id: 'verification.new',
  input: ({ context }: { context: DocumentContext }) => ({ params: { id: context.kind } }),
} as const;
/** It is looked at, or verified: what stands in the form is over. */
const overBy = {
  guard: { type: 'nothing more is taken', params: given },
  target: '#document.sorting',
  actions: { type: 'take the document', params: given },
} as const;
const tellBoth = ['tell the first side what is there', 'tell the second side what is there'] as const;

/** One document of a person: its sides are sent, it is handed in, looked at, and verified, or asked for again in part. */
export const documentMachine = documentSetup.createMachine({
  id: 'document',
  context: ({ input }) => begun(input.place),
  initial: 'loading',
  on: {
    'house.arrived': {
      guard: { type: 'it is another document', params: given },
      target: '.loading',
      actions: { type: 'turn to the other document', params: given },
    },
  },
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        ...reading,
        onDone: { target: 'sorting', actions: { type: 'take the document', params: given } },
        onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'loading', actions: 'forget the trouble' },
        'house.signed in': { target: 'loading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'loading', actions: 'forget the trouble' },
      },
    },

    /** Every answer comes here: the server's status alone decides what is shown next. */
    sorting: {
      always: [
        { guard: 'it is looked at', target: 'reviewing' },
        { guard: 'it was verified while they waited', target: 'approved' },
        { guard: 'it is verified', target: 'verified' },
        { target: 'editing' },
      ],
    },

    /** What was sent lies with the server: a reload finds it there. */
    editing: {
      entry: 'note that it is sent anew',
      exit: 'say that nothing is held',
      invoke: [
        {
          src: 'upload',
          id: 'first',
          input: ({ context }) => uploadOf(context, 0),
          onError: { target: 'unread', actions: 'keep that it broke' },
        },
        {
          src: 'upload',
          id: 'second',
          input: ({ context }) => uploadOf(context, 1),
          onError: { target: 'unread', actions: 'keep that it broke' },
        },
      ],
      on: {
        'upload.changed': {
          target: '.filling',
          actions: [{ type: 'take what is told', params: given }, ...tellBoth],
        },
        'upload.holding': [
          {
            guard: { type: 'what was said of a file is past', params: given },
            target: '.filling',
            actions: [{ type: 'note what is in hand', params: given }, 'say what is held', 'forget the trouble'],
          },
          { actions: [{ type: 'note what is in hand', params: given }, 'say what is held'] },
        ],
        'upload.closed': 'loading',
        'house.signed in': { actions: ['forget the trouble', 'tell the first side', 'tell the second side'] },
        'port.online': [
          {
            guard: 'only the line had failed',
            target: '.looking on a new line',
            actions: ['forget the trouble', 'tell the first side', 'tell the second side'],
          },
          { actions: ['tell the first side', 'tell the second side'] },
        ],
        'user.submitted': [
          { guard: 'it can be handed in', target: 'submitting', actions: 'forget the trouble' },
          {
            guard: 'something is unsent',
            target: '.corrected',
            actions: ['keep what is in the way', 'count a correction'],
          },
          { target: '.looking again', actions: 'forget the trouble' },
        ],
      },
      initial: 'filling',
      states: {
        filling: { tags: 'form' },
        corrected: { tags: ['form', 'corrected', 'attention'] },
        /** Something is missing here: another tab may have sent it. */
        'looking again': {
          tags: ['busy', 'waiting'],
          invoke: {
            ...reading,
            onDone: [
              overBy,
              {
                target: 'looked again',
                actions: [{ type: 'take the sides', params: given }, ...tellBoth],
              },
            ],
            onError: { target: 'corrected', actions: ['keep what is in the way', 'count a correction'] },
          },
          // It is asked once.
          on: { 'user.submitted': {} },
          after: {
            'the answer is overdue': {
              target: 'corrected',
              actions: ['keep what is in the way', 'count a correction'],
            },
          },
        },
        /** What was handed in may have come there; what did not waits for another press. */
        'looking on a new line': {
          tags: ['busy', 'waiting'],
          invoke: {
            ...reading,
            onDone: [overBy, { target: 'filling', actions: [{ type: 'take the sides', params: given }, ...tellBoth] }],
            onError: { target: 'corrected', actions: { type: 'keep the trouble', params: given } },
          },
          on: { 'user.submitted': {} },
          after: { 'the answer is overdue': { target: 'corrected', actions: 'keep that it is late' } },
        },
        'looked again': {
          always: [
            { guard: 'it can be handed in', target: '#document.submitting' },
            { target: 'corrected', actions: ['keep what is in the way', 'count a correction'] },
          ],
        },
      },
    },

    /** Sent again it answers the same. */
    submitting: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'verification.submit',
        id: 'verification.submit',
        input: ({ context }) => ({ params: { id: context.kind } }),
        onDone: { target: 'sorting', actions: [{ type: 'take the document', params: given }, 'ask soon'] },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the server said no', params: given },
            target: 'editing.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
          { target: 'finding out', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'finding out', actions: 'keep that it is late' } },
    },

    /** The answer was lost, or the server lacks what stands here: how the document stands now is read. */
    'finding out': {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        ...reading,
        onDone: [
          {
            guard: { type: 'nothing more is taken', params: given },
            target: 'sorting',
            actions: { type: 'take the document', params: given },
          },
          { target: 'editing.corrected', actions: [{ type: 'take the sides', params: given }, 'count a correction'] },
        ],
        onError: { target: 'editing.corrected', actions: 'count a correction' },
      },
      after: { 'the answer is overdue': { target: 'editing.corrected', actions: 'count a correction' } },
    },

    /** Asked too often: the document comes back by itself. */
    held: {
      tags: ['waiting', 'attention', 'countdown', 'safe to reload'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': { target: 'editing', actions: 'forget the trouble' } },
    },

    reviewing: {
      tags: 'safe to reload',
      entry: 'note that it is awaited',
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      initial: 'waiting',
      on: {
        'port.hidden': '.paused',
        'port.offline': '.paused',
      },
      states: {
        waiting: {
          tags: 'waiting',
          after: { 'the next question': { target: 'asking', actions: 'wait longer next time' } },
          on: {
            'user.asked again': { target: 'asking', actions: 'ask soon' },
            'house.signed in': { target: 'asking', actions: 'ask soon' },
          },
        },
        asking: {
          tags: ['busy', 'waiting'],
          invoke: {
            ...reading,
            onDone: { target: '#document.sorting', actions: { type: 'take the document', params: given } },
            onError: { target: 'waiting', actions: { type: 'keep the trouble', params: given } },
          },
          after: { 'the answer is overdue': { target: 'waiting', actions: 'keep that it is late' } },
        },
        paused: {
          on: {
            'port.shown': { target: 'asking', actions: 'ask soon' },
            'port.online': { target: 'asking', actions: 'ask soon' },
            'user.asked again': 'asking',
          },
        },
      },
    },

    verified: { tags: ['finished', 'safe to reload'] },

    approved: { type: 'final', tags: 'finished', entry: 'show that it went well' },
  },
});
