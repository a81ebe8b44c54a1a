import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { chatList } from '../../../contract/calls/chat.ts';
import type { ChatsPage, ListedChat } from '../../../contract/chat.ts';
import { added } from '../../../contract/limits.ts';
import * as chats from '../../../contract/limits/chats.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, HouseEvent, PortEvent } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';

/** What another tab of this person has read of the list; `now` is the server's time of it. */
export interface ChatsTold {
  type: 'port.chats told';
  page: ChatsPage;
  now: string;
}

interface ChatsInput {
  account: string | null;
}

export interface ChatsContext extends ChatsInput {
  /** Without a gap, the one that was written in last before the others. */
  items: readonly ListedChat[];
  older: string | null;
  /** The server's time of the last answer, for dates in words. */
  now: string | null;
  trouble: Trouble | null;
  olderTrouble: Trouble | null;
  /** The account that somebody wants to write to, as typed. */
  number: string;
  numberTrouble: Trouble | null;
  corrections: number;
  away: boolean;
  /** The last page came by another tab: that one asks first. */
  heard: boolean;
}

type ChatsEvent =
  | { type: 'user.retried' }
  | { type: 'user.older wanted' }
  | { type: 'user.recipient typed'; value: string }
  | { type: 'user.chat begun' }
  /** Something was written or read in a chat of this page; `read`: which one has been read. */
  | { type: 'chats.changed'; read?: string }
  | ChatsTold
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.offline' | 'port.shown' | 'port.hidden' }>;

interface Thrown {
  error: unknown;
}
interface Told {
  output: Answer<ChatsPage>;
}

type Read = Pick<ChatsTold, 'page' | 'now'>;
const readOf = ({ output: { payload, now } }: Told): Read => ({ page: payload, now });
const ofAnswer = ({ event }: { event: Told }): Read => readOf(event);

const plain = (typed: string): string => typed.replaceAll(/[\s\u00a0-]/g, '');
const isNumber = (typed: string): boolean => /^[1-9]\d{7}$/.test(plain(typed));

const isOwn = ({ number, account }: Pick<ChatsContext, 'number' | 'account'>): boolean => plain(number) === account;

const isPrivate = ({ kind }: ListedChat): boolean => kind === 'private';

/**
 * What is held goes on where this page ends: it holds one that nobody has written in since, and whatever moved stands above it.
 */
export const joins = (held: readonly ListedChat[], { items, older }: ChatsPage): boolean =>
  older === null ||
  items.some((one) => isPrivate(one) && held.some((other) => other.id === one.id && other.last?.seq === one.last?.seq));

/** The page, and what is held of the others behind it. */
const behind = (page: readonly ListedChat[], held: readonly ListedChat[]): ListedChat[] => {
  const first = new Set(page.map(({ id }) => id));
  return [...page, ...held.filter(({ id }) => !first.has(id))];
};

const tellOthers = {
  type: 'tell the other tabs',
  params: ({ context, event }: { context: ChatsContext; event: Told }) => ({
    account: context.account ?? '',
    ...readOf(event),
  }),
} as const;

