import { defineModel } from '../../model.ts';
import { portError } from '../../root/house.samples.ts';
import { workerMachine } from './worker.machine.ts';

export default defineModel({
  name: 'worker',
  title: { en: 'Service worker', ru: 'Фоновый помощник' },
  machine: workerMachine,
  inputs: { 'at the start': undefined },
  events: { 'port.online': [{ at: 0 }] },
  outcomes: {
    'worker.register': {
      done: { registered: undefined },
      error: { 'not supported': portError('worker_not_supported'), refused: portError('worker_refused') },
    },
  },
  states: {
    registering: { title: { en: 'it is being registered', ru: 'регистрируем' } },
    registered: {
      title: { en: 'the page opens without a network too', ru: 'страница откроется и без сети' },
      resting: 'the browser does the rest',
    },
    absent: {
      title: { en: 'this browser has none', ru: 'в этом браузере его нет' },
      resting: 'everything else works without one',
    },
    refused: { title: { en: 'the browser did not take it', ru: 'браузер его не принял' } },
  },
  eventWords: { 'port.online': { en: 'the connection is back', ru: 'связь восстановлена' } },
});
