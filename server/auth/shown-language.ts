import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Notes in which language somebody is let in, for letters that come when nobody is there. It waits for nobody: while another
 * transaction holds the account, whatever was noted before stays.
 */
export const noteShown = async (db: Db, accountId: string, shown: 'ru' | 'en'): Promise<void> => {
  await sql`
    update accounts set shown_locale = ${shown}
    where id = (select id from accounts where id = ${accountId} and shown_locale is distinct from ${shown}
                for no key update skip locked)`.execute(db);
};
