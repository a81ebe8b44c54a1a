import { assign, setup } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import { authPuzzle, authPuzzleAnswer, type Puzzle } from '../../contract/calls/puzzle.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { late, troubleOf } from '../form/trouble.ts';
import { given } from '../given.ts';
import { calls } from '../root/calls.ts';
import type { PortEvent } from '../root/events.ts';
import { source } from '../root/ports.ts';
import { begun, farthest, laid, type PuzzleContext, type PuzzleOutput } from './puzzle.context.ts';
import { mustWait, waitUntil } from './wait.ts';

type PuzzleEvent =
  | { type: 'user.piece moved'; value: number }
  | { type: 'user.submitted' }
  | { type: 'user.puzzle wanted' }
  | { type: 'user.wait chosen' }
  | { type: 'user.turned back' }
  | Extract<PortEvent, { type: 'port.ticked' }>;

interface Thrown {
  error: unknown;
}

/** Whether a call was refused until a puzzle is solved. */
export const wantsPuzzle = (error: unknown): boolean => isCallError(error) && error.code === 'captcha_required';

/**
 * A piece is put into the notch of a picture, by a slider; whoever would rather not, or cannot see it, waits half a
 * minute instead. Whoever invokes it sends the refused call again afterwards. Invoke it with the id `puzzle`.
 */
export const puzzleMachine = setup({
  types: {
    context: {} as PuzzleContext,
    events: {} as PuzzleEvent,
    output: {} as PuzzleOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'attention' | 'countdown',
  },
  actors: {
    ...calls(authPuzzle, authPuzzleAnswer),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the puzzle lapses': ({ context }) => Math.max(0, context.expiresAt - context.at),
    'the time is over': ({ context }) => Math.max(0, context.patientAt - context.at),
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'it is over': (_, { error }: Thrown) => isCallError(error) && error.code === 'puzzle_over',
    'they wait': ({ context }) => context.waits,
    'they have waited': ({ context }) => context.at >= context.patientAt,
  },
  actions: {
    'lay the puzzle': assign((_, { output }: { output: Answer<Puzzle> }) => laid(output)),
    'move the piece': assign(({ context }, { value }: { value: number }) => ({
      x: Math.round(Math.min(farthest(context), Math.max(0, value))),
      trouble: null,
    })),
    'begin to wait': assign({ waits: true, trouble: null }),
    'let them go on': assign(({ context }) => ({ at: Math.max(context.at, context.patientAt) })),
    'wait no longer': assign({ waits: false }),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that it lapsed': assign({ trouble: { code: 'puzzle_over' } }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
  },
}).createMachine({
  id: 'puzzle',
  context: begun,
  initial: 'loading',
  output: ({ event }) => (event as unknown as { output: PuzzleOutput }).output,
  on: { 'user.turned back': '.given up' },
  states: {
    loading: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.puzzle',
        id: 'auth.puzzle',
        input: { body: {} },
        onDone: { target: 'moving', actions: { type: 'lay the puzzle', params: given } },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          { target: 'over', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'over', actions: 'keep that it is late' } },
    },

    moving: {
      tags: 'form',
      on: {
        'user.piece moved': { actions: { type: 'move the piece', params: given } },
        'user.submitted': 'checking',
        'user.puzzle wanted': 'loading',
        'user.wait chosen': { target: 'patient', actions: 'begin to wait' },
      },
      after: { 'the puzzle lapses': { target: 'over', actions: 'keep that it lapsed' } },
    },

    /** Nothing to be seen: the time itself is the answer, and one press. */
    patient: {
      tags: ['waiting', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.submitted': { guard: 'they have waited', target: 'checking' },
        'user.puzzle wanted': { target: 'loading', actions: 'wait no longer' },
      },
      after: {
        'the time is over': { actions: 'let them go on' },
        'the puzzle lapses': { target: 'over', actions: ['keep that it lapsed', 'wait no longer'] },
      },
    },

    checking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.puzzle_answer',
        id: 'auth.puzzle_answer',
        input: ({ context: { puzzle, x, waits } }) => ({ body: { id: puzzle?.id ?? '', ...(waits ? {} : { x }) } }),
        onDone: 'solved',
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'it is over', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          {
            target: 'moving',
            actions: [{ type: 'keep the trouble', params: given }, 'wait no longer', 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'moving',
          actions: ['keep that it is late', 'wait no longer', 'count a correction'],
        },
      },
    },

    /** Lapsed, tried too often, or it never came. */
    over: { tags: 'attention', on: { 'user.puzzle wanted': 'loading' } },

    /** Too many puzzles, or a little too early: it goes on by itself. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': [{ guard: 'they wait', target: 'patient' }, { target: 'loading' }] },
    },

    solved: { type: 'final', output: { kind: 'solved' } satisfies PuzzleOutput },
    'given up': { type: 'final', output: { kind: 'given up' } satisfies PuzzleOutput },
  },
});
