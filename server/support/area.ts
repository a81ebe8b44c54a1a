import { supportMessages, supportRead, supportSend } from '../../contract/calls/support.ts';
import { handle, type Area } from '../area.ts';
import { aimAtSupport, findChat } from '../chat/chats.ts';
import { emptyPage, pageOfChat, supportHead } from '../chat/page.ts';
import { readUpTo } from '../chat/read.ts';
import { send } from '../chat/send.ts';

/** The chat of an account with whoever looks after it. */
export const supportArea: Area = {
  name: 'support',
  calls: [
    handle(supportSend, async (ctx, { body: { text, client_id, ...body } }) =>
      send(ctx, { field: 'text', text, client_id, body }, aimAtSupport),
    ),
    handle(supportMessages, async ({ db, account, locale }, { query: { page } }) => {
      const [id, head] = [await findChat(db, account.id, null), supportHead(locale)];
      return id === undefined ? emptyPage(head) : await pageOfChat(db, head, { id, looker: account.id }, page);
    }),
    handle(supportRead, async (ctx, { body: { last_read_message: seq } }) => {
      const id = await findChat(ctx.db, ctx.account.id, null);
      return { last_read_message: id === undefined ? 0 : await readUpTo(ctx, id, seq) };
    }),
  ],
};
