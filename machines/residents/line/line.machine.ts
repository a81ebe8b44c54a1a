import { setup } from 'xstate';
import type { PortEvent } from '../../root/events.ts';

export type LineEvent = Extract<PortEvent, { type: 'port.online' | 'port.offline' }>;

/** Whether this device has a network at all; that the server answers is another question. */
export const lineMachine = setup({
  types: { events: {} as LineEvent, tags: {} as 'attention' },
}).createMachine({
  id: 'line',
  initial: 'online',
  states: {
    online: { on: { 'port.offline': 'offline' } },
    offline: { tags: 'attention', on: { 'port.online': 'online' } },
  },
});
