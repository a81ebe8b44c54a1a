import { assign, setup } from 'xstate';
import type { UnreadMsgs } from '../../../contract/entities.ts';
import type { HouseEvent, Signal, TabEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import { given } from '../../given.ts';

export interface UnreadContext {
  account: string | null;
  counts: UnreadMsgs | null;
}

export type UnreadEvent =
  | Extract<Signal, { type: 'signal.unread_msgs' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' }>
  | Extract<TabEvent, { type: 'tabs.unread' }>;

/** How many messages wait, as the last answer told it to this tab or to another one of the same person. */
export const unreadMachine = setup({
  types: { context: {} as UnreadContext, events: {} as UnreadEvent, tags: {} as 'waiting messages' },
  guards: {
    'it is this person': ({ context }, { account }: { account: string }) => account === context.account,
    'some wait': ({ context: { counts } }) => counts !== null && counts.private + counts.support > 0,
  },
  actions: {
    'note the person': assign((_, { account }: { account: string }) => ({ account })),
    'keep the counts': assign((_, { counts }: { counts: UnreadMsgs }) => ({ counts })),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
    'forget them': assign({ account: null, counts: null }),
    'mark the title': effect<{ count: number }>('page.badge'),
  },
}).createMachine({
  id: 'unread',
  context: { account: null, counts: null },
  initial: 'unknown',
  on: {
    'house.signed in': { actions: { type: 'note the person', params: given } },
    'house.signed out': { target: '.unknown', actions: 'forget them' },
    'signal.unread_msgs': {
      target: '.counting',
      actions: [
        { type: 'keep the counts', params: ({ event }) => ({ counts: event.unread_msgs }) },
        {
          type: 'tell the other tabs',
          params: ({ context, event }) => ({
            type: 'tabs.unread',
            account: context.account ?? '',
            unread: event.unread_msgs,
          }),
        },
      ],
    },
    'tabs.unread': {
      guard: { type: 'it is this person', params: given },
      target: '.counting',
      actions: { type: 'keep the counts', params: ({ event }) => ({ counts: event.unread }) },
    },
  },
  states: {
    unknown: { entry: { type: 'mark the title', params: { count: 0 } } },
    counting: { always: [{ guard: 'some wait', target: 'some' }, { target: 'none' }] },
    none: { entry: { type: 'mark the title', params: { count: 0 } } },
    some: {
      tags: 'waiting messages',
      entry: {
        type: 'mark the title',
        params: ({ context: { counts } }) => ({ count: (counts?.private ?? 0) + (counts?.support ?? 0) }),
      },
    },
  },
});
