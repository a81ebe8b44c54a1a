import { sql } from 'kysely';
import type { SignedInCtx } from '../area.ts';
import { raise } from '../revision.ts';

/**
 * Notes how far the account has read in a chat of its own: only forward, and not beyond what is written there.
 * @returns how far it has read by now.
 */
export const readUpTo = async (ctx: SignedInCtx, chat: string, seq: number): Promise<number> =>
  await ctx.transaction(async (db) => {
    const { rows } = await sql`
      update chat_members r set last_read_message = least(${seq}::bigint, c.last_seq)
      from chats c
      where c.id = r.chat_id and r.chat_id = ${chat} and r.account_id = ${ctx.account.id}
        and r.last_read_message < least(${seq}::bigint, c.last_seq)
      returning 1`.execute(db);
    if (rows.length > 0) await raise(db, ctx.account.id, 'unread_msgs');
    const { last_read_message: read } = await db
      .selectFrom('chat_members')
      .select('last_read_message')
      .where('chat_id', '=', chat)
      .where('account_id', '=', ctx.account.id)
      .executeTakeFirstOrThrow();
    return Number(read);
  });
