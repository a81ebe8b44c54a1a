import { and, assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import {
  userBrowsers,
  userEndBrowser,
  userEndBrowsers,
  type SignedInBrowser,
} from '../../../contract/calls/settings.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfSession } from '../../form/lost-session.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';

export interface BrowsersContext {
  /** Null before they were read. */
  items: SignedInBrowser[] | null;
  /** The server's time of the last answer. */
  now: string;
  /** The one that is being ended, until it is known to be; null where all the others are. */
  ending: string | null;
  trouble: Trouble | null;
}

type BrowsersEvent =
  | { type: 'user.browser ended'; value: string }
  | { type: 'user.others ended' }
  | { type: 'user.browsers wanted' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: Answer<{ items: SignedInBrowser[] }>;
}

const othersOf = ({ items }: BrowsersContext): SignedInBrowser[] => items?.filter(({ current }) => !current) ?? [];

/** It was used so lately that nobody noted when. */
export const isInUse = ({ seen_at: seen }: SignedInBrowser, now: string): boolean =>
  Date.parse(now) - Date.parse(seen) < added.seenEvery;

const notSignedIn = {
  guard: { type: 'nobody is signed in', params: given },
  target: 'unended',
  actions: { type: 'keep the trouble', params: given },
} as const;

const onceMore = [
  { guard: 'one alone is to be ended', target: 'ending', actions: 'forget the trouble' },
  { target: 'ending others', actions: 'forget the trouble' },
] as const;

/** Where the account is signed in; each of them, or all but this one, can be ended. What was lost is looked up. */
export const browsersMachine = setup({
  types: {
    context: {} as BrowsersContext,
    events: {} as BrowsersEvent,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(userBrowsers, userEndBrowser, userEndBrowsers) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  guards: {
    'there are others': ({ context }) => othersOf(context).length > 0,
    'it is as it was wanted': ({ context: { ending } }, { output }: Read) =>
      output.payload.items.every(({ id, current }) => (ending === null ? current : id !== ending)),
    'one alone is to be ended': ({ context }) => context.ending !== null,
    'nobody is signed in': (_, { error }: Thrown) => isOfSession(troubleOf(error)),
    'it had ended already': (_, { error }: Thrown) => isCallError(error) && error.code === 'not_found',
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    'take the list': assign((_, { output }: Read) => ({
      ...{ items: output.payload.items, now: output.now, ending: null },
    })),
    'note which': assign((_, { value }: { value: string }) => ({ ending: value, trouble: null })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'browsers',
  context: { items: null, now: '', ending: null, trouble: null },
  initial: 'reading',
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'user.browsers',
        id: 'user.browsers',
        onDone: { target: 'shown', actions: { type: 'take the list', params: given } },
        onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.browsers wanted': { target: 'reading', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    shown: {
      tags: 'safe to reload',
      on: {
        'user.browser ended': { target: 'ending', actions: { type: 'note which', params: given } },
        'user.others ended': { guard: 'there are others', target: 'ending others', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
      },
    },

    ending: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.end_browser',
        id: 'user.end_browser',
        input: ({ context }) => ({ params: { id: context.ending ?? '' } }),
        onDone: { target: 'shown', actions: { type: 'take the list', params: given } },
        onError: [
          { guard: { type: 'it had ended already', params: given }, target: 'looking again' },
          notSignedIn,
          { target: 'looking again', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'looking again', actions: 'keep that it is late' } },
    },

    'ending others': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.end_browsers',
        id: 'user.end_browsers',
        onDone: { target: 'shown', actions: { type: 'take the list', params: given } },
        onError: [notSignedIn, { target: 'looking again', actions: { type: 'keep the trouble', params: given } }],
      },
      after: { 'the answer is overdue': { target: 'looking again', actions: 'keep that it is late' } },
    },

    /** Whatever was said or lost: the list tells who is signed in now. */
    'looking again': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.browsers',
        id: 'user.browsers',
        onDone: [
          {
            guard: { type: 'it is as it was wanted', params: given },
            target: 'shown',
            actions: ['forget the trouble', { type: 'take the list', params: given }],
          },
          { target: 'shown', actions: { type: 'take the list', params: given } },
        ],
        onError: { target: 'unended', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unended', actions: 'keep that it is late' } },
    },

    /** Ended once more it is the same. */
    unended: {
      tags: 'attention',
      on: {
        'user.browsers wanted': onceMore,
        'house.signed in': onceMore,
        'port.online': [
          {
            guard: and(['only the line had failed', 'one alone is to be ended']),
            target: 'ending',
            actions: 'forget the trouble',
          },
          { guard: 'only the line had failed', target: 'ending others', actions: 'forget the trouble' },
        ],
      },
    },
  },
});
