import type { AnyMachineSnapshot } from 'xstate';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures } from '../../operation/operation.samples.ts';
import { menusMachine, type MenusContext } from './menus.machine.ts';

const item = (url: string, title: string, order: number) => ({ url, title, order, icon_url: '' });

/** The header's menu, as far as one is here: that of the language before stays until the new one comes. */
const titles = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { menus } = snapshot.context as MenusContext;
  return menus ? (menus.header_menu ?? []).map(({ title }) => ({ text: title })) : [{ absent: { text: 'Exchange' } }];
};

export default defineModel({
  name: 'menus',
  title: { en: 'Menus', ru: 'Меню' },
  machine: menusMachine,
  view: 'menus/menus',
  inputs: { russian: { locale: 'ru', at: Date.parse('2026-12-31T23:59:59Z') } },
  events: {
    'user.retried': [{}],
    'house.language': [{ locale: 'en' }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'content.menu': {
      done: {
        menus: answered({
          header_menu: [item('/history/exchange', 'What was exchanged', 2), item('/exchanges', 'Exchange', 1)],
          main_menu: [item('/history/exchange', 'History', 2), item('/exchanges', 'Exchange', 1)],
        }),
      },
      error: failures,
    },
  },
  mayRepeat: { 'content.menu': 'it reads the menus and changes nothing' },
  states: {
    loading: { title: { en: 'the menus are on their way', ru: 'загружаем меню' }, sees: titles },
    ready: { title: { en: 'the menus are here', ru: 'меню загружены' }, sees: titles },
    failed: { title: { en: 'the menus did not come', ru: 'меню не загрузились' }, sees: titles },
  },
  facet: (snapshot) => (snapshot.context as MenusContext).menus !== null,
  eventWords: {
    'user.retried': { en: 'the person asks again', ru: 'человек просит повторить' },
    'house.language': { en: 'the language has changed', ru: 'язык сменился' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
});
