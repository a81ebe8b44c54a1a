import { assign, setup } from 'xstate';
import { userExport } from '../../../contract/calls/settings.ts';
import { added } from '../../../contract/limits.ts';
import { late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { given } from '../../given.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent } from '../../root/events.ts';
import { source } from '../../root/ports.ts';
import { mustWait, waitUntil } from '../../sign-in/wait.ts';

export interface ExportContext {
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  trouble: Trouble | null;
}

type ExportEvent =
  | { type: 'user.export wanted' }
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.ticked' }>;

interface Thrown {
  error: unknown;
}

const asked = { target: 'fetching', actions: 'forget the trouble' } as const;

/** Everything about the account as a file: it is asked for, comes, and is given to the browser. */
export const exportMachine = setup({
  types: {
    context: {} as ExportContext,
    events: {} as ExportEvent,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    ...calls(userExport),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the file is overdue': added.fileAnswer + 5_000,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'nobody was signed in': ({ context }) => context.trouble?.code === 'no_session',
  },
  actions: {
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'export',
  context: { at: 0, heldUntil: 0, trouble: null },
  initial: 'offered',
  states: {
    offered: { tags: 'safe to reload', on: { 'user.export wanted': asked } },

    fetching: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.export',
        id: 'user.export',
        onDone: 'saved',
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          { target: 'failed', actions: { type: 'keep the trouble', params: given } },
        ],
      },
      after: { 'the file is overdue': { target: 'failed', actions: 'keep that it is late' } },
    },

    saved: { tags: 'safe to reload', on: { 'user.export wanted': asked } },

    failed: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.export wanted': asked,
        'house.signed in': { guard: 'nobody was signed in', ...asked },
      },
    },

    /** Five files were taken in this hour: it is offered again by itself. */
    held: {
      tags: ['waiting', 'attention', 'countdown', 'safe to reload'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': { target: 'offered', actions: 'forget the trouble' } },
    },
  },
});
