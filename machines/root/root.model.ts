import { defineModel } from '../model.ts';
import { fellOver, userSignals } from './house.samples.ts';
import { source } from './ports.ts';
import { createRoot } from './root.machine.ts';
import { inhabitants } from './switchboard.ts';

/** The root alone: everybody who lives in it stands still, or falls over. Each has a model of its own. */
export default defineModel({
  name: 'root',
  title: { en: 'The house', ru: 'Дом' },
  machine: createRoot({ get: () => undefined }).provide({
    actors: Object.fromEntries(inhabitants.map((name) => [name, source(name)])) as never,
  }),
  inputs: {
    'a page': { path: '/', locale: 'ru', at: 0, product: 'Statera', memory: {} },
    'a page on a device that remembers': {
      ...{ path: '/', locale: 'ru', at: 0, product: 'Statera' },
      memory: {
        theme: 'dark',
        hidden: true,
        leaves: 'A-1001',
        stale: true,
        email: 'person@example.com',
        asked: ['A-1001'],
        kept: { interrupted: '/history/exchange', whose: 'A-1001' },
      },
    },
  },
  events: {
    'signal.user': [userSignals.somebody],
    'flow.navigate': [{ to: '/login' }],
    'house.language': [{ locale: 'en' }],
    'port.online': [{ at: 0 }],
    'tabs.signed out': [{ account: 'A-1001' }],
    'annex.modal over': [{ modal: 'notice' }],
    'user.reloaded': [{}],
  },
  outcomes: Object.fromEntries(inhabitants.map((name) => [name, { error: { 'fell over': fellOver } }])),
  states: {
    open: { title: { en: 'the house is open', ru: 'дом открыт' } },
    broken: { title: { en: 'a part of the house has fallen over', ru: 'часть дома сломалась' } },
  },
  eventWords: {
    'annex.modal over': {
      en: 'who lives in the annex wants a modal no more',
      ru: 'жителю пристройки окно больше не нужно',
    },
    'signal.user': { en: 'an answer tells who is here', ru: 'ответ сообщает, кто здесь' },
    'flow.navigate': { en: 'a flow leads elsewhere', ru: 'сценарий ведёт на другую страницу' },
    'house.language': { en: 'the language has changed', ru: 'язык сменился' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'tabs.signed out': { en: 'somebody left in another tab', ru: 'в другой вкладке вышли' },
    'user.reloaded': { en: 'the person loads the page anew', ru: 'человек загружает страницу заново' },
  },
});
