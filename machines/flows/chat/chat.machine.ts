import { assign, sendParent, sendTo, setup } from 'xstate';
import { operationId } from '../../../contract/operation.ts';
import { given } from '../../given.ts';
import { outboxOf } from '../../outbox/outbox.machine.ts';
import type { OutboxInput } from '../../outbox/outbox.context.ts';
import type { OutboxNews } from '../../outbox/outbox.setup.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place } from '../../root/events.ts';
import { threadOf } from '../../thread/thread.machine.ts';
import type { ThreadNews } from '../../thread/thread.setup.ts';
import { chatsMachine } from './chats.machine.ts';

export interface ChatContext {
  account: string | null;
  place: Place;
  /** The list leads to a chat by a number. */
  begun: boolean;
}

type ChatEvent =
  | { type: 'user.opened again' }
  | ThreadNews
  | OutboxNews
  | Extract<FlowEvent, { type: 'flow.navigate' }>
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.signed in' | 'house.language' }>;

interface Arrived {
  place: Place;
}

/** Which chat an address means: `support`, an id, a number; null for the list alone. */
export const threadAt = ({ name, params }: Place): string | null =>
  name === 'chat-support' || name === 'index-support' ? 'support' : (params['id'] ?? null);

/** `?report`: somebody wants to tell of a problem. */
const isReport = ({ query }: Place): boolean => 'report' in query;
/** `?about=F93Y…`: somebody wants to ask about an operation, by its id; null for what is none. */
const aboutOf = ({ query }: Place): string | null => operationId.exec(query['about'] ?? '')?.[0] ?? null;

const inputOf = ({ account, place }: ChatContext): OutboxInput => {
  const thread = threadAt(place) ?? '';
  return thread === 'support'
    ? { account, thread, kind: 'support', reporting: isReport(place), about: aboutOf(place) }
    : { account, thread, kind: 'private', reporting: false, about: null };
};

const about = ({ context }: { context: ChatContext }) => inputOf(context);
const broken = '#chat.thread.broken';

/** The list of chats, and the one that the address names: what stands in it, and what is written for it. */
export const chatMachine = setup({
  types: {
    context: {} as ChatContext,
    events: {} as ChatEvent,
    input: {} as FlowInput,
    tags: {} as 'attention' | 'safe to reload',
  },
  actors: {
    chats: chatsMachine,
    'support.thread': threadOf('support'),
    'private.thread': threadOf('private'),
    'support.outbox': outboxOf('support'),
    'private.outbox': outboxOf('private'),
  },
  guards: {
    'no chat is named': ({ context }) => threadAt(context.place) === null,
    'the address asks for something': ({ context }) => isReport(context.place) || aboutOf(context.place) !== null,
    'it is support': ({ context }) => threadAt(context.place) === 'support',
    // Numbers are alike in a masked journal: whoever was led by one is in another chat, also when it is the same.
    'it is another chat': ({ context }, { place }: Arrived) =>
      context.begun || threadAt(place) !== threadAt(context.place),
    'a problem is to be told here': ({ context }, { place }: Arrived) =>
      threadAt(place) === threadAt(context.place) && isReport(place) && !isReport(context.place),
  },
  actions: {
    'note the place': assign((_, { place }: Arrived) => ({ place, begun: false })),
    'note that it leads by a number': assign({ begun: true }),
    'lead to the chat': sendParent(({ event }) => event),
    'tell the list': sendTo('chats', { type: 'chats.changed' }),
    'tell the list which was read': sendTo('chats', (_, { id }: { id: string }) => ({
      type: 'chats.changed',
      read: id,
    })),
    'ask for the record': sendTo('outbox', { type: 'chat.report wanted' }),
    // Loaded anew, or come back to, it is no report any more, and about nothing.
    'take the wish out of the address': sendParent({
      type: 'flow.navigate',
      to: '/support',
      replace: true,
    } satisfies FlowEvent),
    'tell the list what the house says': sendTo('chats', ({ event }) => event),
    'tell the thread': sendTo('thread', ({ event }) => event),
    'tell the outbox': sendTo('outbox', ({ event }) => event),
  },
}).createMachine({
  id: 'chat',
  type: 'parallel',
  context: ({ input }) => ({ account: input.account, place: input.place, begun: false }),
  states: {
    list: {
      initial: 'shown',
      states: {
        shown: {
          invoke: {
            src: 'chats',
            id: 'chats',
            input: ({ context }) => ({ account: context.account }),
            onError: 'broken',
          },
          on: {
            'flow.navigate': { actions: ['note that it leads by a number', 'lead to the chat'] },
            'outbox.sent': { actions: 'tell the list' },
            'thread.read': { actions: { type: 'tell the list which was read', params: given } },
            'house.signed in': { actions: 'tell the list what the house says' },
            'house.language': { actions: 'tell the list what the house says' },
          },
        },
        /** It fell over an answer. Where neither the list nor a chat stands, nothing can be lost. */
        broken: { tags: ['attention', 'safe to reload'], on: { 'user.opened again': 'shown' } },
      },
    },

    thread: {
      initial: 'deciding',
      on: {
        'house.arrived': [
          {
            guard: { type: 'it is another chat', params: given },
            target: '.deciding',
            actions: { type: 'note the place', params: given },
          },
          { actions: { type: 'note the place', params: given } },
        ],
        'thread.written': { actions: 'tell the outbox' },
        'thread.named': { actions: 'tell the outbox' },
        'outbox.sent': { actions: 'tell the thread' },
        'outbox.reported': { guard: 'the address asks for something', actions: 'take the wish out of the address' },
        'house.signed in': { actions: ['tell the thread', 'tell the outbox'] },
        'house.language': { actions: 'tell the thread' },
      },
      states: {
        deciding: {
          always: [
            { guard: 'no chat is named', target: 'none' },
            { guard: 'it is support', target: 'support' },
            { target: 'private' },
          ],
        },
        none: { on: { 'house.signed in': {}, 'house.language': {} } },
        support: {
          invoke: [
            { src: 'support.thread', id: 'thread', input: about, onError: broken },
            { src: 'support.outbox', id: 'outbox', input: about, onError: broken },
          ],
          on: {
            'house.arrived': {
              guard: { type: 'a problem is to be told here', params: given },
              actions: [{ type: 'note the place', params: given }, 'ask for the record'],
            },
          },
        },
        private: {
          invoke: [
            { src: 'private.thread', id: 'thread', input: about, onError: broken },
            { src: 'private.outbox', id: 'outbox', input: about, onError: broken },
          ],
        },
        broken: {
          tags: 'attention',
          on: { 'user.opened again': 'deciding', 'house.signed in': 'deciding', 'house.language': {} },
        },
      },
    },
  },
});
