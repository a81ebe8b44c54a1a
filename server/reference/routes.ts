import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { matches } from '../http/conditional.ts';
import type { Bindings } from '../http/request-facts.ts';
import { makeDocument } from './document.ts';
import { pageOf, sheet, sheetPath } from './page.ts';

interface Text {
  type: string;
  body: string;
  etag: string;
}

const textOf = (type: string, body: string): Text => ({
  type: `${type}; charset=utf-8`,
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

const serve = (c: Context, { type, body, etag }: Text): Response => {
  const headers = { ETag: etag, 'Cache-Control': 'no-cache' };
  if (matches(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'Content-Type': type } });
};

/** The contract, for programs and for people. Made at the first question, the same until the server stops. */
export const referenceRoutes = (productName: string): Hono<Bindings> => {
  let made: Promise<{ json: Text; page: Text }> | undefined;
  const make = async () => {
    const document = makeDocument(productName);
    return {
      json: textOf('application/json', JSON.stringify(document)),
      page: textOf('text/html', String(await pageOf(document))),
    };
  };
  const reference = () => (made ??= make());
  const style = textOf('text/css', sheet);
  return new Hono<Bindings>()
    .get('/api/openapi.json', async (c) => serve(c, (await reference()).json))
    .get('/api/docs', async (c) => serve(c, (await reference()).page))
    .get(sheetPath, (c) => serve(c, style));
};
