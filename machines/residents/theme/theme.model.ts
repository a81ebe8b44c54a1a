import { defineModel, type Sight } from '../../model.ts';
import { themeMachine } from './theme.machine.ts';

const pressed = (value: string) => (): Sight[] => [{ pressed: 'user.theme chosen', value }];

export default defineModel({
  name: 'theme',
  title: { en: 'Theme', ru: 'Оформление' },
  machine: themeMachine,
  view: 'theme/theme',
  inputs: {
    'nothing remembered': { theme: undefined },
    'light remembered': { theme: 'light' },
    'dark remembered': { theme: 'dark' },
  },
  events: {
    'user.theme chosen': [{ value: 'light' }, { value: 'dark' }, { value: 'system' }],
    'tabs.theme': [{ theme: 'light' }, { theme: 'dark' }, { theme: 'system' }],
  },
  outcomes: {},
  states: {
    system: { title: { en: 'as the system says', ru: 'как в системе' }, sees: pressed('system') },
    light: { title: { en: 'light', ru: 'светлое' }, sees: pressed('light') },
    dark: { title: { en: 'dark', ru: 'тёмное' }, sees: pressed('dark') },
  },
  eventWords: {
    'user.theme chosen': { en: 'the person chooses a theme', ru: 'человек выбирает оформление' },
    'tabs.theme': { en: 'another tab chooses a theme', ru: 'оформление выбрано в другой вкладке' },
  },
});
