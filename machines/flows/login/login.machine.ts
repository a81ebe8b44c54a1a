import { assign, sendParent, sendTo, setup } from 'xstate';
import { authLogin, authLoginByPassword } from '../../../contract/calls/auth.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';
import { whyNoCode, type CodeOutput } from '../../sign-in/code.context.ts';
import { codeOf } from '../../sign-in/code.machine.ts';
import { lettered } from '../../sign-in/letter.chart.ts';
import type { LetterRead } from '../../sign-in/letter.ts';
import { linkMachine, type LinkOutput } from './link.machine.ts';
import { begun, isKnown, isRight, linkOf, objections, type LoginContext } from './login.context.ts';
import { puzzleMachine, wantsPuzzle } from '../../sign-in/puzzle.machine.ts';
import type { PuzzleOutput } from '../../sign-in/puzzle.context.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import { waysIn } from '../../sign-in/fields.ts';
import { given } from '../../given.ts';

type LoginEvent =
  | { type: 'user.email typed'; value: string }
  | { type: 'user.password typed'; value: string }
  | { type: 'user.password toggled' }
  | { type: 'user.remember chosen'; value: boolean }
  | { type: 'user.submitted' }
  | { type: 'user.code wanted' }
  | { type: 'user.password wanted' }
  | { type: 'user.dismissed' }
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>
  | Extract<HouseEvent, { type: 'house.arrived' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Thrown {
  error: unknown;
}
const letters = lettered('login');
interface Typed {
  value: string;
}

/**
 * Sign-in by a password or by a code from a letter, as the site's `auth_type` says; the page of the letter's link too.
 * That somebody is signed in is told by the house, out of the answer; this flow only comes to its end.
 */
export const loginMachine = setup({
  types: {
    context: {} as LoginContext,
    events: {} as LoginEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(authLoginByPassword),
    ...letters.actors,
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
    code: codeOf(authLogin),
    link: linkMachine,
    puzzle: puzzleMachine,
  },
  delays: {
    ...letters.delays,
    'the answer is overdue': added.answer + 5_000,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    ...letters.guards,
    'a link was opened': ({ context }) => context.link !== null,
    'it brings another link': ({ context }, { place }: { place: Place }) => linkOf(place) !== context.link,
    'it stands over a flow': ({ context }) => context.over,
    'passwords are used': ({ context }) => context.passwords,
    'passwords are off': ({ context }) => !context.passwords,
    'the address is right': ({ context }) => isRight(context, 'email'),
    'address and password are right': ({ context }) => isRight(context, 'email', 'password'),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'a puzzle is asked for': (_, { error }: Thrown) => wantsPuzzle(error),
    'it is solved': (_, { output }: { output: PuzzleOutput }) => output.kind === 'solved',
    'passwords were switched off': (_, { error }: Thrown) => isCallError(error) && error.code === 'password_disabled',
    'they are signed in': (_, { output }: { output: LinkOutput | CodeOutput }) => output.kind === 'signed in',
    'no code was sent': (_, { output }: { output: CodeOutput }) => output.trouble !== null,
  },
  actions: {
    'take the place': assign((_, { place }: { place: Place }) => ({ link: linkOf(place) })),
    'take the settings': assign((_, { site_settings }: { site_settings: SiteSettings }) => waysIn(site_settings)),
    'note that passwords are off': assign({ passwords: false }),
    'forget the link': assign({ link: null }),
    'keep the letter': assign(({ context }, read: { output: LetterRead }) => letters.broughtBy(context, read)),
    'forget the letter': assign({ letter: null }),
    'take the address': assign((_, { value }: Typed) => ({ email: value, lost: false, refused: {}, trouble: null })),
    'take the password': assign((_, { value }: Typed) => ({ password: value, refused: {}, trouble: null })),
    'show the password, or hide it': assign(({ context }) => ({ revealed: !context.revealed })),
    'take the choice': assign((_, { value }: { value: boolean }) => ({ remember: value })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'forget the password': assign({ password: '', revealed: false }),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    'keep the trouble': assign((_, { error }: Thrown) => objections(error)),
    'keep what broke': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep why no code was sent': assign((_, { output }: { output: CodeOutput }) => whyNoCode(output)),
    'keep that it is late': assign({ trouble: late }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'remember the address': effect<{ key: string; value: string }>('memory.keep'),
    'tell the code': sendTo('code', ({ event }) => event),
    'tell the link': sendTo('link', ({ event }) => event),
    'say what is typed': sendParent(({ context }): FlowEvent => ({ type: 'flow.email typed', email: context.email })),
    'say that they are signed in': sendParent({ type: 'flow.signed in' } satisfies FlowEvent),
    'give way': sendParent({ type: 'flow.dismissed' } satisfies FlowEvent),
    'take the link out of the address': sendParent({
      type: 'flow.navigate',
      to: '/login',
      replace: true,
    } satisfies FlowEvent),
  },
}).createMachine({
  id: 'login',
  context: ({ input }) => begun(input),
  initial: 'opening',
  on: {
    'house.arrived': {
      guard: { type: 'it brings another link', params: given },
      target: '.opening',
      actions: { type: 'take the place', params: given },
    },
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
    'user.dismissed': { guard: 'it stands over a flow', target: '.dismissed' },
  },
  states: {
    opening: {
      always: [{ guard: 'a link was opened', target: 'linked' }, { target: 'recalling' }],
    },

    /** Whether a letter is on its way already: then the place for its code is opened. */
    recalling: letters.recalling('asking'),
    asking: { always: [{ guard: 'passwords are used', target: 'password' }, { target: 'email' }] },

    /** The page of the letter's link, a chart of its own. */
    linked: {
      on: { 'port.online': { actions: 'tell the link' } },
      invoke: {
        src: 'link',
        id: 'link',
        input: ({ context }) => ({ token: context.link ?? '' }),
        onDone: [
          { guard: { type: 'they are signed in', params: given }, target: 'signed in' },
          { target: 'recalling', actions: ['forget the link', 'take the link out of the address'] },
        ],
        onError: {
          target: 'email.corrected',
          actions: ['forget the link', { type: 'keep what broke', params: given }],
        },
      },
    },

    password: {
      tags: 'form',
      always: { guard: 'passwords are off', target: 'email' },
      initial: 'entering',
      on: {
        'user.email typed': {
          actions: [{ type: 'take the address', params: given }, 'say what is typed'],
        },
        'user.password toggled': { actions: 'show the password, or hide it' },
        'user.password typed': { actions: { type: 'take the password', params: given } },
        'user.remember chosen': { actions: { type: 'take the choice', params: given } },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
        'user.submitted': [
          { guard: 'address and password are right', target: 'checking' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'user.code wanted': [
          { guard: 'the address is right', target: 'coded', actions: 'forget the trouble' },
          { target: 'email', actions: 'forget the trouble' },
        ],
      },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    checking: {
      tags: ['busy', 'waiting'],
      // Not when they are in: the house takes this flow away in the same turn.
      entry: {
        type: 'remember the address',
        params: ({ context }) => ({ key: 'email', value: context.email.trim() }),
      },
      invoke: {
        src: 'auth.login_by_password',
        id: 'auth.login_by_password',
        input: ({ context: { email, password, remember } }) => ({ body: { email: email.trim(), password, remember } }),
        onDone: 'signed in',
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          { guard: { type: 'a puzzle is asked for', params: given }, target: 'puzzled' },
          {
            guard: { type: 'passwords were switched off', params: given },
            target: 'email.corrected',
            actions: ['note that passwords are off', { type: 'keep the trouble', params: given }, 'count a correction'],
          },
          {
            target: 'password.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': {
          target: 'password.corrected',
          actions: ['keep that it is late', 'count a correction'],
        },
      },
    },

    /** Some wrong passwords: a puzzle, a chart of its own, and then the same password goes once more. */
    puzzled: {
      invoke: {
        src: 'puzzle',
        id: 'puzzle',
        onDone: [
          { guard: { type: 'it is solved', params: given }, target: 'checking' },
          { target: 'password', actions: 'forget the trouble' },
        ],
        onError: {
          target: 'password.corrected',
          actions: [{ type: 'keep what broke', params: given }, 'count a correction'],
        },
      },
    },

    /** Too many wrong passwords: the form comes back by itself, and a letter is still a way in. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.code wanted': { target: 'email', actions: 'forget the trouble' },
      },
      after: { 'the wait is over': { target: 'password', actions: 'forget the trouble' } },
    },

    email: {
      tags: 'form',
      entry: 'forget the password',
      initial: 'entering',
      on: {
        'user.email typed': {
          actions: [{ type: 'take the address', params: given }, 'say what is typed'],
        },
        'user.submitted': [
          { guard: 'the address is right', target: 'coded', actions: 'forget the trouble' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
        'user.password wanted': { guard: 'passwords are used', target: 'password', actions: 'forget the trouble' },
      },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    /** The code of a letter, a chart of its own. */
    coded: {
      entry: 'forget the password',
      exit: 'forget the letter',
      on: { 'port.online': { actions: 'tell the code' } },
      invoke: {
        src: 'code',
        id: 'code',
        input: ({ context: { email, passwords, lost, letter }, context }) => ({
          ...{ flow: 'login', email: email.trim(), passwords, anybody: !passwords, known: isKnown(context), lost },
          ...(letter && { recalled: letter }),
        }),
        onDone: [
          { guard: { type: 'they are signed in', params: given }, target: 'signed in' },
          {
            guard: { type: 'no code was sent', params: given },
            target: 'email.corrected',
            actions: [{ type: 'keep why no code was sent', params: given }, 'count a correction'],
          },
          { target: 'email', actions: { type: 'keep why no code was sent', params: given } },
        ],
        onError: {
          target: 'email.corrected',
          actions: [{ type: 'keep what broke', params: given }, 'count a correction'],
        },
      },
    },

    'signed in': { type: 'final', entry: ['forget the password', 'say that they are signed in'] },
    dismissed: { type: 'final', entry: ['forget the password', 'give way'] },
  },
});
