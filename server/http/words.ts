import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { messageParts, type MessagePart } from '../../contract/calls/page.ts';
import { limits } from '../../contract/limits.ts';
import { isIn } from '../../contract/message-parts.ts';

interface Text {
  json: string;
  etag: string;
}

interface Words extends Text {
  messages: Record<string, string>;
  parts: Record<MessagePart, Text>;
}

const textOf = (json: string): Text => ({
  json,
  etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
});

const load = (locale: string): Words => {
  const json = readFileSync(new URL(`../../contract/messages/${locale}.json`, import.meta.url), 'utf8');
  const messages = JSON.parse(json) as Record<string, string>;
  const partOf = (part: MessagePart): [MessagePart, Text] => [
    part,
    textOf(JSON.stringify(Object.fromEntries(Object.entries(messages).filter(([key]) => isIn[part](key))))),
  ];
  const parts = Object.fromEntries(messageParts.map(partOf)) as Words['parts'];
  return { messages, parts, ...textOf(json) };
};

/** Messages of each language, read once at the start. */
export const words: Record<string, Words> = Object.fromEntries(
  limits.languages.map((locale) => [locale, load(locale)]),
);

/** The words of a message, with `{{name}}` filled in; the key itself where there are none. */
export const say = (locale: string, key: string, params: Record<string, string | number> = {}): string =>
  (words[locale]?.messages[key] ?? key).replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    String(params[name] ?? whole),
  );
