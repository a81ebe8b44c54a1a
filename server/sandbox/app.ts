import { Hono } from 'hono';
import type { House } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import type { Bindings } from '../http/request-facts.ts';
import type { Caller } from './callbacks.ts';
import { cardRoutes } from './card-routes.ts';
import { issuerRoutes } from './issuer-routes.ts';
import { payRoutes } from './pay-routes.ts';
import { sandboxBot } from './telegram-bot.ts';
import { telegramRoutes } from './telegram-routes.ts';

const noStore = { 'Cache-Control': 'no-store' };

/** A name that only this machine answers to: another site's name that leads here is refused. */
const isLocal = (host: string): boolean => /^127\.0\.0\.1(:\d+)?$/.test(host);

/** Pages of the sandbox: an acquirer's pay page, the frames in which a card is given and shown, and Telegram's question. */
export const sandboxApp = (house: House, caller: Caller): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  app.use(async (c, next) => {
    if (!isLocal(c.req.header('host') ?? '')) return c.text('only from this machine', 403, noStore);
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    // Our own forms say where they come from; nobody else learns an address of an order.
    c.header('Referrer-Policy', 'same-origin');
    return undefined;
  });
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.text(error.code, error.status as 413, noStore);
    house.log.error({ err: error }, 'the sandbox failed');
    return c.text('Internal error', 500, noStore);
  });
  app.notFound((c) => c.text('Not found', 404, noStore));
  app.route('/pay', payRoutes(house, caller));
  app.route('/card', cardRoutes(house));
  app.route('/issuer', issuerRoutes(house));
  app.route(sandboxBot.path, telegramRoutes(house));
  return app;
};
