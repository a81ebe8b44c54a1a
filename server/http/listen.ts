import { createAdaptorServer } from '@hono/node-server';
import type { Server } from 'node:http';
import { createServer, Server as Listener, type AddressInfo } from 'node:net';
import { ConfigError } from '../config.ts';
import { watchAnswers } from './open-answers.ts';
import { watchBodies, type BodyTimes } from './slow-bodies.ts';

/** How long a stop waits for the answers under way, in milliseconds. */
const longestAnswer = 10_000;

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** Where it listens, and the variable that says so. Port 0 takes a free one. */
export interface Place {
  variable: 'PORT' | 'SANDBOX_PORT';
  port: number;
  host: string;
}

/** @throws ConfigError when the port is taken, or the host is none of this machine. */
const open = (server: Listener, place: Place): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { variable, port, host } = place;
      const said: Record<string, string> = {
        EADDRINUSE: `${variable} ${port} is taken by another program`,
        EACCES: `${variable} ${port} needs rights that this program does not have`,
      };
      const isHost = /^(EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EINVAL)$/.test(error.code ?? '');
      const why = isHost ? `HOST ${host} is no address of this machine` : said[error.code ?? ''];
      reject(why === undefined ? error : new ConfigError(why));
    });
    server.listen(place.port, place.host, resolve);
  });

/** Whether one may listen at all of these places: before anything is done that a start leaves behind. @throws ConfigError as `listen` */
export const refuseTaken = async (places: Place[]): Promise<void> => {
  const opened: Listener[] = [];
  try {
    for (const place of places) {
      const probe = createServer((socket) => void socket.destroy());
      await open(probe, place);
      opened.push(probe);
    }
  } finally {
    for (const probe of opened) await new Promise((closed) => void probe.close(closed));
  }
};

/** Opens a listener; `bodies` says how long they may take there, if not as everywhere. @throws ConfigError when the port is taken. */
export const listen = async (
  fetch: Fetch,
  place: Place,
  bodies?: BodyTimes,
): Promise<{ url: string; port: number; close: () => Promise<void> }> => {
  const server = createAdaptorServer({ fetch }) as Server;
  server.headersTimeout = 10_000;
  // Bodies have times of their own.
  server.requestTimeout = 0;
  watchBodies(server, bodies);
  const answers = watchAnswers(server);
  server.keepAliveTimeout = 5_000;
  await open(server, place);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    // Node's own way to close an HTTP server ends connections whose answer is written but not out.
    const closed = new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()));
    const sweep = setInterval(answers.endOthers, 20);
    const enough = setTimeout(() => server.closeAllConnections(), longestAnswer);
    await closed;
    clearInterval(sweep);
    clearTimeout(enough);
  };
  const host = place.host === '0.0.0.0' || place.host === '::' ? 'localhost' : place.host;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port, close };
};
