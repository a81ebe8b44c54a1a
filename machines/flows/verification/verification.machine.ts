import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { verificationList } from '../../../contract/calls/verification.ts';
import { placeOfDocument, type DocumentKind, type Verification } from '../../../contract/verification.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { looking } from '../../looking.chart.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent } from '../../root/events.ts';

export interface VerificationContext {
  /** The address is that to which a verified document leads. */
  asked: boolean;
  /** As the server told it last; null until it has. */
  known: Verification | null;
  trouble: Trouble | null;
}

type VerificationEvent =
  | { type: 'user.document opened'; value: DocumentKind }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.hidden' | 'port.shown' | 'port.offline' | 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Told {
  output: Answer<Verification>;
}

const isAsked = ({ name }: Place): boolean => name === 'settings-verification_success';

/** What each level unlocks, where the person stands, and their documents; or the news that all went well. */
export const verificationMachine = setup({
  types: {
    context: {} as VerificationContext,
    events: {} as VerificationEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(verificationList),
    ...looking.actors,
  },
  delays: looking.delays,
  guards: {
    'it went well': ({ context }) => context.asked && context.known?.level === 1,
    // Whoever waits there for what is looked at is told there.
    'it was too early to ask': ({ context }) =>
      context.asked && context.known?.documents.every(({ status }) => status !== 'in_review') === true,
    'it is what is shown': ({ context }, { place }: { place: Place }) => !context.asked && !isAsked(place),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'something is looked at': ({ context }) =>
      context.known?.documents.some(({ status }) => status === 'in_review') === true,
  },
  actions: {
    'note what is asked': assign((_, { place }: { place: Place }) => ({ asked: isAsked(place) })),
    'take what is told': assign((_, { output }: Told) => ({ known: output.payload, trouble: null })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
    'lead to the overview': sendParent({
      type: 'flow.navigate',
      to: '/settings/verification',
      replace: true,
    } satisfies FlowEvent),
    'note that it is the overview': assign({ asked: false }),
    'open the document': sendParent((_, { value }: { value: DocumentKind }): FlowEvent => ({
      type: 'flow.navigate',
      to: placeOfDocument(value),
    })),
  },
}).createMachine({
  id: 'verification',
  context: ({ input }) => ({ asked: isAsked(input.place), known: null, trouble: null }),
  initial: 'loading',
  on: {
    'house.arrived': { target: '.loading', actions: { type: 'note what is asked', params: given } },
  },
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'verification.list',
        id: 'verification.list',
        input: {},
        onDone: { target: 'sorting', actions: { type: 'take what is told', params: given } },
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

    /** The good news is for those who have it; anybody else is led to where they stand. */
    sorting: {
      always: [
        { guard: 'it went well', target: 'congratulated' },
        {
          guard: 'it was too early to ask',
          target: 'shown',
          actions: ['note that it is the overview', 'lead to the overview'],
        },
        { target: 'shown' },
      ],
    },

    shown: {
      tags: 'safe to reload',
      on: {
        'user.document opened': { actions: { type: 'open the document', params: given } },
        'house.arrived': {
          guard: { type: 'it is what is shown', params: given },
        },
        'house.signed in': '.looking',
        ...looking.leaving,
      },
      invoke: { src: 'page.life', id: 'page.life', onError: {} },
      initial: 'resting',
      states: {
        resting: {
          ...looking.states.resting,
          after: { 'another look': { guard: 'something is looked at', target: 'looking' } },
        },
        looking: looking.at('verification.list', 'take what is told', '#verification.sorting'),
        /** Papers may be handed in, and looked at, elsewhere meanwhile. */
        paused: looking.states.paused,
      },
    },

    congratulated: { tags: 'safe to reload' },
  },
});
