import { setup } from 'xstate';
import { given } from '../../given.ts';
import type { HouseEvent, TabEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';

export interface JournalInput {
  /** Whether a journal is kept, as it was remembered on this device. */
  kept: boolean;
}

export type JournalEvent =
  | { type: 'user.journal toggled' }
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' }>
  | Extract<TabEvent, { type: 'tabs.journal' }>;

/** Whether it is kept; `isElsewhere` where another tab says so. */
export interface JournalTurn {
  isOn: boolean;
  isElsewhere?: boolean;
}

type Why = Extract<HouseEvent, { type: 'house.signed out' }>['why'];

/** Here, as the person did elsewhere: what was kept before has gone there already. */
const follow = (isOn: boolean) => ({ type: 'turn it', params: { isOn, isElsewhere: true } }) as const;
/** On this device: for the next page, and for those that are open. */
const turn = (isOn: boolean) =>
  [
    { type: 'remember it', params: { key: 'journal', value: isOn } },
    { type: 'turn it', params: { isOn } },
    { type: 'tell the other tabs', params: { type: 'tabs.journal', kept: isOn } },
  ] as const;

/**
 * Whose journal this page keeps, and whether it keeps one. What was recorded goes with whoever is here no more,
 * however that came; another person who signs in finds nothing of the first.
 */
export const journalMachine = setup({
  types: { context: {} as JournalInput, events: {} as JournalEvent, input: {} as JournalInput, tags: {} as 'kept' },
  guards: {
    'it was kept': ({ context }) => context.kept,
    'it is kept there': (_, { kept }: { kept: boolean }) => kept,
    'it is kept there no more': (_, { kept }: { kept: boolean }) => !kept,
  },
  actions: {
    'remember it': effect<{ key: 'journal'; value: boolean }>('memory.keep'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
    'turn it': effect<JournalTurn>('journal.turn'),
    'make it theirs': effect<{ account: string }>('journal.own'),
    'wipe it': effect<{ why: Why }>('journal.leave'),
  },
}).createMachine({
  id: 'journal',
  context: ({ input }) => input,
  initial: 'remembering',
  on: {
    'house.signed in': { actions: { type: 'make it theirs', params: ({ event: { account } }) => ({ account }) } },
    'house.signed out': { actions: { type: 'wipe it', params: ({ event: { why } }) => ({ why }) } },
  },
  states: {
    remembering: { always: [{ guard: 'it was kept', target: 'kept' }, { target: 'off' }] },
    kept: {
      tags: 'kept',
      on: {
        'user.journal toggled': { target: 'off', actions: turn(false) },
        'tabs.journal': {
          guard: { type: 'it is kept there no more', params: given },
          target: 'off',
          actions: follow(false),
        },
      },
    },
    off: {
      on: {
        'user.journal toggled': { target: 'kept', actions: turn(true) },
        'tabs.journal': { guard: { type: 'it is kept there', params: given }, target: 'kept', actions: follow(true) },
      },
    },
  },
});
