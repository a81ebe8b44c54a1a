import type { AnyMachineSnapshot } from 'xstate';
import { allHints, hintSteps } from '../../form/hints.ts';
import { says } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { hintOf, hintsMachine, type HintsContext } from './hints.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as HintsContext;
const lastTwo = { ...allHints(false), step_13: true, step_14: true };

const shown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const step = hintOf(contextOf(snapshot));
  if (!step) return [];
  return [
    ...says(`hints.${step}.title`, `hints.${step}.text`, 'hints.hide', 'hints.hide_all'),
    { message: 'hints.place', params: { at: hintSteps.indexOf(step) + 1, of: hintSteps.length } },
  ];
};

export default defineModel({
  name: 'hints',
  title: { en: 'Hints', ru: 'Подсказки' },
  machine: hintsMachine,
  view: 'hints/hints',
  inputs: {
    'never asked for': { hints: {} },
    'two are left': { hints: lastTwo },
    'all of them': { hints: allHints(true) },
  },
  events: {
    'user.hint hidden': (snapshot) => {
      const step = hintOf(contextOf(snapshot));
      return step ? [{ value: step }] : [];
    },
    'user.hints hidden': [{}],
    'user.tutorial wanted': [{}],
    'flow.hints chosen': [{ hints: allHints(true) }, { hints: lastTwo }, { hints: allHints(false) }],
    'flow.confirming': [{ confirming: true }, { confirming: false }],
    'house.signed in': [{ account: 'A-1001', again: false, need_set_password: false, seq: 1 }],
    'house.signed out': [{ why: 'asked' }],
    'house.modal opened': [{ flow: 'tutorial' }],
    'house.modal closed': [{}],
  },
  outcomes: {
    'hint.anchors': {
      next: {
        'the first page': { type: 'port.anchors', steps: ['step_1', 'step_2'] } as never,
        'a page of the last two': { type: 'port.anchors', steps: ['step_1', 'step_13', 'step_14'] } as never,
        nothing: { type: 'port.anchors', steps: [] } as never,
      },
    },
  },
  facet: (snapshot) => hintOf(contextOf(snapshot)) ?? '',
  elsewhere: { 'user.tutorial wanted': 'the menu of the person' },
  eventWords: {
    'user.hint hidden': { en: 'hide this hint', ru: 'скройте эту подсказку' },
    'user.hints hidden': { en: 'hide all of them', ru: 'скройте все подсказки' },
    'user.tutorial wanted': { en: 'ask for the tutorial', ru: 'откройте обучение' },
    'port.anchors': {
      en: 'what can be explained changes',
      ru: 'на экране появилось или исчезло то, что можно пояснить',
    },
    'flow.hints chosen': { en: 'hints are chosen in the tutorial', ru: 'подсказки выбраны в обучении' },
    'flow.confirming': {
      en: 'a step that nothing may cover begins or ends',
      ru: 'начался или закончился шаг, который нельзя закрывать',
    },
    'house.signed in': { en: 'somebody signed in', ru: 'кто-то вошёл' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
    'house.modal opened': { en: 'a modal stands over the page', ru: 'поверх экрана открылось окно' },
    'house.modal closed': { en: 'the modal is closed', ru: 'окно закрыто' },
  },
  states: {
    nobody: { title: { en: 'nobody is signed in', ru: 'никто не вошёл' }, unseen: 'there is no hint' },
    off: { title: { en: 'no hint is wanted', ru: 'подсказки не нужны' }, unseen: 'there is no hint' },
    'on.waiting': {
      title: { en: 'hints wait for their elements', ru: 'подсказки ждут своих мест' },
      unseen: 'there is no hint yet',
    },
    'on.shown': { title: { en: 'a hint is shown', ru: 'показана подсказка' }, sees: shown },
  },
});
