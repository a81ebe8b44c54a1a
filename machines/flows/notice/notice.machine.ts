import { sendParent, setup } from 'xstate';
import type { Notification } from '../../../contract/entities.ts';
import { given } from '../../given.ts';
import type { FlowEvent, FlowInput } from '../../root/events.ts';

export interface NoticeContext {
  notice: Notification | null;
  origins: readonly string[];
}

type NoticeEvent = { type: 'user.read' } | { type: 'user.followed'; value: string };

/** One notification over the page. That it was read is the house’s to note: it hears that it stood, and sees the window go. */
export const noticeMachine = setup({
  types: {
    context: {} as NoticeContext,
    events: {} as NoticeEvent,
    input: {} as FlowInput,
    tags: {} as 'safe to reload',
  },
  actions: {
    'say that it stands': sendParent({ type: 'flow.notice shown' } satisfies FlowEvent),
    'go there': sendParent((_, { value }: { value: string }): FlowEvent => ({
      ...{ type: 'flow.navigate', to: value, asks: true },
    })),
  },
  guards: { 'there is nothing to read': ({ context }) => context.notice === null },
}).createMachine({
  id: 'notice',
  context: ({ input }) => ({ notice: input.about?.notice ?? null, origins: input.site?.origins ?? [] }),
  initial: 'shown',
  states: {
    shown: {
      tags: 'safe to reload',
      entry: 'say that it stands',
      always: { guard: 'there is nothing to read', target: 'read' },
      on: {
        'user.read': 'read',
        'user.followed': { target: 'followed', actions: { type: 'go there', params: given } },
      },
    },
    read: { type: 'final' },
    followed: { type: 'final' },
  },
});
