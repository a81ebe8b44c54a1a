import { defineModel } from '../../model.ts';
import type { Leaving, QuoteChange } from '../../root/events.ts';
import { placeOf } from '../../root/house.samples.ts';
import { sampleNotifications } from '../../form/notifications.samples.ts';
import type { ModalsContext } from './modals.context.ts';
import { modalsMachine } from './modals.machine.ts';

const leaving = { to: '/exchanges', back: false, holding: 'amount' } satisfies Leaving;
const quote = (get: string) => ({
  give: { amount: '100.00', currency: 'USD' },
  get: { amount: get, currency: 'BTC' },
  fee: { amount: '0.50', currency: 'USD' },
  rate: '0.00001061557788',
});
const change = {
  shown: quote('0.00105625'),
  fresh: quote('0.00105600'),
  scale: { give: 2, get: 8 },
} satisfies QuoteChange;

export default defineModel({
  name: 'modals',
  title: { en: 'Modals', ru: 'Окна поверх экрана' },
  machine: modalsMachine,
  inputs: { 'at the start': undefined },
  events: {
    'user.logout wanted': [{}],
    'user.sign-in wanted': [{}],
    'user.modal dismissed': [{}],
    'flow.quote changed': [change],
    'annex.modal wanted': [{ modal: 'notice', about: { notice: sampleNotifications.over } }, { modal: 'inbox' }],
    'annex.modal over': [{ modal: 'notice' }],
    'flow.not opened': [{ flow: 'exchange-leave' }, { flow: 'login' }],
    'flow.holding': [{ holding: null }, { holding: 'amount' }, { holding: 'terms' }],
    'house.leave wanted': [leaving],
    'house.arrived': [
      { place: placeOf('exchanges', '/exchanges') },
      { place: placeOf('exchanges', '/exchanges'), own: true },
    ],
    'signal.site blocked': [{ seq: 6 }],
    'flow.confirming': [{ confirming: true }, { confirming: false }],
    'port.writing': [{}],
    'port.writing paused': [{}],
    'flow.dismissed': [{}],
    'flow.left': [{ flow: 'logout' }, { flow: 'login' }],
    'house.session lost': [{}],
    'house.signed in': [
      { account: 'A-1001', again: true, need_set_password: false, seq: 5 },
      { account: 'A-1001', again: false, need_set_password: false, seq: 6 },
    ],
    'house.signed out': [{ why: 'asked' }],
  },
  outcomes: {},
  states: {
    closed: { title: { en: 'nothing stands over the page', ru: 'поверх экрана ничего нет' } },
    'held back': { title: { en: 'a modal waits for a step to end', ru: 'окно ждёт конца шага' } },
    'put off': { title: { en: 'a modal waits for a pause in writing', ru: 'окно ждёт, пока человек печатает' } },
    open: { title: { en: 'a modal stands over the page', ru: 'окно поверх экрана' } },
  },
  facet: (snapshot) => (snapshot.context as ModalsContext).open,
  eventWords: {
    'user.logout wanted': { en: 'the person wants to sign out', ru: 'человек хочет выйти' },
    'user.sign-in wanted': { en: 'the person wants to sign in now', ru: 'человек хочет войти сейчас' },
    'flow.quote changed': {
      en: 'the home page showed another quote',
      ru: 'на главной была показана другая сумма',
    },
    'annex.modal wanted': { en: 'a modal of the annex is wanted', ru: 'нужно окно из пристройки' },
    'annex.modal over': { en: 'it is wanted no more', ru: 'окно из пристройки больше не нужно' },
    'flow.not opened': { en: 'the flow in the modal did not load', ru: 'сценарий в окне не загрузился' },
    'flow.holding': { en: 'what would be left behind here is another', ru: 'здесь оставили бы уже другое' },
    'house.leave wanted': { en: 'the person wants to leave an exchange', ru: 'человек хочет уйти с обмена' },
    'house.arrived': { en: 'the page has moved', ru: 'страница сменилась' },
    'signal.site blocked': { en: 'the site is blocked', ru: 'сайт закрыт' },
    'user.modal dismissed': { en: 'the person closes the modal', ru: 'человек закрывает окно' },
    'flow.confirming': {
      en: 'a step begins or ends that nothing may cover',
      ru: 'начался или кончился шаг, который нельзя закрывать',
    },
    'port.writing': { en: 'the person begins to type', ru: 'человек начал печатать' },
    'port.writing paused': { en: 'the person pauses in typing', ru: 'человек перестал печатать' },
    'flow.dismissed': { en: 'the flow in the modal gives way', ru: 'сценарий в окне уступил' },
    'flow.left': { en: 'the flow in the modal has ended', ru: 'сценарий в окне закончился' },
    'house.session lost': { en: 'the session has ended in the middle', ru: 'сеанс прервался' },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
  },
});
