import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Writes whatever it likes in the place of the server's answer. */
export type Hostile = (response: ServerResponse) => void;

export interface HostileProxy {
  url: string;
  /** Questions whose path starts so get this instead of an answer; `heard`: the server is asked all the same. */
  meet(path: string, hostile: Hostile, heard?: boolean): void;
  /** Everything is answered by the server again. */
  stop(): void;
  /** How many questions met something hostile. */
  met(): number;
  /** Resolves when so many have. */
  untilMet(times: number): Promise<void>;
  close(): Promise<void>;
}

/** Stands in front of a server as its own address, so that to the page it is the server. */
export async function startHostileProxy(target: string): Promise<HostileProxy> {
  const { hostname, port } = new URL(target);
  let armed: { path: string; hostile: Hostile; heard: boolean } | undefined;
  let met = 0;
  const waiting = new Set<() => void>();

  const pass = (asked: IncomingMessage, answered: (from: IncomingMessage) => void, broken: () => void) => {
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers }, answered);
    onward.on('error', broken);
    asked.pipe(onward);
  };

  const server = createServer((asked, response) => {
    const drop = () => void response.destroy();
    response.on('error', drop);
    const meeting = armed && (asked.url ?? '').startsWith(armed.path) ? armed : undefined;
    if (!meeting)
      return pass(
        asked,
        (from) => {
          response.writeHead(from.statusCode ?? 502, from.headers);
          from.on('error', drop).pipe(response);
        },
        drop,
      );
    const answer = () => {
      met += 1;
      meeting.hostile(response);
      for (const look of waiting) look();
    };
    if (meeting.heard) pass(asked, (from) => from.resume().on('end', answer), drop);
    else {
      asked.resume();
      answer();
    }
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    meet: (path, hostile, heard = false) => void (armed = { path, hostile, heard }),
    stop: () => void (armed = undefined),
    met: () => met,
    untilMet: (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (met < times) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
