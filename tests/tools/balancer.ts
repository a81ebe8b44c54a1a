import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  /** These answer from now on, as far as they are healthy. */
  lead(servers: string[]): void;
  close(): Promise<void>;
}

const healthy = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/local/healthcheck`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
};

/** How often it asks who is healthy, in ms. */
const interval = 100;

/** Gives each request to the next healthy server, whoever asks, and never a second time. */
export const startBalancer = async (): Promise<Balancer> => {
  let servers: string[] = [];
  let alive: string[] = [];
  let turn = 0;
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    const asked = servers;
    const answers = await Promise.all(asked.map(healthy));
    if (asked === servers) alive = asked.filter((_, at) => answers[at]);
  };
  const timer = setInterval(() => {
    looking = look();
  }, interval);
  const balancer: Server = createServer((incoming, outgoing) => {
    turn += 1;
    const to = alive[turn % Math.max(1, alive.length)];
    if (to === undefined) return void outgoing.writeHead(503).end();
    const { method, url = '/', headers } = incoming;
    const sent = request(new URL(url, to), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    lead(those) {
      servers = those;
    },
    close: async () => {
      clearInterval(timer);
      await looking;
      balancer.closeAllConnections();
      await new Promise((resolve) => balancer.close(resolve));
    },
  };
};
