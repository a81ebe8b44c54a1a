import { Observable } from 'rxjs';
import { unsentAfter } from '../../contract/limits/chats.ts';
import type { MessagesLeft } from '../../machines/outbox/outbox.setup.ts';
import { nameOfDraft } from './draft-name.ts';
import { endOf, livingBeside } from './living-pages.ts';
import { isLetGo, leftBy, letGo } from './outbox.ts';

/**
 * What was written for a chat on another page: told once that page is gone, or has left the chat. As long as it lives there it
 * sends by itself, as does the one that takes its place in a reload, which is given the time for it. Whoever listens no longer has
 * left the chat. A browser that cannot tell which pages live tells nothing.
 */
export const leftSeenBy =
  (own: string, isHeld: (handle: string) => boolean) =>
  (whose: { account: string; thread: string }): Observable<MessagesLeft> =>
    new Observable((listener) => {
      if (!('locks' in navigator)) return undefined;
      const over = new AbortController();
      const awaited = new Set<string>();
      let soon: ReturnType<typeof setTimeout> | undefined;
      const look = async (): Promise<void> => {
        soon = undefined;
        const isOtherAlive = await livingBeside(own);
        if (listener.closed) return;
        const { messages, living } = leftBy(whose, own, { isHeld, isOtherAlive });
        if (messages.length > 0) listener.next({ type: 'port.messages left', messages });
        for (const page of [...living].filter((one) => !awaited.has(one))) {
          awaited.add(page);
          void endOf(page, over.signal).then(() => {
            awaited.delete(page);
            lookSoon();
          });
        }
      };
      const lookSoon = () =>
        void (soon ??= over.signal.aborted ? undefined : setTimeout(() => void look(), unsentAfter));
      const heard = ({ key }: StorageEvent) => {
        if (!key?.startsWith(nameOfDraft({ account: whose.account, key: 'chat/' }))) return;
        // At once: the page that has left says after that time that something has not gone.
        if (isLetGo(key)) void look();
        else lookSoon();
      };
      void look();
      addEventListener('storage', heard);
      return () => {
        removeEventListener('storage', heard);
        clearTimeout(soon);
        over.abort();
        letGo(whose, own);
      };
    });
