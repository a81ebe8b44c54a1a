import type { FlowEvent, HouseEvent, PortEvent, Signal, TabEvent } from './events.ts';

/** Everybody who lives as long as the page, by the id that the root gives. */
export const inhabitants = [
  'session',
  'navigation',
  'locale',
  'menus',
  'wallets',
  'modals',
  'site',
  'theme',
  'line',
  'page',
  'modal',
  'late',
] as const;
export type Inhabitant = (typeof inhabitants)[number];

/** Those whom nobody misses in the first seconds: they live in the annex, which `late` brings when the page is idle. */
export const lateInhabitants = [
  'journal',
  'version',
  'unread',
  'toasts',
  'worker',
  'progress',
  'payments',
  'messages',
] as const;
export type LateInhabitant = (typeof lateInhabitants)[number];
type Listener = Exclude<Inhabitant, 'late'> | LateInhabitant;

/** What only whoever asked for the stream hears. */
type Private = Extract<
  PortEvent,
  {
    type:
      | 'port.ticked'
      | 'port.address changed'
      | 'port.card frame ready'
      | 'port.card given'
      | 'port.upload progressed'
      | 'port.reload safety';
  }
>;
/** What the root passes on. */
export type Heard = Signal | FlowEvent | HouseEvent | TabEvent | Exclude<PortEvent, Private>;

/** Event type → who hears it, in this order. An empty list: nobody yet, the journal keeps it. */
export const switchboard = {
  'signal.site_settings': ['site', 'navigation', 'page', 'modal'],
  'signal.fv': ['version'],
  'signal.locale': ['locale'],
  'signal.user': ['session', 'page', 'modal'],
  'signal.wallets': ['wallets', 'page', 'progress'],
  'signal.total_balance': ['wallets', 'page'],
  'signal.unread_msgs': ['unread'],
  'signal.notifications': ['payments'],
  'signal.redirect': ['navigation'],
  'signal.site blocked': ['site', 'navigation', 'modals'],
  'signal.site open': ['site', 'navigation'],
  'signal.malformed': [],

  'flow.navigate': ['navigation'],
  'flow.toast wanted': ['toasts'],
  'flow.copy wanted': ['toasts'],
  'flow.landing kept': ['navigation'],
  'flow.holding': ['navigation'],
  'flow.quote changed': ['modals'],
  'flow.leave agreed': ['navigation'],
  'flow.not opened': ['modals'],
  'flow.confirming': ['modals', 'progress'],
  'flow.signed in': [],
  'flow.email typed': [],
  'flow.interruption over': ['navigation'],
  'flow.dismissed': ['modals'],
  'flow.left': ['modals'],

  'house.signed in': ['navigation', 'modals', 'page', 'modal', 'journal', 'unread', 'progress', 'payments'],
  'house.signed out': [
    'wallets',
    'modals',
    'page',
    'modal',
    'navigation',
    'journal',
    'unread',
    'toasts',
    'progress',
    'payments',
  ],
  'house.session lost': ['page', 'modals'],
  'house.arrived': ['site', 'page', 'modal', 'modals', 'version'],
  'house.leave wanted': ['modals'],
  'house.language': ['menus', 'page', 'modal'],
  'house.modal opened': ['modal'],
  'house.modal closed': ['modal'],
  'house.login dismissed': ['session'],
  'house.look wanted': ['session'],
  'house.looked': ['site'],
  'house.messages': ['toasts', 'payments'],
  'house.chunk lost': ['version'],

  'port.online': ['line', 'session', 'menus', 'page', 'modal', 'worker', 'progress', 'payments'],
  'port.offline': ['line'],
  'port.shown': ['session', 'progress'],
  'port.hidden': ['progress'],

  'tabs.signed in': ['session'],
  'tabs.signed out': ['session'],
  'tabs.language': ['locale'],
  'tabs.hidden': ['wallets'],
  'tabs.theme': ['theme'],
  'tabs.messages': ['messages'],
  'tabs.unread': ['unread'],
  'tabs.payment': ['payments'],
} as const satisfies Record<Heard['type'], readonly Listener[]>;

const table: Record<string, readonly Listener[]> = switchboard;
const isLate = (name: Listener): name is LateInhabitant => (lateInhabitants as readonly string[]).includes(name);

/** Who hears it in the annex. */
export const lateListenersOf = (type: string): readonly LateInhabitant[] => (table[type] ?? []).filter(isLate);

/** Who hears it from the root; what is for the annex goes through `late`. */
export const listenersOf = (type: string): readonly Inhabitant[] => {
  const listeners = table[type] ?? [];
  const here = listeners.filter((name): name is Exclude<Inhabitant, 'late'> => !isLate(name));
  return listeners.length > here.length ? [...here, 'late'] : here;
};
