import { Observable } from 'rxjs';
import type { UnsentTold } from '../../machines/residents/unsent/unsent.machine.ts';
import { nameOfDraft } from './draft-name.ts';
import { store } from './store.ts';

/** What of all chats of an account waits on this device: `{draft}/{message}`, as the outbox keeps it. */
const readUnsent = (account: string): UnsentTold => {
  const prefix = nameOfDraft({ account, key: 'chat/' });
  const waiting = store.keys().flatMap((key) => {
    const [thread, id] = key.startsWith(prefix) ? key.slice(prefix.length).split('/') : [];
    if (thread === undefined || id === undefined) return [];
    const { is, order } = Object(store.read(key)) as { is?: unknown; order?: unknown };
    return is === 'waiting' ? [{ thread, order: Number(order) }] : [];
  });
  const [oldest] = waiting.toSorted((one, other) => one.order - other.order);
  return { type: 'port.unsent', count: waiting.length, thread: oldest?.thread ?? '' };
};

/** What waits now, and whenever another tab has written something or brought it to its chat. */
export const unsent = ({ account }: { account: string }): Observable<UnsentTold> =>
  new Observable((listener) => {
    const look = () => listener.next(readUnsent(account));
    look();
    const heard = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(nameOfDraft({ account, key: 'chat/' }))) look();
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  });
