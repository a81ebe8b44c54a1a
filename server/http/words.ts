import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';

interface Words {
  messages: Record<string, string>;
  json: string;
  etag: string;
}

const load = (locale: string): Words => {
  const json = readFileSync(new URL(`../../contract/messages/${locale}.json`, import.meta.url), 'utf8');
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  return { messages: JSON.parse(json) as Record<string, string>, json, etag };
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
