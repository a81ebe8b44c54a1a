import { assign, sendParent, setup } from 'xstate';
import { authChange } from '../../../contract/calls/auth.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import { begun, isRight, objections, type ChangePasswordContext } from './change-password.context.ts';
import { usesPasswords } from '../../sign-in/fields.ts';
import { isOfSession } from '../../form/lost-session.ts';
import { troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';

type ChangePasswordEvent =
  | { type: 'user.old password typed'; value: string }
  | { type: 'user.password typed'; value: string }
  | { type: 'user.password toggled' }
  | { type: 'user.submitted' }
  | { type: 'user.put off' }
  | Extract<PortEvent, { type: 'port.ticked' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.session lost' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Thrown {
  error: unknown;
}
interface Typed {
  value: string;
}

/**
 * Another password, or the first one of an account that has to set it: then no old one is asked for, it may be put off,
 * and the person goes on where they were going. Nothing that was typed survives the session.
 */
export const changePasswordMachine = setup({
  types: {
    context: {} as ChangePasswordContext,
    events: {} as ChangePasswordEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'finished' | 'safe to reload',
  },
  actors: {
    ...calls(authChange),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'passwords are used': ({ context }) => context.passwords,
    'passwords are off': ({ context }) => !context.passwords,
    'it is required': ({ context }) => context.required,
    'an old one is asked for': ({ context }) => !context.required,
    'the form is right': ({ context }) => isRight(context),
    'an answer was lost': ({ context }) => context.lost,
    'no answer was lost': ({ context }) => !context.lost,
    'it may be done': (_, { error }: Thrown) =>
      !isCallError(error) || (error.kind !== 'refused' && error.code !== 'site_blocked'),
    'a lost one stays unknown': ({ context }, { error }: Thrown) =>
      context.lost && isCallError(error) && error.code === 'no_session',
    'nobody is signed in': (_, { error }: Thrown) => isOfSession(troubleOf(error)),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'passwords were switched off': (_, { error }: Thrown) => isCallError(error) && error.code === 'password_disabled',
  },
  actions: {
    'take the settings': assign((_, { site_settings }: { site_settings: SiteSettings }) => ({
      passwords: usesPasswords(site_settings),
    })),
    'note that passwords are off': assign({ passwords: false }),
    'take the old password': assign((_, { value }: Typed) => ({
      old_password: value,
      refused: {},
      trouble: null,
      lost: false,
    })),
    'take the password': assign((_, { value }: Typed) => ({
      ...{ password: value, refused: {}, trouble: null, lost: false },
    })),
    'show the passwords, or hide them': assign(({ context }) => ({ revealed: !context.revealed })),
    'forget the passwords': assign({ old_password: '', password: '', revealed: false }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    'keep the trouble': assign(({ context }, { error }: Thrown) => objections(context, error)),
    'keep that it may be done': assign({ trouble: { code: 'password_unknown' }, refused: {}, lost: true }),
    'keep that the session is lost': assign({ trouble: { code: 'no_session' }, refused: {} }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'remember that they were asked': effect<{ key: string; value: true | null }>('memory.keep'),
    'say that it is set': sendParent({
      type: 'flow.toast wanted',
      msg: 'change_password.set',
      variant: 'success',
    } satisfies FlowEvent),
    'go on': sendParent({ type: 'flow.interruption over' } satisfies FlowEvent),
  },
}).createMachine({
  id: 'change-password',
  context: ({ input }) => begun(input),
  initial: 'form',
  entry: {
    type: 'remember that they were asked',
    params: ({ context: { account, required } }) => ({ key: `asked/${account}`, value: required || null }),
  },
  on: {
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
  },
  states: {
    form: {
      tags: 'form',
      always: { guard: 'passwords are off', target: 'closed' },
      initial: 'entering',
      on: {
        'user.old password typed': {
          guard: 'an old one is asked for',
          actions: { type: 'take the old password', params: given },
        },
        'user.password typed': { actions: { type: 'take the password', params: given } },
        'user.password toggled': { actions: 'show the passwords, or hide them' },
        'user.put off': { guard: 'it is required', target: 'put off' },
        'user.submitted': [
          { guard: 'the form is right', target: 'saving' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'house.session lost': [
          { guard: 'an answer was lost', target: '.unknown', actions: 'forget the passwords' },
          { target: '.entering', actions: ['forget the passwords', 'keep that the session is lost'] },
        ],
        'house.signed in': { guard: 'no answer was lost', actions: 'forget the trouble' },
      },
      states: {
        entering: {},
        corrected: { tags: ['corrected', 'attention'] },
        /** The new password may hold: nothing but typing and an answer takes these words away, the session's end least of all. */
        unknown: { tags: 'attention' },
      },
    },

    /** The server answers the same when a change is sent again after a lost answer. */
    saving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'auth.change',
        id: 'auth.change',
        input: ({ context: { required, old_password, password } }) => ({
          body: { password, ...(required ? {} : { old_password }) },
        }),
        onDone: [
          { guard: 'it is required', target: 'set', actions: ['say that it is set', 'go on'] },
          { target: 'changed' },
        ],
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'passwords were switched off', params: given },
            target: 'closed',
            actions: 'note that passwords are off',
          },
          {
            guard: { type: 'it may be done', params: given },
            target: 'form.unknown',
            actions: 'keep that it may be done',
          },
          { guard: { type: 'a lost one stays unknown', params: given }, target: 'form.unknown' },
          {
            guard: { type: 'nobody is signed in', params: given },
            target: 'form',
            actions: ['forget the passwords', 'keep that the session is lost'],
          },
          {
            target: 'form.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
        ],
      },
      after: { 'the answer is overdue': { target: 'form.unknown', actions: 'keep that it may be done' } },
      // The change itself may have ended the session: its own answer is waited for.
      on: { 'house.session lost': { actions: 'forget the passwords' } },
    },

    /** Too many wrong old passwords: the form comes back by itself, with what is in it. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'house.session lost': { actions: 'forget the passwords' },
      },
      after: {
        'the wait is over': [
          { guard: 'an answer was lost', target: 'form.unknown', actions: 'keep that it may be done' },
          { target: 'form', actions: 'forget the trouble' },
        ],
      },
    },

    /** People sign in without passwords here. */
    closed: {
      tags: 'safe to reload',
      entry: 'forget the passwords',
      always: { guard: 'passwords are used', target: 'form' },
    },

    changed: { type: 'final', tags: 'finished', entry: 'forget the passwords' },
    set: { type: 'final', tags: 'finished', entry: 'forget the passwords' },
    'put off': { type: 'final', entry: ['forget the passwords', 'go on'] },
  },
});
