import { sendParent, setup } from 'xstate';
import type { FlowEvent, FlowInput, QuoteChange } from '../../root/events.ts';

type ExchangeQuoteEvent = { type: 'user.confirmed' } | { type: 'user.another pair wanted' };

/** Shows what the home page showed beside what it comes to now. Nothing is confirmed here. */
export const exchangeQuoteMachine = setup({
  types: {
    context: {} as { change: QuoteChange | undefined },
    events: {} as ExchangeQuoteEvent,
    input: {} as FlowInput,
    tags: {} as 'safe to reload',
  },
  actions: { 'open the list': sendParent({ type: 'flow.navigate', to: '/exchanges' } satisfies FlowEvent) },
}).createMachine({
  id: 'exchange-quote',
  context: ({ input }) => ({ change: input.about?.change }),
  initial: 'comparing',
  states: {
    comparing: {
      tags: 'safe to reload',
      on: { 'user.confirmed': 'going on', 'user.another pair wanted': 'choosing another' },
    },
    'going on': { type: 'final' },
    'choosing another': { type: 'final', entry: 'open the list' },
  },
});
