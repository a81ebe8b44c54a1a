import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { referralInvite, referralInviteInfo, referralMailing } from '../../../contract/calls/referral.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import type { InviteForm } from '../../../contract/referral.ts';
import { isOfLine, troubleOf } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';
import { askingForWords, besideIt, wordsOf, type WordsNews } from '../../words/words.machine.ts';
import { addressProblem } from '../../sign-in/fields.ts';
import { begun, lateness, objections, inWordsOf, signsLeft, taken, type InviteContext } from './invite.context.ts';

/** Somebody was invited. */
export interface InviteNews {
  type: 'invite.sent';
}

type InviteEvent =
  | { type: 'user.email typed'; value: string }
  | { type: 'user.submitted' }
  | { type: 'user.letter opened' }
  | { type: 'user.note typed'; value: string }
  | { type: 'user.letter language chosen'; value: 'ru' | 'en' }
  | { type: 'user.letter saved' }
  | { type: 'user.letter put aside' }
  | { type: 'user.invite wanted' }
  | { type: 'user.another address wanted' }
  | WordsNews<InviteForm>
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: Answer<InviteForm>;
}

const itWent = [
  { type: 'take the form', params: given },
  'note where it went',
  'tell that somebody was invited',
] as const;

/** Letters that invite: to whom, what they say, and how many are left for today. */
export const inviteMachine = setup({
  types: {
    context: {} as InviteContext,
    events: {} as InviteEvent,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(referralInviteInfo, referralInvite, referralMailing), words: wordsOf(referralInviteInfo) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  guards: {
    'letters are left': (_, { output }: Read) => output.payload.left > 0,
    'it is an address': ({ context }) => addressProblem(context.email) === null,
    'the note is short enough': ({ context }) => signsLeft(context) >= 0,
    'the server said no': (_, { error }: Thrown) => isCallError(error) && error.kind === 'refused',
    'no letter is left': (_, { error }: Thrown) => isCallError(error) && error.code === 'wait_before_retry',
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    ...askingForWords,
    'take the form': assign((_, { output }: Read) => taken(output)),
    'take the words': assign(({ context }, { output }: Read) => inWordsOf(context, output)),
    'take the address': assign((_, { value }: { value: string }) => ({
      email: value,
      again: false,
      refused: {},
      trouble: null,
    })),
    'take the letter that is': assign(({ context: { form } }) => ({
      ...{ locale: form?.locale ?? 'ru', note: form?.note ?? '', refused: {}, trouble: null },
    })),
    'take the note': assign((_, { value }: { value: string }) => ({ note: value, refused: {}, trouble: null })),
    'take the language': assign((_, { value }: { value: 'ru' | 'en' }) => ({ locale: value })),
    'note where it went': assign(({ context }) => ({
      sentTo: context.email.trim(),
      email: '',
      again: false,
    })),
    'note that it is asked again': assign({ again: true }),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the objections': assign((_, { error }: Thrown) => objections(error)),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign(lateness),
    'forget the trouble': assign({ trouble: null, refused: {} }),
    'tell that somebody was invited': sendParent({ type: 'invite.sent' } satisfies InviteNews),
  },
}).createMachine({
  id: 'invite',
  context: begun,
  invoke: besideIt,
  initial: 'reading',
  on: {
    'house.language': { actions: { type: 'ask for the words', params: {} } },
    'words.read': { actions: { type: 'take the words', params: given } },
  },
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      on: { 'house.language': { target: 'reading', reenter: true } },
      invoke: {
        src: 'referral.invite_info',
        id: 'referral.invite_info',
        onDone: [
          {
            guard: { type: 'letters are left', params: given },
            target: 'form',
            actions: { type: 'take the form', params: given },
          },
          { target: 'enough', actions: { type: 'take the form', params: given } },
        ],
        onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.invite wanted': { target: 'reading', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    form: {
      tags: 'form',
      initial: 'empty',
      on: {
        'user.email typed': { target: '.entering', actions: { type: 'take the address', params: given } },
        'user.submitted': [
          { guard: 'it is an address', target: 'sending', actions: 'forget the trouble' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'user.letter opened': { target: 'letter', actions: 'take the letter that is' },
        'house.signed in': { actions: 'forget the trouble' },
      },
      // What is typed is kept nowhere else.
      states: {
        empty: { tags: 'safe to reload' },
        entering: {},
        corrected: { tags: ['corrected', 'attention'] },
        sent: { tags: 'safe to reload' },
      },
    },

    sending: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'referral.invite',
        id: 'referral.invite',
        input: ({ context }) => ({ body: { email: context.email.trim(), ...(context.again && { again: true }) } }),
        onDone: [
          { guard: { type: 'letters are left', params: given }, target: 'form.sent', actions: itWent },
          { target: 'enough', actions: itWent },
        ],
        onError: [
          { guard: { type: 'no letter is left', params: given }, target: 'reading' },
          {
            guard: { type: 'the server said no', params: given },
            target: 'form.corrected',
            actions: [{ type: 'keep the objections', params: given }, 'count a correction'],
          },
          { target: 'unknown', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'unknown', actions: 'keep that it is late' } },
    },

    /** Nobody knows whether it went. Asked again the server answers for the letter that went, and sends no other. */
    unknown: {
      tags: 'attention',
      on: {
        'user.invite wanted': { target: 'sending', actions: ['forget the trouble', 'note that it is asked again'] },
        // Sent from there to the same address it is the same letter.
        'user.another address wanted': {
          target: 'form.entering',
          actions: ['forget the trouble', 'note that it is asked again'],
        },
        'house.signed in': { actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
      },
    },

    /** As many as go out in a day. */
    enough: {
      tags: 'safe to reload',
      on: { 'user.invite wanted': 'reading', 'house.signed in': 'reading' },
    },

    letter: {
      tags: 'form',
      initial: 'entering',
      on: {
        'user.note typed': { target: '.entering', actions: { type: 'take the note', params: given } },
        'user.letter language chosen': { actions: { type: 'take the language', params: given } },
        'user.letter saved': [
          { guard: 'the note is short enough', target: 'saving', actions: 'forget the trouble' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'user.letter put aside': { target: 'form.entering', actions: 'forget the trouble' },
        'house.signed in': { actions: 'forget the trouble' },
      },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    /** Saved again it is the same. */
    saving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'referral.mailing',
        id: 'referral.mailing',
        input: ({ context: { locale, note } }) => ({ body: { locale, note } }),
        onDone: { target: 'form.entering', actions: { type: 'take the form', params: given } },
        onError: {
          target: 'letter.corrected',
          actions: [{ type: 'keep the objections', params: given }, 'count a correction'],
        },
      },
      after: { 'the answer is overdue': { target: 'letter.corrected', actions: 'keep that it is late' } },
    },
  },
});
