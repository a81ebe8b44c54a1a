import { Observable } from 'rxjs';
import type { UnsentTold } from '../../machines/residents/unsent/unsent.machine.ts';
import { nameOfChat } from './chat-name.ts';
import { nameOfDraft } from './draft-name.ts';
import { livingBeside } from './living-pages.ts';
import { whenOutboxTold } from './outbox-news.ts';
import { waitingOf } from './outbox.ts';

/**
 * What waits now for whoever is at this page, and whenever another tab has written something or brought it to its chat, or this one
 * has brought it there or heard what that chat is called; without what the open chat shows, which an address calls by a number and
 * the device by its id.
 */
export const unsentSeenBy =
  (page: string, isHeld: (handle: string) => boolean) =>
  ({ account, open }: { account: string; open: string }): Observable<UnsentTold> =>
    new Observable((listener) => {
      let looks = 0;
      const look = async (): Promise<void> => {
        looks += 1;
        const mine = looks;
        const isOtherAlive = await livingBeside(page);
        if (mine !== looks || listener.closed) return;
        const names = [open, nameOfChat({ account, thread: open })];
        const waiting = waitingOf(account, { isHeld, isOtherAlive })
          .filter(({ thread }) => !names.includes(thread))
          .toSorted((one, other) => one.order - other.order);
        const lacking = waiting.filter(({ isLacking }) => isLacking).length;
        listener.next({ type: 'port.unsent', count: waiting.length, lacking, thread: waiting[0]?.thread ?? '' });
      };
      void look();
      const heard = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(nameOfDraft({ account, key: 'chat/' }))) void look();
      };
      addEventListener('storage', heard);
      const deafen = whenOutboxTold(() => void look());
      return () => {
        removeEventListener('storage', heard);
        deafen();
      };
    });
