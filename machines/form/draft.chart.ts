import { sendParent } from 'xstate';
import { given } from '../given.ts';
import { ask } from '../root/ports.ts';
import { verbs } from '../verbs.ts';
import { sentBefore, sentWith, type SentBefore } from './draft.ts';

/** A draft of a device, by whose it is and what it is of. */
export interface Draft {
  account: string;
  key: string;
}

interface Read {
  output: unknown;
}

/** How a form finds what was put into it before; how it is taken stands in the form's own chart. */
export const drafted = {
  actors: { 'draft.read': ask<unknown, Draft>('draft.read') },
  delays: { 'the draft is overdue': 1_000 },
  guards: { 'it was sent before': (_: unknown, { output }: Read) => sentWith(output) !== null },
  actions: verbs()({
    'tell what was sent before': sendParent((_, { output }: Read): SentBefore => sentBefore(output)),
  }),

  /** No draft, and none in time, is as good as an empty one. */
  reading: <Context, Then extends string>(draftOf: (context: Context) => Draft, then: Then) => ({
    invoke: {
      src: 'draft.read' as const,
      id: 'draft.read' as const,
      input: ({ context }: { context: Context }) => draftOf(context),
      onDone: [
        {
          guard: { type: 'it was sent before' as const, params: given },
          target: then,
          actions: [
            { type: 'take the draft' as const, params: given },
            { type: 'tell what was sent before' as const, params: given },
          ],
        },
        { target: then, actions: { type: 'take the draft' as const, params: given } },
      ],
      onError: then,
    },
    after: { 'the draft is overdue': then },
  }),
} as const;
