import type { Context } from 'hono';
import { matches } from './conditional.ts';
import { words } from './words.ts';

/** Messages of one language, kept by the browser and asked for again each time; undefined for a language we have not. */
export const serveMessages = (c: Context): Response | undefined => {
  const locale = c.req.param('locale') ?? '';
  const found = Object.hasOwn(words, locale) ? words[locale] : undefined;
  if (found === undefined) return undefined;
  const headers = { ETag: found.etag, 'Cache-Control': 'no-cache', 'Content-Language': locale };
  if (matches(c.req.header('if-none-match'), found.etag)) return new Response(null, { status: 304, headers });
  return new Response(found.json, { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } });
};
