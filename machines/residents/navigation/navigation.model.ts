import { defineModel } from '../../model.ts';
import { settings } from '../../root/house.samples.ts';
import type { NavigationContext } from './navigation.context.ts';
import { navigationMachine } from './navigation.machine.ts';

const built = ['index', 'index-login', 'exchanges', 'exchange-src-dst', 'history-exchange'];
const signedIn = { account: 'A-1001', again: false, need_set_password: false, call: 'auth.code', seq: 5 };

const quoted = {
  give: { amount: '100.00', currency: 'USD' },
  get: { amount: '0.00105625', currency: 'BTC' },
  fee: { amount: '0.50', currency: 'USD' },
  rate: '0.00001061557788',
};

export default defineModel({
  name: 'navigation',
  title: { en: 'Navigation', ru: 'Навигация' },
  machine: navigationMachine,
  inputs: {
    'a deep link': { path: '/exchange/USD/BTC', built, guards: {} },
    'a visit that goes on after a reload': {
      path: '/login',
      built,
      guards: {},
      kept: { interrupted: '//evil.example', landing: { to: '/exchange/USD/BTC?give=100', quoted } },
    },
    'a way back that was left with a lost session, on a device that was asked for a password': {
      path: '/login',
      built: [...built, 'settings-change-password'],
      guards: {},
      kept: { interrupted: '/history/exchange', whose: 'A-2002' },
      asked: ['A-1001'],
    },
    'a flow asks for a guard nobody knows': {
      path: '/history/exchange',
      built,
      guards: { 'history-exchange': ['nobody knows'] },
    },
  },
  events: {
    'user.navigated': [
      { value: '/' },
      { value: '/exchanges?search=USD/' },
      { value: '/referral' },
      { value: '//evil.example' },
    ],
    'user.went back': [{}],
    'flow.navigate': [
      { to: '?operation=opsample0000000000001', replace: true },
      { to: '/login' },
      { to: '/exchanges', asks: true },
      { to: 'https://evil.example', replace: true },
    ],
    'flow.interruption over': [{}],
    'flow.landing kept': [
      { to: '/exchange/USD/BTC?give=100' },
      { to: '/exchange/USD/BTC?give=100', quoted },
      { to: '//evil.example' },
    ],
    'flow.holding': [{ holding: 'amount' }, { holding: null }],
    'flow.leave agreed': [
      { to: '/exchanges', back: false, holding: 'amount' },
      { to: '/exchanges', back: true, holding: 'terms' },
    ],
    'house.signed in': [
      signedIn,
      { ...signedIn, again: true },
      { ...signedIn, need_set_password: true },
      { ...signedIn, need_set_password: true, call: 'auth.check' },
    ],
    'house.signed out': [
      { why: 'visitor' },
      { why: 'asked' },
      { why: 'other account' },
      { why: 'put off' },
      { why: 'elsewhere' },
    ],
    'port.address changed': [{ path: '/exchanges' }, { path: '/login' }, { path: '/' }],
    'signal.redirect': [
      { redirect_url: '/', seq: 9 },
      { redirect_url: '/history/exchange', seq: 5 },
      { redirect_url: '//evil.example', seq: 9 },
    ],
    'signal.site blocked': [{ seq: 6 }],
    'signal.site open': [{ seq: 7 }],
    'signal.site_settings': [{ site_settings: settings, seq: 1 }],
  },
  outcomes: {},
  states: {
    'waiting for session': { title: { en: 'nobody knows yet who is here', ru: 'ещё не известно, кто здесь' } },
    'settled.here': { title: { en: 'a page is shown', ru: 'показана страница' } },
    'settled.nowhere': { title: { en: 'there is no such page', ru: 'такой страницы нет' } },
    'settled.broken': { title: { en: 'a rule of the route is unknown', ru: 'правило маршрута неизвестно' } },
  },
  facet: (snapshot) => (snapshot.context as NavigationContext).place?.name,
  eventWords: {
    'user.navigated': { en: 'the person follows a link', ru: 'человек идёт по ссылке' },
    'user.went back': { en: 'the person goes back', ru: 'человек возвращается' },
    'flow.navigate': { en: 'a flow leads elsewhere', ru: 'сценарий ведёт на другую страницу' },
    'flow.landing kept': { en: 'the exchange of the home page is kept', ru: 'обмен с главной страницы запомнен' },
    'flow.interruption over': { en: 'what stood in the way is done', ru: 'то, что прервало путь, позади' },
    'flow.holding': { en: 'something would be left behind here', ru: 'здесь есть что оставить' },
    'flow.leave agreed': { en: 'the person leaves all the same', ru: 'человек всё же уходит' },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'port.address changed': { en: 'the address has changed', ru: 'адрес изменился' },
    'signal.redirect': { en: 'the server sends elsewhere', ru: 'сервер направляет на другую страницу' },
    'signal.site blocked': { en: 'the site is blocked', ru: 'сайт закрыт' },
    'signal.site open': { en: 'the site is open again', ru: 'сайт снова открыт' },
    'signal.site_settings': { en: 'the settings of the site arrive', ru: 'пришли настройки сайта' },
  },
});
