import { enqueueActions, setup, type AnyEventObject } from 'xstate';
import { journalMachine } from '../residents/journal/journal.machine.ts';
import { toastsMachine } from '../residents/toasts/toasts.machine.ts';
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
    children: {} as { journal: 'journal'; version: 'version'; unread: 'unread'; toasts: 'toasts'; worker: 'worker' },
  },
  actors: {
    journal: journalMachine,
    version: versionMachine,
    unread: unreadMachine,
    toasts: toastsMachine,
    worker: workerMachine,
  },
  actions: {
    'pass it on': enqueueActions(({ event, enqueue }) => {
      for (const listener of lateListenersOf(event.type)) enqueue.sendTo(listener as never, event as never);
    }),
  },
}).createMachine({
  id: 'annex',
  context: ({ input }) => input,
  invoke: [
    { id: 'journal', src: 'journal', input: ({ context }) => context.journal, onError: {} },
    { id: 'version', src: 'version', input: ({ context }) => context, onError: {} },
    { id: 'unread', src: 'unread', onError: {} },
    { id: 'toasts', src: 'toasts', onError: {} },
    { id: 'worker', src: 'worker', onError: {} },
  ],
  states: {},
  on: {
    'signal.*': { actions: 'pass it on' },
    'house.*': { actions: 'pass it on' },
    'tabs.*': { actions: 'pass it on' },
    'port.*': { actions: 'pass it on' },
    'flow.*': { actions: 'pass it on' },
  },
});
