import { defineModel, neverTogether } from '../../model.ts';
import { placeOf, portError } from '../../root/house.samples.ts';
import { versionMachine } from './version.machine.ts';

const quiet = 'nothing is said of it';
const nothing = { at: 1_000_000, version: { own: null, reloadedAt: null, pairs: [] } };

export default defineModel({
  name: 'version',
  title: { en: 'Version of the page', ru: 'Версия страницы' },
  machine: versionMachine,
  view: 'version/version',
  inputs: {
    'a fresh page': { ...nothing, version: { ...nothing.version, own: 'aaaa' } },
    'a page that does not know its version': nothing,
    'loaded anew a moment ago': {
      ...nothing,
      version: { own: 'aaaa', reloadedAt: 970_000, pairs: ['bbbb→aaaa', 'aaaa→bbbb'] },
    },
  },
  events: {
    'user.reloaded': [{}],
    'user.reload put off': [{}],
    'signal.fv': [
      { fv: 'aaaa', seq: 1 },
      { fv: 'bbbb', seq: 2 },
      { fv: 'cccc', seq: 3 },
    ],
    'house.arrived': [{ place: placeOf('exchanges', '/exchanges') }],
    'house.chunk lost': [{}],
  },
  outcomes: {
    'reload.safety': {
      next: {
        safe: { type: 'port.reload safety', safe: true },
        'not safe': { type: 'port.reload safety', safe: false },
      },
    },
    'reload.note': {
      done: { written: undefined },
      error: { 'storage is blocked': portError('not_stored') },
    },
  },
  states: {
    'minute.running': {
      title: { en: 'loaded anew less than a minute ago', ru: 'с перезагрузки не прошло минуты' },
      unseen: quiet,
    },
    'minute.over': { title: { en: 'may be loaded anew', ru: 'перезагрузка возможна' }, unseen: quiet },
    'page.current': { title: { en: 'the newest version', ru: 'версия свежая' }, unseen: quiet },
    'page.noting': { title: { en: 'about to load the page anew', ru: 'сейчас перезагрузим' }, unseen: quiet },
    'page.reloading': { title: { en: 'loading the page anew', ru: 'перезагружаем' }, unseen: quiet },
    'page.offered': {
      title: { en: 'a new version is there', ru: 'есть новая версия' },
      sees: () => [{ message: 'version.text' }, { message: 'version.reload' }, { message: 'version.later' }],
    },
    'page.put off': {
      title: { en: 'the person does not want it now', ru: 'человек отложил обновление' },
      unseen: quiet,
    },
  },
  unreachable: neverTogether(
    ['minute.running'],
    ['page.noting'],
    'nothing is written down before the minute has passed, and a minute begins with the reload',
  ),
  eventWords: {
    'user.reloaded': { en: 'the person loads the page anew', ru: 'человек обновляет страницу' },
    'user.reload put off': { en: 'the person puts it off', ru: 'человек откладывает обновление' },
    'signal.fv': { en: 'an answer names the version', ru: 'ответ называет версию' },
    'house.arrived': { en: 'the page has moved', ru: 'страница сменилась' },
    'house.chunk lost': { en: 'a piece of the page did not come', ru: 'часть страницы не загрузилась' },
  },
});
