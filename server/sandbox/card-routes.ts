import { Hono } from 'hono';
import type { House } from '../area.ts';
import { readBytes } from '../http/read-body.ts';
import type { Bindings } from '../http/request-facts.ts';
import { cardOf, cardToken } from '../providers/sandbox-cards.ts';
import { cardFrame, cardPolicy } from './card-frame.ts';
import { readCard } from './card-number.ts';
import { keyed, sandboxKey } from './keys.ts';

/** A page of this machine, or the published one: nobody else gets a frame, nor what is given in it. */
export const isOurPage = (page: string, publicUrl: string | undefined): boolean =>
  page === publicUrl || /^http:\/\/(?:localhost|127\.0\.0\.1):\d{1,5}$/.test(page);

const numberOf = (text: string): string => {
  try {
    const { number } = Object(JSON.parse(text)) as Record<string, unknown>;
    return typeof number === 'string' ? number : '';
  } catch {
    return '';
  }
};

/** The frame of the tokeniser, and what it asks for a token. A number goes no further than through this function. */
export const cardRoutes = (house: House): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  app.get('/', (c) => {
    const page = c.req.query('page') ?? '';
    if (!isOurPage(page, house.config.publicUrl)) return c.notFound();
    c.header('Content-Security-Policy', cardPolicy(page));
    return c.html(cardFrame(page, c.req.query('lang') === 'en' ? 'en' : 'ru'));
  });
  app.post('/token', async (c) => {
    if ((c.req.header('sec-fetch-site') ?? 'none') !== 'same-origin') return c.json({ problem: 'origin' }, 403);
    const card = readCard(numberOf((await readBytes(c.req.raw)).toString('utf8')));
    if (!card) return c.json({ problem: 'number' }, 422);
    const key = await sandboxKey(house.db);
    const fingerprint = keyed(key, 'card', card.digits).toString('hex').slice(0, 24);
    const token = cardToken(key, { brand: card.brand, lastFour: card.digits.slice(-4), fingerprint });
    const known = cardOf(key, token);
    return c.json({ token, brand: known?.brand, last_four: known?.last_four });
  });
  return app;
};

/** Where a form of ours asks for a card to pay out to, as `page` shows it; written so that the page's guard takes it as it stands. */
export const cardFrameAt = (origin: string, page: string, locale: 'ru' | 'en'): string =>
  `${origin}/card?page=${page}&lang=${locale}`;
