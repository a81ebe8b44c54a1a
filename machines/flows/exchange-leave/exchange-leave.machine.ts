import { sendParent, setup } from 'xstate';
import type { FlowEvent, FlowInput, Leaving } from '../../root/events.ts';

type ExchangeLeaveEvent = { type: 'user.confirmed' } | { type: 'user.dismissed' };

/** Asks before a page is left that holds an amount, a file, or stands on its review. Staying changes nothing. */
export const exchangeLeaveMachine = setup({
  types: {
    context: {} as Leaving,
    events: {} as ExchangeLeaveEvent,
    input: {} as FlowInput,
    tags: {} as 'safe to reload',
  },
  actions: {
    'let them leave': sendParent(({ context }): FlowEvent => ({ type: 'flow.leave agreed', ...context })),
  },
}).createMachine({
  id: 'exchange-leave',
  context: ({ input }) => input.about?.leaving ?? { to: '/exchanges', back: false, holding: 'amount' },
  initial: 'asking',
  states: {
    asking: { tags: 'safe to reload', on: { 'user.confirmed': 'left', 'user.dismissed': 'stayed' } },
    left: { type: 'final', entry: 'let them leave' },
    stayed: { type: 'final' },
  },
});
