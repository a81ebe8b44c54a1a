import type { Context } from 'hono';
import { matches } from './conditional.ts';
import { words } from './words.ts';

/** What stands there under a name that somebody sent. */
const ownOf = <Value>(all: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** Messages of one language or a part of them, kept by the browser and asked for again each time; undefined for what we have not. */
export const serveMessages = (c: Context): Response | undefined => {
  const { locale = '', part } = c.req.param() as { locale?: string; part?: string };
  const whole = ownOf(words, locale);
  const found = part === undefined ? whole : ownOf(whole?.parts ?? {}, part);
  if (found === undefined) return undefined;
  const headers = { ETag: found.etag, 'Cache-Control': 'no-cache', 'Content-Language': locale };
  if (matches(c.req.header('if-none-match'), found.etag)) return new Response(null, { status: 304, headers });
  return new Response(found.json, { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } });
};
