import * as z from 'zod/mini';
import { devTool, type DevTool, type House } from '../area.ts';
import { accountNamed } from '../auth/accounts.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { openChat } from './chats.ts';
import { supportRead, writeMessage } from './messages.ts';

const support = 'support';
const plain = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(4_000),
  z.refine((text) => !text.includes('\0')),
);
const message = z.object({ to: plain, from: z._default(plain, support), text: plain });

/** Of the account with this e-mail or number, null for support. @throws Refusal 404. */
const idOf = async (db: Db, name: string): Promise<string | null> => {
  if (name === support) return null;
  const row = await accountNamed(db, name);
  if (!row) throw new Refusal(404, 'not_found');
  return row.id;
};

const send = async ({ db }: House, { to, from, text }: z.output<typeof message>) =>
  await db.transaction().execute(async (trx) => {
    const receiver = await idOf(trx, to);
    const author = await idOf(trx, from);
    const account = receiver ?? author;
    if (account === null || receiver === author) throw new Refusal(422, 'invalid');
    const chat = await openChat(trx, account, receiver && author);
    const seq = await writeMessage(trx, { chat, author, text });
    // The tool plays a support that has read what it answers.
    if (author === null) await supportRead(trx, chat, seq);
    return { chat, seq };
  });

export const chatTools: DevTool[] = [
  /** Writes a message: from or to support, else in a private chat. People are named by e-mail or account number. */
  devTool('/dev/message', message, send),
];
