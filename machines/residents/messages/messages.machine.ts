import { sendParent, setup } from 'xstate';
import { given } from '../../given.ts';
import type { HouseEvent, TabEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';

interface MessagesInput {
  /** Whether short messages wait until they are closed, as it was remembered on this device. */
  kept: boolean;
}

type MessagesEvent = { type: 'user.messages toggled' } | Extract<TabEvent, { type: 'tabs.messages' }>;

const told = (kept: boolean) => ({ type: 'house.messages', kept }) satisfies HouseEvent;
/** On this device: for the next page, and for those that are open. */
const remembered = (kept: boolean) =>
  [
    { type: 'remember it', params: { key: 'messages', value: kept } },
    { type: 'tell the other tabs', params: { type: 'tabs.messages', kept } },
  ] as const;

/** How long short messages stay: for their time, or until somebody closes them. Whoever shows any is told. */
export const messagesMachine = setup({
  types: { context: {} as MessagesInput, events: {} as MessagesEvent, input: {} as MessagesInput, tags: {} as 'kept' },
  guards: {
    'they were kept': ({ context }) => context.kept,
    'they stay there': (_, { kept }: { kept: boolean }) => kept,
    'they go there': (_, { kept }: { kept: boolean }) => !kept,
  },
  actions: {
    'remember it': effect<{ key: 'messages'; value: boolean }>('memory.keep'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
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
      on: {
        'user.messages toggled': { target: 'timed', actions: [...remembered(false), 'say that they go'] },
        'tabs.messages': {
          guard: { type: 'they go there', params: given },
          target: 'timed',
          actions: 'say that they go',
        },
      },
    },
    timed: {
      on: {
        'user.messages toggled': { target: 'kept', actions: remembered(true) },
        'tabs.messages': { guard: { type: 'they stay there', params: given }, target: 'kept' },
      },
    },
  },
});
