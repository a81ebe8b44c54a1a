import { assign, sendParent, setup } from 'xstate';
import { allHints, hintSteps, type Hints, type HintStep } from '../../form/hints.ts';
import { given } from '../../given.ts';
import type { AnnexEvent, FlowEvent, HouseEvent, PortEvent } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';

interface HintsInput {
  /** As this device remembers them. */
  hints: Hints;
}

export interface HintsContext extends HintsInput {
  /** Steps whose element stands on the screen. */
  here: readonly HintStep[];
  /** The one that is shown. */
  step: HintStep | null;
  /** Nothing may stand over the page: a confirm step, or a window. */
  confirming: boolean;
  covered: boolean;
}

type Anchors = Extract<PortEvent, { type: 'port.anchors' }>;
type HintsEvent =
  | { type: 'user.hint hidden'; value: string }
  | { type: 'user.hints hidden' }
  | { type: 'user.tutorial wanted' }
  | Anchors
  | Extract<FlowEvent, { type: 'flow.hints chosen' | 'flow.confirming' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' | 'house.modal opened' | 'house.modal closed' }>;

interface Chosen {
  hints: Hints;
}

/** For the next page of this device. */
const kept = [
  { type: 'keep them', params: ({ context }: { context: HintsContext }) => ({ hints: context.hints }) },
] as const;

/**
 * The hints of the tutorial: one at a time, beside the element that it is about. None comes before the person has asked for
 * them, nor while nobody is signed in; one whose element is not on the screen is passed over until it is; and none stands over a
 * step that money depends on.
 */
export const hintsMachine = setup({
  types: {
    context: {} as HintsContext,
    events: {} as HintsEvent,
    input: {} as HintsInput,
    tags: {} as 'active',
  },
  actors: { 'hint.anchors': source<Anchors>('hint.anchors') },
  guards: {
    'one is to be shown': ({ context }) => Object.values(context.hints).includes(true),
    'none is to be shown': ({ context }) => !Object.values(context.hints).includes(true),
    'its element is here': ({ context }) => hintOf(context) !== undefined,
    'no element is here': ({ context }) => hintOf(context) === undefined,
  },
  actions: {
    'hide it': assign(({ context }, { value }: { value: string }) => ({ hints: { ...context.hints, [value]: false } })),
    'hide them all': assign({ hints: allHints(false) }),
    'take what was chosen': assign((_, { hints }: Chosen) => ({ hints })),
    'note what is here': assign((_, { steps }: Anchors) => ({ here: steps })),
    'forget what was here': assign({ here: [] }),
    'note whether a step is under way': assign((_, { confirming }: { confirming: boolean }) => ({ confirming })),
    'note that a window stands': assign({ covered: true }),
    'note that no window stands': assign({ covered: false }),
    'keep them': effect<Chosen>('hints.keep'),
    'take it': assign(({ context }) => ({ step: hintOf(context) ?? null })),
    'let it go': assign({ step: null }),
    'point at its element': effect<{ step: HintStep | null }>('hint.point'),
    'want the tutorial': sendParent(({ context }): AnnexEvent => ({
      type: 'annex.modal wanted',
      modal: 'tutorial',
      about: { hints: context.hints },
    })),
  },
}).createMachine({
  id: 'hints',
  context: ({ input }) => ({ ...input, here: [], step: null, confirming: false, covered: false }),
  initial: 'nobody',
  on: {
    'user.tutorial wanted': { actions: 'want the tutorial' },
    'flow.hints chosen': { actions: [{ type: 'take what was chosen', params: given }, ...kept] },
    'flow.confirming': { actions: { type: 'note whether a step is under way', params: given } },
    'house.signed out': '.nobody',
    'house.modal opened': { actions: 'note that a window stands' },
    'house.modal closed': { actions: 'note that no window stands' },
  },
  states: {
    // A visitor's screens look alike and are others. What is wanted stays with the device.
    nobody: { on: { 'house.signed in': 'off' } },
    off: { always: { guard: 'one is to be shown', target: 'on' } },
    on: {
      initial: 'waiting',
      invoke: { src: 'hint.anchors', id: 'hint.anchors', onError: {} },
      exit: 'forget what was here',
      always: { guard: 'none is to be shown', target: 'off' },
      on: { 'port.anchors': { actions: { type: 'note what is here', params: given } } },
      states: {
        waiting: { always: { guard: 'its element is here', target: 'shown' } },
        shown: {
          tags: 'active',
          entry: ['take it', { type: 'point at its element', params: ({ context }) => ({ step: context.step }) }],
          exit: ['let it go', { type: 'point at its element', params: { step: null } }],
          always: { guard: 'no element is here', target: 'waiting' },
          on: {
            // It alone: another tab may have hidden others since, which stay hidden.
            'user.hint hidden': {
              target: 'waiting',
              actions: [
                { type: 'hide it', params: given },
                { type: 'keep them', params: ({ event }) => ({ hints: { [event.value]: false } }) },
              ],
            },
            'user.hints hidden': { actions: ['hide them all', ...kept] },
            'port.anchors': {
              target: 'shown',
              reenter: true,
              actions: { type: 'note what is here', params: given },
            },
          },
        },
      },
    },
  },
});

/** The first that is wanted and whose element is on the screen. */
export const hintOf = ({ hints, here, confirming, covered }: HintsContext): HintStep | undefined =>
  confirming || covered ? undefined : hintSteps.find((step) => hints[step] === true && here.includes(step));
