import type { MiddlewareHandler } from 'hono';

/** Whether this process is about to stop. Until its listener closes it answers, and says at its healthcheck that it goes. */
export interface Life {
  draining: boolean;
}

/** Whoever keeps a connection open is told to take another one, which then leads to another process. */
export const lettingGo =
  (life: Life): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (life.draining) c.res.headers.set('Connection', 'close');
  };
