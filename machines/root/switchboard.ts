import type { FlowEvent, HouseEvent, PortEvent, Signal, TabEvent } from './events.ts';

/** Everybody who lives as long as the page, by the id that the root gives. */
export const inhabitants = [
  'session',
  'navigation',
  'locale',
  'menus',
  'wallets',
  'toasts',
  'modals',
  'site',
  'theme',
  'line',
  'page',
  'modal',
] as const;
export type Inhabitant = (typeof inhabitants)[number];

/** What the root passes on. A tick and an address go straight to whoever listens for them. */
export type Heard =
  | Signal
  | FlowEvent
  | HouseEvent
  | TabEvent
  | Exclude<PortEvent, { type: 'port.ticked' | 'port.address changed' }>;

/** Event type → who hears it, in this order. An empty list: nobody yet, the journal keeps it. */
export const switchboard = {
  'signal.site_settings': ['site', 'navigation', 'page', 'modal'],
  'signal.fv': [],
  'signal.locale': ['locale'],
  'signal.user': ['session', 'page', 'modal'],
  'signal.wallets': ['wallets', 'page'],
  'signal.total_balance': ['wallets', 'page'],
  'signal.unread_msgs': [],
  'signal.notifications': [],
  'signal.redirect': ['navigation'],
  'signal.site blocked': ['site', 'navigation'],
  'signal.site open': ['site', 'navigation'],
  'signal.malformed': [],

  'flow.navigate': ['navigation'],
  'flow.toast wanted': ['toasts'],
  'flow.landing kept': ['navigation'],
  'flow.confirming': ['modals'],
  'flow.signed in': [],
  'flow.dismissed': ['modals'],
  'flow.left': ['modals'],

  'house.signed in': ['navigation', 'modals', 'page', 'modal'],
  'house.signed out': ['toasts', 'wallets', 'modals', 'page', 'modal', 'navigation'],
  'house.session lost': ['page', 'modals'],
  'house.arrived': ['site', 'page', 'modal'],
  'house.language': ['menus', 'page', 'modal'],
  'house.modal opened': ['modal'],
  'house.modal closed': ['modal'],
  'house.login dismissed': ['session'],

  'port.online': ['line', 'session', 'menus', 'page', 'modal'],
  'port.offline': ['line'],
  'port.shown': ['session'],
  'port.hidden': [],

  'tabs.signed in': ['session'],
  'tabs.signed out': ['session'],
} as const satisfies Record<Heard['type'], readonly Inhabitant[]>;

const table: Record<string, readonly Inhabitant[]> = switchboard;

export const listenersOf = (type: string): readonly Inhabitant[] => table[type] ?? [];
