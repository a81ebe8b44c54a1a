import { given } from '../given.ts';
import { ask, effect } from '../root/ports.ts';
import { letterOf, type CodeContext } from './code.context.ts';
import { recalled, type KeptLetter, type Letter, type LetterRead, type Recalled } from './letter.ts';

interface Read {
  output: LetterRead;
}
/** Over a flow it is known whose session was lost: a letter to another address is none of theirs. */
interface Whose {
  over?: boolean;
  email: string;
}
const theirs = ({ over = false, email }: Whose): string | null => (over ? email : null);
const isOnItsWay = { type: 'a letter is on its way', params: given } as const;

/** How a flow finds that a letter of its own is on its way: asked for before a reload, or before the person went elsewhere. */
export const lettered = (flow: Letter['flow']) => ({
  actors: { 'letter.read': ask<LetterRead, undefined>('letter.read') },
  delays: { 'the device is overdue': 1_000 },
  guards: {
    'a letter is on its way': ({ context }: { context: Whose }, { output }: Read) =>
      recalled(output, flow, theirs(context)) !== null,
  },
  /** What it brings: the address that it went to, and the letter, to be forgotten when its code is asked for no more. */
  broughtBy: (context: Whose, { output }: Read): { email?: string; letter: Recalled | null } => {
    const letter = recalled(output, flow, theirs(context));
    return { letter, ...(letter && { email: letter.letter.email }) };
  },

  /** No letter, and none in time, is as good as none. */
  recalling: <const Then extends string>(then: Then) => ({
    tags: 'safe to reload' as const,
    invoke: {
      src: 'letter.read' as const,
      id: 'letter.read' as const,
      onDone: [
        {
          guard: isOnItsWay,
          target: 'coded' as const,
          actions: { type: 'keep the letter' as const, params: given },
        },
        { target: then },
      ],
      onError: then,
    },
    after: { 'the device is overdue': then },
  }),
});

/** The letter whose code is asked for, for the device: kept when it was sent, dropped when nobody awaits it. Null is none that is found again. */
const ofThis = { params: ({ context }: { context: CodeContext }) => ({ letter: letterOf(context) }) } as const;
export const keepLetter = { type: 'keep the letter', ...ofThis } as const;
export const dropLetter = { type: 'drop the letter', ...ofThis } as const;
export const letterEffects = {
  'keep the letter': effect<{ letter: KeptLetter | null }>('letter.keep'),
  'drop the letter': effect<{ letter: KeptLetter | null }>('letter.drop'),
};