/** All chats of a person with what waits in each; and the way into another one, by the number of an account. Of several tabs one asks, as of a chat. */
export const chatsMachine = setup({
  types: {
    context: {} as ChatsContext,
    events: {} as ChatsEvent,
    input: {} as ChatsInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: {
    ...calls(chatList),
    'page.life': source<Extract<PortEvent, { at: number }>>('page.life'),
    'chats.news': source<ChatsTold, { account: string }>('chats.news'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the next look': ({ context: { away, heard } }) => (away ? chats.hidden : heard ? chats.listedAfter : chats.listed),
  },
  guards: {
    'it is the number of somebody else': ({ context }) => isNumber(context.number) && !isOwn(context),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'what is older lacked only the line': ({ context }) => isOfLine(context.olderTrouble),
    'there is more': ({ context }) => context.older !== null,
    'what is held goes on behind it': ({ context }, { page }: Read) => joins(context.items, page),
  },
  actions: {
    'take the chats': assign((_, { output }: Told) => ({
      ...{ items: output.payload.items, older: output.payload.older, now: output.now, trouble: null, heard: false },
    })),
    'take the latest': assign(({ context }, { page, now }: Read) => ({
      items: behind(page.items, context.items),
      ...{ now, trouble: null, heard: false },
    })),
    // Behind the first page it is not asked for again.
    'note that it is read': assign(({ context }, { read }: { read?: string }) => ({
      items: context.items.map((one) => (one.id === read ? { ...one, unread_msgs: 0 } : one)),
    })),
    'note that another tab leads': assign({ heard: true }),
    'take what is older': assign(({ context }, { output: { payload } }: Told) => ({
      items: behind(context.items, payload.items),
      older: payload.older,
    })),
    'keep why what is older is not there': assign((_, { error }: Thrown) => ({ olderTrouble: troubleOf(error) })),
    'keep that what is older is late': assign({ olderTrouble: late }),
    'forget why what is older is not there': assign({ olderTrouble: null }),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error), heard: false })),
    'keep that it is late': assign({ trouble: late, heard: false }),
    'forget the trouble': assign({ trouble: null }),
    'note the number': assign((_, { value }: { value: string }) => ({ number: value, numberTrouble: null })),
    'keep what is wrong': assign(({ context }) => ({
      numberTrouble: {
        code: isOwn(context) ? 'own_account' : plain(context.number) === '' ? 'required' : 'account_number',
      },
      corrections: context.corrections + 1,
    })),
    'forget the number': assign({ number: '' }),
    'note that nobody looks': assign({ away: true }),
    'note that somebody looks': assign({ away: false }),
    'tell the other tabs': effect<{ account: string } & Read>('chats.tell'),
    'lead to the chat': sendParent(({ context }): FlowEvent => ({
      type: 'flow.navigate',
      to: `/chat/private/${plain(context.number)}`,
    })),
  },
}).createMachine({
  id: 'chats',
  context: ({ input: { account } }) => ({
    account,
    ...{ items: [], older: null, now: null, trouble: null, olderTrouble: null },
    ...{ number: '', numberTrouble: null, corrections: 0, away: false, heard: false },
  }),
  initial: 'loading',
  invoke: { src: 'page.life', id: 'page.life', onError: {} },
  on: {
    'port.hidden': { actions: 'note that nobody looks' },
    'port.shown': { actions: 'note that somebody looks' },
    'user.recipient typed': { actions: { type: 'note the number', params: given } },
    'user.chat begun': [
      { guard: 'it is the number of somebody else', actions: ['lead to the chat', 'forget the number'] },
      { actions: 'keep what is wrong' },
    ],
  },
  states: {
    loading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'chat.list',
        id: 'chat.list',
        input: { query: {} },
        onDone: { target: 'shown', actions: { type: 'take the chats', params: given } },
        onError: { target: 'failed', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'failed', actions: 'keep that it is late' } },
      /** The list stands above the form, and would push it away under the finger. */
      on: {
        'user.recipient typed': {},
        'user.chat begun': {},
        'house.language': { target: 'loading', reenter: true },
      },
    },
    failed: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': 'loading',
        'house.signed in': 'loading',
        'port.online': { guard: 'only the line had failed', target: 'loading' },
      },
    },
    shown: {
      tags: 'safe to reload',
      type: 'parallel',
      invoke: {
        src: 'chats.news',
        id: 'chats.news',
        input: ({ context }) => ({ account: context.account ?? '' }),
        onError: {},
      },
      states: {
        /** Asked anew here and not above: what is older goes on being read. */
        news: {
          initial: 'listening',
          on: {
            'port.shown': { target: '.asking', actions: 'note that somebody looks' },
            'port.online': '.asking',
            'port.offline': '.offline',
            'house.signed in': '.asking',
            'house.language': '.asking',
            'chats.changed': { target: '.asking', actions: { type: 'note that it is read', params: given } },
          },
          states: {
            listening: {
              after: { 'the next look': 'asking' },
              on: {
                'port.chats told': [
                  {
                    guard: { type: 'what is held goes on behind it', params: given },
                    target: 'listening',
                    reenter: true,
                    actions: [{ type: 'take the latest', params: given }, 'note that another tab leads'],
                  },
                  { target: 'asking' },
                ],
              },
            },
            asking: {
              invoke: {
                src: 'chat.list',
                id: 'chat.list',
                input: { query: {} },
                onDone: [
                  {
                    guard: { type: 'what is held goes on behind it', params: ofAnswer },
                    target: 'listening',
                    actions: [{ type: 'take the latest', params: ofAnswer }, tellOthers],
                  },
                  // So much has moved that what is held would leave a gap.
                  { target: '#chats.shown', actions: [{ type: 'take the chats', params: given }, tellOthers] },
                ],
                onError: { target: 'listening', actions: { type: 'keep the trouble', params: given } },
              },
              after: { 'the answer is overdue': { target: 'listening', actions: 'keep that it is late' } },
            },
            /** The frame says so, of all that stands on the page. It is asked again as soon as somebody looks: a page that slept may not have heard of the line. */
            offline: { entry: 'forget the trouble', on: { 'house.language': {}, 'chats.changed': {} } },
          },
        },

        older: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'there is more', target: 'more' }, { target: 'all' }] },
            more: { on: { 'user.older wanted': 'reading' } },
            reading: {
              invoke: {
                src: 'chat.list',
                id: 'older',
                input: ({ context }) => ({ query: { page: context.older ?? '' } }),
                onDone: { target: 'deciding', actions: { type: 'take what is older', params: given } },
                onError: {
                  target: 'failed',
                  actions: { type: 'keep why what is older is not there', params: given },
                },
              },
              after: { 'the answer is overdue': { target: 'failed', actions: 'keep that what is older is late' } },
            },
            failed: {
              tags: 'attention',
              exit: 'forget why what is older is not there',
              on: {
                'user.older wanted': 'reading',
                'house.signed in': 'reading',
                'port.online': { guard: 'what is older lacked only the line', target: 'reading' },
              },
            },
            all: {},
          },
        },
      },
    },
  },
});
