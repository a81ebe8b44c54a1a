import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { RequestFacts } from '../area.ts';
import type { Config } from '../config.ts';

export interface Bindings {
  Bindings: HttpBindings;
}

/** Behind a proxy the address is the last one that `X-Forwarded-For` names: the proxy itself wrote that one. */
export const requestFacts = (c: Context<Bindings>, { trustProxy, publicUrl }: Config): RequestFacts => {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return {
    ip: (forwarded ?? c.env.incoming.socket.remoteAddress ?? '').slice(0, 64),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
    // The host header is the asker's own word. Mail that leaves the house needs PUBLIC_URL.
    origin: publicUrl ?? `http://${c.req.header('host') ?? 'localhost'}`,
  };
};

export const isLoopback = (ip: string): boolean => ip === '::1' || /^(::ffff:)?127\./.test(ip);
