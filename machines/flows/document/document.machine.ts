import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { verificationNew, verificationSubmit } from '../../../contract/calls/verification.ts';
import { added } from '../../../contract/limits.ts';
import type { DocumentSide, VerificationDocument } from '../../../contract/verification.ts';
import { late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import type { UploadNews } from '../../upload/upload.context.ts';
import { uploadMachine } from '../../upload/upload.machine.ts';
import { begun, isAnother, obstacle, uploadOf, withSide, type DocumentContext } from './document.context.ts';

type DocumentEvent =
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | { type: 'user.asked again' }
  | UploadNews
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.hidden' | 'port.shown' | 'port.offline' | 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Told {
  output: Answer<VerificationDocument>;
}

/** One document of a person: its sides are sent, it is handed in, looked at, and verified, or asked for again in part. */
export const documentMachine = setup({
  types: {
    context: {} as DocumentContext,
    events: {} as DocumentEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'finished' | 'safe to reload',
  },
  actors: {
    ...calls(verificationNew, verificationSubmit),
    upload: uploadMachine,
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the next question': ({ context }) => context.pause,
  },
  guards: {
    'it is another document': ({ context }, { place }: { place: Place }) => isAnother(context, place),
    'it is looked at': ({ context }) => context.paper?.status === 'in_review',
    'it was verified while they waited': ({ context }) => context.awaited && context.paper?.status === 'verified',
    'it is verified': ({ context }) => context.paper?.status === 'verified',
    'it can be handed in': ({ context }) => obstacle(context) === null,
  },
  actions: {
    'turn to the other document': assign((_, { place }: { place: Place }) => begun(place)),
    'take the document': assign((_, { output }: Told) => ({ paper: output.payload, holding: [], trouble: null })),
    'take the side': assign(({ context }, { paper, side }: { paper: VerificationDocument; side: DocumentSide }) => ({
      paper: context.paper && withSide(context.paper, paper, side),
      trouble: null,
    })),
    'note what is in hand': assign(({ context }, { side, holding }: { side: DocumentSide; holding: boolean }) => ({
      holding: [...context.holding.filter((one) => one !== side), ...(holding ? [side] : [])],
    })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that it broke': assign({ trouble: { code: 'internal' } }),
    'keep what is in the way': assign(({ context }) => ({ trouble: obstacle(context) })),
    'forget the trouble': assign({ trouble: null }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note that it is awaited': assign({ awaited: true, corrections: 0 }),
    'note that it is sent anew': assign({ awaited: false }),
    'wait longer next time': assign(({ context }) => ({ pause: Math.min(context.pause * 2, added.pollLongest) })),
    'ask soon': assign({ pause: added.pollFirst }),
    'tell the first side': sendTo('first', ({ event }) => event),
    'tell the second side': sendTo('second', ({ event }) => event),
    'show that it went well': sendParent({
      type: 'flow.navigate',
      to: '/settings/verification_success',
      replace: true,
    } satisfies FlowEvent),
  },
}).createMachine({
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
        src: 'verification.new',
        id: 'verification.new',
        input: ({ context }) => ({ params: { id: context.kind } }),
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
        'upload.changed': { target: '.filling', actions: { type: 'take the side', params: given } },
        'upload.holding': { actions: { type: 'note what is in hand', params: given } },
        'upload.closed': 'loading',
        'house.signed in': { actions: ['forget the trouble', 'tell the first side', 'tell the second side'] },
        'user.submitted': [
          { guard: 'it can be handed in', target: 'submitting', actions: 'forget the trouble' },
          { target: '.corrected', actions: ['keep what is in the way', 'count a correction'] },
        ],
      },
      initial: 'filling',
      states: { filling: { tags: 'form' }, corrected: { tags: ['form', 'corrected', 'attention'] } },
    },

    /** Sent again it answers the same. */
    submitting: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'verification.submit',
        id: 'verification.submit',
        input: ({ context }) => ({ params: { id: context.kind } }),
        onDone: { target: 'sorting', actions: [{ type: 'take the document', params: given }, 'ask soon'] },
        onError: {
          target: 'editing.corrected',
          actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
        },
      },
      after: {
        'the answer is overdue': {
          target: 'editing.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
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
            src: 'verification.new',
            id: 'verification.new',
            input: ({ context }) => ({ params: { id: context.kind } }),
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
