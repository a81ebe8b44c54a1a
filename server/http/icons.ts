import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Context } from 'hono';
import { matches } from './conditional.ts';

interface Icon {
  svg: string;
  etag: string;
}

/** `server/icons/<name>.svg`, read once: what is not in the folder does not exist. */
const folder = new URL('../icons/', import.meta.url);
const icons = new Map<string, Icon>(
  readdirSync(folder)
    .filter((file) => /^[a-z0-9-]+\.svg$/.test(file))
    .map((file) => {
      const svg = readFileSync(new URL(file, folder), 'utf8');
      return [file, { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"` }];
    }),
);

/** The picture that an `icon_url` or a `logo` of an answer names; undefined when there is none. */
export const serveIcon = (c: Context): Response | undefined => {
  const icon = icons.get(c.req.param('file') ?? '');
  if (icon === undefined) return undefined;
  const headers = { ETag: icon.etag, 'Cache-Control': 'public, max-age=86400' };
  if (matches(c.req.header('if-none-match'), icon.etag)) return new Response(null, { status: 304, headers });
  return new Response(icon.svg, { headers: { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' } });
};
