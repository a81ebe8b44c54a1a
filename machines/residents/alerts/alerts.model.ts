import { sampleNotifications } from '../../form/notifications.samples.ts';
import { says } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import { portError } from '../../root/house.samples.ts';
import { alertsMachine, type AlertsContext } from './alerts.machine.ts';

const { plain, verified } = sampleNotifications;

export default defineModel({
  name: 'alerts',
  title: { en: 'Notifications of the browser', ru: 'Уведомления браузера' },
  machine: alertsMachine,
  view: 'alerts/alerts',
  inputs: {
    'they were not wanted': { wanted: false, locale: 'en' },
    'they were wanted': { wanted: true, locale: 'en' },
  },
  events: {
    'signal.notifications': [
      { notifications: [plain], seq: 2 },
      { notifications: [plain, verified], seq: 3 },
    ],
    'user.alerts wanted': [{}],
    'user.alerts unwanted': [{}],
    'user.retried': [{}],
    'tabs.alerts': [{ wanted: true }, { wanted: false }],
    'house.signed in': [
      { account: 'A-1001', again: false, need_set_password: false, seq: 1 },
      { account: 'A-1001', again: true, need_set_password: false, seq: 5 },
      { account: 'A-2002', again: false, need_set_password: false, seq: 7 },
    ],
    'house.signed out': [{ why: 'asked' }],
    'house.language': [{ locale: 'ru' }],
    'tabs.notifications': [
      { account: 'A-1001', locale: 'en', notifications: [plain, verified] },
      { account: 'A-1001', locale: 'ru', notifications: [plain, verified] },
      { account: 'A-2002', locale: 'en', notifications: [plain, verified] },
    ],
  },
  outcomes: {
    'alerts.look': {
      done: { granted: { state: 'granted' }, denied: { state: 'denied' }, 'not asked yet': { state: 'default' } },
      error: { 'not supported': portError('alerts_not_supported') },
    },
    'alerts.ask': {
      done: { granted: undefined },
      error: {
        'not granted': { ...portError('alerts_refused'), message: 'Notification permission not granted' },
        'not supported': portError('alerts_not_supported'),
      },
    },
    'page.life': {
      next: {
        hidden: { type: 'port.hidden', at: 1_000 },
        shown: { type: 'port.shown', at: 2_000 },
      },
    },
  },
  facet: (snapshot) => {
    const { hidden, account } = snapshot.context as AlertsContext;
    return [hidden, account];
  },
  eventWords: {
    'user.alerts wanted': { en: 'ask for them', ru: 'включите уведомления браузера' },
    'user.alerts unwanted': { en: 'want them no more', ru: 'выключите уведомления браузера' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'tabs.alerts': {
      en: 'another tab wants them, or no more',
      ru: 'в другой вкладке включили или выключили уведомления браузера',
    },
    'tabs.notifications': { en: 'another tab has notifications', ru: 'другая вкладка получила уведомления' },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'house.language': { en: 'the language has changed', ru: 'язык сменился' },
    'signal.notifications': { en: 'an answer brings notifications', ru: 'ответ приносит уведомления' },
  },
  states: {
    looking: { title: { en: 'the browser is looked at', ru: 'узнаём у браузера' }, sees: () => says('alerts.label') },
    askable: {
      title: { en: 'the browser can be asked', ru: 'можно спросить разрешения' },
      sees: () => says('alerts.label', 'alerts.help'),
    },
    asking: {
      title: { en: 'the browser asks the person', ru: 'браузер спрашивает разрешения' },
      sees: () => says('alerts.label', 'alerts.asking'),
    },
    on: {
      title: { en: 'they are shown', ru: 'уведомления включены' },
      sees: () => says('alerts.label', 'alerts.help'),
    },
    off: {
      title: { en: 'permitted, and not wanted', ru: 'разрешены, но выключены' },
      sees: () => says('alerts.label', 'alerts.help'),
    },
    'refused.told': {
      title: { en: 'the browser was told not to', ru: 'браузеру запретили' },
      sees: () => says('alerts.refused', 'alerts.refused.text', 'form.retry'),
    },
    'refused.checking': {
      title: { en: 'the browser is looked at again', ru: 'узнаём у браузера ещё раз' },
      sees: () => says('alerts.refused', 'alerts.refused.text', 'form.retry'),
    },
    absent: {
      title: { en: 'this browser has none', ru: 'в этом браузере их нет' },
      sees: () => says('alerts.absent'),
    },
  },
});
