import { assign, setup } from 'xstate';
import type { Balance, Wallet } from '../../../contract/entities.ts';
import type { HouseEvent, Signal, TabEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import { given } from '../../given.ts';

export interface WalletsContext {
  /** Null until an answer told them. */
  wallets: Wallet[] | null;
  total: Balance | null;
  /** The person would not have amounts shown; outlives sign-out. */
  hidden: boolean;
}

export type WalletsEvent =
  | { type: 'user.balances toggled' }
  | Extract<Signal, { type: 'signal.wallets' | 'signal.total_balance' }>
  | Extract<HouseEvent, { type: 'house.signed out' }>
  | Extract<TabEvent, { type: 'tabs.hidden' }>;

/** The money of the person who is signed in, as the last answer told it. */
export const walletsMachine = setup({
  types: {
    context: {} as WalletsContext,
    events: {} as WalletsEvent,
    input: {} as { hidden: boolean },
  },
  guards: {
    'amounts are hidden': ({ context }) => context.hidden,
    'amounts are not hidden': ({ context }) => !context.hidden,
  },
  actions: {
    'keep the wallets': assign((_, { wallets }: { wallets: Wallet[] }) => ({ wallets })),
    'keep the total': assign((_, { total }: { total: Balance }) => ({ total })),
    'forget the money': assign({ wallets: null, total: null }),
    'turn the amounts over': assign(({ context }) => ({ hidden: !context.hidden })),
    'take what another tab says': assign((_, { hidden }: { hidden: boolean }) => ({ hidden })),
    'remember it': effect<{ key: 'hidden'; value: boolean }>('memory.keep'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
  },
}).createMachine({
  id: 'wallets',
  context: ({ input }) => ({ wallets: null, total: null, hidden: input.hidden }),
  initial: 'empty',
  on: {
    'signal.wallets': {
      target: '.shown',
      actions: { type: 'keep the wallets', params: given },
    },
    'signal.total_balance': {
      target: '.shown',
      actions: { type: 'keep the total', params: ({ event }) => ({ total: event.total_balance }) },
    },
    'tabs.hidden': { actions: { type: 'take what another tab says', params: given } },
    'house.signed out': { target: '.empty', actions: 'forget the money' },
  },
  states: {
    empty: {},
    shown: {
      always: { guard: 'amounts are hidden', target: 'hidden' },
      on: {
        'user.balances toggled': {
          actions: [
            'turn the amounts over',
            { type: 'remember it', params: ({ context }) => ({ key: 'hidden', value: context.hidden }) },
            { type: 'tell the other tabs', params: ({ context }) => ({ type: 'tabs.hidden', hidden: context.hidden }) },
          ],
        },
      },
    },
    hidden: {
      always: { guard: 'amounts are not hidden', target: 'shown' },
      on: {
        'user.balances toggled': {
          actions: [
            'turn the amounts over',
            { type: 'remember it', params: ({ context }) => ({ key: 'hidden', value: context.hidden }) },
            { type: 'tell the other tabs', params: ({ context }) => ({ type: 'tabs.hidden', hidden: context.hidden }) },
          ],
        },
      },
    },
  },
});
