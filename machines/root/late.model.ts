import type { AnyStateMachine } from 'xstate';
import { defineModel } from '../model.ts';
import { fellOver, nothingKnown, placeOf, portError } from './house.samples.ts';
import { createLate, type LateContext } from './late.machine.ts';
import { ask } from './ports.ts';

/** Stands for the annex: it falls over, or lives on. */
const sampleAnnex = ask('sample annex') as unknown as AnyStateMachine;

export default defineModel({
  name: 'late',
  title: { en: 'The way to the annex', ru: 'Дорога к пристройке' },
  machine: createLate({ get: () => undefined, annex: () => sampleAnnex }),
  inputs: { 'at the start': undefined },
  events: {
    'signal.fv': [{ fv: 'aaaa', seq: 1 }],
    'house.arrived': [{ place: placeOf('exchanges', '/exchanges') }],
    'house.signed in': [{ account: 'A-1001', again: false, need_set_password: false, seq: 1 }],
    'house.signed out': [{ why: 'other account' }],
    'tabs.unread': [{ account: 'A-1001', unread: { private: 1, support: 0 } }],
    'port.online': [{ at: 0 }],
    'flow.toast wanted': [{ msg: 'copied-toast', variant: 'success' }],
    'annex.modal over': [{ modal: 'notice' }],
  },
  outcomes: {
    'annex.load': {
      done: {
        loaded: { at: 0, version: nothingKnown, journal: { kept: true } },
        'loaded by a page that was loaded anew': {
          at: 0,
          version: { own: 'aaaa', reloadedAt: null, pairs: ['aaaa→bbbb'] },
          journal: { kept: false },
        },
      },
      error: { 'not loaded': portError('chunk_failed') },
    },
    'sample annex': { done: { 'lives on': undefined }, error: { 'fell over': fellOver } },
  },
  mayWait: { 'sample annex': 'it stands for a machine that lives as long as the page' },
  states: {
    loading: { title: { en: 'the annex is on its way', ru: 'пристройка загружается' } },
    failed: { title: { en: 'the annex did not come', ru: 'пристройка не загрузилась' } },
    open: { title: { en: 'the annex is there', ru: 'пристройка на месте' } },
    fallen: { title: { en: 'the page goes on without the annex', ru: 'страница работает без пристройки' } },
  },
  facet: (snapshot) => (snapshot.context as LateContext).words.map(({ type }) => type),
  eventWords: {
    'annex.modal over': {
      en: 'who lives in the annex wants a modal no more',
      ru: 'жителю пристройки окно больше не нужно',
    },
    'signal.fv': { en: 'an answer names the version', ru: 'ответ называет версию' },
    'house.arrived': { en: 'the page has moved', ru: 'страница сменилась' },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'tabs.unread': { en: 'another tab tells the counts', ru: 'другая вкладка сообщает количество' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'flow.toast wanted': { en: 'a flow wants a toast', ru: 'сценарий просит всплывающее сообщение' },
  },
});
