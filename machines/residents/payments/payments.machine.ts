import { assign, setup } from 'xstate';
import { notifyClose } from '../../../contract/calls/notify.ts';
import type { Notification } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added, limits } from '../../../contract/limits.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PageLife, Signal, TabEvent } from '../../root/events.ts';
import { ask, effect, source } from '../../root/ports.ts';

/** News of a payment: what its notification says, and the operation that it is about. */
export interface PaymentNews {
  notification: string;
  operation: string;
  title: string;
  /** HTML, as the server writes notifications. */
  text: string;
}

/** What chance gives to one popup: an id of its own, and which of the drawn faces it has, from 1. */
export interface Chance {
  id: string;
  avatar: number;
}

export interface PaymentsContext {
  account: string | null;
  queue: PaymentNews[];
  /** Notifications that this page or another tab has shown. */
  seen: string[];
  current: PaymentNews | null;
  chance: Chance | null;
  /** Notifications that were shown here and of which the server has not heard yet, oldest first. */
  unclosed: string[];
  /** The one of them that is being said now. */
  saying: string | null;
  /** Each stays until it is closed. */
  kept: boolean;
  /** Nobody looks at this tab. */
  hidden: boolean;
}

type TabNews = Extract<TabEvent, { type: 'tabs.payment' }>;
type PaymentsEvent =
  | { type: 'user.popup held' | 'user.popup released' | 'user.popup closed' }
  | Extract<Signal, { type: 'signal.notifications' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' | 'house.messages' }>
  | PageLife
  | TabNews;

const most = 200;
const form = /^payment:([A-Za-z0-9_-]{1,64})$/;

/**
 * Each payment that somebody made to this person is told once, in one tab that is seen, by a face that chance draws; its time
 * stands still while nobody looks. Other notifications wait for their own place.
 */
export const paymentsMachine = setup({
  types: {
    context: {} as PaymentsContext,
    events: {} as PaymentsEvent,
    tags: {} as 'busy' | 'waiting',
  },
  actors: {
    ...calls(notifyClose),
    'popup.chance': ask<Chance, { avatars: number }>('popup.chance'),
    'page.life': source<PageLife>('page.life'),
  },
  delays: {
    'its time': limits.paymentPopup,
    // What draws the face may have to come first.
    'the face is overdue': added.answer + 5_000,
    'the answer is overdue': added.answer + 5_000,
  },
  guards: {
    'another one waits, and somebody looks': ({ context }) => context.queue.length > 0 && !context.hidden,
    'they go by themselves': ({ context }) => !context.kept,
    'nobody looks': ({ context }) => context.hidden,
    'another tab shows this one': ({ context }, { account, notification }: TabNews) =>
      account === context.account && notification === context.current?.notification,
    // Both may have begun at once, or a tab opens while another one shows it: the one that nobody looks at gives way, else by
    // their ids one of them.
    'another tab shows this one, and goes first': ({ context }, { account, notification, id }: TabNews) =>
      account === context.account &&
      notification === context.current?.notification &&
      (context.hidden || id < (context.chance?.id ?? '')),
    'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
    'one that was shown is still to be closed': ({ context }) => context.unclosed.length > 0,
    'one that was shown is told again': ({ context }, { notifications }: { notifications: Notification[] }) =>
      notifications.some(({ notification_id: id }) => context.unclosed.includes(id)),
    'the server does not know it': (_, { error }: { error: unknown }) =>
      isCallError(error) && error.kind === 'refused' && error.code === 'not_found',
    'it is this person': ({ context }, { account }: TabNews) => account === context.account,
  },
  actions: {
    'note the person': assign(({ context: { hidden, kept } }, { account }: { account: string }) => ({
      ...nothing,
      account,
      hidden,
      kept,
    })),
    'take the payments': assign(({ context }, { notifications }: { notifications: Notification[] }) => ({
      queue: notifications.flatMap((one) => newsOf(one)).filter(({ notification }) => !isKnown(context, notification)),
      unclosed: context.unclosed.filter((id) => notifications.some((one) => one.notification_id === id)),
    })),
    'take the next one': assign(({ context: { queue, seen } }) => {
      const [next, ...rest] = queue;
      return next ? { current: next, queue: rest, seen: [...seen, next.notification].slice(-most) } : {};
    }),
    'note that it was shown': assign(({ context: { queue, seen } }, { notification }: TabNews) => ({
      queue: queue.filter((one) => one.notification !== notification),
      seen: [...seen, notification].slice(-most),
    })),
    'take the chance': assign((_, { output }: { output: Chance }) => ({ chance: output })),
    'take it away': assign({ current: null, chance: null }),
    'note that it is to be closed': assign(({ context: { current, unclosed } }) => ({
      unclosed: current ? [...unclosed, current.notification].slice(-most) : unclosed,
    })),
    'take the first that is to be closed': assign(({ context }) => ({ saying: context.unclosed[0] ?? null })),
    'note that it is closed': assign(({ context }) => ({
      unclosed: context.unclosed.filter((id) => id !== context.saying),
    })),
    'forget them all': assign(({ context: { hidden, kept } }) => ({ ...nothing, hidden, kept })),
    'note whether they stay': assign((_, { kept }: { kept: boolean }) => ({ kept })),
    'note that nobody looks': assign({ hidden: true }),
    'note that somebody looks': assign({ hidden: false }),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
  },
}).createMachine({
  id: 'payments',
  context: () => ({ ...nothing }),
  initial: 'quiet',
  invoke: { src: 'page.life', id: 'page.life', onError: {} },
  on: {
    'port.hidden': { actions: 'note that nobody looks' },
    'port.shown': { actions: 'note that somebody looks' },
    'house.signed in': {
      guard: { type: 'it is another person', params: given },
      target: '.quiet',
      actions: { type: 'note the person', params: given },
    },
    'house.signed out': { target: '.quiet', actions: 'forget them all' },
    'house.messages': { actions: { type: 'note whether they stay', params: given } },
    'signal.notifications': { actions: { type: 'take the payments', params: given } },
    'tabs.payment': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'note that it was shown', params: given },
    },
  },
  states: {
    quiet: {
      entry: 'take it away',
      always: { guard: 'another one waits, and somebody looks', target: 'drawing' },
      on: {
        'port.online': { guard: 'one that was shown is still to be closed', target: 'closing' },
        'signal.notifications': {
          guard: { type: 'one that was shown is told again', params: given },
          target: 'closing',
          actions: { type: 'take the payments', params: given },
        },
      },
    },

    drawing: {
      tags: ['busy', 'waiting'],
      entry: 'take the next one',
      invoke: {
        src: 'popup.chance',
        id: 'popup.chance',
        input: { avatars: limits.paymentAvatars },
        onDone: {
          target: 'showing',
          actions: [
            { type: 'take the chance', params: given },
            {
              type: 'tell the other tabs',
              params: ({ context, event }) => ({
                type: 'tabs.payment',
                account: context.account ?? '',
                notification: context.current?.notification ?? '',
                id: event.output.id,
              }),
            },
          ],
        },
        onError: 'quiet',
      },
      after: { 'the face is overdue': 'quiet' },
      on: {
        'tabs.payment': {
          guard: { type: 'another tab shows this one', params: given },
          target: 'quiet',
        },
      },
    },

    showing: {
      initial: 'running',
      on: {
        'user.popup closed': { target: 'closing', actions: 'note that it is to be closed' },
        'tabs.payment': [
          { guard: { type: 'another tab shows this one, and goes first', params: given }, target: 'quiet' },
          {
            guard: { type: 'another tab shows this one', params: given },
            actions: {
              type: 'tell the other tabs',
              params: ({ context }) => ({
                type: 'tabs.payment',
                account: context.account ?? '',
                notification: context.current?.notification ?? '',
                id: context.chance?.id ?? '',
              }),
            },
          },
        ],
      },
      states: {
        running: {
          always: { guard: 'nobody looks', target: 'unseen' },
          after: {
            'its time': {
              guard: 'they go by themselves',
              target: '#payments.closing',
              actions: 'note that it is to be closed',
            },
          },
          on: {
            'user.popup held': 'paused',
            // Where they are to go by themselves again, the time of one that stayed begins anew.
            'house.messages': {
              target: 'running',
              reenter: true,
              actions: { type: 'note whether they stay', params: given },
            },
          },
        },
        paused: { on: { 'user.popup released': 'running' } },
        unseen: { on: { 'port.shown': { target: 'running', actions: 'note that somebody looks' } } },
      },
    },

    /**
     * The server learns that it was shown: no other page and no later visit tells it again. What it did not hear is said
     * again when the connection is back, and when the server tells the notification once more.
     */
    closing: {
      tags: ['busy', 'waiting'],
      entry: ['take it away', 'take the first that is to be closed'],
      invoke: {
        src: 'notify.close',
        id: 'notify.close',
        input: ({ context }) => ({ body: { id: context.saying ?? '' } }),
        onDone: { target: 'closed', actions: 'note that it is closed' },
        onError: [
          {
            guard: { type: 'the server does not know it', params: given },
            target: 'closed',
            actions: 'note that it is closed',
          },
          { target: 'quiet' },
        ],
      },
      after: { 'the answer is overdue': 'quiet' },
    },
    closed: {
      always: [{ guard: 'one that was shown is still to be closed', target: 'closing' }, { target: 'quiet' }],
    },
  },
});

const nothing: PaymentsContext = {
  account: null,
  queue: [],
  seen: [],
  current: null,
  chance: null,
  unclosed: [],
  saying: null,
  kept: false,
  hidden: false,
};

const isKnown = ({ seen, current }: PaymentsContext, id: string): boolean =>
  seen.includes(id) || current?.notification === id;

function newsOf({ notification_id, title, text }: Notification): PaymentNews[] {
  const operation = form.exec(notification_id)?.[1];
  return operation === undefined ? [] : [{ notification: notification_id, operation, title, text }];
}

/** Where the payment stands in the person's own history. */
export const placeOfPayment = ({ operation }: PaymentNews): string => `/transfer?operation=${operation}`;
