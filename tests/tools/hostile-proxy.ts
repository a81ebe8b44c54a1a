import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** Writes whatever it likes in the place of the server's answer. */
export type Hostile = (response: ServerResponse) => void;

/** The text of an answer as the browser shall have it; it is asked for pages and JSON alone. */
type Rewrite = (text: string, kind: 'page' | 'json') => string;

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
export async function startHostileProxy(target: string, rewrite?: Rewrite): Promise<HostileProxy> {
  const { hostname, port } = new URL(target);
  let armed: { path: string; hostile: Hostile; heard: boolean } | undefined;
  let met = 0;
  const waiting = new Set<() => void>();

  const pass = (asked: IncomingMessage, answered: (from: IncomingMessage) => void, broken: () => void) => {
    const { method, url: path } = asked;
    const { 'accept-encoding': packed, ...others } = asked.headers;
    const headers = rewrite || packed === undefined ? others : asked.headers;
    const onward = request({ hostname, port, method, path, headers }, answered);
    onward.on('error', broken);
    asked.pipe(onward);
  };

  const kindOf = ({ headers: { 'content-type': type = '' } }: IncomingMessage) =>
    type.startsWith('text/html') ? 'page' : type.startsWith('application/json') ? 'json' : undefined;

  const giveBack = async (from: IncomingMessage, response: ServerResponse): Promise<void> => {
    const kind = kindOf(from);
    if (!rewrite || !kind) {
      response.writeHead(from.statusCode ?? 502, from.headers);
      return void from.pipe(response);
    }
    const text = rewrite(await readText(from), kind);
    const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = from.headers;
    response.writeHead(from.statusCode ?? 502, headers);
    response.end(text);
  };

  const server = createServer((asked, response) => {
    const drop = () => void response.destroy();
    response.on('error', drop);
    const meeting = armed && (asked.url ?? '').startsWith(armed.path) ? armed : undefined;
    if (!meeting) return pass(asked, (from) => void giveBack(from.on('error', drop), response).catch(drop), drop);
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
