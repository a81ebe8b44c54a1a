import { assign, sendParent, setup } from 'xstate';
import { notifyClose } from '../../../contract/calls/notify.ts';
import type { Notification, SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type {
  AnnexEvent,
  ClosedHere,
  FlowEvent,
  HouseEvent,
  ModalName,
  PortEvent,
  Signal,
  TabEvent,
} from '../../root/events.ts';
import { effect } from '../../root/ports.ts';

interface NotificationsInput {
  closed: ClosedHere[];
}

export interface NotificationsContext {
  account: string | null;
  /** What the server tells and nobody has closed, in its order. Payments have a place of their own. */
  told: Notification[];
  /** Closed here or in another tab, and in the server's list yet: no answer that was on its way shows them again. */
  closed: string[];
  /** What was closed on this device and the server has not heard, oldest first. */
  unclosed: ClosedHere[];
  saying: string | null;
  /** The one that is being closed. */
  chosen: string;
  /** Put away on this page although they may not be closed: they come again with the next one. */
  away: string[];
  /** The one that is wanted over the page, or stands there. */
  over: string | null;
  /** Origins that a link or a button may lead to. */
  origins: readonly string[];
}

type TabNews = Extract<TabEvent, { type: 'tabs.notification closed' }>;
type NotificationsEvent =
  | { type: 'user.notification closed'; value: string }
  | { type: 'user.inbox wanted' }
  | Extract<FlowEvent, { type: 'flow.notification closed' | 'flow.notice shown' }>
  | Extract<Signal, { type: 'signal.notifications' | 'signal.site_settings' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' | 'house.modal opened' | 'house.modal closed' }>
  | Extract<PortEvent, { type: 'port.online' }>
  | TabNews;

interface Told {
  notifications: Notification[];
}
interface Chosen {
  value: string;
}
type Context = NotificationsContext;

const most = 200;

/** At once on this page, on this device and in every tab; the server hears it afterwards. */
const closed = [
  'close it here',
  {
    type: 'remember it on this device',
    params: ({ context: { account, chosen } }: { context: Context }) => ({ account: account ?? '', id: chosen }),
  },
  {
    type: 'tell the other tabs',
    params: ({ context: { account, chosen } }: { context: Context }) => ({
      type: 'tabs.notification closed' as const,
      account: account ?? '',
      notification: chosen,
    }),
  },
] as const;
const choosing = { type: 'choose it', params: given } as const;

/**
 * What the house tells a person: inner ones stand as banners, modal ones come over the page one at a time. One that is
 * closed is gone at once, here and in every tab; the server hears it afterwards, and again until it has.
 */
export const notificationsMachine = setup({
  types: {
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    input: {} as NotificationsInput,
    tags: {} as 'busy' | 'waiting',
  },
  actors: { ...calls(notifyClose) },
  delays: { 'the answer is overdue': added.answer + 5_000, 'it is said again': added.closeAgain },
  guards: {
    'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
    'it is this person': ({ context }, { account }: TabNews) => account === context.account,
    'it may be closed': ({ context }, { value }: Chosen) => mayClose(context, value),
    'somebody is here, and it is not closed yet': ({ context }, { value }: Chosen) =>
      context.account !== null && !context.closed.includes(value),
    'one is still to be said': ({ context }) => unheard(context) !== undefined,
    'the server will never hear it': (_, { error }: { error: unknown }) =>
      isCallError(error) && error.kind === 'refused' && ['not_found', 'forbidden'].includes(error.code),
    'a banner stands': ({ context }) => bannersOf(context).length > 0,
    'no banner stands': ({ context }) => bannersOf(context).length === 0,
    'one is to come over the page': ({ context }) => nextOver(context) !== undefined,
    'it is a notification': (_, { flow }: { flow: ModalName }) => flow === 'notice',
    'the one over the page may be closed': ({ context }) => mayClose(context, context.over ?? ''),
    'it is told no more': ({ context }) => toldOf(context, context.over) === undefined,
  },
  actions: {
    'note the person': assign(({ context }, { account }: { account: string }) => {
      const unclosed = context.unclosed.filter((one) => one.account === account);
      return { ...nothing, account, unclosed, closed: unclosed.map(({ id }) => id), origins: context.origins };
    }),
    'forget them all': assign(({ context: { unclosed, origins } }) => ({ ...nothing, unclosed, origins })),
    'note the origins': assign((_, { site_settings }: { site_settings: SiteSettings }) => ({
      origins: site_settings.origins ?? [],
    })),
    'take what is told': assign(({ context: { closed, unclosed } }, { notifications }: Told) => ({
      told: notifications.filter(({ notification_id: id }) => !isPayment(id) && !closed.includes(id)),
      // The server tells the newest alone: one that is not among them may be among them again, until its close was heard.
      closed: closed.filter((id) => isAmong(notifications, id) || unclosed.some((one) => one.id === id)),
    })),
    'choose it': assign((_, { value }: Chosen) => ({ chosen: value })),
    'choose the one over the page': assign(({ context }) => ({ chosen: context.over ?? '' })),
    'close it here': assign(({ context }) => ({
      ...without(context, context.chosen),
      unclosed: [...context.unclosed, { account: context.account ?? '', id: context.chosen }].slice(-most),
    })),
    'note that it is closed elsewhere': assign(({ context }, { notification }: TabNews) =>
      without(context, notification),
    ),
    'put it away': assign(({ context }) => ({ away: [...context.away, context.over ?? ''].slice(-most) })),
    'take the first that is to be said': assign(({ context }) => ({ saying: unheard(context) ?? null })),
    // Whatever list comes from now on is newer than its close: one that is told again was written anew.
    'note that it is heard': assign(({ context: { closed, unclosed, saying } }) => ({
      closed: closed.filter((id) => id !== saying),
      unclosed: unclosed.filter(({ id }) => id !== saying),
    })),
    'take the next one': assign(({ context }) => ({ over: nextOver(context)?.notification_id ?? null })),
    'let it go': assign({ over: null }),
    'remember it on this device': effect<ClosedHere>('closed.keep'),
    'forget it on this device': effect<{ ids: string[] }>('closed.drop'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
    'want it over the page': sendParent(({ context }): AnnexEvent => {
      const notice = toldOf(context, context.over);
      return { type: 'annex.modal wanted', modal: 'notice', ...(notice && { about: { notice } }) };
    }),
    'want it no more': sendParent({ type: 'annex.modal over', modal: 'notice' } satisfies AnnexEvent),
    'want the inbox': sendParent({ type: 'annex.modal wanted', modal: 'inbox' } satisfies AnnexEvent),
  },
}).createMachine({
  id: 'notifications',
  type: 'parallel',
  context: ({ input }) => ({ ...nothing, unclosed: input.closed }),
  on: {
    'house.signed in': {
      guard: { type: 'it is another person', params: given },
      target: ['.server.quiet', '.over.none'],
      actions: [
        {
          type: 'forget it on this device',
          params: ({ context, event }) => ({
            ids: context.unclosed.flatMap(({ account, id }) => (account === event.account ? [] : [id])),
          }),
        },
        { type: 'note the person', params: given },
      ],
    },
    'house.signed out': { target: ['.server.quiet', '.over.none'], actions: 'forget them all' },
    'signal.site_settings': { actions: { type: 'note the origins', params: given } },
    'signal.notifications': { actions: { type: 'take what is told', params: given } },
    'tabs.notification closed': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'note that it is closed elsewhere', params: given },
    },
    'user.notification closed': { guard: { type: 'it may be closed', params: given }, actions: [choosing, ...closed] },
    'flow.notification closed': {
      guard: { type: 'somebody is here, and it is not closed yet', params: given },
      actions: [choosing, ...closed],
    },
    'user.inbox wanted': { actions: 'want the inbox' },
  },
  states: {
    banners: {
      initial: 'none',
      states: {
        none: { always: { guard: 'a banner stands', target: 'some' } },
        some: { always: { guard: 'no banner stands', target: 'none' } },
      },
    },

    over: {
      initial: 'none',
      states: {
        none: { entry: 'let it go', always: { guard: 'one is to come over the page', target: 'wanted' } },
        wanted: {
          entry: ['take the next one', 'want it over the page'],
          always: { guard: 'it is told no more', target: 'none', actions: 'want it no more' },
          on: { 'house.modal opened': { guard: { type: 'it is a notification', params: given }, target: 'coming' } },
        },
        /** The window is there, and what it says is not yet: whoever closes it has read nothing, and may do so in the inbox. */
        coming: {
          always: { guard: 'it is told no more', target: 'none', actions: 'want it no more' },
          on: {
            'flow.notice shown': 'standing',
            'house.modal closed': { target: 'none', actions: 'put it away' },
          },
        },
        standing: {
          always: { guard: 'it is told no more', target: 'none', actions: 'want it no more' },
          on: {
            'house.modal closed': [
              {
                guard: 'the one over the page may be closed',
                target: 'none',
                actions: ['choose the one over the page', ...closed],
              },
              { target: 'none', actions: 'put it away' },
            ],
          },
        },
      },
    },

    /** What it did not hear is said again in a while, and when the connection is back. */
    server: {
      initial: 'quiet',
      states: {
        quiet: { always: { guard: 'one is still to be said', target: 'saying' } },
        saying: {
          tags: ['busy', 'waiting'],
          entry: 'take the first that is to be said',
          invoke: {
            src: 'notify.close',
            id: 'notify.close',
            input: ({ context }) => ({ body: { id: context.saying ?? '' } }),
            onDone: { target: 'heard' },
            onError: [
              { guard: { type: 'the server will never hear it', params: given }, target: 'heard' },
              { target: 'resting' },
            ],
          },
          after: { 'the answer is overdue': 'resting' },
        },
        heard: {
          entry: [
            { type: 'forget it on this device', params: ({ context }) => ({ ids: [context.saying ?? ''] }) },
            'note that it is heard',
          ],
          always: 'quiet',
        },
        resting: { after: { 'it is said again': 'quiet' }, on: { 'port.online': 'quiet' } },
      },
    },
  },
});

const nothing: Context = {
  account: null,
  told: [],
  closed: [],
  unclosed: [],
  saying: null,
  chosen: '',
  away: [],
  over: null,
  origins: [],
};

/** Told by the popups of payments. */
const isPayment = (id: string): boolean => id.startsWith('payment:');
const isAmong = (notifications: readonly Notification[], id: string): boolean =>
  notifications.some((one) => one.notification_id === id);

const toldOf = ({ told }: Context, id: string | null): Notification | undefined =>
  told.find((one) => one.notification_id === id);

const mayClose = (context: Context, id: string): boolean => toldOf(context, id)?.closable === true;

const nextOver = ({ told, away }: Context): Notification | undefined =>
  told.find(({ display, notification_id: id }) => display === 'modal' && !away.includes(id));

const without = ({ told, closed }: Context, id: string): Partial<Context> => ({
  told: told.filter((one) => one.notification_id !== id),
  closed: [...closed.filter((one) => one !== id), id].slice(-most),
});

/** The oldest of this person's that the server has not heard. */
const unheard = ({ account, unclosed }: Context): string | undefined =>
  account === null ? undefined : unclosed.find((one) => one.account === account)?.id;

/** What stands on the page, the newest first. */
export const bannersOf = ({ told }: Context): Notification[] =>
  told.filter(({ display }) => display === 'inner').toReversed();
