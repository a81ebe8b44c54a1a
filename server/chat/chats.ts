import { randomBytes } from 'node:crypto';
import type { Db } from '../db/db.ts';

const newChatId = (): string => randomBytes(15).toString('base64url');

interface Places {
  kind: 'private' | 'support';
  account_id: string;
  other_id: string | null;
}

const placesOf = (account: string, other: string | null): Places => {
  if (other === null) return { kind: 'support', account_id: account, other_id: null };
  const [lower, higher] = BigInt(account) < BigInt(other) ? [account, other] : [other, account];
  return { kind: 'private', account_id: lower, other_id: higher };
};

/**
 * The chat of an account with another one, or with support when `other` is null; made when there is none.
 * `db` is a transaction. @returns its id.
 */
export const openChat = async (db: Db, account: string, other: string | null): Promise<string> => {
  const places = placesOf(account, other);
  const made = await db
    .insertInto('chats')
    .values({ id: newChatId(), ...places })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) return await findChat(db, places);
  const members = [places.account_id, places.other_id].filter((id) => id !== null);
  await db
    .insertInto('chat_members')
    .values(members.map((account_id) => ({ chat_id: made.id, account_id })))
    .execute();
  return made.id;
};

const findChat = async (db: Db, { kind, account_id, other_id }: Places): Promise<string> => {
  const { id } = await db
    .selectFrom('chats')
    .select('id')
    .where('kind', '=', kind)
    .where('account_id', '=', account_id)
    .where('other_id', other_id === null ? 'is' : '=', other_id)
    .executeTakeFirstOrThrow();
  return id;
};
