import { randomUUID } from 'node:crypto';
import type { Message, MessagesPage } from '../../contract/chat.ts';
import type { Browser, Reply } from './browser.ts';

/** A file of a message, as a browser sends it. */
export interface Attached {
  content: Buffer;
  name?: string;
  type?: string;
}

/** What a page would send: a form of fields, with files a multipart one. */
export const sendForm = (
  browser: Browser,
  path: string,
  fields: Record<string, string>,
  files: Attached[] = [],
  journal?: string,
): Promise<Reply> => {
  if (files.length === 0 && journal === undefined) return browser.form(path, fields);
  const body = new FormData();
  for (const [name, text] of Object.entries(fields)) body.append(name, text);
  for (const [at, { content, name = 'a.jpg', type = 'image/jpeg' }] of files.entries())
    body.append(`file${at}`, new File([new Uint8Array(content)], name, { type }));
  if (journal !== undefined) body.append('journal', new File([journal], 'journal.json', { type: 'application/json' }));
  return browser.send(path, { method: 'POST', body });
};

/** Writes to support. */
export const writeToSupport = (
  browser: Browser,
  text: string,
  files: Attached[] = [],
  clientId = randomUUID() as string,
): Promise<Reply> => sendForm(browser, '/api/support', { text, client_id: clientId }, files);

/** Writes to a chat, by its id or by the number of the other. */
export const writeTo = (
  browser: Browser,
  id: string,
  text: string,
  files: Attached[] = [],
  clientId = randomUUID() as string,
): Promise<Reply> => sendForm(browser, `/api/chat/private/${id}`, { message: text, client_id: clientId }, files);

export const pageAt = async (browser: Browser, path: string, page?: string): Promise<MessagesPage> => {
  const { http, body, text } = await browser.get(page === undefined ? path : `${path}?page=${page}`);
  if (http !== 200) throw new Error(`${http} ${text}`);
  return body.payload;
};

/** Every message of a chat, by its pages from the latest back to the first. */
export const wholeChat = async (browser: Browser, path: string): Promise<Message[]> => {
  const all: Message[] = [];
  for (let page: string | null | undefined; page !== null;) {
    const { items, older } = await pageAt(browser, path, page);
    all.unshift(...items);
    page = older;
  }
  return all;
};
