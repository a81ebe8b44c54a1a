import { dropLetter, keepLetter, readLetter } from '../platform/letter.ts';
import { widened } from './widened.ts';

/** The world with what whoever asks for a letter with a code names. */
export const letterWorld = widened((world) => ({
  ...world,
  asks: { ...world.asks, 'letter.read': readLetter },
  effects: { ...world.effects, 'letter.keep': keepLetter, 'letter.drop': dropLetter },
}));
