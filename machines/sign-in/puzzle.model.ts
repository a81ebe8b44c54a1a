import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../form/sights.ts';
import { defineModel, type Sight } from '../model.ts';
import type { PuzzleContext } from './puzzle.context.ts';
import { puzzleMachine } from './puzzle.machine.ts';
import { codeOutcomes, puzzleEvents, puzzleOutcomes, puzzleRepeats, signInWords } from './sign-in.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PuzzleContext;

const moving = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says('puzzle.title', 'puzzle.text', 'puzzle.slider', 'puzzle.submit', 'puzzle.another', 'puzzle.wait'),
  ...says('puzzle.back'),
  ...tells(contextOf(snapshot).trouble),
];
const told = (snapshot: AnyMachineSnapshot): Sight[] => tells(contextOf(snapshot).trouble);

export default defineModel({
  name: 'puzzle',
  title: { en: 'A puzzle after some failures', ru: 'Картинка после нескольких неудач' },
  machine: puzzleMachine,
  view: 'sign-in/puzzle',
  inputs: { usual: undefined },
  events: { ...puzzleEvents, 'user.submitted': [{}] },
  outcomes: { ...puzzleOutcomes, 'clock.ticks': codeOutcomes['clock.ticks'] },
  facet: (snapshot) => ({
    trouble: contextOf(snapshot).trouble?.code ?? '',
    moved: contextOf(snapshot).x > 0,
    waits: contextOf(snapshot).waits,
    waited: contextOf(snapshot).at >= contextOf(snapshot).patientAt,
  }),
  mayRepeat: puzzleRepeats,
  eventWords: signInWords,
  states: {
    loading: {
      title: { en: 'The picture is fetched', ru: 'Картинка загружается' },
      sees: () => says('puzzle.title', 'puzzle.loading', 'puzzle.back'),
    },
    moving: { title: { en: 'The piece is moved', ru: 'Фрагмент передвигают' }, sees: moving },
    patient: {
      title: { en: 'A wait instead of the picture', ru: 'Ожидание вместо картинки' },
      sees: () => says('puzzle.patient.title', 'puzzle.patient.text', 'puzzle.submit', 'puzzle.instead', 'puzzle.back'),
    },
    checking: { title: { en: 'The place is checked', ru: 'Место проверяется' }, sees: () => says('puzzle.checking') },
    over: {
      title: { en: 'Another picture is needed', ru: 'Нужна другая картинка' },
      sees: (snapshot) => [...says('puzzle.title', 'puzzle.another', 'puzzle.back'), ...told(snapshot)],
    },
    held: {
      title: { en: 'Too many tries: a wait', ru: 'Слишком много попыток: ожидание' },
      sees: (snapshot) => [...says('login.held.title', 'puzzle.back'), ...told(snapshot)],
    },
    solved: { title: { en: 'Solved', ru: 'Решено' }, unseen: 'the flow goes on by then' },
    'given up': { title: { en: 'Given up', ru: 'Отказ' }, unseen: 'the flow shows its form by then' },
  },
});
