import type { ClosedHere } from '../../machines/root/events.ts';
import { store } from './store.ts';

const prefix = 'closed/';

/** One by one, so that no tab writes over what another has closed. */
export const keepClosed = ({ account, id }: ClosedHere): void => store.write(prefix + id, account);

export const dropClosed = ({ ids }: { ids: string[] }): void => {
  for (const id of ids) store.drop(prefix + id);
};

/** Notifications that were closed on this device, and of which the server may not have heard. */
export const readClosed = (): ClosedHere[] =>
  store.keys().flatMap((key) => {
    const account = key.startsWith(prefix) ? store.read(key) : null;
    return typeof account === 'string' ? [{ account, id: key.slice(prefix.length) }] : [];
  });
