import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import {
  userChangeMail,
  userConfirmMail,
  userInfo,
  type MailAsked,
  type MailConfirmed,
  type PersonalInfo,
} from '../../../contract/calls/user.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, late, troubleOf } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import { ask, effect, source } from '../../root/ports.ts';
import { usesPasswords } from '../../sign-in/fields.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';
import {
  codeLength,
  digitsOf,
  doubtOf,
  draftFrom,
  foundOut,
  goneOn,
  isAwaited,
  isChanged,
  isRight,
  objectionsToCodes,
  objectionsToForm,
  typedIn,
  waitsBehindLost,
  waitsForLetters,
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
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.session lost' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Thrown {
  error: unknown;
}
interface Typed {
  value: string;
}

const spent = ['code_expired', 'too_many_tries', 'email_taken'];

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const changeMailSetup = setup({
  types: {
    context: {} as ChangeMailContext,
    events: {} as ChangeMailEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'countdown' | 'finished' | 'safe to reload',
  },
  actors: {
    ...calls(userChangeMail, userConfirmMail, userInfo),
    'draft.read': ask<unknown, { account: string; key: string }>('draft.read'),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the draft is overdue': 1_000,
    'the codes expire': ({ context }) => Math.max(0, (context.sent?.expiresAt ?? 0) - context.at),
    'new codes are allowed': ({ context }) => Math.max(0, (context.sent?.againAt ?? 0) - context.at),
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'a password is asked for': ({ context }) => context.passwords,
    'a change was begun': (_, { output }: { output: unknown }) => draftFrom(output) !== null,
    'the codes are awaited': ({ context }, { output }: { output: Answer<PersonalInfo> }) => isAwaited(context, output),
    'the form is right': ({ context }) => isRight(context),
    /** Each try counts, and the same code is not tried twice. */
    'a code was refused': ({ context: { refused } }) => (refused.old_code ?? refused.new_code) !== undefined,
    'both codes are whole': ({ context }) =>
      [context.old_code, context.new_code].every((code) => code.length === codeLength),
    'new codes need the password': ({ context: { at, sent, passwords, password } }) =>
      at >= (sent?.againAt ?? 0) && passwords && password === '',
    'new codes may be asked for': ({ context }) => context.at >= (context.sent?.againAt ?? 0),
    'codes were sent': ({ context }) => context.sent !== null,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'lost letters went out': ({ context }, { error }: Thrown) => waitsBehindLost(context, error),
    'only the next letters wait': ({ context }, { error }: Thrown) => context.sent !== null && mustWait(error),
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'the codes are spent': (_, { error }: Thrown) => isCallError(error) && spent.includes(error.code),
    'the server said no': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && error.code !== 'code_used',
    'the address is the new one': ({ context }, { output }: { output: Answer<PersonalInfo> }) =>
      isChanged(context, output.payload),
  },
  actions: {
    'take the settings': assign(({ context }, { site_settings }: { site_settings: SiteSettings }) => {
      const passwords = usesPasswords(site_settings) && !context.hasNone;
      return passwords ? { passwords } : { passwords, password: '', revealed: false };
    }),
    'take the draft': assign((_, { output }: { output: unknown }) => {
      const draft = draftFrom(output);
      return { draft, known: draft };
    }),
    'take the address that was typed': assign((_, { output }: { output: unknown }) => ({ email: typedIn(output) })),
    'take the address back': assign(({ context }) => ({ email: context.draft?.to ?? '' })),
    'keep the address that holds': assign((_, { output }: { output: Answer<MailConfirmed> }) => ({
      holds: output.payload.email ?? null,
    })),
    'forget the change': assign({ draft: null }),
    'go on with the change': assign(({ context }, { output }: { output: Answer<PersonalInfo> }) =>
      goneOn(context, output),
    ),
    'keep that it is over': assign({ trouble: { code: 'mail_change_over' } }),
    'take the address': assign((_, { value }: Typed) => ({ email: value, lost: false, refused: {}, trouble: null })),
    'take the password': assign((_, { value }: Typed) => ({ password: value, refused: {}, trouble: null })),
    'show the password, or hide it': assign(({ context }) => ({ revealed: !context.revealed })),
    'take the old code': assign(({ context: { refused } }, { value }: Typed) => ({
      ...{ old_code: digitsOf(value), refused: without(refused, 'old_code'), trouble: null },
    })),
    'take the new code': assign(({ context: { refused } }, { value }: Typed) => ({
      ...{ new_code: digitsOf(value), refused: without(refused, 'new_code'), trouble: null },
    })),
    'keep what was sent': assign((_, { output }: { output: Answer<MailAsked> }) => whatWasSent(output)),
    'keep that they went out': assign(({ context }, { error }: Thrown) => foundOut(context, error)),
    'keep that the next letters wait': assign(({ context }, { error }: Thrown) => waitsForLetters(context, error)),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'count a try': assign(({ context }) => ({ tries: context.tries + 1 })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'allow new codes': assign(({ context }) => ({ at: Math.max(context.at, context.sent?.againAt ?? 0) })),
    'keep what is wrong with the form': assign(({ context }, { error }: Thrown) => objectionsToForm(context, error)),
    'keep what is wrong with the codes': assign(({ context }, { error }: Thrown) => objectionsToCodes(context, error)),
    /** What was said of a code stays with it until it is typed anew. */
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'keep that the letters are late': assign({ trouble: late, lost: true }),
    'keep that the codes expired': assign({ trouble: { code: 'code_expired' } }),
    'keep that it is not changed': assign({ trouble: { code: 'not_changed' } }),
    'keep that the session is lost': assign({ trouble: { code: 'no_session' }, refused: {} }),
    'forget the password': assign({ password: '', revealed: false }),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    /** A code that was refused stays so. */
    'forget the line': assign({ trouble: null }),
    'forget the codes': assign({ sent: null, old_code: '', new_code: '' }),
    'keep the draft': effect<{ account: string; key: string; value: unknown }>('draft.keep'),
    'drop the draft': effect<{ account: string; key: string }>('draft.drop'),
    'say what may be the address': sendParent(({ context }): FlowEvent => ({
      ...{ type: 'flow.address in doubt', doubt: doubtOf(context) },
    })),
    'say that the address is known': sendParent({ type: 'flow.address in doubt', doubt: null } satisfies FlowEvent),
    'forget the secrets': assign({ password: '', old_code: '', new_code: '', revealed: false }),
  },
});
