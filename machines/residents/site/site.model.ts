import { defineModel, type Sight } from '../../model.ts';
import { placeOf, settings } from '../../root/house.samples.ts';
import { siteMachine } from './site.machine.ts';

const closed = (): Sight[] => [{ message: 'site.blocked.title' }, { message: 'site.blocked.text' }];

export default defineModel({
  name: 'site',
  title: { en: 'Site', ru: 'Сайт' },
  machine: siteMachine,
  view: 'site/site',
  inputs: { 'with its name': { product: 'Statera' } },
  events: {
    'user.retried': [{}],
    'signal.site_settings': [{ site_settings: settings, seq: 1 }],
    'signal.site blocked': [{ seq: 2 }],
    'signal.site open': [{ seq: 3 }],
    'house.looked': [{}],
    'house.arrived': [{ place: placeOf('exchanges', '/exchanges') }],
  },
  outcomes: {},
  states: {
    'gate.open': { title: { en: 'the site is open', ru: 'сайт открыт' }, unseen: 'the page shows its flow' },
    'gate.blocked.waiting': {
      title: { en: 'the site is blocked', ru: 'сайт закрыт' },
      sees: () => [...closed(), { message: 'frame.retry' }],
    },
    'gate.blocked.asking': {
      title: { en: 'asking whether the site is open', ru: 'спрашиваем, открыт ли сайт' },
      sees: closed,
    },
    'page.getting ready': {
      title: { en: 'no page was reached yet', ru: 'ещё ни одна страница не открыта' },
      silent: 'whether the site is open is all that its view shows',
    },
    'page.ready': {
      title: { en: 'the page is ready', ru: 'страница готова' },
      silent: 'whether the site is open is all that its view shows',
    },
  },
  eventWords: {
    'user.retried': { en: 'the person asks again', ru: 'человек просит повторить' },
    'signal.site_settings': { en: 'the settings of the site arrive', ru: 'пришли настройки сайта' },
    'signal.site blocked': { en: 'an answer says that the site is blocked', ru: 'ответ сообщает, что сайт закрыт' },
    'signal.site open': { en: 'a good answer comes again', ru: 'снова пришёл хороший ответ' },
    'house.looked': { en: 'the server was asked', ru: 'сервер спросили' },
    'house.arrived': { en: 'the first page is reached', ru: 'открыта первая страница' },
  },
});
