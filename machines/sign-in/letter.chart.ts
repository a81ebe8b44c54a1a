import { given } from '../given.ts';
import { ask } from '../root/ports.ts';
import { letterOf, type CodeContext } from './code.context.ts';
import { recalled, type Letter, type LetterRead, type Recalled } from './letter.ts';

interface Read {
  output: LetterRead;
}
const isOnItsWay = { type: 'a letter is on its way', params: given } as const;

/** How a flow finds that a letter of its own is on its way: asked for before a reload, or before the person went elsewhere. */
export const lettered = (flow: Letter['flow']) => ({
  actors: { 'letter.read': ask<LetterRead, undefined>('letter.read') },
  delays: { 'the device is overdue': 1_000 },
  guards: { 'a letter is on its way': (_: unknown, { output }: Read) => recalled(output, flow) !== null },
  /** What it brings: the address that it went to, and the letter, to be forgotten when its code is asked for no more. */
  broughtBy: ({ output }: Read): { email?: string; letter: Recalled | null } => {
    const letter = recalled(output, flow);
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

/** For the device: the letter whose code is asked for, and none. */
export const keepLetter = {
  type: 'keep the letter',
  params: ({ context }: { context: CodeContext }) => ({ key: 'letter' as const, value: letterOf(context) }),
} as const;
export const dropLetter = { type: 'keep the letter', params: { key: 'letter', value: null } } as const;
