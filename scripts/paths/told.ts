import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Model, Sight } from '../../machines/model.ts';
import { statesOf } from '../../machines/paths/seen.ts';
import { phraseIn } from '../../machines/paths/phrases.ts';
import { start, take, type Path } from '../../machines/paths/steps.ts';
import { stepWords, titleOf, type Called, type Language } from '../../machines/paths/words.ts';
import { originalOf } from '../../machines/paths/twins.ts';
import { logicOf } from '../../machines/paths/inside-xstate.ts';
import type { Step, World } from '../../machines/paths/world.ts';
import { sightText } from './sight-words.ts';

/** One step as somebody would follow it. */
export interface ToldStep {
  number: number;
  words: string;
  /** The states where the machine stands then, as the chart names them, and in words. */
  states: string[];
  title: string;
  /** What must be on the screen, and what must not be. */
  shows: string[];
  hides: string[];
  step: Step | null;
}

export interface Told {
  input: string;
  steps: ToldStep[];
}

const chosen: Record<Language, string> = { en: 'chosen', ru: 'выбрано' };
const isAbsent = (sight: Sight): sight is { absent: Sight } => 'absent' in sight;

function sights(model: Model, world: World, lang: Language): Pick<ToldStep, 'shows' | 'hides'> {
  const snapshot = world.actor.getSnapshot() as AnyMachineSnapshot;
  const seen = statesOf(world.actor).flatMap((state) => {
    const { sees, unseen } = model.states[state] ?? {};
    return sees && unseen === undefined ? sees(snapshot) : [];
  });
  const texts = (some: Sight[]) => [
    ...new Set(
      some.map((sight) =>
        // What is pressed has no words of its own: its name is that of the event, which nobody reads on a screen.
        'pressed' in sight ? `${chosen[lang]}: ${sight.value}` : sightText(sight, lang),
      ),
    ),
  ];
  return {
    shows: texts(seen.filter((sight) => !isAbsent(sight))),
    hides: texts(seen.filter(isAbsent).map(({ absent }) => absent)),
  };
}

export type ModelOf = (machine: AnyStateMachine) => Model | undefined;

/** Where the machine stands and, with more detail, the machines that it has started. */
const title = (model: Model, world: World, modelOf: ModelOf, lang: Language): string => {
  const titles = [...world.machines()].flatMap(([path, actor]) => {
    const its = path === '' ? model : modelOf(originalOf(logicOf(actor) as AnyStateMachine));
    return its ? [titleOf(its, statesOf(actor), lang)] : [];
  });
  return titles.length > 0 ? [...new Set(titles)].join(', ') : titleOf(model, statesOf(world.actor), lang);
};

/** How the screen calls what a step names: by the model whose screen it is, and by that of whoever hears it. */
function calledBy(model: Model, world: World, step: Step, modelOf: ModelOf, lang: Language): Called {
  const actor = step.type === 'say' ? world.machines().get(step.to) : undefined;
  if (!actor) return () => undefined;
  const its = actor === world.actor ? undefined : modelOf(originalOf(logicOf(actor) as AnyStateMachine));
  const names = {
    ...model.called?.(world.actor.getSnapshot() as AnyMachineSnapshot),
    ...its?.called?.(actor.getSnapshot() as AnyMachineSnapshot),
  };
  return (word) => (Object.hasOwn(names, word) ? sightText(names[word]!, lang) : undefined);
}

/** The steps of a path in words, as the screen that it is walked on calls what they name. */
export function wordsAlong(model: Model, path: Path, lang: Language = 'en'): string[] {
  const world = start(model, path.input);
  const words = path.steps.map((step) => {
    const text = stepWords(
      model,
      step,
      lang,
      calledBy(model, world, step, () => undefined, lang),
    );
    take(model, world, step);
    return text;
  });
  world.stop();
  return words;
}

/** Walks a path and tells it, step by step. */
export function tell(model: Model, path: Path, lang: Language, modelOf: ModelOf): Told {
  const world = start(model, path.input);
  const told = (number: number, words: string, step: Step | null): ToldStep => {
    const states = statesOf(world.actor);
    return { number, words, states, title: title(model, world, modelOf, lang), ...sights(model, world, lang), step };
  };
  const begin = `${lang === 'ru' ? 'Начало' : 'Start'}: ${phraseIn(path.input, lang)}`;
  const steps = [told(1, begin, null)];
  for (const step of path.steps) {
    const words = stepWords(model, step, lang, calledBy(model, world, step, modelOf, lang));
    take(model, world, step);
    steps.push(told(steps.length + 1, words, step));
  }
  world.stop();
  return { input: path.input, steps };
}
