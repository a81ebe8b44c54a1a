import { defineModel } from '../../model.ts';
import { lineMachine } from './line.machine.ts';

export default defineModel({
  name: 'line',
  title: { en: 'Network of the device', ru: 'Сеть устройства' },
  machine: lineMachine,
  view: 'line/line',
  inputs: { usual: undefined },
  events: { 'port.offline': [{ at: 1_000 }], 'port.online': [{ at: 2_000 }] },
  outcomes: {},
  eventWords: {
    'port.offline': { en: 'the connection is lost', ru: 'связь пропала' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
  states: {
    online: { title: { en: 'There is a network', ru: 'Сеть есть' }, unseen: 'nothing is amiss, nothing is said' },
    offline: { title: { en: 'There is no network', ru: 'Сети нет' }, sees: () => [{ message: 'frame.offline' }] },
  },
});
