import { assign, sendParent, setup } from 'xstate';
import { notifyClose } from '../../../contract/calls/notify.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
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
  Place,
  PortEvent,
  Signal,
  TabEvent,
} from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import {
  aboveIn,
  bannersOf,
  cameIn,
  heard,
  heardElsewhere,
  mayClose,
  momentOf,
  most,
  nextOver,
  nothing,
  ofAnother,
  ofNobody,
  toldAnew,
  toldOf,
  unheard,
  without,
  type NotificationsContext,
} from './notifications.context.ts';

interface NotificationsInput {
  closed: ClosedHere[];
}

type TabNews = Extract<TabEvent, { type: 'tabs.notification closed' | 'tabs.close heard' }>;
type NotificationsEvent =
  | { type: 'user.notification closed'; value: string }
  | { type: 'user.inbox wanted' }
  | Extract<FlowEvent, { type: 'flow.notification closed' | 'flow.notice shown' | 'flow.confirming' }>
  | Extract<Signal, { type: 'signal.notifications' | 'signal.site_settings' }>
  | Extract<
      HouseEvent,
      {
        type:
          | 'house.signed in'
          | 'house.signed out'
          | 'house.arrived'
          | 'house.leave wanted'
          | 'house.modal opened'
          | 'house.modal closed';
      }
    >
  | Extract<PortEvent, { type: 'port.online' }>
  | TabNews;

type Told = Omit<Extract<Signal, { type: 'signal.notifications' }>, 'type'>;
interface Chosen {
  value: string;
}
interface Arrived {
  place: Place;
}
type Context = NotificationsContext;

/** At once on this page, on this device and in every tab; the server hears it afterwards. */
const closed = [
  'close it here',
  {
    type: 'remember it on this device',
    params: ({ context: { account, chosen } }: { context: Context }) => ({ account: account ?? '', id: chosen }),
  },
  {
    type: 'tell the other tabs',
    params: ({ context: { account, chosen } }: { context: Context }): TabNews => ({
      ...{ type: 'tabs.notification closed', account: account ?? '', notification: chosen },
    }),
  },
] as const;
const choosing = { type: 'choose it', params: given } as const;
/** It gives way to the question of the Back button, and is wanted again behind it; where a link of its own asks, it was read. */
const givesWay = { guard: { type: 'it leads back', params: given }, target: 'wanted' } as const;

/**
 * What the house tells a person: inner ones stand in the corner and, from the next page on, as banners above it; modal ones
 * come over the page one at a time. One that is closed is gone at once, here and in every tab; the server hears it
 * afterwards, and again until it has.
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
    'it is another page': ({ context: { page } }, { place }: Arrived) => page !== null && page !== place.name,
    'one stands above the page': ({ context }) => aboveIn(context).length > 0,
    'none stands above the page': ({ context }) => aboveIn(context).length === 0,
    'one came to the page': ({ context }) => cameIn(context).length > 0,
    'none came to the page': ({ context }) => cameIn(context).length === 0,
    'one is to come over the page': ({ context }) => nextOver(context) !== undefined,
    'it leads back': (_, { back }: { back: boolean }) => back,
    'it is a notification': (_, { flow }: { flow: ModalName }) => flow === 'notice',
    'the one over the page may be closed': ({ context }) => mayClose(context, context.over ?? ''),
    'it is told no more': ({ context }) => toldOf(context, context.over) === undefined,
  },
  actions: {
    'note the person': assign(({ context }, { account }: { account: string }) => ofAnother(context, account)),
    'forget them all': assign(({ context }) => ofNobody(context)),
    'note the page': assign((_, { place }: Arrived) => ({ page: place.name })),
    'have them all above the page': assign(({ context }) => ({
      above: bannersOf(context).map(({ notification_id: id }) => id),
    })),
    'note whether a step is under way': assign((_, { confirming }: { confirming: boolean }) => ({ confirming })),
    'note the origins': assign((_, { site_settings }: { site_settings: SiteSettings }) => ({
      origins: site_settings.origins ?? [],
    })),
    'take what is told': assign(({ context }, told: Told) => toldAnew(context, told)),
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
    'note that it is heard': assign(({ context }) => heard(context)),
    'note that it is heard there': assign(({ context }, news: TabNews) => heardElsewhere(context, news)),
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
    'house.arrived': [
      {
        guard: { type: 'it is another page', params: given },
        actions: [{ type: 'note the page', params: given }, 'have them all above the page'],
      },
      { actions: { type: 'note the page', params: given } },
    ],
    'flow.confirming': { actions: { type: 'note whether a step is under way', params: given } },
    'signal.site_settings': { actions: { type: 'note the origins', params: given } },
    'signal.notifications': { actions: { type: 'take what is told', params: given } },
    'tabs.notification closed': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'note that it is closed elsewhere', params: given },
    },
    'tabs.close heard': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'note that it is heard there', params: given },
    },
    'user.notification closed': { guard: { type: 'it may be closed', params: given }, actions: [choosing, ...closed] },
    'flow.notification closed': {
      guard: { type: 'somebody is here, and it is not closed yet', params: given },
      actions: [choosing, ...closed],
    },
    'user.inbox wanted': { actions: 'want the inbox' },
  },
  states: {
    /** Above the page stand those that were there when it was drawn: they push nothing. */
    above: {
      initial: 'none',
      states: {
        none: { always: { guard: 'one stands above the page', target: 'some' } },
        some: { always: { guard: 'none stands above the page', target: 'none' } },
      },
    },

    /** What comes to a page that stands there waits in the corner for the next one. */
    came: {
      initial: 'none',
      states: {
        none: { always: { guard: 'one came to the page', target: 'some' } },
        some: { always: { guard: 'none came to the page', target: 'none' } },
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
            'house.leave wanted': givesWay,
            'house.modal closed': { target: 'none', actions: 'put it away' },
          },
        },
        standing: {
          always: { guard: 'it is told no more', target: 'none', actions: 'want it no more' },
          on: {
            'house.leave wanted': givesWay,
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
            {
              type: 'tell the other tabs',
              params: ({ context: { account, saying }, event }): TabNews => ({
                ...{ type: 'tabs.close heard', account: account ?? '', notification: saying ?? '', ...momentOf(event) },
              }),
            },
            'note that it is heard',
          ],
          always: 'quiet',
        },
        resting: { after: { 'it is said again': 'quiet' }, on: { 'port.online': 'quiet' } },
      },
    },
  },
});
