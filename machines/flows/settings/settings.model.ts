import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { calledIn, says, seesIn } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import browsersModel from './browsers.model.ts';
import exportModel from '../../export/export.model.ts';
import { exportOutcomes, exportWords } from '../../export/export.samples.ts';
import mailingModel from './mailing.model.ts';
import { settingsMachine, type SettingsContext } from './settings.machine.ts';
import { browsersOutcomes, mailingOutcomes, settingsWords, telegramOutcomes } from './settings.samples.ts';
import telegramTieModel from './telegram-tie.model.ts';

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
  events: { ...mailingModel.events, ...telegramTieModel.events, ...browsersModel.events, ...exportModel.events },
  outcomes: { ...mailingOutcomes, ...telegramOutcomes, ...browsersOutcomes, ...exportOutcomes('user.export') },
  mayRepeat: {
    'user.end_browser': 'it is ended until it is known to be: ended twice it is the same',
    'user.end_browsers': 'they are ended until they are known to be: ended twice they are the same',
    'user.untie_telegram': 'an end is asked for until it is known to be: asked for twice it is the same',
    'config.save_mailing': 'a choice is saved until it is known to be: saved twice it is the same',
  },
  called: calledIn({ mailing: mailingModel }),
  eventWords: { ...exportWords, ...settingsWords },
  states: {
    open: {
      title: { en: 'The overview', ru: 'Все настройки' },
      sees: (snapshot) => [
        ...says('settings.title', 'settings.account', 'settings.email', 'section.settings-personal'),
        ...says('section.settings-change-password'),
        { text: contextOf(snapshot).account },
        { text: contextOf(snapshot).email },
        ...seesIn(mailingModel, 'mailing')(snapshot),
        ...seesIn(browsersModel, 'browsers')(snapshot),
        ...seesIn(exportModel, 'export')(snapshot),
        ...seesIn(telegramTieModel, 'telegram-tie')(snapshot),
      ],
    },
  },
});
