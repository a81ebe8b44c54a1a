import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { allHints, hintSteps, type Hints } from '../../form/hints.ts';
import { says } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import type { FlowInput } from '../../root/events.ts';
import { tutorialMachine, type TutorialContext } from './tutorial.machine.ts';

const input = (hints: Hints): FlowInput => ({
  place: samplePlace('exchanges', '/exchanges'),
  account: 'A-1001',
  site: null,
  email: null,
  over: true,
  about: { hints },
});
const shownOf = ({ context }: AnyMachineSnapshot) =>
  hintSteps.filter((step) => (context as TutorialContext).hints[step] === true);

const sees = (): Sight[] => [
  ...says('tutorial.text', 'tutorial.show_all', 'tutorial.hide_all', 'tutorial.close'),
  ...hintSteps.flatMap((step) => says(`hints.${step}.title`, `hints.${step}.text`)),
];

export default defineModel({
  name: 'tutorial',
  title: { en: 'Tutorial', ru: 'Обучение' },
  machine: tutorialMachine,
  view: 'tutorial/tutorial',
  inputs: { 'never asked for': input({}), 'two are left': input({ ...allHints(false), step_13: true, step_14: true }) },
  events: {
    'user.hint toggled': [{ value: 'step_1' }, { value: 'step_14' }],
    'user.hints shown': [{}],
    'user.hints hidden': [{}],
    'user.dismissed': [{}],
  },
  outcomes: {},
  facet: (snapshot) => shownOf(snapshot).length,
  eventWords: {
    'user.hint toggled': { en: 'show or hide one hint', ru: 'включите или скройте одну подсказку' },
    'user.hints shown': { en: 'show all of them', ru: 'покажите все подсказки' },
    'user.hints hidden': { en: 'hide all of them', ru: 'скройте все подсказки' },
    'user.dismissed': { en: 'close the tutorial', ru: 'закройте обучение' },
  },
  states: {
    choosing: { title: { en: 'All hints', ru: 'Все подсказки' }, sees },
    begun: {
      title: { en: 'They are shown on the page', ru: 'Подсказки на экране' },
      unseen: 'the house has closed the modal by then',
    },
    left: { title: { en: 'Closed', ru: 'Закрыто' }, unseen: 'the house has closed the modal by then' },
  },
});
