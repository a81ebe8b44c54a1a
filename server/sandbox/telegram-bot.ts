import type { Db } from '../db/db.ts';
import { keyed, sandboxKey } from './keys.ts';

/** The sandbox plays Telegram: the number of its bot, and where it asks. */
export const sandboxBot = { id: '1', name: 'sandbox_bot', path: '/telegram/auth' } as const;

export const sandboxToken = async (db: Db): Promise<string> =>
  `${sandboxBot.id}:${keyed(await sandboxKey(db), 'telegram', 'bot').toString('base64url')}`;
