import type { AnyStateMachine } from 'xstate';
import { defineModel } from '../model.ts';
import { fellOver, portError, otherPerson, person, placeOf, settings, total, wallets } from './house.samples.ts';
import { ask } from './ports.ts';
import type { SlotContext } from './slot.context.ts';
import { createSlot } from './slot.machine.ts';

/** Stands for a flow: it comes to its end, or falls over. */
const sampleFlow = ask('sample flow') as unknown as AnyStateMachine;

const exchanges = placeOf('exchanges', '/exchanges');

export default defineModel({
  name: 'slot',
  title: { en: 'A place for a flow', ru: 'Место для сценария' },
  machine: createSlot({ get: (flow) => (flow === 'history' ? undefined : sampleFlow) }),
  inputs: { 'the page': { over: false, email: null }, 'over the page': { over: true, email: 'demo@example.com' } },
  events: {
    'user.retried': [{}],
    'house.arrived': [
      { place: exchanges },
      { place: { ...exchanges, path: '/exchanges?search=USD/', query: { search: 'USD/' } } },
      { place: placeOf('index', '/') },
      { place: placeOf('history-exchange', '/history/exchange') },
      { place: placeOf('not-found', '/nowhere') },
    ],
    'house.modal opened': [
      { flow: 'login' },
      { flow: 'logout' },
      { flow: 'exchange-leave', about: { leaving: { to: '/exchanges', back: false, holding: 'amount' } } },
    ],
    'house.modal closed': [{}],
    'house.signed in': [
      { account: 'A-1001', again: true, need_set_password: false, seq: 5 },
      { account: 'A-2002', again: false, need_set_password: false, seq: 6 },
    ],
    'house.signed out': [{ why: 'asked' }],
    'house.session lost': [{}],
    'house.language': [{ locale: 'en' }],
    'signal.site_settings': [{ site_settings: settings, seq: 1 }],
    'signal.user': [
      { user: person, call: 'auth.check', seq: 1 },
      { user: otherPerson, call: 'auth.link', seq: 2 },
      { user: { ...person, need_set_password: true }, call: 'auth.check', seq: 3 },
    ],
    'signal.wallets': [{ wallets, seq: 2 }],
    'signal.total_balance': [{ total_balance: total, seq: 2 }],
    'flow.navigate': [{ to: '/login' }],
    'flow.email typed': [{ email: 'person@example.com' }],
    'flow.address in doubt': [{ doubt: { email: 'new@example.com', former: 'demo@example.com' } }, { doubt: null }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'flow.load': {
      done: { loaded: { flow: 'exchanges' } },
      error: { 'not loaded': portError('chunk_failed') },
    },
    'sample flow': {
      done: { 'came to its end': undefined },
      error: { 'fell over': fellOver },
    },
  },
  mayWait: { 'sample flow': 'it stands for a machine that lives as long as it is looked at' },
  states: {
    empty: { title: { en: 'no flow is shown', ru: 'сценария нет' } },
    loading: { title: { en: 'the flow is on its way', ru: 'загружаем сценарий' } },
    pausing: { title: { en: 'the flow did not come at once', ru: 'сценарий не загрузился сразу' } },
    lost: { title: { en: 'a piece of the page is gone', ru: 'части страницы больше нет' } },
    'open.running': { title: { en: 'the flow is shown', ru: 'сценарий показан' } },
    'open.finished': { title: { en: 'the flow has ended', ru: 'сценарий закончился' } },
    failed: { title: { en: 'the flow did not open', ru: 'сценарий не открылся' } },
  },
  facet: (snapshot) => {
    const { flow, why } = snapshot.context as SlotContext;
    return [flow, why];
  },
  eventWords: {
    'user.retried': { en: 'the person asks again', ru: 'человек просит повторить' },
    'house.arrived': { en: 'the page has moved', ru: 'страница сменилась' },
    'house.modal opened': { en: 'a modal is wanted', ru: 'нужно окно' },
    'house.modal closed': { en: 'the modal is closed', ru: 'окно закрыто' },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'house.session lost': { en: 'the session has ended in the middle', ru: 'сеанс прервался' },
    'house.language': { en: 'the language has changed', ru: 'язык сменился' },
    'signal.site_settings': { en: 'the settings of the site arrive', ru: 'пришли настройки сайта' },
    'signal.user': { en: 'an answer tells who is here', ru: 'ответ сообщает, кто здесь' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'signal.total_balance': { en: 'an answer carries the total', ru: 'ответ приносит общий баланс' },
    'flow.email typed': { en: 'an address is typed', ru: 'введён адрес почты' },
    'flow.address in doubt': {
      en: 'whether the address was changed is not known',
      ru: 'неизвестно, сменился ли адрес',
    },
    'flow.navigate': { en: 'the flow speaks to the house', ru: 'сценарий говорит дому' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
});
