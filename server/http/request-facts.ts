import type { HttpBindings } from '@hono/node-server';
import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { RequestFacts } from '../area.ts';
import type { Config } from '../config.ts';
import { isHandedOn } from './this-machine.ts';

export interface Bindings {
  Bindings: HttpBindings;
  Variables: {
    /** What one request is called in its answer and in the log: nothing that the asker chose. */
    request: string;
    /** Of a page that was rendered for this answer: its inline styles, in HTML, for the policy that lets them in. */
    rendered?: string;
    /** Headers of whatever it is answered. An answer that has them from the beginning says so by `headed`. */
    headers: Record<string, string>;
    headed?: true;
  };
}

/** Behind a proxy the address is the last one that `X-Forwarded-For` names: the proxy itself wrote that one. */
export const requestFacts = (c: Context<Bindings>, { trustProxy, publicUrl }: Config): RequestFacts => {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return {
    ip: (forwarded ?? c.env.incoming.socket.remoteAddress ?? '').slice(0, 64),
    // Asked for where there may be a laptop, and nowhere else.
    get isHandedOn() {
      return isHandedOn((name) => c.req.header(name));
    },
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
    idle: c.req.raw.method === 'HEAD' || c.req.header('sec-fetch-site') === 'cross-site',
    // The host header is the asker's own word. Mail that leaves the house needs PUBLIC_URL.
    origin: publicUrl ?? `http://${c.req.header('host') ?? 'localhost'}`,
  };
};

export const isLoopback = (ip: string): boolean => ip === '::1' || /^(::ffff:)?127\./.test(ip);

/**
 * The place that an address is counted by. One line of IPv6 has a /64 to itself, so its addresses are one place; IPv4
 * written as IPv6 is the same IPv4.
 */
export const networkOf = (ip: string): string => {
  const [address = ''] = ip.split('%', 1);
  if (!isIPv6(address)) return ip;
  // A URL writes the address in one way: groups of hex without leading zeros, the longest run of zeros as `::`.
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');
};

/** The network alone, for people: `203.0.113.*`, `2001:db8:1::/48`. */
export const shownNetwork = (ip: string): string => {
  const network = networkOf(ip);
  return network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network.replace(/\.\d+$/, '.*');
};
