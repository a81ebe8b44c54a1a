import { given } from '../given.ts';
import { askingAtFirst, askingForTheStatus, askingToRead, lookingOn, reads, theLetter, theStatus } from './asking.ts';
import { about, begin, whereItStood, type OperationOutput } from './operation.context.ts';
import { operationSetup } from './operation.setup.ts';

const noteTheTime = { type: 'note the time', params: given } as const;
/** Under terms that hold for a while only. */
const timeGoesBy = [
  { guard: { type: 'the quote has lapsed', params: given }, target: 'finding out', actions: noteTheTime },
  { actions: noteTheTime },
] as const;
/** Words of a person that move nothing. */
const takeTheCode = { actions: [{ type: 'take the code', params: given }, 'forget the error'] } as const;

export const operationMachine = operationSetup.createMachine({
  id: 'operation',
  context: ({ input }) => begin(input),
  invoke: [
    { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
    { src: 'page.life', id: 'page.life', onError: {} },
  ],
  on: {
    'port.ticked': { actions: noteTheTime },
    'port.hidden': { actions: 'note that the page sleeps' },
    'port.offline': { actions: 'note that the page sleeps' },
    'port.shown': { actions: 'note that the page is awake' },
    'port.online': { actions: 'note that the page is awake' },
    'words.read': { actions: { type: 'take the words', params: given } },
  },
  initial: 'starting',
  output: ({ event }) => (event as unknown as { output: OperationOutput }).output,
  states: {
    starting: { always: [{ guard: 'there is an id', target: 'resuming' }, { target: 'checking' }] },

    checking: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'check',
        id: 'check',
        input: ({ context: { ask, params } }) => ({ body: ask, ...(params && { params }) }),
        onDone: { target: 'sorting', actions: [{ type: 'take the truth', params: given }, 'tell the id'] },
        onError: { target: 'rejected', actions: { type: 'keep the error', params: given } },
      },
      after: { 'an answer is overdue': { target: 'rejected', actions: 'keep that the answer is late' } },
      on: { 'user.went back': 'changed mind' },
    },

    /** Reads the truth about an id that stood in the address. Nothing is ever sent from here. */
    resuming: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'read',
        id: 'read',
        input: ({ context }) => ({ params: { id: context.id ?? '' } }),
        onDone: [
          { guard: { type: 'it is of another kind', params: given }, target: 'not found' },
          { target: 'sorting', actions: { type: 'take the truth', params: given } },
        ],
        onError: [
          { guard: { type: 'nobody is signed in', params: given }, target: 'signed out' },
          { guard: { type: 'it is not ours', params: given }, target: 'not found' },
          { target: 'unreadable', actions: { type: 'keep the error', params: given } },
        ],
      },
      after: { 'a status is overdue': { target: 'unreadable', actions: 'keep that the answer is late' } },
      on: { 'user.went back': 'changed mind' },
    },

    /** Nothing is known of it yet. It is read again and again, under the same words, and at once where somebody asks. */
    unreadable: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.asked again': 'resuming',
        'port.online': { target: 'resuming', actions: 'note that the page is awake' },
        'house.signed in': 'resuming',
        'user.went back': 'changed mind',
      },
      exit: 'forget the error',
      initial: 'waiting',
      states: {
        waiting: { entry: 'wait a little longer next time', after: { 'the next question': 'asking' } },
        asking: askingToRead,
      },
    },

    /** Every answer comes here: the server's status alone decides what is shown next. */
    sorting: {
      exit: 'tell that it was taken',
      always: [
        { guard: 'fresh terms that nobody confirmed are open and hold', target: 'terms changed' },
        {
          guard: 'it was confirmed, and fresh terms took its place',
          target: 'resuming',
          actions: 'follow the fresh terms',
        },
        { guard: 'it is open and holds', target: 'reviewing', actions: 'say that nothing was sent' },
        { guard: 'it is open and has lapsed', target: 'finding out.waiting' },
        { guard: 'it is completed', target: 'succeeded' },
        { guard: 'it has failed', target: 'failed' },
        { guard: 'it is cancelled', target: 'cancelled' },
        { guard: 'it is expired', target: 'expired' },
        { target: 'tracking' },
      ],
    },

    reviewing: {
      tags: ['confirming', 'countdown', 'safe to reload'],
      entry: ['tell that it was turned away', 'note that nothing is confirmed', 'forbid covering'],
      exit: 'allow covering',
      after: { 'the quote lapses': 'finding out' },
      on: {
        'user.confirmed': [
          { guard: 'the code is there', target: 'submitting', actions: 'forget the error' },
          { guard: 'the quote still holds', target: '.corrected', actions: ['forget the error', 'count a correction'] },
        ],
        // Whoever types is told on: a waiting that began anew with each digit would not end.
        'user.code typed': { guard: 'a code is asked for', ...takeTheCode },
        'user.code wanted': { guard: 'another letter may be sent', target: '.sending a letter' },
        'user.went back': 'changed mind',
        'port.ticked': timeGoesBy,
      },
      initial: 'reading',
      states: {
        ...reads,
        'looking on': lookingOn,
        /** The code of the second step is missing, or was not the right one: each try counts, and the same one is not tried twice. */
        corrected: {
          tags: ['corrected', 'attention'],
          entry: 'say nothing of what was sent',
          on: {
            'user.confirmed': { guard: 'its code is refused', actions: 'count a correction' },
            'user.code typed': { guard: 'a code is asked for', target: 'reading', ...takeTheCode },
          },
        },
        'sending a letter': {
          tags: ['busy', 'waiting'],
          entry: ['say nothing of what was sent', 'let go of a refused code', 'forget the error'],
          // The letter that is asked for voids the code that is there.
          on: { 'user.confirmed': {}, 'user.code wanted': {} },
          invoke: {
            src: 'code',
            id: 'code',
            input: ({ context }) => about(context, undefined),
            // The same terms stand all the time: a question about them that is open has nothing new to ask.
            onDone: [
              { guard: { type: 'it is as open as it was', params: given }, target: 'reading', actions: theLetter },
              { target: '#operation.sorting', actions: theLetter },
            ],
            onError: [
              { guard: { type: 'nobody is signed in', params: given }, target: '#operation.signed out' },
              { target: 'reading', actions: { type: 'keep the error', params: given } },
            ],
          },
          after: { 'an answer is overdue': { target: 'reading', actions: 'keep that the answer is late' } },
        },
      },
    },

    /** The old terms stand beside the new ones; only a new click sends, and not one that was meant for the old ones. */
    'terms changed': {
      tags: ['confirming', 'countdown', 'attention', 'safe to reload'],
      entry: ['note that nothing is confirmed', 'forbid covering', 'tell the id'],
      exit: 'allow covering',
      after: { 'the quote lapses': 'finding out' },
      on: { 'user.went back': 'changed mind', 'port.ticked': timeGoesBy },
      initial: 'appearing',
      states: {
        appearing: { after: { 'a look takes': 'compared' } },
        compared: { on: { 'user.confirmed': { guard: 'the quote still holds', target: '#operation.submitting' } } },
      },
    },

    submitting: {
      tags: ['busy', 'waiting', 'confirming'],
      entry: ['note that it is confirmed', 'tell that a confirm is on its way', 'forbid covering'],
      exit: 'allow covering',
      invoke: {
        src: 'submit',
        id: 'submit',
        input: ({ context }) => about(context, context.current?.submit_path),
        onDone: { target: 'sorting', actions: [{ type: 'take the truth', params: given }, 'ask soon'] },
        onError: [
          {
            guard: { type: 'the terms changed', params: given },
            target: 'terms changed',
            actions: ['tell that it was turned away', { type: 'take the fresh terms', params: given }],
          },
          {
            guard: { type: 'the code was refused', params: given },
            target: 'reviewing.corrected',
            actions: [
              { type: 'keep the error', params: given },
              { type: 'note the tries that are left', params: given },
              'count a correction',
            ],
          },
          {
            guard: { type: 'a rule was broken', params: given },
            target: 'rejected',
            actions: { type: 'keep the error', params: given },
          },
          {
            guard: { type: 'it was turned away at the door', params: given },
            target: 'reviewing',
            actions: { type: 'keep the error', params: given },
          },
          {
            guard: { type: 'nobody is signed in', params: given },
            target: 'signed out',
            actions: 'note that it was not heard',
          },
          { target: 'finding out', actions: 'note that the answer was lost' },
        ],
      },
      after: { 'an answer is overdue': { target: 'finding out', actions: 'note that the answer was lost' } },
      // The line was gone meanwhile: what was sent over it may hang for as long as it likes.
      on: {
        'port.online': {
          target: 'finding out',
          actions: ['note that the answer was lost', 'note that the page is awake'],
        },
      },
    },

    /** No answer is not a failure: the status is asked by id until the server tells. */
    'finding out': {
      tags: ['busy', 'waiting', 'confirming', 'attention'],
      entry: 'forbid covering',
      exit: 'allow covering',
      after: {
        'a confirm has had its time': { actions: 'note that a confirm has had its time' },
        'finding out took too long': 'unknown',
      },
      initial: 'asking',
      states: {
        asking: askingAtFirst,
        waiting: {
          entry: 'wait a little longer next time',
          after: { 'the next question': 'asking' },
          on: {
            'user.asked again': 'asking',
            'port.online': { target: 'asking', actions: 'note that the page is awake' },
          },
        },
      },
    },

    /** For longer than anybody watches: the words stay, and the questions go on under them. */
    unknown: {
      tags: ['attention'],
      on: {
        'user.asked again': 'finding out',
        'port.online': { target: 'finding out', actions: 'note that the page is awake' },
        'port.shown': { target: 'finding out', actions: 'note that the page is awake' },
        'house.signed in': 'finding out',
      },
      initial: 'waiting',
      states: {
        waiting: { entry: 'wait a little longer next time', after: { 'the next question': 'asking' } },
        asking: askingForTheStatus,
      },
    },

    'signed out': {
      tags: ['attention', 'waiting'],
      after: { 'another try without sign-in': whereItStood },
      on: { 'house.signed in': whereItStood, 'user.asked again': whereItStood },
    },

    tracking: {
      tags: ['safe to reload'],
      entry: 'tell that it goes on',
      initial: 'waiting',
      on: {
        'port.hidden': { target: '.paused', actions: 'note that the page sleeps' },
        'port.offline': { target: '.paused', actions: 'note that the page sleeps' },
        'user.cancelled': [
          { guard: 'it may have been paid', target: 'asked to cancel' },
          { guard: 'it can be cancelled', target: 'cancelling', actions: 'forget the error' },
        ],
        'user.copied': { actions: { type: 'tell what is copied', params: given } },
        'user.handed over': [
          { guard: 'it is paid on a published page', target: 'handing over' },
          { guard: 'it is paid elsewhere', target: 'not handed over' },
        ],
      },
      states: {
        waiting: {
          always: { guard: 'the page sleeps', target: 'paused' },
          tags: 'waiting',
          after: { 'the next question': { target: 'asking', actions: 'wait longer next time' } },
          on: { 'user.asked again': { target: 'asking', actions: 'ask soon' } },
        },
        asking: {
          tags: ['busy', 'waiting'],
          invoke: {
            ...theStatus,
            onDone: {
              target: '#operation.sorting',
              actions: [{ type: 'take the truth', params: given }, 'forget the error'],
            },
            onError: [
              { guard: { type: 'nobody is signed in', params: given }, target: '#operation.signed out' },
              { target: 'waiting', actions: { type: 'keep the error', params: given } },
            ],
          },
          after: { 'a status is overdue': { target: 'waiting', actions: 'keep that the answer is late' } },
        },
        paused: {
          on: {
            'port.shown': { target: 'asking', actions: ['note that the page is awake', 'ask soon'] },
            'port.online': { target: 'asking', actions: ['note that the page is awake', 'ask soon'] },
            'user.asked again': { target: 'asking', actions: 'note that the page is awake' },
          },
        },
      },
    },

    /** The browser goes to the page of the provider; whoever comes back is told the status before anything else. */
    'handing over': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'page.hand over',
        id: 'page.hand over',
        input: ({ context }) => context.current?.payment?.hand_over,
        onDone: 'tracking.asking',
        onError: 'not handed over',
      },
      after: { 'an answer is overdue': 'tracking.asking' },
      on: { 'port.shown': { target: 'tracking.asking', actions: 'note that the page is awake' } },
    },

    /** The address is not on the list of pages where one may pay: nobody was led there. */
    'not handed over': { tags: ['attention', 'safe to reload'], on: { 'user.understood': 'tracking.asking' } },

    'asked to cancel': {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.cancel agreed': { target: 'cancelling', actions: 'forget the error' },
        'user.order kept': 'tracking.asking',
        'port.shown': { target: 'tracking.asking', actions: 'note that the page is awake' },
      },
    },

    cancelling: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'cancel',
        id: 'cancel',
        input: ({ context }) => about(context, undefined),
        onDone: { target: 'sorting', actions: { type: 'take the truth', params: given } },
        onError: [
          { guard: { type: 'it is too late', params: given }, target: 'cancelled too late' },
          { guard: { type: 'nobody is signed in', params: given }, target: 'signed out' },
          { target: 'finding out', actions: 'ask soon' },
        ],
      },
      after: { 'an answer is overdue': { target: 'finding out', actions: 'ask soon' } },
    },

    /** It had moved on when the wish to cancel arrived: it goes through, and nothing comes back by itself. */
    'cancelled too late': {
      tags: ['attention', 'waiting'],
      on: {
        'user.understood': 'tracking.asking',
        'port.shown': { target: 'tracking.asking', actions: 'note that the page is awake' },
      },
      after: { 'finding out took too long': 'tracking.asking' },
    },

    'changed mind': { type: 'final', output: ({ context }) => ({ kind: 'changed mind', operation: context.current }) },
    'not found': { type: 'final', output: { kind: 'not found' } },
    rejected: {
      entry: 'tell that it was turned away',
      type: 'final',
      output: ({ context }) => ({ kind: 'rejected', error: context.error, operation: context.current }),
    },
    succeeded: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'succeeded', operation: context.current }),
    },
    failed: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'failed', operation: context.current }),
    },
    cancelled: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'cancelled', operation: context.current }),
    },
    expired: {
      tags: 'finished',
      type: 'final',
      output: ({ context }) => ({ kind: 'expired', operation: context.current }),
    },
  },
});
