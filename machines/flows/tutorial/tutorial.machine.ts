import { assign, sendParent, setup } from 'xstate';
import { allHints, type Hints } from '../../form/hints.ts';
import { given } from '../../given.ts';
import type { FlowEvent, FlowInput } from '../../root/events.ts';

export interface TutorialContext {
  /** Which hints are to be shown. */
  hints: Hints;
}

type TutorialEvent =
  | { type: 'user.hint toggled'; value: string }
  | { type: 'user.hints shown' | 'user.hints hidden' | 'user.dismissed' };

const chosen = [
  { type: 'tell the house', params: ({ context }: { context: TutorialContext }) => ({ hints: context.hints }) },
] as const;

/** All hints at once, to be read here or shown on the page, one by one or all of them. What is chosen holds at once. */
export const tutorialMachine = setup({
  types: {
    context: {} as TutorialContext,
    events: {} as TutorialEvent,
    input: {} as FlowInput,
    tags: {} as 'safe to reload',
  },
  actions: {
    'show or hide it': assign(({ context: { hints } }, { value }: { value: string }) => ({
      hints: { ...allHints(false), ...hints, [value]: hints[value as keyof Hints] !== true },
    })),
    'show them all': assign({ hints: allHints(true) }),
    'hide them all': assign({ hints: allHints(false) }),
    'tell the house': sendParent((_, { hints }: { hints: Hints }): FlowEvent => ({ type: 'flow.hints chosen', hints })),
  },
}).createMachine({
  id: 'tutorial',
  context: ({ input }) => ({ hints: input.about?.hints ?? {} }),
  initial: 'choosing',
  states: {
    choosing: {
      tags: 'safe to reload',
      on: {
        'user.hint toggled': {
          actions: [{ type: 'show or hide it', params: given }, ...chosen],
        },
        'user.hints hidden': { actions: ['hide them all', ...chosen] },
        'user.hints shown': { target: 'begun', actions: ['show them all', ...chosen] },
        'user.dismissed': 'left',
      },
    },
    /** The window makes way for the first hint. */
    begun: { type: 'final' },
    left: { type: 'final' },
  },
});
