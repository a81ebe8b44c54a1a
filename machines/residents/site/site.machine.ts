import { assign, sendParent, setup } from 'xstate';
import type { SiteSettings } from '../../../contract/entities.ts';
import { added } from '../../../contract/limits.ts';
import type { HouseEvent, Signal } from '../../root/events.ts';

export interface SiteContext {
  settings: SiteSettings | null;
  /** The product's name, in which that of every page ends. */
  product: string;
}

export type SiteEvent =
  | { type: 'user.retried' }
  | Extract<Signal, { type: 'signal.site_settings' | 'signal.site blocked' | 'signal.site open' }>
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.looked' }>;

/** Settings, whether the site is blocked, and whether the first page was reached. A blocked site is asked now and then, by the session: nobody else asks who is here. */
export const siteMachine = setup({
  types: {
    context: {} as SiteContext,
    events: {} as SiteEvent,
    input: {} as { product: string },
    tags: {} as 'blocked' | 'ready' | 'busy',
  },
  delays: { 'a while': added.pollLongest, 'the answer is overdue': added.answer + 5_000 },
  actions: {
    'ask who is here': sendParent({ type: 'house.look wanted' }),
    'say that the site is open': sendParent({ type: 'house.site open' }),
    'keep the settings': assign((_, { settings }: { settings: SiteSettings }) => ({ settings })),
  },
}).createMachine({
  id: 'site',
  type: 'parallel',
  context: ({ input }) => ({ settings: null, product: input.product }),
  on: {
    'signal.site_settings': {
      actions: { type: 'keep the settings', params: ({ event }) => ({ settings: event.site_settings }) },
    },
  },
  states: {
    gate: {
      initial: 'open',
      states: {
        open: { on: { 'signal.site blocked': 'blocked' } },
        blocked: {
          tags: 'blocked',
          initial: 'waiting',
          on: { 'signal.site open': { target: 'open', actions: 'say that the site is open' } },
          states: {
            waiting: {
              after: { 'a while': 'asking' },
              on: { 'user.retried': 'asking' },
            },
            asking: {
              tags: 'busy',
              entry: 'ask who is here',
              on: { 'house.looked': 'waiting' },
              after: { 'the answer is overdue': 'waiting' },
            },
          },
        },
      },
    },
    page: {
      initial: 'getting ready',
      states: {
        'getting ready': { on: { 'house.arrived': 'ready' } },
        ready: { tags: 'ready' },
      },
    },
  },
});
