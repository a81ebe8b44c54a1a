import type { AnyMachineSnapshot } from 'xstate';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures } from '../../operation/operation.samples.ts';
import { portError } from '../../root/house.samples.ts';
import { localeMachine, type LocaleContext } from './locale.machine.ts';

/** A choice shows at once; one that did not load is no choice. */
const choosing = ({ context }: AnyMachineSnapshot): Sight[] => chosen((context as LocaleContext).wanted);
const chosen = (value: string): Sight[] => [{ text: 'RU' }, { text: 'EN' }, { pressed: 'user.language chosen', value }];

export default defineModel({
  name: 'locale',
  title: { en: 'Language', ru: 'Язык' },
  machine: localeMachine,
  view: 'locale/locale',
  inputs: { russian: { locale: 'ru' } },
  events: {
    'user.language chosen': [{ value: 'en' }, { value: 'ru' }],
    'user.retried': [{}],
    'port.online': [{ at: 1 }],
    'house.signed out': [{ why: 'asked' }],
    'signal.locale': [
      { locale: 'en', seq: 1 },
      { locale: 'xx', seq: 2 },
    ],
    'tabs.language': [{ locale: 'en' }, { locale: 'ru' }],
  },
  outcomes: {
    'lang.set': { done: { kept: answered({}) }, error: failures },
    'language.load': {
      done: { loaded: { locale: 'en' } },
      error: { 'not loaded': portError('not_loaded') },
    },
  },
  states: {
    settled: { title: { en: 'the language is settled', ru: 'язык выбран' }, sees: choosing },
    saving: { title: { en: 'the server is told', ru: 'сообщаем серверу' }, sees: choosing },
    loading: { title: { en: 'the words are on their way', ru: 'загружаем слова' }, sees: choosing },
    unsaved: {
      title: { en: 'switched on this device only', ru: 'язык сменён только на этом устройстве' },
      sees: choosing,
    },
    'saving again': {
      title: { en: 'the server is told again', ru: 'снова сообщаем серверу' },
      sees: choosing,
    },
    'not loaded': {
      title: { en: 'the words did not come', ru: 'слова не загрузились' },
      sees: ({ context }) => [...chosen((context as LocaleContext).locale), { text: '↻' }],
    },
  },
  unreachable: { 'guard it is one of our languages | false': 'no control offers a language that is not ours' },
  mayRepeat: { 'lang.set': 'it says which language is spoken, and says the same however often it is said' },
  facet: (snapshot) => (snapshot.context as LocaleContext).locale,
  eventWords: {
    'user.language chosen': { en: 'the person chooses a language', ru: 'человек выбирает язык' },
    'user.retried': { en: 'the person asks again', ru: 'человек просит повторить' },
    'house.signed out': { en: 'the person has left', ru: 'человек вышел' },
    'port.online': { en: 'the line is back', ru: 'связь восстановлена' },
    'tabs.language': { en: 'another tab has switched', ru: 'в другой вкладке сменили язык' },
    'signal.locale': { en: 'the server names the language', ru: 'сервер называет язык' },
  },
});
