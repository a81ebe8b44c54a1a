import { assign, setup } from 'xstate';
import type { Notification } from '../../../contract/entities.ts';
import { added } from '../../../contract/limits.ts';
import { given } from '../../given.ts';
import type { HouseEvent, PortEvent, Signal, TabEvent } from '../../root/events.ts';
import { ask, effect, source } from '../../root/ports.ts';

interface AlertsInput {
  /** The person wanted them on this device. */
  wanted: boolean;
  /** The language in which this page is told. */
  locale: string;
}

/** What the browser shows: HTML, of which only the words are left where it is shown. */
export interface Alert {
  id: string;
  title: string;
  text: string;
}

/** What the browser would let this page do. */
interface Permission {
  state: 'granted' | 'denied' | 'default';
}

export interface AlertsContext extends AlertsInput {
  account: string | null;
  /** Nobody looks at this page. */
  hidden: boolean;
  /**
   * What has been told to this page or another tab, by its id, and in which words; null until the first list, which is no news.
   * Words are null where another tab was told it last, in another language.
   */
  known: Record<string, string | null> | null;
  /** The next list says all of it in another language. */
  reworded: boolean;
}

type Sight = Extract<PortEvent, { type: 'port.shown' | 'port.hidden' }>;
type TabNews = Extract<TabEvent, { type: 'tabs.alerts' }>;
type TabTold = Extract<TabEvent, { type: 'tabs.notifications' }>;

