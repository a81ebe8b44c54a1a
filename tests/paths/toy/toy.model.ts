import { defineModel } from '../../../machines/model.ts';
import { toyMachine } from './toy.machine.ts';

const both = (words: string) => ({ en: words, ru: words });

export default defineModel({
  name: 'toy',
  title: both('Toy'),
  machine: toyMachine,
  inputs: { empty: { word: '' } },
  events: {
    'user.typed': [{ value: 'sesame' }, { value: '' }],
    'user.asked': [{}],
    'user.knocked': [{}],
    'house.closed': [{}],
  },
  outcomes: {
    'toy.check': {
      done: { known: { known: true }, unknown: { known: false } },
      error: { network: { name: 'PortError', code: 'network', message: 'no line' } },
    },
    'page.life': { next: { offline: { type: 'port.offline', at: 1 }, online: () => ({ type: 'port.online', at: 2 }) } },
  },
  states: {
    'line.up': { title: both('online') },
    'line.down': { title: both('offline') },
    'talk.editing': { title: both('editing') },
    'talk.checking': { title: both('checking') },
    'talk.waiting at the door': { title: both('at the door') },
    'talk.refused': { title: both('refused') },
    'talk.inside': { title: both('inside') },
  },
  unreachable: { 'talk.waiting at the door | error door | 0': 'the door throws nothing' },
});
