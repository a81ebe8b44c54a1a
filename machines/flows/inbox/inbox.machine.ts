import { assign, sendParent, sendTo, setup } from 'xstate';
import { notifyList } from '../../../contract/calls/notify.ts';
import { given } from '../../given.ts';
import { listOf } from '../../list/list.machine.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent } from '../../root/events.ts';

export interface InboxContext {
  origins: readonly string[];
  /** Closed here, whatever the list said of them. */
  closed: string[];
}

type InboxEvent =
  | { type: 'user.notification closed'; value: string }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<PortEvent, { type: 'port.online' }>;

/** All that the house has told this person, and when: what was shown once can be read again. */
export const inboxMachine = setup({
  types: {
    context: {} as InboxContext,
    events: {} as InboxEvent,
    input: {} as FlowInput,
    tags: {} as 'attention' | 'safe to reload',
  },
  actors: { list: listOf(notifyList) },
  actions: {
    'note that it is closed': assign(({ context }, { value }: { value: string }) => ({
      closed: [...context.closed, value],
    })),
    'tell the house': sendParent((_, { value }: { value: string }): FlowEvent => ({
      type: 'flow.notification closed',
      value,
    })),
    'tell the list': sendTo('list', ({ event }) => event),
  },
}).createMachine({
  id: 'inbox',
  context: ({ input }) => ({ origins: input.site?.origins ?? [], closed: [] }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'safe to reload',
      invoke: { src: 'list', id: 'list', input: { query: {} }, onError: 'broken' },
      on: {
        'house.signed in': { actions: 'tell the list' },
        'port.online': { actions: 'tell the list' },
        'house.language': { actions: 'tell the list' },
        'user.notification closed': {
          actions: [
            { type: 'note that it is closed', params: given },
            { type: 'tell the house', params: given },
          ],
        },
      },
    },
    /** The list fell over an answer. */
    broken: { tags: ['attention', 'safe to reload'], on: { 'user.retried': 'reading' } },
  },
});
