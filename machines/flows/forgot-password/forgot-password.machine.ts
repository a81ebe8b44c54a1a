import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { authReset, type CodeSent } from '../../../contract/calls/auth.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, PortEvent, Signal } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';
import { usesPasswords } from '../../sign-in/fields.ts';
import type { PuzzleOutput } from '../../sign-in/puzzle.context.ts';
import { puzzleMachine, wantsPuzzle } from '../../sign-in/puzzle.machine.ts';
import { mustWait, waitBehind } from '../../sign-in/wait.ts';
import { begun, isRight, objections, whatWasSent, type ForgotPasswordContext } from './forgot-password.context.ts';

type ForgotPasswordEvent =
  | { type: 'user.email typed'; value: string }
  | { type: 'user.submitted' }
  | { type: 'user.resent' }
  | { type: 'user.other address wanted' }
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Thrown {
  error: unknown;
}

/**
 * A letter with a link for whoever forgot the password. Whether anybody has the address is told to nobody but its letter.
 * It has no end of its own: the letter goes on elsewhere.
 */
export const forgotPasswordMachine = setup({
  types: {
    context: {} as ForgotPasswordContext,
    events: {} as ForgotPasswordEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(authReset),
    puzzle: puzzleMachine,
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'another letter is allowed': ({ context }) => Math.max(0, (context.sent?.againAt ?? 0) - context.at),
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'passwords are used': ({ context }) => context.passwords,
    'passwords are off': ({ context }) => !context.passwords,
    'the address is right': ({ context }) => isRight(context),
    'a letter was sent': ({ context }) => context.sent !== null,
    'another letter may be asked for': ({ context }) => context.at >= (context.sent?.againAt ?? 0),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'a puzzle is asked for': (_, { error }: Thrown) => wantsPuzzle(error),
    'it is solved': (_, { output }: { output: PuzzleOutput }) => output.kind === 'solved',
    'passwords were switched off': (_, { error }: Thrown) => isCallError(error) && error.code === 'password_disabled',
  },
  actions: {
    'take the settings': assign((_, { site_settings }: { site_settings: SiteSettings }) => ({
      passwords: usesPasswords(site_settings),
    })),
    'note that passwords are off': assign({ passwords: false }),
    'take the address': assign((_, { value }: { value: string }) => ({
      ...{ email: value, lost: false, refused: {}, trouble: null },
    })),
    'keep what was sent': assign((_, { output }: { output: Answer<CodeSent> }) => ({
      ...whatWasSent(output),
      ...{ lost: false, refused: {}, trouble: null },
    })),
    'forget what was sent': assign({ sent: null, trouble: null }),
    'allow another letter': assign(({ context }) => ({ at: Math.max(context.at, context.sent?.againAt ?? 0) })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    'keep the trouble': assign((_, { error }: Thrown) => objections(error)),
    'keep what broke': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'note whether it was lost': assign(({ context }, { error }: Thrown) => ({
      lost: context.lost || isOfLine(troubleOf(error)),
    })),
    'keep that it is late': assign({ trouble: late, lost: true }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => ({
      ...waitBehind(context.lost, error, context.at, 'link_lost'),
      lost: false,
    })),
    'remember the address': effect<{ key: string; value: string }>('memory.keep'),
    'say what is typed': sendParent(({ context }): FlowEvent => ({ type: 'flow.email typed', email: context.email })),
  },
}).createMachine({
  id: 'forgot-password',
  context: ({ input }) => begun(input),
  initial: 'form',
  on: {
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
  },
  states: {
    form: {
      tags: 'form',
      always: { guard: 'passwords are off', target: 'closed' },
      initial: 'entering',
      on: {
        'user.email typed': { actions: [{ type: 'take the address', params: given }, 'say what is typed'] },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
        'user.submitted': [
          { guard: 'the address is right', target: 'asking' },
          { target: '.corrected', actions: 'count a correction' },
        ],
      },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    asking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.reset',
        id: 'auth.reset',
        input: ({ context }) => ({ body: { email: context.email.trim() } }),
        onDone: {
          target: 'sent',
          actions: [
            { type: 'keep what was sent', params: given },
            {
              type: 'remember the address',
              params: ({ context }) => ({ key: 'email', value: context.email.trim() }),
            },
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
            guard: { type: 'passwords were switched off', params: given },
            target: 'closed',
            actions: 'note that passwords are off',
          },
          {
            guard: 'a letter was sent',
            target: 'sent',
            actions: [
              { type: 'note whether it was lost', params: given },
              { type: 'keep what broke', params: given },
            ],
          },
          {
            target: 'form.corrected',
            actions: [
              { type: 'note whether it was lost', params: given },
              { type: 'keep the trouble', params: given },
              'count a correction',
            ],
          },
        ],
      },
      after: {
        'the answer is overdue': [
          { guard: 'a letter was sent', target: 'sent', actions: 'keep that it is late' },
          { target: 'form.corrected', actions: ['keep that it is late', 'count a correction'] },
        ],
      },
    },

    /** Some letters already: a puzzle, a chart of its own, and then the same address goes once more. */
    puzzled: {
      invoke: {
        src: 'puzzle',
        id: 'puzzle',
        onDone: [
          { guard: { type: 'it is solved', params: given }, target: 'asking' },
          { guard: 'a letter was sent', target: 'sent' },
          { target: 'form', actions: 'forget the trouble' },
        ],
        onError: [
          {
            guard: 'a letter was sent',
            target: 'sent',
            actions: { type: 'keep what broke', params: given },
          },
          {
            target: 'form.corrected',
            actions: [{ type: 'keep what broke', params: given }, 'count a correction'],
          },
        ],
      },
    },

    /** The letter is on its way, if there is somebody to get it. What becomes of another one is told here too. */
    sent: {
      tags: ['countdown', 'safe to reload'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      after: { 'another letter is allowed': { actions: 'allow another letter' } },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.resent': { guard: 'another letter may be asked for', target: 'asking', actions: 'forget the trouble' },
        'user.other address wanted': { target: 'form', actions: 'forget what was sent' },
      },
    },

    /** Asked too often: what was there comes back by itself. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: {
        'the wait is over': [
          { guard: 'a letter was sent', target: 'sent', actions: 'forget the trouble' },
          { target: 'form', actions: 'forget the trouble' },
        ],
      },
    },

    /** People sign in without passwords here. */
    closed: {
      tags: 'safe to reload',
      entry: 'forget what was sent',
      always: { guard: 'passwords are used', target: 'form' },
    },
  },
});
