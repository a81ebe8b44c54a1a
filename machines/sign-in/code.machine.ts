import { assign, fromPromise, setup } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import {
  authCode,
  authSendAgain,
  type authLogin,
  type authRegister,
  type CodeSent,
  type SentAgain,
} from '../../contract/calls/auth.ts';
import type { authTelegramEmail } from '../../contract/calls/telegram.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { late } from '../form/trouble.ts';
import { call, calls } from '../root/calls.ts';
import type { PortEvent } from '../root/events.ts';
import { effect, notWired, source } from '../root/ports.ts';
import type { PuzzleOutput } from './puzzle.context.ts';
import { puzzleMachine, wantsPuzzle } from './puzzle.machine.ts';
import { mustWait, waitBehind } from './wait.ts';
import {
  begun,
  needsForm,
  bodyOf,
  codeLength,
  objections,
  whatWasSent,
  whenItLapses,
  type CodeContext,
  type CodeOutput,
  type CodeWish,
} from './code.context.ts';

import { given } from '../given.ts';
import { dropLetter, keepLetter, letterEffects } from './letter.chart.ts';

type CodeEvent =
  | { type: 'user.code typed'; value: string }
  | { type: 'user.remember chosen'; value: boolean }
  | { type: 'user.submitted' }
  | { type: 'user.resent' }
  | { type: 'user.other address wanted' }
  | Extract<PortEvent, { type: 'port.ticked' }>;

interface Thrown {
  error: unknown;
}

