import type { AnnexEvent, FlowEvent, HouseEvent, PortEvent, Signal, TabEvent } from './events.ts';

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
      | 'port.camera elsewhere'
      | 'port.camera lost'
      | 'port.reload safety'
      | 'port.writing'
      | 'port.writing paused'
      | 'port.anchors';
  }
>;
/** What the root passes on. */
export type Heard = Signal | AnnexEvent | FlowEvent | HouseEvent | TabEvent | Exclude<PortEvent, Private>;

/** Event type → who hears it at once, in this order. Who of the annex does stands in a table that comes with it. */
export const switchboard = {
  'signal.site_settings': ['site', 'navigation', 'page', 'modal'],
  'signal.locale': ['locale'],
  'signal.user': ['session', 'page', 'modal'],
  'signal.wallets': ['wallets', 'page'],
  'signal.total_balance': ['wallets', 'page'],
  'signal.redirect': ['navigation'],
  'signal.site blocked': ['site', 'navigation', 'modals'],
  'signal.site open': ['site', 'navigation'],

  'flow.navigate': ['navigation'],
  'flow.landing kept': ['navigation'],
  'flow.holding': ['navigation', 'modals'],
  'flow.quote changed': ['modals'],
  'flow.leave agreed': ['navigation'],
  'flow.not opened': ['modals'],
  'flow.confirming': ['modals'],
  'flow.interruption over': ['navigation'],
  'flow.signing out': ['session'],
  'flow.staying': ['session'],
  'flow.dismissed': ['modals'],
  'flow.left': ['modals'],
  'flow.address in doubt': ['modal'],

  'annex.modal wanted': ['modals'],
  'annex.modal over': ['modals'],
  'annex.look wanted': ['session'],

  'house.signed in': ['navigation', 'modals', 'page', 'modal'],
  'house.signed out': ['locale', 'wallets', 'modals', 'page', 'modal', 'navigation'],
  'house.session lost': ['page', 'modals'],
  'house.arrived': ['site', 'page', 'modal', 'modals'],
  'house.leave wanted': ['modals'],
  'house.language': ['menus', 'page', 'modal'],
  'house.modal opened': ['modal'],
  'house.modal closed': ['modal'],
  'house.login dismissed': ['session'],
  'house.look wanted': ['session'],
  'house.looked': ['site'],
  'house.site open': ['session'],

  'port.online': ['line', 'session', 'locale', 'menus', 'page', 'modal'],
  'port.offline': ['line'],
  'port.shown': ['session'],

  'tabs.signed in': ['session'],
  'tabs.signed out': ['session'],
  'tabs.signing out': ['session'],
  'tabs.language': ['locale'],
  'tabs.hidden': ['wallets'],
  'tabs.theme': ['theme'],
} as const satisfies { [Type in Heard['type']]?: readonly Exclude<Inhabitant, 'late'>[] };

const table: Record<string, readonly Inhabitant[]> = switchboard;

/** Who hears it from the root. The annex is told all but what it says itself. */
export const listenersOf = (type: string): readonly Inhabitant[] => {
  const listeners = table[type] ?? [];
  return type.startsWith('annex.') ? listeners : [...listeners, 'late'];
};
