import * as z from 'zod/mini';
import { hasCardNumber } from './fields/card-number.ts';
import { lengthOf } from './fields/length.ts';

/** Chats: of an account with support, and with another account. Basis: assumed (only a chat's id, title and count are shown). */

/** Longest text of a message, in characters, and how many files may come with it. */
export const longestMessage = 4_000;
export const filesOfMessage = 5;
/** Messages of one page. */
export const messagesOfPage = 50;

/**
 * `picture` was drawn anew, a JPEG with its measures in pixels; `document` is a PDF as it was sent; `journal`, with messages to
 * support alone, tells masked what happened on the page. Each is given to be saved.
 */
export const messageFile = z.object({
  id: z.string(),
  kind: z.enum(['picture', 'document', 'journal']),
  name: z.string(),
  media: z.string(),
  size: z.int(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type MessageFile = z.infer<typeof messageFile>;

/**
 * `seq` is its number in its chat: 1, 2, 3 without a gap, in the order in which the server took them. `side` wrote it;
 * `client_id`, of own ones alone, is how the browser that sent it called it.
 */
export const message = z.object({
  seq: z.int(),
  side: z.enum(['own', 'other']),
  text: z.string(),
  created_at: z.iso.datetime(),
  files: z.array(messageFile),
  client_id: z.optional(z.string()),
});
export type Message = z.infer<typeof message>;

/**
 * `id` of the chat with support is `support`. `title` of a private one is the masked name of the other, `number` their
 * account. `last`: what was written at the end, its text shortened; absent where nobody has written.
 */
export const listedChat = z.object({
  id: z.string(),
  title: z.string(),
  unread_msgs: z.int(),
  kind: z.enum(['support', 'private']),
  number: z.optional(z.string()),
  last: z.optional(
    z.object({
      seq: z.int(),
      side: message.shape.side,
      text: z.string(),
      created_at: z.iso.datetime(),
      files: z.int(),
    }),
  ),
});
export type ListedChat = z.infer<typeof listedChat>;

/** Chats of one page of the list, support besides; and what to ask for as `page` for those that come after (null: none do). */
export const chatsOfPage = 50;
export const chatsPage = z.object({ items: z.array(listedChat), older: z.nullable(z.string()) });
export type ChatsPage = z.infer<typeof chatsPage>;

const { id, title, kind, number } = listedChat.shape;
/**
 * Some messages, the oldest first. `older` and `newer` are what to ask for as `page`: what stands before them (null: nothing
 * does), and what has been written since, which is how a chat that is open is asked again. `latest` is the number of the last
 * one that there is. `read` tells up to which number each side has read.
 */
export const messagesPage = z.object({
  chat: z.object({ id, title, kind, number }),
  items: z.array(message),
  older: z.nullable(z.string()),
  newer: z.string(),
  latest: z.int(),
  read: z.object({ own: z.int(), other: z.int() }),
});
export type MessagesPage = z.infer<typeof messagesPage>;

export const sentMessage = z.object({ chat: z.string(), message });
export type SentMessage = z.infer<typeof sentMessage>;

/** What the sending browser calls a message: sent again under the same name it is the same message. */
export const clientId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** As it is kept: a form writes the end of a line in two signs. */
export const plainText = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** Before it is plain, in UTF-16 units: a character has two at the most, and so has the end of a line. */
export const messageText = z.optional(z.string().check(z.maxLength(2 * longestMessage)));

/** Something to be seen: neither a space nor a sign that only tells how others are written. */
const seen = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** What is wrong with the plain text of a message; null when nothing is. */
export const problemOfMessage = (text: string, files: number): 'required' | 'too_long' | 'card_number' | null => {
  if (files === 0 && !seen.test(text)) return 'required';
  if (text.length > 2 * longestMessage || lengthOf(text) > longestMessage) return 'too_long';
  return hasCardNumber(text) ? 'card_number' : null;
};