/** Sends a code to an address and takes it back: six digits, five tries, ten minutes; a new code voids the old. */
export const codeMachine = setup({
  types: {
    context: {} as CodeContext,
    events: {} as CodeEvent,
    input: {} as CodeWish,
    output: {} as CodeOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(authCode, authSendAgain),
    send: fromPromise<Answer<CodeSent>, { body: { email: string; password?: string } }>(() =>
      Promise.reject(notWired('send')),
    ),
    puzzle: puzzleMachine,
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the code expires': ({ context }) => Math.max(0, (context.sent?.expiresAt ?? 0) - context.at),
    'a new code is allowed': ({ context }) => Math.max(0, (context.sent?.againAt ?? 0) - context.at),
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    /** Each try counts, and the same code is not tried twice. */
    'the code may be right': ({ context }) => context.code.length === codeLength && context.refused === null,
    'a new code may be asked for': ({ context }) => context.at >= (context.sent?.againAt ?? 0),
    'a code was sent': ({ context }) => context.sent !== null,
    'a new letter may be asked for': ({ context }) => !needsForm(context) && context.at >= (context.sent?.againAt ?? 0),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'a puzzle is asked for': (_, { error }: Thrown) => wantsPuzzle(error),
    'it is solved': (_, { output }: { output: PuzzleOutput }) => output.kind === 'solved',
    'the code is spent': (_, { error }: Thrown) =>
      isCallError(error) && ['code_elsewhere', 'code_expired', 'code_used', 'too_many_tries'].includes(error.code),
  },
  actions: {
    'keep what was sent': assign((_, { output }: { output: Answer<CodeSent> }) => ({
      ...whatWasSent(output),
      ...{ tries: 0, code: '', refused: null, trouble: null },
    })),
    'keep that it was sent again': assign(({ context }, { output }: { output: Answer<SentAgain> }) => ({
      ...whenItLapses(output, context.sent?.to ?? ''),
      ...{ code: '', refused: null, trouble: null },
    })),
    'take the code': assign((_, { value }: { value: string }) => ({
      code: value.replace(/\D/g, '').slice(0, codeLength),
      refused: null,
      trouble: null,
    })),
    'take the choice': assign((_, { value }: { value: boolean }) => ({ remember: value })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'count a try': assign(({ context }) => ({ tries: context.tries + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'allow a new code': assign(({ context }) => ({ at: Math.max(context.at, context.sent?.againAt ?? 0) })),
    'keep the trouble': assign(({ context }, { error }: Thrown) => objections(context, error)),
    'keep that it is late': assign({ trouble: late }),
    'keep that the code expired': assign({ trouble: { code: 'code_expired' } }),
    'keep how long to wait': assign(({ context: { lost, sent, at } }, { error }: Thrown) =>
      waitBehind(lost && sent === null, error, at),
    ),
    'forget the trouble': assign({ trouble: null, refused: null }),
    'remember the address': effect<{ key: string; value: string }>('memory.keep'),
    ...letterEffects,
  },
}).createMachine({
  id: 'code',
  context: ({ input }) => begun(input),
  initial: 'opening',
  output: ({ event }) => (event as unknown as { output: CodeOutput }).output,
  states: {
    opening: {
      always: [{ guard: 'a code was sent', target: 'asking', actions: keepLetter }, { target: 'sending' }],
    },

    sending: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'send',
        id: 'send',
        input: ({ context }) => ({ body: bodyOf(context) }),
        onDone: {
          target: 'asking',
          actions: [
            { type: 'keep what was sent', params: given },
            keepLetter,
            { type: 'remember the address', params: ({ context }) => ({ key: 'email', value: context.email }) },
          ],
        },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          { guard: { type: 'a puzzle is asked for', params: given }, target: 'puzzled' },
          {
            guard: 'a code was sent',
            target: 'asking.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
          { target: 'address wanted', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: {
        'the answer is overdue': [
          {
            guard: 'a code was sent',
            target: 'asking.corrected',
            actions: ['keep that it is late', 'count a correction'],
          },
          { target: 'address wanted', actions: 'keep that it is late' },
        ],
      },
    },

    /** Some wrong codes: a puzzle, a chart of its own, and then the letter is asked for once more. */
    puzzled: {
      invoke: {
        src: 'puzzle',
        id: 'puzzle',
        onDone: [
          { guard: { type: 'it is solved', params: given }, target: 'sending' },
          { target: 'address wanted', actions: 'forget the trouble' },
        ],
        onError: { target: 'address wanted', actions: { type: 'keep the trouble', params: given } },
      },
    },

    asking: {
      tags: ['form', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      after: { 'a new code is allowed': { actions: 'allow a new code' } },
      initial: 'entering',
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.code typed': { actions: { type: 'take the code', params: given } },
        'user.remember chosen': { actions: { type: 'take the choice', params: given } },
        'user.submitted': [
          { guard: 'the code may be right', target: 'checking' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'user.resent': { guard: 'a new code may be asked for', target: 'sending again' },
        'user.other address wanted': { target: 'address wanted', actions: 'forget the trouble' },
      },
      states: {
        entering: { after: { 'the code expires': { target: '#code.over', actions: 'keep that the code expired' } } },
        corrected: {
          tags: ['corrected', 'attention'],
          after: { 'the code expires': { target: '#code.over', actions: 'keep that the code expired' } },
        },
      },
    },

    /** Another letter for what this browser has asked for: neither address nor password go over the line again. */
    'sending again': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.send_confirmation_instructions',
        id: 'auth.send_confirmation_instructions',
        input: {},
        onDone: { target: 'asking', actions: [{ type: 'keep that it was sent again', params: given }, keepLetter] },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          { target: 'asking.corrected', actions: [{ type: 'keep the trouble', params: given }, 'count a correction'] },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'asking.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
    },

    checking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.code',
        id: 'auth.code',
        input: ({ context }) => ({ body: { code: context.code, remember: context.remember } }),
        onDone: 'signed in',
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the code is spent', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          {
            target: 'asking.corrected',
            actions: ['count a try', { type: 'keep the trouble', params: given }, 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'asking.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
    },

    /** This code signs nobody in any more; a new one does. */
    over: {
      tags: ['attention', 'countdown'],
      entry: dropLetter,
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      after: { 'a new code is allowed': { actions: 'allow a new code' } },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.resent': { guard: 'a new letter may be asked for', target: 'sending' },
        'user.other address wanted': { target: 'address wanted', actions: 'forget the trouble' },
      },
    },

    /** Asked too often. After the wait the code, if there is one, may be typed again. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.other address wanted': { target: 'address wanted', actions: 'forget the trouble' },
      },
      after: {
        'the wait is over': [
          { guard: 'a code was sent', target: 'asking', actions: 'forget the trouble' },
          { target: 'address wanted', actions: 'forget the trouble' },
        ],
      },
    },

    'signed in': { type: 'final', output: { kind: 'signed in', trouble: null } satisfies CodeOutput },
    'address wanted': {
      type: 'final',
      entry: dropLetter,
      output: ({ context }): CodeOutput => ({ kind: 'address wanted', trouble: context.trouble }),
    },
  },
});

/** The same for every letter; what differs is which call asks for it. Invoke it with the id `code`. */
export const codeOf = (spec: typeof authLogin | typeof authRegister | typeof authTelegramEmail): typeof codeMachine =>
  codeMachine.provide({ actors: { send: call(spec) as never } });
