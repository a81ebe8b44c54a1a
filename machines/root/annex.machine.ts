import { enqueueActions, sendParent, setup, type AnyEventObject } from 'xstate';
import { alertsMachine } from '../residents/alerts/alerts.machine.ts';
import { hintsMachine } from '../residents/hints/hints.machine.ts';
import { journalMachine } from '../residents/journal/journal.machine.ts';
import { messagesMachine } from '../residents/messages/messages.machine.ts';
import { newsMachine } from '../residents/news/news.machine.ts';
import { notificationsMachine } from '../residents/notifications/notifications.machine.ts';
import { offerMachine } from '../residents/offer/offer.machine.ts';
import { paymentsMachine } from '../residents/payments/payments.machine.ts';
import { progressMachine } from '../residents/progress/progress.machine.ts';
import { toastsMachine } from '../residents/toasts/toasts.machine.ts';
import { unreadMachine } from '../residents/unread/unread.machine.ts';
import { unsentMachine } from '../residents/unsent/unsent.machine.ts';
import { versionMachine } from '../residents/version/version.machine.ts';
import { workerMachine } from '../residents/worker/worker.machine.ts';
import type { AnnexInput } from './events.ts';
import { lateListenersOf, type LateInhabitant } from './late-switchboard.ts';

/**
 * The part of the house that nobody misses in the first seconds. One of it that falls over leaves the others and the
 * page as they are.
 */
export const annexMachine = setup({
  types: {
    context: {} as AnnexInput,
    events: {} as AnyEventObject,
    input: {} as AnnexInput,
    children: {} as { [Name in LateInhabitant]: Name },
  },
  actors: {
    journal: journalMachine,
    version: versionMachine,
    unread: unreadMachine,
    toasts: toastsMachine,
    worker: workerMachine,
    progress: progressMachine,
    payments: paymentsMachine,
    messages: messagesMachine,
    news: newsMachine,
    notifications: notificationsMachine,
    offer: offerMachine,
    unsent: unsentMachine,
    alerts: alertsMachine,
    hints: hintsMachine,
  },
  actions: {
    'pass it on': enqueueActions(({ event, enqueue }) => {
      for (const listener of lateListenersOf(event.type)) enqueue.sendTo(listener as never, event as never);
    }),
    'tell the house': sendParent(({ event }) => event),
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
    { id: 'progress', src: 'progress', onError: {} },
    { id: 'payments', src: 'payments', onError: {} },
    { id: 'messages', src: 'messages', input: ({ context }) => context.messages ?? { kept: false }, onError: {} },
    { id: 'news', src: 'news', onError: {} },
    {
      id: 'notifications',
      src: 'notifications',
      input: ({ context }) => ({ closed: context.closed ?? [] }),
      onError: {},
    },
    { id: 'offer', src: 'offer', input: ({ context }) => ({ kept: context.offer }), onError: {} },
    { id: 'unsent', src: 'unsent', onError: {} },
    {
      id: 'alerts',
      src: 'alerts',
      input: ({ context }) => ({ wanted: context.alerts ?? false, locale: context.locale ?? '' }),
      onError: {},
    },
    { id: 'hints', src: 'hints', input: ({ context }) => ({ hints: context.hints ?? {} }), onError: {} },
  ],
  states: {},
  on: {
    'signal.*': { actions: 'pass it on' },
    'house.*': { actions: 'pass it on' },
    'tabs.*': { actions: 'pass it on' },
    'port.*': { actions: 'pass it on' },
    'flow.*': { actions: 'pass it on' },
    'annex.*': { actions: 'tell the house' },
  },
});
