import { setup } from 'xstate';
import { added } from '../../../contract/limits.ts';
import type { PortEvent } from '../../root/events.ts';
import { ask } from '../../root/ports.ts';
import { given } from '../../given.ts';

export type WorkerEvent = Extract<PortEvent, { type: 'port.online' }>;

/** The service worker. A browser that has none, or would not have ours, loses the offline page and nothing else. */
export const workerMachine = setup({
  types: { events: {} as WorkerEvent, tags: {} as 'busy' },
  actors: { 'worker.register': ask<unknown, undefined>('worker.register') },
  delays: { 'the browser is overdue': added.answer },
  guards: {
    'the browser has none': (_, { error }: { error: unknown }) =>
      (error as { code?: unknown } | null)?.code === 'worker_not_supported',
  },
}).createMachine({
  id: 'worker',
  initial: 'registering',
  states: {
    registering: {
      tags: 'busy',
      invoke: {
        id: 'worker.register',
        src: 'worker.register',
        onDone: 'registered',
        onError: [{ guard: { type: 'the browser has none', params: given }, target: 'absent' }, { target: 'refused' }],
      },
      after: { 'the browser is overdue': 'refused' },
    },
    registered: {},
    absent: {},
    refused: { on: { 'port.online': 'registering' } },
  },
});
