import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import {
  userChangeMail,
  userConfirmMail,
  userInfo,
  type MailAsked,
  type PersonalInfo,
} from '../../../contract/calls/user.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { late, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { FlowInput, HouseEvent, PortEvent } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import {
  begun,
  codeLength,
  digitsOf,
  isChanged,
  isRight,
  objectionsToCodes,
  objectionsToForm,
  whatWasSent,
  without,
  type ChangeMailContext,
} from './change-mail.context.ts';

type ChangeMailEvent =
  | { type: 'user.email typed'; value: string }
  | { type: 'user.password typed'; value: string }
  | { type: 'user.password toggled' }
  | { type: 'user.old code typed'; value: string }
  | { type: 'user.new code typed'; value: string }
  | { type: 'user.submitted' }
  | { type: 'user.resent' }
  | { type: 'user.other address wanted' }
  | { type: 'user.retried' }
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.session lost' }>;

interface Thrown {
  error: unknown;
}
interface Typed {
  value: string;
}

const spent = ['code_expired', 'too_many_tries', 'email_taken'];

/**
 * Another e-mail address: it is asked for with the password, then proven by a code from each of the two letter boxes. An
 * answer that is lost is found out by reading which address the account has; nothing is said before that.
 */
export const changeMailMachine = setup({
  types: {
    context: {} as ChangeMailContext,
    events: {} as ChangeMailEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'finished' | 'safe to reload',
  },
  actors: {
    ...calls(userChangeMail, userConfirmMail, userInfo),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the codes expire': ({ context }) => Math.max(0, (context.sent?.expiresAt ?? 0) - context.at),
    'new codes are allowed': ({ context }) => Math.max(0, (context.sent?.againAt ?? 0) - context.at),
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'a password is asked for': ({ context }) => context.passwords,
    'the form is right': ({ context }) => isRight(context),
    'both codes are whole': ({ context }) =>
      [context.old_code, context.new_code].every((code) => code.length === codeLength),
    'new codes may be asked for': ({ context }) => context.at >= (context.sent?.againAt ?? 0),
    'codes were sent': ({ context }) => context.sent !== null,
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'the codes are spent': (_, { error }: Thrown) => isCallError(error) && spent.includes(error.code),
    'the server said no': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && error.code !== 'code_used',
    'the address is the new one': ({ context }, { output }: { output: Answer<PersonalInfo> }) =>
      isChanged(context, output.payload),
  },
  actions: {
    'take the address': assign((_, { value }: Typed) => ({ email: value, refused: {}, trouble: null })),
    'take the password': assign((_, { value }: Typed) => ({ password: value, refused: {}, trouble: null })),
    'show the password, or hide it': assign(({ context }) => ({ revealed: !context.revealed })),
    'take the old code': assign(({ context: { refused } }, { value }: Typed) => ({
      ...{ old_code: digitsOf(value), refused: without(refused, 'old_code'), trouble: null },
    })),
    'take the new code': assign(({ context: { refused } }, { value }: Typed) => ({
      ...{ new_code: digitsOf(value), refused: without(refused, 'new_code'), trouble: null },
    })),
    'keep what was sent': assign((_, { output }: { output: Answer<MailAsked> }) => whatWasSent(output)),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'count a try': assign(({ context }) => ({ tries: context.tries + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'allow new codes': assign(({ context }) => ({ at: Math.max(context.at, context.sent?.againAt ?? 0) })),
    'keep what is wrong with the form': assign(({ context }, { error }: Thrown) => objectionsToForm(context, error)),
    'keep what is wrong with the codes': assign(({ context }, { error }: Thrown) => objectionsToCodes(context, error)),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error), refused: {} })),
    'keep that it is late': assign({ trouble: late }),
    'keep that the codes expired': assign({ trouble: { code: 'code_expired' } }),
    'keep that it is not changed': assign({ trouble: { code: 'not_changed' }, refused: {} }),
    'keep that the session is lost': assign({
      trouble: { code: 'no_session' },
      refused: {},
      password: '',
      revealed: false,
    }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    'forget the codes': assign({ sent: null, old_code: '', new_code: '' }),
    'forget the secrets': assign({ password: '', old_code: '', new_code: '', revealed: false }),
  },
}).createMachine({
  id: 'change-mail',
  context: ({ input }) => begun(input),
  initial: 'form',
  states: {
    form: {
      tags: 'form',
      initial: 'entering',
      entry: 'forget the codes',
      on: {
        'user.email typed': { actions: { type: 'take the address', params: given } },
        'user.password typed': {
          guard: 'a password is asked for',
          actions: { type: 'take the password', params: given },
        },
        'user.password toggled': { guard: 'a password is asked for', actions: 'show the password, or hide it' },
        'user.submitted': [
          { guard: 'the form is right', target: 'asking' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'house.session lost': { target: '.entering', actions: 'keep that the session is lost' },
        'house.signed in': { actions: 'forget the trouble' },
      },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    asking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.change_mail',
        id: 'user.change_mail',
        input: ({ context: { email, password, passwords } }) => ({
          body: { email: email.trim(), ...(passwords ? { password } : {}) },
        }),
        onDone: { target: 'codes', actions: { type: 'keep what was sent', params: given } },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: 'codes were sent',
            target: 'codes.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
          {
            target: 'form.corrected',
            actions: [{ type: 'keep what is wrong with the form', params: given }, 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': [
          {
            guard: 'codes were sent',
            target: 'codes.corrected',
            actions: ['keep that it is late', 'count a correction'],
          },
          { target: 'form.corrected', actions: ['keep that it is late', 'count a correction'] },
        ],
      },
    },

    codes: {
      tags: ['form', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      after: { 'new codes are allowed': { actions: 'allow new codes' } },
      initial: 'entering',
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.old code typed': { actions: { type: 'take the old code', params: given } },
        'user.new code typed': { actions: { type: 'take the new code', params: given } },
        'user.submitted': [
          { guard: 'both codes are whole', target: 'confirming' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'user.resent': { guard: 'new codes may be asked for', target: 'asking' },
        'user.other address wanted': { target: 'form', actions: 'forget the trouble' },
        'house.signed in': { actions: 'forget the trouble' },
      },
      states: {
        entering: {
          after: { 'the codes expire': { target: '#change-mail.over', actions: 'keep that the codes expired' } },
        },
        corrected: {
          tags: ['corrected', 'attention'],
          after: { 'the codes expire': { target: '#change-mail.over', actions: 'keep that the codes expired' } },
        },
      },
    },

    confirming: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.confirm_mail',
        id: 'user.confirm_mail',
        input: ({ context: { old_code, new_code } }) => ({ body: { old_code, new_code } }),
        onDone: 'changed',
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the codes are spent', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          {
            guard: { type: 'the server said no', params: given },
            target: 'codes.corrected',
            actions: [
              'count a try',
              { type: 'keep what is wrong with the codes', params: given },
              'count a correction',
            ],
          },
          { target: 'finding out' },
        ],
      },
      after: { 'the answer is overdue': 'finding out' },
    },

    /** Nobody knows whether it was done: which address the account has tells. */
    'finding out': {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'user.info',
        id: 'user.info',
        onDone: [
          { guard: { type: 'the address is the new one', params: given }, target: 'changed' },
          { target: 'codes.corrected', actions: ['keep that it is not changed', 'count a correction'] },
        ],
        onError: { target: 'unknown', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unknown', actions: 'keep that it is late' } },
    },
    unknown: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'finding out', actions: 'forget the trouble' },
        'port.online': { target: 'finding out', actions: 'forget the trouble' },
        'house.signed in': { target: 'finding out', actions: 'forget the trouble' },
      },
    },

    /** These codes change nothing any more. */
    over: {
      tags: ['attention', 'safe to reload'],
      entry: 'forget the secrets',
      on: { 'user.other address wanted': { target: 'form', actions: 'forget the trouble' } },
    },

    /** Asked too often. After the wait what was typed is there again. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: {
        'the wait is over': [
          { guard: 'codes were sent', target: 'codes', actions: 'forget the trouble' },
          { target: 'form', actions: 'forget the trouble' },
        ],
      },
    },

    changed: { type: 'final', tags: 'finished', entry: 'forget the secrets' },
  },
});
