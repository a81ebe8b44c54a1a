import { sendParent, sendTo, setup } from 'xstate';
import type { FlowEvent, FlowInput, HouseEvent, PortEvent, Signal } from '../../root/events.ts';
import { given } from '../../given.ts';
import { inviteMachine, type InviteNews } from './invite.machine.ts';
import { peopleMachine } from './people.machine.ts';
import { programmeMachine, type ProgrammeNews } from './programme.machine.ts';

type ReferralEvent =
  | InviteNews
  | ProgrammeNews
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<PortEvent, { type: 'port.online' }>;

const changed = { type: 'referral.changed' } as const;

/** The programme on one screen: its parts live each by themselves, and one that falls leaves the others. */
export const referralMachine = setup({
  types: { context: {} as object, events: {} as ReferralEvent, input: {} as FlowInput, tags: {} as 'safe to reload' },
  actors: { programme: programmeMachine, invite: inviteMachine, people: peopleMachine },
  actions: {
    'tell the programme': sendTo('programme', ({ event }) => event),
    'tell the letters': sendTo('invite', ({ event }) => event),
    'tell the people': sendTo('people', ({ event }) => event),
    'have the programme read': sendTo('programme', changed),
    'have the people read': sendTo('people', changed),
    'have it copied': sendParent((_, { value }: { value: string }): FlowEvent => ({ type: 'flow.copy wanted', value })),
  },
}).createMachine({
  id: 'referral',
  context: {},
  initial: 'open',
  invoke: [
    { src: 'programme', id: 'programme', onError: {} },
    { src: 'invite', id: 'invite', onError: {} },
    { src: 'people', id: 'people', onError: {} },
  ],
  on: {
    'house.signed in': { actions: ['tell the programme', 'tell the letters', 'tell the people'] },
    'port.online': { actions: ['tell the programme', 'tell the letters', 'tell the people'] },
    // A bonus may be among what moved.
    'signal.wallets': { actions: ['have the programme read', 'tell the people'] },
    'house.language': { actions: 'tell the letters' },
    'programme.copied': { actions: { type: 'have it copied', params: given } },
    'invite.sent': { actions: ['have the programme read', 'have the people read'] },
  },
  states: { open: { tags: 'safe to reload' } },
});
