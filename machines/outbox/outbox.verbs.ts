import { given } from '../given.ts';
import type { OutboxContext } from './outbox.context.ts';
import { filesOf, whose } from './outbox.setup.ts';

export interface Of {
  context: OutboxContext;
}
/** What is in the form, as whoever comes back finds it: its files are in the memory of this page. */
export const draft = {
  type: 'keep the draft',
  params: ({ context }: Of) => ({
    account: context.account ?? '',
    key: `chat/${context.thread}`,
    value: { text: context.text, files: context.files },
  }),
} as const;

/** Whatever has not come to the chat, as it stands now. */
export const kept = {
  type: 'keep them on this device',
  params: ({ context }: Of) => ({
    ...whose({ context }),
    messages: context.messages.filter(({ is }) => is !== 'sent'),
  }),
} as const;
/** What was given and will not do. */
export const letGivenGo = {
  type: 'let files go',
  params: ({ context }: Of) => ({ handles: [context.given] }),
} as const;

/** What was chosen along with others that took all the room. */
export const letMoreGo = {
  type: 'let files go',
  params: ({ context }: Of) => ({ handles: context.more }),
} as const;

/** These messages are done with. */
export const forgetting = <From extends Of>(idsOf: (from: From) => string[]) =>
  [
    { type: 'let files go', params: (from: From) => filesOf(from.context, idsOf(from)) },
    { type: 'forget them on this device', params: (from: From) => ({ ...whose(from), ids: idsOf(from) }) },
  ] as const;

/** What the device keeps, other pages asked whether they hold files of it, or not. */
export const reading = (asking: boolean) =>
  ({
    tags: ['busy', 'waiting', 'safe to reload'],
    invoke: {
      src: 'outbox.read',
      id: 'outbox.read',
      input: (of: Of) => ({ ...whose(of), asking }),
      onDone: { target: '#outbox.open', actions: { type: 'take what was kept', params: given } },
      onError: '#outbox.open',
    },
  }) as const;
