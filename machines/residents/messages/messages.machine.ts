import { sendParent, setup } from 'xstate';
import type { HouseEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';

interface MessagesInput {
  /** Whether short messages wait until they are closed, as it was remembered on this device. */
  kept: boolean;
}

type MessagesEvent = { type: 'user.messages toggled' };

const told = (kept: boolean) => ({ type: 'house.messages', kept }) satisfies HouseEvent;
const remembered = (value: boolean) => ({ type: 'remember it', params: { key: 'messages', value } }) as const;

/** How long short messages stay: for their time, or until somebody closes them. Whoever shows any is told. */
export const messagesMachine = setup({
  types: { context: {} as MessagesInput, events: {} as MessagesEvent, input: {} as MessagesInput, tags: {} as 'kept' },
  guards: { 'they were kept': ({ context }) => context.kept },
  actions: {
    'remember it': effect<{ key: 'messages'; value: boolean }>('memory.keep'),
    'say that they stay': sendParent(told(true)),
    'say that they go': sendParent(told(false)),
  },
}).createMachine({
  id: 'messages',
  context: ({ input }) => input,
  initial: 'remembering',
  states: {
    remembering: { always: [{ guard: 'they were kept', target: 'kept' }, { target: 'timed' }] },
    kept: {
      tags: 'kept',
      entry: 'say that they stay',
      on: { 'user.messages toggled': { target: 'timed', actions: [remembered(false), 'say that they go'] } },
    },
    timed: { on: { 'user.messages toggled': { target: 'kept', actions: remembered(true) } } },
  },
});
