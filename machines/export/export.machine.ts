import { assign, fromPromise, setup } from 'xstate';
import type { Answer, CallSpec } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';
import { isOfSession } from '../form/lost-session.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../form/trouble.ts';
import { given } from '../given.ts';
import { call } from '../root/calls.ts';
import type { HouseEvent, PortEvent } from '../root/events.ts';
import { notWired, source } from '../root/ports.ts';
import { mustWait, waitUntil } from '../sign-in/wait.ts';

/** What is asked for, where the call takes anything. */
export interface ExportInput {
  params?: Record<string, string>;
  query?: Record<string, string>;
}

export interface ExportContext {
  /** What a press asks for; null where there is nothing to ask for. */
  offer: ExportInput | undefined | null;
  /** What was asked for by the last press. */
  asked: ExportInput | undefined;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  trouble: Trouble | null;
}

/** From here on something else is asked for, by the next press; a file that is on its way comes as it was asked for. */
export interface ExportWish {
  type: 'export.means';
  offer: ExportInput | null;
}

type ExportEvent =
  | { type: 'user.export wanted' }
  | ExportWish
  | Extract<HouseEvent, { type: 'house.signed in' }>
  | Extract<PortEvent, { type: 'port.ticked' | 'port.online' }>;

interface Thrown {
  error: unknown;
}

const asked = { guard: 'there is something', target: 'fetching', actions: 'ask for it' } as const;
const meant = { type: 'take what is meant', params: given } as const;
/** What became of another file is no word of this one. */
const another = { target: 'offered', actions: [meant, 'forget the trouble'] } as const;

/** Something of the account as a file: it is asked for, comes, and is given to the browser. Of which call, `exportOf` says. */
export const exportMachine = setup({
  types: {
    context: {} as ExportContext,
    input: {} as ExportInput | undefined,
    events: {} as ExportEvent,
    tags: {} as 'busy' | 'waiting' | 'attention' | 'countdown' | 'safe to reload',
  },
  actors: {
    file: fromPromise<Answer<unknown>, ExportInput | undefined>(() => Promise.reject(notWired('file'))),
    'clock.ticks': source<Extract<PortEvent, { type: 'port.ticked' }>>('clock.ticks'),
  },
  delays: {
    'the file is overdue': added.fileAnswer + 5_000,
    'the wait is over': ({ context }) => Math.max(0, context.heldUntil - context.at),
  },
  guards: {
    'there is something': ({ context }) => context.offer !== null,
    'they must wait': (_, { error }: Thrown) => mustWait(error),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'nobody was signed in': ({ context }) => isOfSession(context.trouble),
  },
  actions: {
    'take what is meant': assign((_, { offer }: Pick<ExportWish, 'offer'>) => ({ offer })),
    'ask for it': assign(({ context }) => ({ asked: context.offer ?? undefined, trouble: null })),
    'note the time': assign((_, { at }: { at: number }) => ({ at })),
    'keep how long to wait': assign(({ context }, { error }: Thrown) => waitUntil(error, context.at)),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
  },
}).createMachine({
  id: 'export',
  context: ({ input }) => ({ offer: input, asked: undefined, at: 0, heldUntil: 0, trouble: null }),
  on: { 'export.means': { actions: meant } },
  initial: 'offered',
  states: {
    offered: { tags: 'safe to reload', on: { 'user.export wanted': asked } },

    fetching: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'file',
        id: 'file',
        input: ({ context }) => context.asked,
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

    saved: { tags: 'safe to reload', on: { 'user.export wanted': asked, 'export.means': another } },

    failed: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.export wanted': asked,
        'export.means': another,
        'house.signed in': { guard: 'nobody was signed in', target: 'fetching', actions: 'forget the trouble' },
        // Nobody is told of a line that is back that there is none; a file is asked for by a press.
        'port.online': { guard: 'only the line had failed', target: 'offered', actions: 'forget the trouble' },
      },
    },

    /** As many as may be were taken in this hour: it is offered again by itself. */
    held: {
      tags: ['waiting', 'attention', 'countdown', 'safe to reload'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': { target: 'offered', actions: 'forget the trouble' } },
    },
  },
});

/** The same chart for every file; what differs is which call gives it. */
export const exportOf = (spec: CallSpec): typeof exportMachine =>
  exportMachine.provide({ actors: { file: call(spec) as never } });
