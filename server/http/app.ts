import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Area, House, Served } from '../area.ts';
import type { Db } from '../db/db.ts';
import { devRoutes } from '../dev/routes.ts';
import { isPlace } from '../../contract/address.ts';
import { i18nPath } from '../../contract/calls/page.ts';
import { addMetrics } from '../metrics/routes.ts';
import { hear } from '../payments/hear.ts';
import { takers } from '../payments/listen.ts';
import { referenceRoutes } from '../reference/routes.ts';
import type { Assets } from './assets.ts';
import { lettingGo, type Life } from './draining.ts';
import { serveIcon } from './icons.ts';
import { serveMessages } from './messages.ts';
import { createPlaces, type Places } from './places.ts';
import { redirectPage, type Redirects } from './redirects.ts';
import type { Bindings } from './request-facts.ts';
import { securityHeaders, withStyles } from './security.ts';
import { createVisitorPages, type VisitorPages } from './visitor-pages.ts';
import type { Service } from './passage.ts';
import { serveCall } from './serve-call.ts';
import { isForThisMachine } from './this-machine.ts';

/**
 * The routes of a server with a database. Calls may stand in any order: a fixed part of a path wins over a parameter. `beside` has
 * connections that no request takes.
 */
export const createApp = (service: Service, areas: Area[], assets: Assets, life: Life, beside: Db): Hono<Bindings> => {
  const { house } = service;
  const https = house.config.publicUrl?.startsWith('https:') ?? false;
  const outside = [...house.config.origins, ...(house.outside ? [house.outside.origin] : [])];
  const drawing = { dist: house.config.distDir, config: house.config, onError: notDrawn(house.log) };
  const places = createPlaces(drawing);
  const visitors =
    assets.page === undefined || places === undefined
      ? undefined
      : createVisitorPages({
          ...drawing,
          page: assets.page,
          places,
          ask: async (request) => await app.request(request, undefined, ownRequest),
        });
  const app: Hono<Bindings> = pageApp({
    assets,
    https,
    outside,
    life,
    ...(visitors && { inline: visitors.inline }),
    onError: failedRequest(house.log),
  });

  app.get('/local/healthcheck', async (c) => {
    // Over either pool: one that is busy for seconds says nothing against the database.
    const alive = await Promise.any([house.db, beside].map((db) => sql`select 1`.execute(db))).then(
      () => true,
      () => false,
    );
    const status = life.draining ? 'draining' : alive ? 'ok' : 'error';
    return c.json({ status, database: alive ? 'ok' : 'unreachable' }, status === 'ok' ? 200 : 503, noStore);
  });
  app.get(`${i18nPath}/:part?`, async (c) => (await serveMessages(c)) ?? c.notFound());
  app.get('/api/icons/:file', async (c) => serveIcon(c) ?? (await serveCall(service, undefined, c)));
  for (const served of areas.flatMap((area) => area.calls).toSorted(bySpecificity))
    app.on(served.spec.method, pathOf(served), (c) => serveCall(service, served, c));
  app.route('/', referenceRoutes(house.config.productName, https));
  app.all('/api', (c) => serveCall(service, undefined, c));
  app.all('/api/*', (c) => serveCall(service, undefined, c));
  for (const taker of takers(house)) app.post(taker.callback.path, hear(house, taker));
  if (isForThisMachine(house.config))
    app.route(
      '/dev',
      devRoutes(
        house,
        areas.flatMap((area) => area.dev ?? []),
      ),
    );
  addMetrics(app, house.metrics, house.config);
  addPages(app, { assets, config: house.config, places, visitors });
  return app;
};

/** What is said of a request that no call answered. */
export const failedRequest =
  (log: House['log']) =>
  (error: unknown, request: string): void =>
    log.error({ err: error, request }, 'a request failed');

/** What stands for the connection where this server asks itself. */
const ownRequest = { incoming: { socket: { remoteAddress: '127.0.0.1' } } } as unknown as Bindings['Bindings'];

export const noStore = { 'Cache-Control': 'no-store' };

interface Page {
  assets: Assets;
  https: boolean;
  /** Origins of pay pages and of frames for cards. */
  outside: string[];
  life: Life;
  /** Inline blocks of other pages than the built one, in HTML. */
  inline?: string;
  onError: (error: unknown, request: string) => void;
}

/** Headers and error answers that every server has. */
export const pageApp = ({ assets, https, outside, life, inline = '', onError }: Page): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  const always = securityHeaders(assets.page === undefined ? undefined : assets.page + inline, https, outside);
  app.use(async (c, next) => {
    const request = randomUUID();
    c.set('request', request);
    c.set('headers', { ...always, 'X-Request-Id': request });
    await next();
    if (c.var.headed) return;
    const headers = withStyles(c.var.headers, c.var.rendered);
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });
  app.use(lettingGo(life));
  app.onError((error, c) => {
    onError(error, c.var.request);
    return c.text('Internal error', 500, noStore);
  });
  app.notFound((c) => c.text('Not found', 404, noStore));
  return app;
};

/** What is said of the built pages where they cannot be drawn. */
export const notDrawn =
  (log: House['log']) =>
  (error: unknown): void =>
    log.error({ err: error }, 'a page of visitors was not drawn');

interface Pages {
  assets: Assets;
  config: Redirects;
  /** Undefined: whatever path could be a place is one. */
  places: Places | undefined;
  /** Undefined in front of another server, which has the settings and the texts. */
  visitors?: VisitorPages | undefined;
}

/**
 * Assets by their path; the page, or the way to it, for every path that could be a place, as a 404 where no route leads;
 * else a plain 404. Added last.
 */
export const addPages = (app: Hono<Bindings>, { assets, config, places, visitors }: Pages): void => {
  app.get('*', async (c) => {
    const { path } = c.req;
    const asset = await assets.serve(path, c.req.raw);
    if (asset) return asset;
    // A missing script must never be answered by the page; whoever goes to such an address finds the page of what is not there.
    const isMissing = path !== '/index.html' && !isPlace(path);
    if (isMissing && c.req.header('sec-fetch-dest') !== 'document') return c.notFound();
    const elsewhere = redirectPage(c.req.raw, config);
    if (elsewhere) return elsewhere;
    const rendered = await visitors?.serve(c.req.raw);
    if (rendered) c.set('rendered', rendered.style);
    const page = rendered?.response ?? (await assets.serve('/index.html', c.req.raw));
    if (!page)
      return isMissing ? c.notFound() : c.text('The front end is not built: npm start builds it', 503, noStore);
    if (visitors && !rendered) {
      page.headers.append('Vary', 'Cookie, Accept-Language');
      const ahead = await visitors.ahead(c.req.raw);
      if (ahead !== undefined) page.headers.set('Link', ahead);
    }
    // What is not modified keeps the status that the browser has of it.
    if (page.status === 200 && (isMissing || (await places?.isNowhere(c.req.raw))))
      return new Response(page.body, { status: 404, headers: page.headers });
    return page;
  });
};

const pathOf = ({ spec, how }: Served): string => {
  const path = how.at ?? spec.path;
  if (!path.startsWith('/api/') || path.includes('{'))
    throw new Error(`${spec.name} needs a path of ours to answer at`);
  return path;
};

const bySpecificity = (a: Served, b: Served): number => {
  const [left, right] = [pathOf(a).split('/'), pathOf(b).split('/')];
  for (let place = 0; place < Math.min(left.length, right.length); place += 1) {
    const difference = Number(left[place]?.startsWith(':')) - Number(right[place]?.startsWith(':'));
    if (difference !== 0) return difference;
  }
  return 0;
};
