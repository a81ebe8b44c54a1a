import { says } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import { messagesMachine } from './messages.machine.ts';

export default defineModel({
  name: 'messages',
  title: { en: 'How long short messages stay', ru: 'Сколько держатся всплывающие сообщения' },
  machine: messagesMachine,
  view: 'messages/messages',
  inputs: { 'they go by themselves': { kept: false }, 'they were kept': { kept: true } },
  events: { 'user.messages toggled': [{}], 'tabs.messages': [{ kept: true }, { kept: false }] },
  outcomes: {},
  states: {
    kept: {
      title: { en: 'they stay until they are closed', ru: 'остаются, пока их не закроют' },
      sees: () => says('messages.keep', 'messages.keep.help'),
    },
    timed: {
      title: { en: 'they go by themselves', ru: 'исчезают сами' },
      sees: () => says('messages.keep', 'messages.keep.help'),
    },
  },
  eventWords: {
    'user.messages toggled': {
      en: 'keep messages, or let them go',
      ru: 'попросите не убирать сообщения или снова убирать их',
    },
    'tabs.messages': {
      en: 'another tab keeps messages, or lets them go',
      ru: 'в другой вкладке просят не убирать сообщения или снова убирать их',
    },
  },
});
