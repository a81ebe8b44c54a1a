import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, seesIn } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import browsersModel from './browsers.model.ts';
import mailingModel from './mailing.model.ts';
import { settingsMachine, type SettingsContext } from './settings.machine.ts';
import { browsersOutcomes, mailingOutcomes, settingsWords } from './settings.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SettingsContext;

export default defineModel({
  name: 'settings',
  title: { en: 'Settings', ru: 'Настройки' },
  machine: settingsMachine,
  view: 'settings/settings',
  inputs: {
    'an account': {
      ...{ place: samplePlace('index-settings', '/settings'), account: '12345678' },
      ...{ site: null, email: 'person@example.com' },
    },
  },
  events: { ...mailingModel.events, ...browsersModel.events },
  outcomes: { ...mailingOutcomes, ...browsersOutcomes },
  eventWords: settingsWords,
  states: {
    open: {
      title: { en: 'The overview', ru: 'Все настройки' },
      sees: (snapshot) => [
        ...says('settings.title', 'settings.account', 'settings.email', 'section.settings-personal'),
        ...says('section.settings-change-password', 'settings.export', 'settings.export.text'),
        { text: contextOf(snapshot).account },
        { text: contextOf(snapshot).email },
        ...seesIn(mailingModel, 'mailing')(snapshot),
        ...seesIn(browsersModel, 'browsers')(snapshot),
      ],
    },
  },
});
