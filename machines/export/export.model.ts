import type { AnyMachineSnapshot } from 'xstate';
import { userExport } from '../../contract/calls/settings.ts';
import { says, tells } from '../form/sights.ts';
import { defineModel, type Sight } from '../model.ts';
import { exportOf, type ExportContext } from './export.machine.ts';
import { exportOutcomes, exportWords } from './export.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ExportContext;
const offered =
  (...keys: string[]) =>
  (snapshot: AnyMachineSnapshot): Sight[] => [
    ...says('settings.export.title', 'settings.export.text', ...keys),
    ...tells(contextOf(snapshot).trouble),
  ];

export default defineModel({
  name: 'export',
  title: { en: 'The file of all data', ru: 'Файл со всеми данными' },
  machine: exportOf(userExport),
  view: 'settings/export',
  inputs: { 'at the start': undefined },
  events: {
    'user.export wanted': [{}],
    'export.means': [{ offer: { query: { status: 'failed' } } }, { offer: null }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: exportOutcomes('user.export'),
  facet: (snapshot) => contextOf(snapshot).trouble?.code ?? '',
  eventWords: exportWords,
  states: {
    offered: { title: { en: 'The file is offered', ru: 'Файл можно скачать' }, sees: offered('settings.export') },
    fetching: {
      title: { en: 'The file is on its way', ru: 'Файл загружается' },
      sees: offered('settings.export', 'settings.export.fetching'),
    },
    saved: {
      title: { en: 'The file was given to the browser', ru: 'Файл передан браузеру' },
      sees: offered('settings.export', 'settings.export.saved'),
    },
    failed: { title: { en: 'The file did not come', ru: 'Файл не пришёл' }, sees: offered('settings.export') },
    held: { title: { en: 'Too many files: a wait', ru: 'Слишком много файлов: ожидание' }, sees: offered() },
  },
});
