import { randomUUID } from 'node:crypto';
import { plainText, problemOfMessage, type SentMessage } from '../../contract/chat.ts';
import type { SignedInCtx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import type { Aim } from './chats.ts';
import { digestOf, filesIn, keepable, type FilesOfForm } from './files.ts';
import { findSent, writeMessage } from './messages.ts';
import { messagesBetween } from './page.ts';

interface Form {
  /** The field that the text came in. */
  field: 'text' | 'message';
  text: string | undefined;
  client_id?: string | undefined;
  body: FilesOfForm;
}

/**
 * Writes what somebody sent, once: under the name that their browser gave it there is one message, however often and however
 * many at once it is sent.
 * @throws Refusal 422 for a field, 409 `message_differs`, 429 `wait_before_retry`, and whatever `aim` throws.
 */
export const send = async (
  ctx: SignedInCtx,
  form: Form,
  aim: (ctx: SignedInCtx) => Promise<Aim>,
): Promise<SentMessage> => {
  // Whoever gives it no name sends another message each time.
  const { field, client_id: clientId = randomUUID(), body } = form;
  const text = plainText(form.text ?? '');
  const files = await filesIn(body);
  const problem = problemOfMessage(text, files.length);
  if (problem) throw new Refusal(422, 'invalid', { fields: { [field]: problem } });
  const { known, open } = await aim(ctx);
  const author = ctx.account.id;
  const sent = { clientId, digest: digestOf(text, files) };
  // A chat that another sending begins at this moment is found where the message is written.
  const already = known === undefined ? undefined : await findSent(ctx.db, { author, chat: known, sent });
  if (known !== undefined && already !== undefined) return await sentMessage(ctx, known, already);
  const kept = await keepable(ctx, files);
  const { chat, seq } = await ctx.transaction(async (db) => {
    const id = known ?? (await open(db));
    return { chat: id, seq: await writeMessage(db, { chat: id, author, text, files: kept, sent }) };
  });
  return await sentMessage(ctx, chat, seq);
};

const sentMessage = async ({ db, account }: SignedInCtx, chat: string, seq: number): Promise<SentMessage> => {
  const [message] = await messagesBetween(db, chat, account.id, { after: seq - 1, before: seq + 1 });
  if (!message) throw new Error('a message is gone');
  return { chat, message };
};
