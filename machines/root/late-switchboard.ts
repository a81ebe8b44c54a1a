import type { AnnexEvent } from './events.ts';
import type { Heard } from './switchboard.ts';

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
  'news',
  'notifications',
  'offer',
  'unsent',
  'alerts',
  'hints',
] as const;
export type LateInhabitant = (typeof lateInhabitants)[number];

/** Event type → who hears it in the annex, in this order. An empty list: nobody yet, or only who is told at once. */
export const lateSwitchboard = {
  'signal.site_settings': ['notifications'],
  'signal.fv': ['version'],
  'signal.locale': [],
  'signal.user': ['news'],
  'signal.wallets': ['progress'],
  'signal.total_balance': [],
  'signal.unread_msgs': ['unread', 'offer'],
  'signal.notifications': ['payments', 'notifications', 'alerts'],
  'signal.redirect': [],
  'signal.site blocked': [],
  'signal.site open': [],
  'signal.malformed': [],

  'flow.navigate': [],
  'flow.toast wanted': ['toasts'],
  'flow.copy wanted': ['toasts'],
  'flow.landing kept': [],
  'flow.holding': [],
  'flow.quote changed': [],
  'flow.leave agreed': [],
  'flow.not opened': [],
  'flow.confirming': ['progress', 'offer', 'unsent', 'hints'],
  'flow.signed in': [],
  'flow.email typed': [],
  'flow.interruption over': [],
  'flow.dismissed': [],
  'flow.left': [],
  'flow.notification closed': ['notifications'],
  'flow.hints chosen': ['hints'],

  'house.signed in': [
    'journal',
    'unread',
    'progress',
    'payments',
    'news',
    'notifications',
    'offer',
    'unsent',
    'alerts',
  ],
  'house.signed out': [
    'journal',
    'unread',
    'toasts',
    'progress',
    'payments',
    'news',
    'notifications',
    'offer',
    'unsent',
    'alerts',
  ],
  'house.session lost': ['news'],
  'house.arrived': ['version', 'offer', 'unsent'],
  'house.leave wanted': [],
  'house.language': [],
  'house.modal opened': ['notifications', 'offer', 'unsent', 'hints'],
  'house.modal closed': ['notifications', 'offer', 'unsent', 'hints'],
  'house.login dismissed': [],
  'house.look wanted': [],
  'house.looked': [],
  'house.messages': ['toasts', 'payments'],
  'house.chunk lost': ['version'],

  'port.online': ['worker', 'payments', 'notifications'],
  'port.offline': [],
  'port.shown': [],
  'port.hidden': [],

  'tabs.signed in': [],
  'tabs.signed out': [],
  'tabs.language': [],
  'tabs.hidden': [],
  'tabs.theme': [],
  'tabs.messages': ['messages'],
  'tabs.unread': ['unread', 'offer'],
  'tabs.looked': ['news'],
  'tabs.notification closed': ['notifications'],
  'tabs.payment': ['payments'],
} as const satisfies Record<Exclude<Heard['type'], AnnexEvent['type']>, readonly LateInhabitant[]>;

const table: Record<string, readonly LateInhabitant[]> = lateSwitchboard;

export const lateListenersOf = (type: string): readonly LateInhabitant[] => table[type] ?? [];
