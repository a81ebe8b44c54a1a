import type * as z from 'zod/mini';
import type { scanned, ScannedKey } from '../contract/envelope.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';

/** The account that a session belongs to. `id` never leaves the server; `number` is what people and `x-account` name. */
export interface Account {
  id: string;
  number: string;
  email: string;
  locale: 'ru' | 'en';
  needSetPassword: boolean;
}

export type ScannedValue<K extends ScannedKey> = z.output<(typeof scanned)[K]>;

/** Keys that belong to an account and change with its revision; the others ride on certain answers. */
export type AccountKey = Extract<ScannedKey, 'user' | 'wallets' | 'total_balance' | 'unread_msgs' | 'notifications'>;

/** How an area reads the true value of a key for one account, after the revision has been read. */
export type Readers = { [K in AccountKey]?: (db: Db, account: Account, config: Config) => Promise<ScannedValue<K>> };

/** Readers of all areas as one. @throws when two areas read the same key. */
export const joinReaders = (readers: Readers[]): Readers => {
  const joined: Record<string, unknown> = {};
  for (const some of readers)
    for (const [key, read] of Object.entries(some)) {
      if (key in joined) throw new Error(`two areas read ${key}`);
      joined[key] = read;
    }
  return joined;
};
