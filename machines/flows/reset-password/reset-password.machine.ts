import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { authResetByToken, authResetInfo, type ResetInfo } from '../../../contract/calls/auth.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, late } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { linkTrouble } from '../../sign-in/link-trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import { usesPasswords } from '../../sign-in/fields.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import {
  begun,
  isRight,
  objections,
  tokenOf,
  whatTheLinkSays,
  type ResetPasswordContext,
} from './reset-password.context.ts';

type ResetPasswordEvent =
  | { type: 'user.password typed'; value: string }
  | { type: 'user.password toggled' }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>
  | Extract<HouseEvent, { type: 'house.arrived' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Thrown {
  error: unknown;
}

/**
 * The page that the letter of a forgotten password opens. The token is taken out of the address at once and stands
 * nowhere but here; reading the link changes nothing. A new password signs nobody in: it is what signs in afterwards.
 */
export const resetPasswordMachine = setup({
  types: {
    context: {} as ResetPasswordContext,
    events: {} as ResetPasswordEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'finished' | 'safe to reload',
  },
  actors: {
    ...calls(authResetInfo, authResetByToken),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the link expires': ({ context }) => context.lives,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'a link was opened': ({ context }) => context.token !== null,
    'it brings another link': ({ context }, { place }: { place: Place }) =>
      tokenOf(place) !== null && tokenOf(place) !== context.token,
    'passwords are used': ({ context }) => context.passwords,
    'passwords are off': ({ context }) => !context.passwords,
    'the password is right': ({ context }) => isRight(context),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'the link is dead': (_, { error }: Thrown) =>
      isCallError(error) && ['link_invalid', 'not_found'].includes(error.code),
    'passwords were switched off': (_, { error }: Thrown) => isCallError(error) && error.code === 'password_disabled',
  },
  actions: {
    'take the place': assign((_, { place }: { place: Place }) => ({ token: tokenOf(place) })),
    'take the settings': assign((_, { site_settings }: { site_settings: SiteSettings }) => ({
      passwords: usesPasswords(site_settings),
    })),
    'note that passwords are off': assign({ passwords: false }),
    'take what the link says': assign((_, { output }: { output: Answer<ResetInfo> }) => ({
      ...whatTheLinkSays(output),
      trouble: null,
    })),
    'take the password': assign((_, { value }: { value: string }) => ({ password: value, refused: {}, trouble: null })),
    'show the password, or hide it': assign(({ context }) => ({ revealed: !context.revealed })),
    'forget the password': assign({ password: '', revealed: false }),
    'forget the link': assign({ token: null }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    'keep the trouble': assign((_, { error }: Thrown) => objections(error)),
    'keep why it was not read': assign((_, { error }: Thrown) => ({ trouble: linkTrouble(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that it expired': assign({ trouble: { code: 'link_invalid' } }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'take the link out of the address': sendParent({
      type: 'flow.navigate',
      to: '/reset-password',
      replace: true,
    } satisfies FlowEvent),
  },
}).createMachine({
  id: 'reset-password',
  context: ({ input }) => begun(input),
  initial: 'opening',
  on: {
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
    'house.arrived': {
      guard: { type: 'it brings another link', params: given },
      target: '.opening',
      actions: [{ type: 'take the place', params: given }, 'forget the password', 'forget the trouble'],
    },
  },
  states: {
    opening: {
      always: [
        { guard: 'a link was opened', target: 'reading', actions: 'take the link out of the address' },
        { target: 'missing' },
      ],
    },

    reading: {
      tags: ['busy', 'waiting'],
      always: { guard: 'passwords are off', target: 'closed' },
      invoke: {
        src: 'auth.reset_info',
        id: 'auth.reset_info',
        input: ({ context }) => ({ params: { token: context.token ?? '' } }),
        onDone: { target: 'form', actions: { type: 'take what the link says', params: given } },
        onError: [
          {
            guard: { type: 'the link is dead', params: given },
            target: 'over',
            actions: { type: 'keep why it was not read', params: given },
          },
          {
            guard: { type: 'passwords were switched off', params: given },
            target: 'closed',
            actions: 'note that passwords are off',
          },
          { target: 'unread', actions: { type: 'keep why it was not read', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    form: {
      tags: 'form',
      always: { guard: 'passwords are off', target: 'closed' },
      initial: 'entering',
      on: {
        'user.password typed': { actions: { type: 'take the password', params: given } },
        'user.password toggled': { actions: 'show the password, or hide it' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
        'user.submitted': [
          { guard: 'the password is right', target: 'saving' },
          { target: '.corrected', actions: 'count a correction' },
        ],
      },
      after: { 'the link expires': { target: 'over', actions: 'keep that it expired' } },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    /** The server answers the same when a password is sent again after a lost answer. */
    saving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.reset_by_token',
        id: 'auth.reset_by_token',
        input: ({ context: { token, password } }) => ({ params: { token: token ?? '' }, body: { password } }),
        onDone: 'changed',
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the link is dead', params: given },
            target: 'over',
            actions: { type: 'keep why it was not read', params: given },
          },
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

    /** Too many tries: the form comes back by itself, with what is in it. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': { target: 'form', actions: 'forget the trouble' } },
    },

    /** The line failed; the link may be as good as before. */
    unread: {
      tags: 'attention',
      always: { guard: 'passwords are off', target: 'closed' },
      on: { 'user.retried': 'reading', 'port.online': { guard: 'only the line had failed', target: 'reading' } },
    },

    /** Old, used, or never one of ours. */
    over: {
      tags: ['attention', 'safe to reload'],
      entry: ['forget the password', 'forget the link'],
      always: { guard: 'passwords are off', target: 'closed' },
    },

    /** Without a link, or loaded anew: the token stood in the address only once. */
    missing: { tags: 'safe to reload', always: { guard: 'passwords are off', target: 'closed' } },

    /** People sign in without passwords here; the link waits. */
    closed: { entry: 'forget the password', always: { guard: 'passwords are used', target: 'opening' } },

    changed: { type: 'final', tags: 'finished', entry: ['forget the password', 'forget the link'] },
  },
});
