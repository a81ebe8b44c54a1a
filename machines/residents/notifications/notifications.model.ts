import type { AnyMachineSnapshot } from 'xstate';
import type { Notification } from '../../../contract/entities.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { placeOf, settings } from '../../root/house.samples.ts';
import { aboveIn, cameIn, type NotificationsContext } from './notifications.context.ts';
import { notificationsMachine } from './notifications.machine.ts';
import { buttonsOfSample, elsewhere, sampleNotifications, wordsOfSample } from '../../form/notifications.samples.ts';

const { plain, verified, fixed, over, overAndFixed, linked } = sampleNotifications;
const third = { ...plain, notification_id: 'house:opsample0000000000105', title: 'A third one' };
const payment = { ...plain, notification_id: 'payment:opsample0000000000010' };
const { now } = answered({});
/** Most lists were read after the closes that were heard. */
const listed = new Date(Date.parse(now) + 60_000).toISOString();
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as NotificationsContext;

/** The newest of them, and how many more there are. */
const banners = (all: Notification[], most: number, { origins }: NotificationsContext): Sight[] => [
  ...all
    .slice(0, most)
    .flatMap((one) => [...wordsOfSample(one).map((text): Sight => ({ text })), ...buttonsOfSample(one, origins)]),
  ...(all.length > most ? [{ message: 'notifications.more', params: { count: all.length - most } } as const] : []),
];
const placesOf = (context: NotificationsContext) => [aboveIn(context), cameIn(context)];

