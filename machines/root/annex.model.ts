import { defineModel } from '../model.ts';
import { annexMachine } from './annex.machine.ts';
import { fellOver, nothingKnown, placeOf } from './house.samples.ts';
import { source } from './ports.ts';
import { lateInhabitants } from './late-switchboard.ts';

/** The annex alone: everybody who lives in it stands still, or falls over. Each has a model of its own. */
export default defineModel({
  name: 'annex',
  title: { en: 'The annex', ru: 'Пристройка' },
  machine: annexMachine.provide({
    actors: Object.fromEntries(lateInhabitants.map((name) => [name, source(name)])) as never,
  }),
  inputs: { 'at the start': { at: 0, version: nothingKnown, journal: { kept: true } } },
  events: {
    'signal.fv': [{ fv: 'aaaa', seq: 1 }],
    'house.arrived': [{ place: placeOf('exchanges', '/exchanges') }],
    'tabs.unread': [{ account: 'A-1001', unread: { private: 1, support: 0 } }],
    'port.online': [{ at: 0 }],
    'flow.toast wanted': [{ msg: 'copied-toast', variant: 'success' }],
    'annex.modal over': [{ modal: 'notice' }],
  },
  outcomes: Object.fromEntries(lateInhabitants.map((name) => [name, { error: { 'fell over': fellOver } }])),
  states: {},
  eventWords: {
    'signal.fv': { en: 'an answer names the version', ru: 'ответ называет версию' },
    'house.arrived': { en: 'the page has moved', ru: 'страница сменилась' },
    'tabs.unread': { en: 'another tab tells the counts', ru: 'другая вкладка сообщает количество' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'flow.toast wanted': { en: 'a flow wants a toast', ru: 'сценарий просит всплывающее сообщение' },
    'annex.modal over': { en: 'who lives here wants a modal no more', ru: 'жителю больше не нужно окно' },
  },
});
