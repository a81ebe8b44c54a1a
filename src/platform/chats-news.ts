import type { Observable } from 'rxjs';
import * as z from 'zod/mini';
import { chatsPage } from '../../contract/chat.ts';
import type { ChatsTold } from '../../machines/flows/chat/chats.machine.ts';
import { pageChannel } from './page-channel.ts';

interface Whose {
  account: string;
}
const told = z.object({ page: chatsPage, now: z.iso.datetime() });

const nameOf = ({ account }: Whose): string => `chats/${account}`;

const { news, tell } = pageChannel((data): ChatsTold | undefined => {
  const read = told.safeParse(data);
  return read.success ? { type: 'port.chats told', ...read.data } : undefined;
});

/** What other tabs have read of the list of chats. */
export const chatsNews = (whose: Whose): Observable<ChatsTold> => news(nameOf(whose));

/** Tells the other tabs that show the list. */
export const tellChats = ({ account, page, now }: Whose & Omit<ChatsTold, 'type'>): void =>
  tell(nameOf({ account }), { page, now });