export default defineModel({
  name: 'notifications',
  title: { en: 'Notifications', ru: 'Уведомления' },
  machine: notificationsMachine,
  view: 'notifications/notifications',
  inputs: {
    'nothing to say': { closed: [] },
    'one was closed on this device': { closed: [{ account: 'A-1001', id: plain.notification_id }] },
  },
  events: {
    'house.signed in': [
      { account: 'A-1001', again: false, need_set_password: false, seq: 1 },
      { account: 'A-2002', again: false, need_set_password: false, seq: 9 },
    ],
    'house.signed out': [{ why: 'asked' }],
    'house.arrived': [{ place: placeOf('exchanges', '/exchanges') }, { place: placeOf('deposit', '/deposit') }],
    'flow.confirming': [{ confirming: true }, { confirming: false }],
    'house.leave wanted': [
      { to: '/exchanges', back: true, holding: 'amount' },
      { to: '/article/terms', back: false, holding: 'amount' },
    ],
    'house.modal opened': [{ flow: 'notice' }, { flow: 'login' }],
    'house.modal closed': [{}],
    'flow.notice shown': [{}],
    'signal.notifications': [
      { notifications: [plain, verified], now, seq: 2 },
      { notifications: [plain, third, fixed, verified], now: listed, seq: 3 },
      { notifications: [plain, overAndFixed], now: listed, seq: 4 },
      { notifications: [], now: listed, seq: 5 },
      { notifications: [payment, linked, over], now: listed, seq: 6 },
    ],
    'signal.site_settings': [
      { site_settings: settings, seq: 1 },
      { site_settings: { ...settings, origins: [elsewhere] }, seq: 7 },
    ],
    'tabs.notification closed': [
      { account: 'A-1001', notification: verified.notification_id },
      { account: 'A-1001', notification: over.notification_id },
      { account: 'A-2002', notification: verified.notification_id },
    ],
    'tabs.close heard': [
      { account: 'A-1001', notification: verified.notification_id, now },
      { account: 'A-1001', notification: plain.notification_id, now },
      { account: 'A-2002', notification: verified.notification_id, now },
    ],
    'user.notification closed': (snapshot) =>
      [...aboveIn(contextOf(snapshot)).slice(0, 2), ...cameIn(contextOf(snapshot)).slice(0, 1)].map(
        ({ notification_id: value }) => ({ value }),
      ),
    'flow.notification closed': [{ value: fixed.notification_id }],
    'user.inbox wanted': [{}],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'notify.close': {
      done: { closed: answered({}) },
      error: { refused: refused('not_found', 404), ...failures },
    },
  },
  stopsOfState: 3,
  mayRepeat: { 'notify.close': 'what is closed twice is closed once, and the person has seen it go' },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    return [...placesOf(context).flatMap((all) => [all.length, all[0]?.title ?? '']), context.origins.length];
  },
  elsewhere: {
    'user.inbox wanted': 'the bell of the header and the menu of the person, where no more are told than stand there',
  },
  eventWords: {
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'house.arrived': { en: 'the page has moved', ru: 'страница сменилась' },
    'flow.confirming': {
      en: 'a step that nothing may cover begins or ends',
      ru: 'начался или закончился шаг, который нельзя закрывать',
    },
    'house.leave wanted': { en: 'the person wants to leave an exchange', ru: 'человек хочет уйти с обмена' },
    'house.modal opened': { en: 'a modal stands over the page', ru: 'поверх экрана открылось окно' },
    'house.modal closed': { en: 'the modal is closed', ru: 'окно закрыто' },
    'signal.notifications': { en: 'an answer brings notifications', ru: 'ответ приносит уведомления' },
    'signal.site_settings': { en: 'the settings of the site arrive', ru: 'пришли настройки сайта' },
    'tabs.notification closed': { en: 'one is closed in another tab', ru: 'одно закрыто в другой вкладке' },
    'tabs.close heard': {
      en: 'the server has heard of a close in another tab',
      ru: 'сервер узнал о закрытии в другой вкладке',
    },
    'user.notification closed': { en: 'close a notification', ru: 'закройте уведомление' },
    'flow.notice shown': { en: 'the window shows it', ru: 'окно показало уведомление' },
    'flow.notification closed': { en: 'one is read in the inbox', ru: 'одно прочитано в списке уведомлений' },
    'user.inbox wanted': { en: 'ask for all of them', ru: 'откройте все уведомления' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
  states: {
    'above.none': {
      title: { en: 'no banner above the page', ru: 'над экраном сообщений нет' },
      silent: 'nothing is told there',
    },
    'above.some': {
      title: { en: 'banners stand above the page', ru: 'сообщения над экраном' },
      sees: (snapshot) => banners(aboveIn(contextOf(snapshot)), 2, contextOf(snapshot)),
    },
    'came.none': {
      title: { en: 'nothing has come to the page', ru: 'новых сообщений в углу нет' },
      silent: 'nothing is told there',
    },
    'came.some': {
      title: { en: 'what came stands in the corner', ru: 'новое сообщение в углу' },
      sees: (snapshot) => banners(cameIn(contextOf(snapshot)), 1, contextOf(snapshot)),
    },
    'over.none': {
      title: { en: 'nothing for a window', ru: 'для окна ничего нет' },
      silent: 'windows are the modals’',
    },
    'over.wanted': {
      title: { en: 'one waits for its turn as a window', ru: 'одно ждёт своей очереди в окне' },
      silent: 'windows are the modals’',
    },
    'over.coming': {
      title: { en: 'the window of one is there, its words are not', ru: 'окно открыто, текста ещё нет' },
      silent: 'windows are the modals’',
    },
    'over.standing': {
      title: { en: 'one stands over the page', ru: 'одно показано в окне' },
      silent: 'windows are the modals’',
    },
    'server.quiet': {
      title: { en: 'the server has heard all', ru: 'сервер всё знает' },
      silent: 'what was closed is gone at once',
    },
    'server.saying': {
      title: { en: 'the server is told what was closed', ru: 'сервер узнаёт, что закрыто' },
      silent: 'what was closed is gone at once',
    },
    'server.resting': {
      title: { en: 'the server did not hear it, and will be told again', ru: 'сервер не услышал, скажем ещё раз' },
      silent: 'what was closed is gone at once',
    },
  },
});
