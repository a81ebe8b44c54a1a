import { assign, fromPromise, setup } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import { authCode, authSendAgain, type CodeSent, type SentAgain } from '../../contract/calls/auth.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { isOfLine, late } from '../form/trouble.ts';
import { calls } from '../root/calls.ts';
import type { PortEvent } from '../root/events.ts';
import { effect, notWired, source } from '../root/ports.ts';
import type { PuzzleOutput } from './puzzle.context.ts';
import { puzzleMachine, wantsPuzzle } from './puzzle.machine.ts';
import { mustWait, waitBehind } from './wait.ts';
import {
  codeLength,
  mayHelp,
  objections,
  waitsForLetter,
  whatWasSent,
  whenItLapses,
  type CodeContext,
  type CodeOutput,
  type CodeWish,
} from './code.context.ts';
import { letterEffects } from './letter.chart.ts';

type CodeEvent =
  | { type: 'user.code typed'; value: string }
  | { type: 'user.remember chosen'; value: boolean }
  | { type: 'user.submitted' }
  | { type: 'user.resent' }
  | { type: 'user.other address wanted' }
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>;

const spent = ['code_elsewhere', 'code_expired', 'code_used', 'no_account', 'too_many_tries'];

interface Thrown {
  error: unknown;
}

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const codeSetup = setup({
  types: {
    context: {} as CodeContext,
    events: {} as CodeEvent,
    input: {} as CodeWish,
    output: {} as CodeOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(authCode, authSendAgain),
    send: fromPromise<Answer<CodeSent>, { body: { email: string; password?: string; known?: boolean } }>(() =>
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
    'a new letter may be asked for': ({ context }) => mayHelp(context) && context.at >= (context.sent?.againAt ?? 0),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'a puzzle is asked for': (_, { error }: Thrown) => wantsPuzzle(error),
    'it is solved': (_, { output }: { output: PuzzleOutput }) => output.kind === 'solved',
    'the code is spent': (_, { error }: Thrown) => isCallError(error) && spent.includes(error.code),
  },
  actions: {
    'keep what was sent': assign((_, { output }: { output: Answer<CodeSent> }) => ({
      ...whatWasSent(output),
      ...{ tries: 0, code: '', refused: null, trouble: null },
    })),
    'keep that it was sent again': assign(({ context }, { output }: { output: Answer<SentAgain> }) => ({
      ...whenItLapses(output, output.payload.sent_to ?? context.sent?.to ?? ''),
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
    'keep that the next letter waits': assign(({ context }, { error }: Thrown) => waitsForLetter(context, error)),
    /** A code that was refused stays so. */
    'forget the line': assign({ trouble: null }),
    'forget the trouble': assign({ trouble: null, refused: null }),
    'remember the address': effect<{ key: string; value: string }>('memory.keep'),
    ...letterEffects,
  },
});
