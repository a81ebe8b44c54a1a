import { assign, sendParent, setup } from 'xstate';
import { added } from '../../../contract/limits.ts';
import type { PortEvent } from '../../root/events.ts';

export type LineEvent = Extract<PortEvent, { type: 'port.online' | 'port.offline' }>;

/**
 * Whether this device has a network at all; that the server answers is another question. A device says that it has one before
 * the network carries anything, so that what is asked at that word fails: whoever waits for the line is told twice more.
 */
export const lineMachine = setup({
  types: {
    context: {} as { at: number },
    events: {} as LineEvent,
    tags: {} as 'attention',
  },
  delays: { 'a moment': added.lineSettles, 'a while': added.pollLongest },
  actions: {
    'note when it came back': assign(({ event }) => ({ at: event.at })),
    'say again that it is there': sendParent(({ context }, { later }: { later: number }): LineEvent => {
      return { type: 'port.online', at: context.at + later };
    }),
  },
}).createMachine({
  id: 'line',
  context: { at: 0 },
  initial: 'online',
  states: {
    online: { on: { 'port.offline': 'offline' } },
    offline: { tags: 'attention', on: { 'port.online': { target: 'back', actions: 'note when it came back' } } },
    back: {
      on: { 'port.offline': 'offline' },
      initial: 'just now',
      states: {
        'just now': {
          after: {
            'a moment': {
              target: 'lately',
              actions: { type: 'say again that it is there', params: { later: added.lineSettles } },
            },
          },
        },
        lately: {
          after: {
            'a while': {
              target: '#line.online',
              actions: {
                type: 'say again that it is there',
                params: { later: added.lineSettles + added.pollLongest },
              },
            },
          },
        },
      },
    },
  },
});
