import { chatFile, chatList, chatMessages, chatRead, chatSend } from '../../contract/calls/chat.ts';
import { handle, type Area } from '../area.ts';
import { aimAt, ownChat } from './chats.ts';
import { chatTools } from './dev.ts';
import { fileOfMember } from './files.ts';
import { listOfChats, pageOfChat, privateHead } from './page.ts';
import { readUpTo } from './read.ts';
import { send } from './send.ts';
import { readUnread } from './unread.ts';

/** Private chats, and what all chats share. */
export const chatArea: Area = {
  name: 'chat',
  calls: [
    handle(
      chatList,
      async ({ db, account: { id: account }, locale }, { query: { page } }) =>
        await listOfChats(db, { account, locale }, page),
    ),
    handle(chatSend, async (ctx, { params: { id }, body: { message: text, client_id, ...body } }) =>
      send(ctx, { field: 'message', text, client_id, body }, () => aimAt(ctx, id)),
    ),
    handle(chatRead, async (ctx, { params: { id }, body: { last_read_message: seq } }) => ({
      last_read_message: await readUpTo(ctx, await ownChat(ctx, id), seq),
    })),
    handle(chatMessages, async (ctx, { params, query: { page } }) => {
      const { db, account } = ctx;
      const id = await ownChat(ctx, params.id);
      return await pageOfChat(db, await privateHead(db, account.id, id), { id, looker: account.id }, page);
    }),
    handle(chatFile, async ({ db, account }, { params: { file } }) => await fileOfMember(db, account.id, file)),
  ],
  readers: { unread_msgs: readUnread },
  dev: chatTools,
};
