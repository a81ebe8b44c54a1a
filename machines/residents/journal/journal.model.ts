import { defineModel } from '../../model.ts';
import { journalMachine } from './journal.machine.ts';

export default defineModel({
  name: 'journal',
  title: { en: 'The journal of the page', ru: 'Журнал страницы' },
  machine: journalMachine,
  view: 'journal/journal',
  inputs: { 'it is kept': { kept: true }, 'it was turned off': { kept: false } },
  events: {
    'user.journal toggled': [{}],
    'tabs.journal': [{ kept: true }, { kept: false }],
    'house.signed in': [{ account: 'A-1001', again: false, need_set_password: false, seq: 1 }],
    'house.signed out': [
      { why: 'asked' },
      { why: 'visitor' },
      { why: 'other account' },
      { why: 'put off' },
      { why: 'elsewhere' },
    ],
  },
  outcomes: {},
  states: {
    kept: {
      title: { en: 'the journal is kept', ru: 'журнал ведётся' },
      sees: () => [{ message: 'journal.keep' }, { message: 'journal.kept' }],
    },
    off: {
      title: { en: 'no journal is kept', ru: 'журнал не ведётся' },
      sees: () => [{ message: 'journal.keep' }, { message: 'journal.off' }],
    },
  },
  eventWords: {
    'user.journal toggled': { en: 'turn the journal on or off', ru: 'включите или выключите журнал' },
    'tabs.journal': {
      en: 'another tab turns the journal on or off',
      ru: 'в другой вкладке включают или выключают журнал',
    },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
  },
});