type AlertsEvent =
  | { type: 'user.alerts wanted' | 'user.alerts unwanted' | 'user.retried' }
  | Extract<Signal, { type: 'signal.notifications' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' | 'house.language' }>
  | TabNews
  | TabTold
  | Sight;

interface Told {
  notifications: Notification[];
}
interface Failed {
  error: unknown;
}

/** On this device: for the next page, and for those that are open. */
const remember = (wanted: boolean) => [
  { type: 'note whether they are wanted', params: { wanted } } as const,
  { type: 'remember it', params: { key: 'alerts', value: wanted } } as const,
  { type: 'tell the other tabs', params: { type: 'tabs.alerts', wanted } } as const,
];
const told = { type: 'note whether they are wanted', params: given } as const;
/** Somebody may read it here, or see it shown: it is nobody's news any more. */
const noted = [
  {
    type: 'tell the other tabs',
    params: ({ context, event }: { context: AlertsContext; event: Told }): TabEvent => ({
      type: 'tabs.notifications',
      ...{ account: context.account ?? '', locale: context.locale, notifications: toldBy(context, event) },
    }),
  },
  { type: 'note what is told', params: given },
] as const;
const wantedThere = {
  guard: { type: 'they are wanted there', params: given },
  target: 'looking',
  actions: told,
} as const;

/** What the browser says decides. */
const lookedAt = {
  src: 'alerts.look',
  id: 'alerts.look',
  onDone: [
    { guard: { type: 'it is granted, and they are wanted', params: given }, target: '#alerts.on' },
    { guard: { type: 'it is granted', params: given }, target: '#alerts.off' },
    { guard: { type: 'it is refused', params: given }, target: '#alerts.refused' },
    { target: '#alerts.askable' },
  ],
  onError: '#alerts.absent',
} as const;

/**
 * Notifications of the browser, for a page that nobody looks at. The browser is asked for its permission only when the
 * person wants them, having read what they are for; one that refuses, or has none, loses nothing else.
 */
export const alertsMachine = setup({
  types: {
    context: {} as AlertsContext,
    events: {} as AlertsEvent,
    input: {} as AlertsInput,
    tags: {} as 'on' | 'busy' | 'waiting' | 'attention',
  },
  actors: {
    'alerts.look': ask<Permission, undefined>('alerts.look'),
    'alerts.ask': ask<unknown, undefined>('alerts.ask'),
    'page.life': source<Sight>('page.life'),
  },
  delays: {
    'the browser is overdue': added.answer,
    'nobody has answered the browser': added.permission,
  },
  guards: {
    'it is granted, and they are wanted': ({ context }, { output }: { output: Permission }) =>
      output.state === 'granted' && context.wanted,
    'it is granted': (_, { output }: { output: Permission }) => output.state === 'granted',
    'it is refused': (_, { output }: { output: Permission }) => output.state === 'denied',
    'there are none': (_, { error }: Failed) => codeOf(error) === 'alerts_not_supported',
    'nobody looks, and some are new': ({ context }, { notifications }: Told) =>
      context.hidden && newOf(context, notifications).length > 0,
    'nobody looks': ({ context }) => context.hidden,
    'nobody looks, and it is not the first list': ({ context }) => context.hidden && context.known !== null,
    'somebody else was here': ({ context }, { account }: { account: string }) =>
      context.account !== null && account !== context.account,
    'it is another person': ({ context }, { account }: { account: string }) => account !== context.account,
    'it is this person': ({ context }, { account }: TabTold) => account === context.account,
    'they are wanted there': (_, { wanted }: TabNews) => wanted,
    'they are wanted no more': (_, { wanted }: TabNews) => !wanted,
  },
  actions: {
    'note whether they are wanted': assign((_, { wanted }: { wanted: boolean }) => ({ wanted })),
    'remember it': effect<{ key: 'alerts'; value: boolean }>('memory.keep'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
    'note the person': assign((_, { account }: { account: string | null }) => ({ account, known: null })),
    'note what is told': assign(({ context }, { notifications }: Told) => ({
      known: {
        ...context.known,
        ...Object.fromEntries(notifications.map((one) => [one.notification_id, wordsOf(one)])),
      },
      reworded: false,
    })),
    'note what another tab was told': assign(({ context: { known, locale } }, told: TabTold) => ({
      known: known && {
        ...known,
        ...Object.fromEntries(
          told.notifications.map((one) => [one.notification_id, told.locale === locale ? wordsOf(one) : null]),
        ),
      },
    })),
    'note the language': assign((_, { locale }: { locale: string }) => ({ locale, reworded: true })),
    'note that nobody looks': assign({ hidden: true }),
    'note that somebody looks': assign({ hidden: false }),
    'show them': effect<{ alerts: Alert[] }>('alerts.show'),
    'take back what was shown': effect('alerts.take back'),
  },
}).createMachine({
  id: 'alerts',
  context: ({ input }) => ({ ...input, account: null, hidden: false, known: null, reworded: false }),
  initial: 'looking',
  /** A page may be opened where nobody looks. */
  invoke: { src: 'page.life', id: 'page.life', onError: {} },
  on: {
    'port.hidden': { actions: 'note that nobody looks' },
    'port.shown': { actions: 'note that somebody looks' },
    'house.signed in': [
      {
        guard: { type: 'somebody else was here', params: given },
        actions: [{ type: 'note the person', params: given }, 'take back what was shown'],
      },
      {
        guard: { type: 'it is another person', params: given },
        actions: { type: 'note the person', params: given },
      },
    ],
    // Who comes next on this device reads nothing of it.
    'house.signed out': {
      actions: [{ type: 'note the person', params: { account: null } }, 'take back what was shown'],
    },
    'house.language': { actions: { type: 'note the language', params: given } },
    // What nobody reads here, and what is shown to nobody, is news in another tab.
    'signal.notifications': [
      { guard: 'nobody looks', actions: { type: 'note what is told', params: given } },
      { actions: noted },
    ],
    'tabs.notifications': {
      guard: { type: 'it is this person', params: given },
      actions: { type: 'note what another tab was told', params: given },
    },
    'tabs.alerts': { actions: told },
  },
  states: {
    looking: {
      tags: ['busy', 'waiting'],
      invoke: lookedAt,
      after: { 'the browser is overdue': 'absent' },
    },

    /** In another tab the browser may have been asked meanwhile, and permit them. */
    askable: { on: { 'user.alerts wanted': 'asking', 'tabs.alerts': wantedThere } },

    /** The browser asks in its own words, over the page or in a corner where nobody may see it. */
    asking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'alerts.ask',
        id: 'alerts.ask',
        onDone: { target: 'on', actions: remember(true) },
        onError: [{ guard: { type: 'there are none', params: given }, target: 'absent' }, { target: 'refused' }],
      },
      after: { 'nobody has answered the browser': 'askable' },
    },

    on: {
      tags: 'on',
      on: {
        'user.alerts unwanted': { target: 'off', actions: remember(false) },
        'tabs.alerts': { guard: { type: 'they are wanted no more', params: given }, target: 'off', actions: told },
        'signal.notifications': [
          {
            guard: { type: 'nobody looks, and some are new', params: given },
            actions: [
              {
                type: 'show them',
                params: ({ context, event }) => ({ alerts: newOf(context, event.notifications).map(alertOf) }),
              },
              ...noted,
            ],
          },
          { guard: 'nobody looks, and it is not the first list', actions: noted },
        ],
      },
    },

    /** Permitted, and not wanted: the browser is looked at again, it may have changed its mind. */
    off: {
      on: { 'user.alerts wanted': { target: 'looking', actions: remember(true) }, 'tabs.alerts': wantedThere },
    },

    /** 'Notification permission not granted': only the person can change that, in the browser. */
    refused: {
      tags: 'attention',
      initial: 'told',
      states: {
        told: {
          on: {
            'user.retried': 'checking',
            'port.shown': { target: 'checking', actions: 'note that somebody looks' },
          },
        },
        /** What was said stands until the browser says something else. */
        checking: {
          tags: 'busy',
          invoke: lookedAt,
          after: { 'the browser is overdue': 'told' },
        },
      },
    },

    absent: {},
  },
});

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

const wordsOf = ({ title, text }: Notification): string => `${title}\n${text}`;

/**
 * They come in the order in which they happened: one that is told only now, before others that were told, is old. One that
 * says something else than before is new wherever it stands, also where it was closed meanwhile: a deposit that waited has come.
 * The same in another language is none, nor what another tab was told in it.
 */
const newOf = ({ known, reworded }: AlertsContext, notifications: readonly Notification[]): Notification[] => {
  if (known === null) return [];
  const last = notifications.findLastIndex(({ notification_id: id }) => known[id] !== undefined);
  return notifications.filter((one, at) => {
    const before = known[one.notification_id];
    return before === undefined ? at > last : before !== null && !reworded && before !== wordsOf(one);
  });
};

/** What the other tabs are told of it: where nobody looks, nothing of which it cannot be said here whether it is news. */
const toldBy = ({ hidden, known }: AlertsContext, { notifications }: Told): Notification[] =>
  notifications.filter(({ notification_id: id }) => !hidden || known?.[id] !== null);

const alertOf = ({ notification_id: id, title, text }: Notification): Alert => ({ id, title, text });
