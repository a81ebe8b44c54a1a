import { readFileSync } from 'node:fs';
import { messageParts, type MessagePart } from '../../contract/calls/page.ts';
import { limits } from '../../contract/limits.ts';
import { isIn } from '../../contract/message-parts.ts';
import { madeText, type Asset } from './asset.ts';

interface Words {
  messages: Record<string, string>;
  /** All of them as they are served, and each part. */
  asset: Asset;
  parts: Record<MessagePart, Asset>;
}

const load = (language: string): Words => {
  const json = readFileSync(new URL(`../../contract/messages/${language}.json`, import.meta.url), 'utf8');
  const messages = JSON.parse(json) as Record<string, string>;
  const assetOf = (text: string): Asset => madeText('application/json', text, { language });
  const partOf = (part: MessagePart): [MessagePart, Asset] => [
    part,
    assetOf(JSON.stringify(Object.fromEntries(Object.entries(messages).filter(([key]) => isIn[part](key))))),
  ];
  const parts = Object.fromEntries(messageParts.map(partOf)) as Words['parts'];
  return { messages, parts, asset: assetOf(json) };
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
