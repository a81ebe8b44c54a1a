import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { userTelegram, userUntieTelegram, type TelegramTie } from '../../../contract/calls/settings.ts';
import { added } from '../../../contract/limits.ts';
import { isOfSession } from '../../form/lost-session.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';

export interface TelegramTieContext {
  /** Null before it was read. */
  tie: TelegramTie | null;
  trouble: Trouble | null;
}

type TelegramTieEvent =
  | { type: 'user.telegram untied' }
  | { type: 'user.telegram wanted' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: Answer<TelegramTie>;
}

/** Whether a Telegram account signs in here, and the end of that. What was lost is looked up. */
export const telegramTieMachine = setup({
  types: {
    context: {} as TelegramTieContext,
    events: {} as TelegramTieEvent,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(userTelegram, userUntieTelegram) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  guards: {
    'it is tied': ({ context }) => (context.tie?.tied ?? null) !== null,
    'nobody is signed in': (_, { error }: Thrown) => isOfSession(troubleOf(error)),
    'it is untied': (_, { output }: Read) => output.payload.tied === null,
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    'take the tie': assign((_, { output }: Read) => ({ tie: output.payload })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'telegram-tie',
  context: { tie: null, trouble: null },
  initial: 'reading',
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'user.telegram',
        id: 'user.telegram',
        onDone: { target: 'shown', actions: { type: 'take the tie', params: given } },
        onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.telegram wanted': { target: 'reading', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    shown: {
      tags: 'safe to reload',
      on: {
        'user.telegram untied': { guard: 'it is tied', target: 'untying', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
      },
    },

    untying: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.untie_telegram',
        id: 'user.untie_telegram',
        onDone: { target: 'shown', actions: { type: 'take the tie', params: given } },
        onError: [
          {
            guard: { type: 'nobody is signed in', params: given },
            target: 'not untied',
            actions: { type: 'keep the trouble', params: given },
          },
          { target: 'finding out', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'finding out', actions: 'keep that it is late' } },
    },

    /** Whatever was said or lost: what stands there now is read. */
    'finding out': {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.telegram',
        id: 'user.telegram',
        onDone: [
          {
            guard: { type: 'it is untied', params: given },
            target: 'shown',
            actions: ['forget the trouble', { type: 'take the tie', params: given }],
          },
          { target: 'shown', actions: { type: 'take the tie', params: given } },
        ],
        onError: { target: 'not untied', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'not untied', actions: 'keep that it is late' } },
    },

    /** Untied once more it is the same. */
    'not untied': {
      tags: 'attention',
      on: {
        'user.telegram wanted': { target: 'untying', actions: 'forget the trouble' },
        'house.signed in': { target: 'untying', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'untying', actions: 'forget the trouble' },
      },
    },
  },
});
