import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { referralList, referralPage } from '../../../contract/calls/referral.ts';
import { added } from '../../../contract/limits.ts';
import type { Referred } from '../../../contract/referral.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent, Signal } from '../../root/events.ts';

export interface PeopleContext {
  /** Null before they were read. */
  items: Referred[] | null;
  /** Where the page after these is asked for. */
  next: string | null;
  /** Another page stands behind the first. */
  longer: boolean;
  trouble: Trouble | null;
}

type PeopleEvent =
  | { type: 'user.people wanted' }
  | { type: 'user.more asked' }
  /** Somebody was invited. */
  | { type: 'referral.changed' }
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: Answer<{ items: Referred[]; next: string | null }>;
}

/** What a reader has added to the first page stays where it is, unless they have invited somebody themselves. */
const again = {
  'referral.changed': 'renewing',
  'house.signed in': [
    { guard: 'one page is there', target: 'renewing', actions: 'forget the trouble' },
    { actions: 'forget the trouble' },
  ],
} as const;
const read = [
  {
    guard: { type: 'there is nobody', params: given },
    target: 'nobody',
    actions: { type: 'take the first page', params: given },
  },
  {
    guard: { type: 'there is more', params: given },
    target: 'more',
    actions: { type: 'take the first page', params: given },
  },
  { target: 'shown', actions: { type: 'take the first page', params: given } },
] as const;
/** What could not be read once more leaves what is there. */
const asItWas = [
  { guard: 'nobody is there', target: 'nobody' },
  { guard: 'more are behind', target: 'more' },
  { target: 'shown' },
] as const;

/** Who was invited, how far each of them came, and what they earned: page by page. */
export const peopleMachine = setup({
  types: {
    context: {} as PeopleContext,
    events: {} as PeopleEvent,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(referralList, referralPage) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  guards: {
    'there is nobody': (_, { output }: Read) => output.payload.items.length === 0,
    'there is more': (_, { output }: Read) => output.payload.next !== null,
    'nobody is there': ({ context }) => context.items?.length === 0,
    'more are behind': ({ context }) => context.next !== null,
    'one page is there': ({ context }) => !context.longer,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    'take the first page': assign((_, { output }: Read) => ({ ...output.payload, longer: false, trouble: null })),
    'add the page': assign(({ context }, { output: { payload } }: Read) => ({
      ...{ items: [...(context.items ?? []), ...payload.items], next: payload.next, longer: true },
    })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'people',
  context: { items: null, next: null, longer: false, trouble: null },
  initial: 'reading',
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      // What is on its way may have been told before.
      on: { 'referral.changed': { target: 'reading', reenter: true } },
      invoke: {
        src: 'referral.list',
        id: 'referral.list',
        onDone: read,
        onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.people wanted': { target: 'reading', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    nobody: { tags: 'safe to reload', on: { 'referral.changed': 'renewing', 'house.signed in': 'renewing' } },
    shown: {
      tags: 'safe to reload',
      on: { ...again, 'signal.wallets': { guard: 'one page is there', target: 'renewing' } },
    },

    /** Nobody here has asked for it. */
    renewing: {
      tags: 'safe to reload',
      on: { 'referral.changed': { target: 'renewing', reenter: true } },
      invoke: { src: 'referral.list', id: 'referral.list', onDone: read, onError: asItWas },
      after: { 'the answer is overdue': asItWas },
    },

    more: {
      tags: 'safe to reload',
      on: {
        'user.more asked': { target: 'loading more', actions: 'forget the trouble' },
        ...again,
        'port.online': { guard: 'only the line had failed', target: 'loading more', actions: 'forget the trouble' },
      },
    },

    'loading more': {
      tags: ['busy', 'waiting', 'safe to reload'],
      on: { 'referral.changed': 'renewing' },
      invoke: {
        src: 'referral.page',
        id: 'referral.page',
        input: ({ context }) => ({ path: context.next ?? '' }),
        onDone: [
          {
            guard: { type: 'there is more', params: given },
            target: 'more',
            actions: { type: 'add the page', params: given },
          },
          { target: 'shown', actions: { type: 'add the page', params: given } },
        ],
        onError: { target: 'more', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'more', actions: 'keep that it is late' } },
    },
  },
});
