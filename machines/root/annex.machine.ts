import { enqueueActions, sendParent, setup, type AnyEventObject } from 'xstate';
import { unreadMachine } from '../residents/unread/unread.machine.ts';
import { versionMachine } from '../residents/version/version.machine.ts';
import { workerMachine } from '../residents/worker/worker.machine.ts';
import type { AnnexInput } from './events.ts';
import { lateListenersOf } from './switchboard.ts';

/**
 * The part of the house that nobody misses in the first seconds. One of it that falls over leaves the others and the
 * page as they are.
 */
export const annexMachine = setup({
  types: {
    context: {} as AnnexInput,
    events: {} as AnyEventObject,
    input: {} as AnnexInput,
    children: {} as { version: 'version'; unread: 'unread'; worker: 'worker' },
  },
  actors: { version: versionMachine, unread: unreadMachine, worker: workerMachine },
  actions: {
    'pass it on': enqueueActions(({ event, enqueue }) => {
      for (const listener of lateListenersOf(event.type)) enqueue.sendTo(listener as never, event as never);
    }),
    'tell the house': sendParent(({ event }: { event: AnyEventObject }) => event),
  },
}).createMachine({
  id: 'annex',
  context: ({ input }) => input,
  invoke: [
    { id: 'version', src: 'version', input: ({ context }) => context, onError: {} },
    { id: 'unread', src: 'unread', onError: {} },
    { id: 'worker', src: 'worker', onError: {} },
  ],
  states: {},
  on: {
    'signal.*': { actions: 'pass it on' },
    'house.*': { actions: 'pass it on' },
    'tabs.*': { actions: 'pass it on' },
    'port.*': { actions: 'pass it on' },
    'flow.*': { actions: 'tell the house' },
  },
});
