import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { referralRecruit, referralStop } from '../../../contract/calls/referral.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { recruitIdOf, type Recruiter } from '../../../contract/referral.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { FlowInput, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';
import { usesPasswords } from '../../sign-in/fields.ts';

export interface RecruitContext {
  /** Names whose link was opened. */
  ref: string;
  /** The token of a letter whose reader wants no more; empty where an invitation was opened. */
  stop: string;
  recruiter: Recruiter | null;
  /** Whoever opened it has an account already, as far as this page knows. */
  member: boolean;
  /** The site's `auth_type` is `password`: else an account is made at the first sign-in. */
  passwords: boolean;
  trouble: Trouble | null;
}

type RecruitEvent =
  | { type: 'user.retried' }
  | { type: 'user.letters refused' }
  | Extract<HouseEvent, { type: 'house.arrived' }>
  | Extract<Signal, { type: 'signal.site_settings' }>
  | Extract<PortEvent, { type: 'port.online' }>;

interface Thrown {
  error: unknown;
}
interface Arrival {
  place: Place;
}

const wishOf = ({ query }: Place) => ({ ref: recruitIdOf(query['ref'] ?? ''), stop: query['stop'] ?? '' });
const isGone = ({ error }: Thrown): boolean =>
  isCallError(error) && ['not_found', 'link_invalid', 'invalid'].includes(error.code);

/**
 * The page of an invitation: whose it is, and the way to an account; the server keeps in this browser by whom it came. With
 * the token of a letter, the page where its reader asks for no more of them.
 */
export const recruitMachine = setup({
  types: {
    context: {} as RecruitContext,
    events: {} as RecruitEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(referralRecruit, referralStop) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  guards: {
    'letters are to end': ({ context }) => context.stop !== '',
    'there is no such thing': (_, params: Thrown) => isGone(params),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'it is another invitation': (_, { place }: Arrival) => place.name === 'recruit',
  },
  actions: {
    'take the place': assign((_, { place }: Arrival) => ({ ...wishOf(place), recruiter: null, trouble: null })),
    'take the settings': assign((_, { site_settings }: { site_settings: SiteSettings }) => ({
      passwords: usesPasswords(site_settings),
    })),
    'take whose it is': assign((_, { output }: { output: Answer<Recruiter> }) => ({ recruiter: output.payload })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'recruit',
  context: ({ input }) => ({
    ...{ ...wishOf(input.place), recruiter: null, trouble: null },
    ...{ member: input.account !== null, passwords: usesPasswords(input.site) },
  }),
  initial: 'opening',
  on: {
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
    'house.arrived': {
      guard: { type: 'it is another invitation', params: given },
      target: '.opening',
      actions: { type: 'take the place', params: given },
    },
  },
  states: {
    opening: { always: [{ guard: 'letters are to end', target: 'asking' }, { target: 'reading' }] },

    reading: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'referral.recruit',
        id: 'referral.recruit',
        input: ({ context }) => ({ params: { id: context.ref } }),
        onDone: { target: 'open', actions: { type: 'take whose it is', params: given } },
        onError: [
          { guard: { type: 'there is no such thing', params: given }, target: 'nobody' },
          { target: 'unread', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'reading', actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', target: 'reading', actions: 'forget the trouble' },
      },
    },

    open: { tags: 'safe to reload' },

    /** No such link: an account can be had all the same. */
    nobody: { tags: ['attention', 'safe to reload'] },

    /** Opening a letter's page changes nothing: mail programs open pages too. */
    asking: {
      tags: 'safe to reload',
      on: { 'user.letters refused': { target: 'stopping', actions: 'forget the trouble' } },
    },

    /** Sent again it answers the same. */
    stopping: {
      tags: ['busy', 'waiting', 'safe to reload'],
      invoke: {
        src: 'referral.stop',
        id: 'referral.stop',
        input: ({ context }) => ({ body: { token: context.stop } }),
        onDone: 'stopped',
        onError: [
          { guard: { type: 'there is no such thing', params: given }, target: 'over' },
          { target: 'asking', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'asking', actions: 'keep that it is late' } },
    },

    stopped: { tags: 'safe to reload' },
    over: { tags: ['attention', 'safe to reload'] },
  },
});
