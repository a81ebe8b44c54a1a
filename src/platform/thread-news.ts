import type { Observable } from 'rxjs';
import { messagesPage, type MessagesPage } from '../../contract/chat.ts';
import type { ThreadTold } from '../../machines/thread/thread.setup.ts';
import { pageChannel } from './page-channel.ts';

interface Whose {
  account: string;
  thread: string;
}

// A channel a chat of an account: nobody hears of another one.
const nameOf = ({ account, thread }: Whose): string => `chat/${account}/${thread}`;

const { news, tell } = pageChannel((data): ThreadTold | undefined => {
  const read = messagesPage.safeParse(data);
  return read.success ? { type: 'port.thread told', page: read.data } : undefined;
});

/** What other tabs have read of this chat. */
export const threadNews = (whose: Whose): Observable<ThreadTold> => news(nameOf(whose));

/** Tells the other tabs that have the chat open. */
export const tellThread = ({ page, ...whose }: Whose & { page: MessagesPage }): void => tell(nameOf(whose), page);
