import { Hono } from 'hono';
import type { House } from '../area.ts';
import { readBytes } from '../http/read-body.ts';
import type { Bindings } from '../http/request-facts.ts';
import { isOurPage } from './card-routes.ts';
import { issuerFrame, issuerPolicy } from './issuer-frame.ts';
import { lookAt } from './issuer.ts';

const tokenOf = (text: string): unknown => {
  try {
    return (Object(JSON.parse(text)) as Record<string, unknown>)['token'];
  } catch {
    return undefined;
  }
};

/** The issuer's page: a frame that holds nothing, and what it asks for with its token. A number goes no further than this. */
export const issuerRoutes = (house: House): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  app.get('/card', (c) => {
    const page = c.req.query('page') ?? '';
    if (!isOurPage(page, house.config.publicUrl)) return c.notFound();
    c.header('Content-Security-Policy', issuerPolicy(page));
    return c.html(issuerFrame(page, c.req.query('lang') === 'en' ? 'en' : 'ru'));
  });
  app.post('/look', async (c) => {
    if ((c.req.header('sec-fetch-site') ?? 'none') !== 'same-origin') return c.json({ problem: 'origin' }, 403);
    const shown = await lookAt(house.db, tokenOf((await readBytes(c.req.raw)).toString('utf8')));
    return shown ? c.json(shown) : c.json({ problem: 'token' }, 410);
  });
  return app;
};

/** Where a number is shown in `page`; written so that the page's guard takes it as it stands. */
export const issuerFrameAt = (origin: string, page: string, locale: 'ru' | 'en'): string =>
  `${origin}/issuer/card?page=${page}&lang=${locale}`;
