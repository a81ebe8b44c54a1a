import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { settingsWords, telegramOutcomes } from './settings.samples.ts';
import { telegramTieMachine, type TelegramTieContext } from './telegram-tie.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as TelegramTieContext;
const troubleIn = (snapshot: AnyMachineSnapshot) => tells(contextOf(snapshot).trouble);

const wordsOf = ({ tie }: TelegramTieContext): Sight[] => {
  if (tie?.tied)
    return [
      ...says(tie.offered ? 'tie.text' : 'tie.unused', 'tie.untie'),
      ...says(tie.offered ? 'tie.unused' : 'tie.text').map((absent) => ({ absent })),
    ];
  return says(tie?.offered ? 'tie.none' : 'tie.off');
};
const shown = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says('tie.title'),
  ...wordsOf(contextOf(snapshot)),
  ...troubleIn(snapshot),
];

export default defineModel({
  name: 'telegram-tie',
  title: { en: 'The Telegram account that signs in here', ru: 'Аккаунт Telegram для входа' },
  machine: telegramTieMachine,
  view: 'settings/telegram-tie',
  inputs: { 'at the start': undefined },
  events: {
    'user.telegram untied': [{}],
    'user.telegram wanted': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: telegramOutcomes,
  mayRepeat: {
    'user.untie_telegram': 'an end is asked for until it is known to be: asked for twice it is the same',
  },
  facet: (snapshot) => {
    const { tie, trouble } = contextOf(snapshot);
    return { tied: tie && tie.tied !== null, offered: tie?.offered, trouble: trouble?.code };
  },
  eventWords: settingsWords,
  states: {
    reading: {
      title: { en: 'The tie to Telegram is read', ru: 'Проверяется связь с Telegram' },
      sees: (snapshot) => (contextOf(snapshot).tie === null ? says('tie.title', 'tie.reading') : shown(snapshot)),
    },
    unread: {
      title: { en: 'The tie to Telegram could not be read', ru: 'Связь с Telegram проверить не удалось' },
      sees: (snapshot) => [...says('tie.title', 'tie.unread', 'form.retry'), ...troubleIn(snapshot)],
    },
    shown: { title: { en: 'Whether Telegram is tied', ru: 'Связан ли Telegram' }, sees: shown },
    untying: { title: { en: 'Telegram is untied', ru: 'Telegram отвязывается' }, sees: shown },
    'finding out': {
      title: { en: 'Finding out whether it is untied', ru: 'Проверяем, отвязан ли Telegram' },
      sees: shown,
    },
    'not untied': {
      title: { en: 'Telegram may still be tied', ru: 'Telegram мог остаться связанным' },
      sees: (snapshot) => [...says('tie.unsure', 'tie.untie_again'), ...shown(snapshot)],
    },
  },
});
