import { messages, i18nPath, type MessagePart } from '../../contract/calls/page.ts';
import { added } from '../../contract/limits.ts';
import { readJson } from './read-json.ts';

/** The messages of one language, or a part of them. Rejects when they cannot be had; the browser's cache and the ETag keep it cheap. */
export const loadMessages = async (locale: string, part?: MessagePart): Promise<Record<string, string>> => {
  const path = i18nPath.replace(':locale', encodeURIComponent(locale));
  const ask = (address: string) =>
    fetch(address, {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(added.answer),
    });
  let response = await ask(part ? `${path}/${part}` : path);
  // In the middle of a release a server may know of no parts.
  if (part && response.status === 404) response = await ask(path);
  const read = response.ok ? messages.safeParse(await readJson(response)) : undefined;
  if (!read?.success) throw new Error(`no messages for ${locale}`);
  return read.data;
};
