import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { Config } from '../config.ts';
import type { Bindings } from '../http/request-facts.ts';
import type { Metrics } from './metrics.ts';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Who may read: whoever has the token. Where none is set, anybody outside production and nobody in it. */
const mayRead = ({ metricsToken, production }: Config, shown: string | undefined): boolean => {
  if (metricsToken === undefined) return !production;
  return timingSafeEqual(hash(shown?.replace(/^bearer /i, 'Bearer ') ?? ''), hash(`Bearer ${metricsToken}`));
};

/** `/metrics`. For whoever may not read, it is not there. */
export const addMetrics = (app: Hono<Bindings>, metrics: Metrics, config: Config): void => {
  app.get('/metrics', async (c) => {
    if (!mayRead(config, c.req.header('authorization'))) return c.notFound();
    const { type, body } = await metrics.text();
    return c.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  });
};
