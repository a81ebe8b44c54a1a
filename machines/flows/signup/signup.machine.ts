import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { authRegister, type CodeSent } from '../../../contract/calls/auth.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, PortEvent, Signal } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';
import type { CodeOutput } from '../../sign-in/code.context.ts';
import { codeOf } from '../../sign-in/code.machine.ts';
import { lettered } from '../../sign-in/letter.chart.ts';
import type { LetterRead } from '../../sign-in/letter.ts';
import type { PuzzleOutput } from '../../sign-in/puzzle.context.ts';
import { puzzleMachine, wantsPuzzle } from '../../sign-in/puzzle.machine.ts';
import { mustWait, waitBehind } from '../../sign-in/wait.ts';
import { begun, isRight, objections, type SignupContext } from './signup.context.ts';
import { waysIn } from '../../sign-in/fields.ts';
import { given } from '../../given.ts';

type SignupEvent =
  | { type: 'user.email typed'; value: string }
  | { type: 'user.password typed'; value: string }
  | { type: 'user.password toggled' }
  | { type: 'user.submitted' }
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Thrown {
  error: unknown;
}
const letters = lettered('signup');
interface Typed {
  value: string;
}

/**
 * A new account: an address and a password, then the code of the letter. Whether the address has an account already is
 * told to nobody but its letter. The password stays here until the end, because another letter asks for the account anew.
 */
export const signupMachine = setup({
  types: {
    context: {} as SignupContext,
    events: {} as SignupEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(authRegister),
    ...letters.actors,
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    code: codeOf(authRegister),
    puzzle: puzzleMachine,
  },
  delays: {
    ...letters.delays,
    'the answer is overdue': added.answer + 5_000,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    ...letters.guards,
    'passwords are used': ({ context }) => context.passwords,
    'passwords are off': ({ context }) => !context.passwords,
    'address and password are right': ({ context }) => isRight(context),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'a puzzle is asked for': (_, { error }: Thrown) => wantsPuzzle(error),
    'it is solved': (_, { output }: { output: PuzzleOutput }) => output.kind === 'solved',
    'passwords were switched off': (_, { error }: Thrown) => isCallError(error) && error.code === 'password_disabled',
    'they are signed in': (_, { output }: { output: CodeOutput }) => output.kind === 'signed in',
  },
  actions: {
    'take the settings': assign((_, { site_settings }: { site_settings: SiteSettings }) => waysIn(site_settings)),
    'note that passwords are off': assign({ passwords: false }),
    'keep the letter': assign(({ context }, read: { output: LetterRead }) => letters.broughtBy(context, read)),
    'forget the letter': assign({ letter: null }),
    'take the address': assign((_, { value }: Typed) => ({ email: value, lost: false, refused: {}, trouble: null })),
    'take the password': assign((_, { value }: Typed) => ({ password: value, refused: {}, trouble: null })),
    'show the password, or hide it': assign(({ context }) => ({ revealed: !context.revealed })),
    'keep what was sent': assign((_, { output }: { output: Answer<CodeSent> }) => ({
      sent: output,
      ...{ lost: false, revealed: false, refused: {}, trouble: null },
    })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'forget the password': assign({ password: '', revealed: false }),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    'keep the trouble': assign((_, { error }: Thrown) => objections(error)),
    'keep what broke': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late, lost: true }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => ({
      ...waitBehind(context.lost, error, context.at),
      lost: false,
    })),
    'remember the address': effect<{ key: string; value: string }>('memory.keep'),
    'tell the code': sendTo('code', ({ event }) => event),
    'say what is typed': sendParent(({ context }): FlowEvent => ({ type: 'flow.email typed', email: context.email })),
    'say that they are signed in': sendParent({ type: 'flow.signed in' } satisfies FlowEvent),
    'lead to the sign-in': sendParent({ type: 'flow.navigate', to: '/login', replace: true } satisfies FlowEvent),
  },
}).createMachine({
  id: 'signup',
  context: ({ input }) => begun(input),
  initial: 'opening',
  on: {
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
  },
  states: {
    /** Whether a letter is on its way already: then the place for its code is opened. */
    opening: letters.recalling('form'),

    form: {
      tags: 'form',
      always: { guard: 'passwords are off', target: 'closed' },
      initial: 'entering',
      on: {
        'user.email typed': {
          actions: [{ type: 'take the address', params: given }, 'say what is typed'],
        },
        'user.password typed': { actions: { type: 'take the password', params: given } },
        'user.password toggled': { actions: 'show the password, or hide it' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
        'user.submitted': [
          { guard: 'address and password are right', target: 'registering' },
          { target: '.corrected', actions: 'count a correction' },
        ],
      },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    registering: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.register',
        id: 'auth.register',
        input: ({ context: { email, password } }) => ({ body: { email: email.trim(), password } }),
        onDone: {
          target: 'coded',
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
            target: 'form.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'form.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
    },

    /** A puzzle, a chart of its own, and then the same form goes once more. */
    puzzled: {
      invoke: {
        src: 'puzzle',
        id: 'puzzle',
        onDone: [
          { guard: { type: 'it is solved', params: given }, target: 'registering' },
          { target: 'form', actions: 'forget the trouble' },
        ],
        onError: {
          target: 'form.corrected',
          actions: [{ type: 'keep what broke', params: given }, 'count a correction'],
        },
      },
    },

    /** Asked too often: the form comes back by itself, with what is in it. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': { target: 'form', actions: 'forget the trouble' } },
    },

    /** The code of the letter, a chart of its own. */
    coded: {
      exit: 'forget the letter',
      on: { 'port.online': { actions: 'tell the code' } },
      invoke: {
        src: 'code',
        id: 'code',
        input: ({ context: { email, password, sent, letter } }) => ({
          ...{ flow: 'signup', account: true, email: email.trim() },
          ...(letter ? { recalled: letter } : { password, ...(sent && { sent }) }),
        }),
        onDone: [{ guard: { type: 'they are signed in', params: given }, target: 'signed in' }, { target: 'form' }],
        onError: {
          target: 'form.corrected',
          actions: [{ type: 'keep what broke', params: given }, 'count a correction'],
        },
      },
    },

    /** People sign in without passwords here, and whoever is new needs no other page. */
    closed: {
      tags: 'safe to reload',
      entry: ['forget the password', 'lead to the sign-in'],
      always: { guard: 'passwords are used', target: 'form' },
    },

    'signed in': { type: 'final', entry: ['forget the password', 'say that they are signed in'] },
  },
});
