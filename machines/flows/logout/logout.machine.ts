import { assign, sendParent, setup } from 'xstate';
import { authLogout } from '../../../contract/calls/auth.ts';
import { added } from '../../../contract/limits.ts';
import { late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowEvent, FlowInput } from '../../root/events.ts';
import { given } from '../../given.ts';

export interface LogoutContext {
  trouble: Trouble | null;
}

type LogoutEvent = { type: 'user.confirmed' } | { type: 'user.dismissed' };

/** Asks before it signs out. That somebody is signed out is told by the house: only the server's answer says so. */
export const logoutMachine = setup({
  types: {
    context: {} as LogoutContext,
    events: {} as LogoutEvent,
    input: {} as FlowInput,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'safe to reload',
  },
  actors: { ...calls(authLogout) },
  delays: { 'the answer is overdue': added.answer + 5_000 },
  actions: {
    'keep the trouble': assign((_, { error }: { error: unknown }) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'say that they leave': sendParent({ type: 'flow.signing out' } satisfies FlowEvent),
    'say that they stay': sendParent({ type: 'flow.staying' } satisfies FlowEvent),
    'give way': sendParent({ type: 'flow.dismissed' } satisfies FlowEvent),
  },
}).createMachine({
  id: 'logout',
  context: { trouble: null },
  initial: 'asking',
  states: {
    asking: { tags: 'safe to reload', on: { 'user.confirmed': 'leaving', 'user.dismissed': 'stayed' } },

    leaving: {
      tags: ['busy', 'waiting'],
      entry: 'say that they leave',
      invoke: {
        src: 'auth.logout',
        id: 'auth.logout',
        input: {},
        onDone: 'left',
        onError: { target: 'unknown', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unknown', actions: 'keep that it is late' } },
    },

    /** Perhaps signed out, perhaps not: asking again harms nobody. */
    unknown: { tags: ['attention', 'safe to reload'], on: { 'user.confirmed': 'leaving', 'user.dismissed': 'stayed' } },

    left: { type: 'final' },
    stayed: { type: 'final', entry: ['say that they stay', 'give way'] },
  },
});
