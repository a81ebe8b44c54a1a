import type { Context } from 'hono';
import type { MessagePart } from '../../contract/calls/page.ts';
import { matches } from './conditional.ts';
import { words } from './words.ts';

/** Messages of one language or a part of them, kept by the browser and asked for again each time; undefined for what we have not. */
export const serveMessages = (c: Context): Response | undefined => {
  const { locale = '', part } = c.req.param() as { locale?: string; part?: string };
  const whole = Object.hasOwn(words, locale) ? words[locale] : undefined;
  const found =
    part === undefined
      ? whole
      : Object.hasOwn(whole?.parts ?? {}, part)
        ? whole?.parts[part as MessagePart]
        : undefined;
  if (found === undefined) return undefined;
  const headers = { ETag: found.etag, 'Cache-Control': 'no-cache', 'Content-Language': locale };
  if (matches(c.req.header('if-none-match'), found.etag)) return new Response(null, { status: 304, headers });
  return new Response(found.json, { headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' } });
};
