import { assign, sendParent, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { referralInfoRead } from '../../../contract/calls/referral.ts';
import { added } from '../../../contract/limits.ts';
import type { ReferralInfo } from '../../../contract/referral.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';
import { ask } from '../../root/ports.ts';

export interface ProgrammeContext {
  /** Null before it was read. */
  info: ReferralInfo | null;
  trouble: Trouble | null;
}

/** The link is to be copied. */
export interface ProgrammeNews {
  type: 'programme.copied';
  value: string;
}

type ProgrammeEvent =
  | { type: 'user.link copied' }
  | { type: 'user.link shared' }
  | { type: 'user.programme wanted' }
  /** Somebody was invited. */
  | { type: 'referral.changed' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}

/** A person has looked at the browser's ways to share, and took none. */
const isTurnedDown = (error: unknown): boolean => (Object(error) as { code?: unknown }).code === 'aborted';

const copyNews = ({ context }: { context: ProgrammeContext }): ProgrammeNews => ({
  type: 'programme.copied',
  value: context.info?.url ?? '',
});

/** The link that invites, how far those came who followed it, and what they earned. */
export const programmeMachine = setup({
  types: {
    context: {} as ProgrammeContext,
    events: {} as ProgrammeEvent,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(referralInfoRead), 'link.share': ask<unknown, { url: string }>('link.share') },
  delays: { 'the answer is overdue': added.answer + 5_000, 'nobody chooses': 2 * 60_000 },
  guards: {
    'it was turned down': (_, { error }: Thrown) => isTurnedDown(error),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
  },
  actions: {
    'take the programme': assign((_, { output }: { output: Answer<ReferralInfo> }) => ({ info: output.payload })),
    'say what is to be copied': sendParent(copyNews),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'programme',
  context: { info: null, trouble: null },
  initial: 'reading',
  states: {
    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      // What is on its way may have been told before.
      on: { 'referral.changed': { target: 'reading', reenter: true } },
      invoke: {
        src: 'referral.info',
        id: 'referral.info',
        onDone: { target: 'shown', actions: { type: 'take the programme', params: given } },
        onError: { target: 'unread', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.programme wanted': { target: 'reading', actions: 'forget the trouble' },
        'house.signed in': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    shown: {
      tags: 'safe to reload',
      on: {
        'user.link copied': { actions: 'say what is to be copied' },
        'user.link shared': 'sharing',
        'referral.changed': 'renewing',
        'house.signed in': 'renewing',
      },
    },

    /** Nobody here has asked for it: what does not come leaves what is there. */
    renewing: {
      tags: 'safe to reload',
      on: {
        'user.link copied': { actions: 'say what is to be copied' },
        'referral.changed': { target: 'renewing', reenter: true },
      },
      invoke: {
        src: 'referral.info',
        id: 'referral.info',
        onDone: { target: 'shown', actions: { type: 'take the programme', params: given } },
        onError: 'shown',
      },
      after: { 'the answer is overdue': 'shown' },
    },

    /** The browser's own ways; where it has none, the link is copied. */
    sharing: {
      tags: 'safe to reload',
      invoke: {
        src: 'link.share',
        id: 'link.share',
        input: ({ context }) => ({ url: context.info?.url ?? '' }),
        onDone: 'shown',
        onError: [
          { guard: { type: 'it was turned down', params: given }, target: 'shown' },
          { target: 'shown', actions: 'say what is to be copied' },
        ],
      },
      after: { 'nobody chooses': 'shown' },
    },
  },
});
