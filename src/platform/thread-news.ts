import { Observable } from 'rxjs';
import { messagesPage, type MessagesPage } from '../../contract/chat.ts';
import type { ThreadTold } from '../../machines/thread/thread.setup.ts';

interface Whose {
  account: string;
  thread: string;
}

// A channel a chat of an account: nobody hears of another one.
const nameOf = ({ account, thread }: Whose): string => `chat/${account}/${thread}`;
const open = (whose: Whose): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(nameOf(whose));
  } catch {
    return undefined;
  }
};

/** The channel on which this page listens, and so never hears itself. */
let here: { name: string; channel: BroadcastChannel } | undefined;

const channelOf = (whose: Whose): BroadcastChannel | undefined =>
  here?.name === nameOf(whose) ? here.channel : undefined;

/** What other tabs have read of this chat. A page of another shape is none of ours: another version may be open. */
export const threadNews = (whose: Whose): Observable<ThreadTold> =>
  new Observable((listener) => {
    const channel = open(whose);
    if (!channel) return undefined;
    here = { name: nameOf(whose), channel };
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const read = messagesPage.safeParse(data);
      if (read.success) listener.next({ type: 'port.thread told', page: read.data });
    });
    return () => {
      channel.close();
      if (here?.channel === channel) here = undefined;
    };
  });

/** Tells the other tabs that have the chat open. Where that cannot be, they ask for themselves. */
export const tellThread = ({ page, ...whose }: Whose & { page: MessagesPage }): void => {
  try {
    channelOf(whose)?.postMessage(page);
  } catch {
    // Nobody is told.
  }
};
