import { sendTo, setup } from 'xstate';
import { userExport } from '../../../contract/calls/settings.ts';
import { exportOf } from '../../export/export.machine.ts';
import type { FlowInput, HouseEvent, PortEvent } from '../../root/events.ts';
import { browsersMachine } from './browsers.machine.ts';
import { mailingMachine } from './mailing.machine.ts';
import { telegramTieMachine } from './telegram-tie.machine.ts';

export interface SettingsContext {
  account: string;
  email: string;
}

type SettingsEvent = Extract<HouseEvent, { type: 'house.signed in' }> | Extract<PortEvent, { type: 'port.online' }>;

/** Everything that a person may set, on one screen: its parts live each by themselves, and one that falls leaves the others. */
export const settingsMachine = setup({
  types: {
    context: {} as SettingsContext,
    events: {} as SettingsEvent,
    input: {} as FlowInput,
    tags: {} as 'safe to reload',
  },
  actors: {
    mailing: mailingMachine,
    'telegram-tie': telegramTieMachine,
    browsers: browsersMachine,
    export: exportOf(userExport),
  },
  actions: {
    'tell the letters': sendTo('mailing', ({ event }) => event),
    'tell the tie to Telegram': sendTo('telegram-tie', ({ event }) => event),
    'tell the browsers': sendTo('browsers', ({ event }) => event),
    'tell the file': sendTo('export', ({ event }) => event),
  },
}).createMachine({
  id: 'settings',
  context: ({ input }) => ({ account: input.account ?? '', email: input.email ?? '' }),
  initial: 'open',
  invoke: [
    { src: 'mailing', id: 'mailing', onError: {} },
    { src: 'browsers', id: 'browsers', onError: {} },
    { src: 'telegram-tie', id: 'telegram-tie', onError: {} },
    { src: 'export', id: 'export', onError: {} },
  ],
  on: {
    'house.signed in': {
      actions: ['tell the letters', 'tell the tie to Telegram', 'tell the browsers', 'tell the file'],
    },
    'port.online': {
      actions: ['tell the letters', 'tell the tie to Telegram', 'tell the browsers', 'tell the file'],
    },
  },
  states: { open: { tags: 'safe to reload' } },
});
