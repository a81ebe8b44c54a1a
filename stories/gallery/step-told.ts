import type { AnyMachineSnapshot } from 'xstate';
import type { Model, Words } from '../../machines/model.ts';
import { stepWords, type Called, type Language } from '../../machines/paths/words.ts';
import type { Step, World } from '../../machines/paths/world.ts';
import { messages } from '../words.ts';

/** How the screen that stands there calls a word of a machine. */
const calledOn = (model: Model, world: World, language: Language): Called => {
  const names = model.called?.(world.actor.getSnapshot() as AnyMachineSnapshot) ?? {};
  return (word) => {
    const sight = Object.hasOwn(names, word) ? names[word] : undefined;
    if (sight === undefined) return undefined;
    if ('message' in sight) return messages[language][sight.message];
    if ('words' in sight) return sight.words[language];
    return 'text' in sight ? sight.text : undefined;
  };
};

/** A step that may be taken now, as the screen of now would have it. */
export const stepTold = (model: Model, world: World, step: Step): Words => ({
  en: stepWords(model, step, 'en', calledOn(model, world, 'en')),
  ru: stepWords(model, step, 'ru', calledOn(model, world, 'ru')),
});
