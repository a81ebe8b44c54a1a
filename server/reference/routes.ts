import { Hono } from 'hono';
import { madeText, respond, type Asset } from '../http/asset.ts';
import type { Bindings } from '../http/request-facts.ts';
import { makeDocument } from './document.ts';
import { pageOf, sheet, sheetPath } from './page.ts';

/** The contract, for programs and for people. Made at the first question, the same until the server stops. */
export const referenceRoutes = (productName: string, https: boolean): Hono<Bindings> => {
  let made: Promise<{ json: Asset; page: Asset }> | undefined;
  const make = async () => {
    const document = makeDocument(productName, https);
    return {
      json: madeText('application/json', JSON.stringify(document)),
      page: madeText('text/html', String(await pageOf(document))),
    };
  };
  const reference = () => (made ??= make());
  const style = madeText('text/css', sheet);
  return new Hono<Bindings>()
    .get('/api/openapi.json', async (c) => respond((await reference()).json, c.req.raw))
    .get('/api/docs', async (c) => respond((await reference()).page, c.req.raw))
    .get(sheetPath, (c) => respond(style, c.req.raw));
};
