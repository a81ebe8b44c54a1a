import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';
import { countStranger, isAccountNumber } from '../transfer/recipient.ts';

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
    .values({ id: newOperationId(), ...places })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) {
    const known = await findChat(db, account, other);
    if (known === undefined) throw new Error('a chat is gone');
    return known;
  }
  const members = [places.account_id, places.other_id].filter((id) => id !== null);
  await db
    .insertInto('chat_members')
    .values(members.map((account_id) => ({ chat_id: made.id, account_id })))
    .execute();
  return made.id;
};

/** The same; undefined where nobody has written yet. */
export const findChat = async (db: Db, account: string, other: string | null): Promise<string | undefined> => {
  const { kind, account_id, other_id } = placesOf(account, other);
  const found = await db
    .selectFrom('chats')
    .select('id')
    .where('kind', '=', kind)
    .where('account_id', '=', account_id)
    .where('other_id', other_id === null ? 'is' : '=', other_id)
    .executeTakeFirst();
  return found?.id;
};

const isNumber = (named: string): boolean => /^\d{8}$/.test(named);
const idOf = async (db: Db, number: string): Promise<string | undefined> =>
  isAccountNumber(number)
    ? (await db.selectFrom('accounts').select('id').where('number', '=', number).executeTakeFirst())?.id
    : undefined;

/**
 * A private chat of the account, by its id or by the number of the other.
 * @throws Refusal 404 alike for one that is somebody else's, that nobody has, and that has not begun; 422 `own_account` for one's own number.
 */
export const ownChat = async ({ db, account }: Pick<SignedInCtx, 'db' | 'account'>, named: string): Promise<string> => {
  if (named === account.number) throw new Refusal(422, 'own_account');
  const other = isNumber(named) ? await idOf(db, named) : undefined;
  const id = isNumber(named) ? other !== undefined && (await findChat(db, account.id, other)) : named;
  const member = await db
    .selectFrom('chat_members as r')
    .innerJoin('chats as c', 'c.id', 'r.chat_id')
    .select('c.id')
    .where('c.id', '=', id || '')
    .where('c.kind', '=', 'private')
    .where('r.account_id', '=', account.id)
    .executeTakeFirst();
  if (!member) throw new Refusal(404, 'not_found');
  return member.id;
};

/** A chat that a message goes to: one that there is, or one that the message begins. */
export interface Aim {
  known: string | undefined;
  /** `db` is a transaction. */
  open(db: Db): Promise<string>;
}

export const aimAtSupport = async ({ db, account }: SignedInCtx): Promise<Aim> => {
  const known = await findChat(db, account.id, null);
  return { known, open: (trx) => openChat(trx, account.id, null) };
};

/**
 * Whom a private message goes to. Not in a transaction: a number that is nobody's counts as well.
 * @throws Refusal 404 as `ownChat`, 422 `own_account`, 429 `wait_before_retry` for whoever tries too many numbers.
 */
export const aimAt = async (ctx: SignedInCtx, named: string): Promise<Aim> => {
  const { db, account } = ctx;
  if (!isNumber(named)) {
    const known = await ownChat(ctx, named);
    return { known, open: () => Promise.resolve(known) };
  }
  if (named === account.number) throw new Refusal(422, 'own_account');
  const other = await idOf(db, named);
  const known = other === undefined ? undefined : await findChat(db, account.id, other);
  if (known === undefined) await countStranger(ctx);
  if (other === undefined) throw new Refusal(404, 'not_found');
  return { known, open: (trx) => openChat(trx, account.id, other) };
};
