import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { added } from '../../contract/limits.ts';
import { mediaType, multipart, uploadAt } from './calls-at.ts';

/** Milliseconds that a body may take. */
export interface BodyTimes {
  /** Words: from their headers to their end. */
  words: number;
  /** Files: without anything that comes. As long as something does, they have the patience of their call. */
  stalled: number;
  /** Between two looks. */
  look: number;
}

/** The page itself stops a file that stalls, and says so: it comes first. */
const usual: BodyTimes = { words: 30_000, stalled: added.uploadStalls + 5_000, look: 1_000 };

interface Coming {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The moment at which it must be there, on the clock of `performance`. */
  until: number;
  /** When something came last, how much by then, and how long nothing may. */
  moved: number;
  bytes: number;
  stalled: number;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const isUpload = ({ headers }: IncomingMessage): boolean => mediaType(headers['content-type']) === multipart;

/** A request line may name the whole address too. */
const pathOf = ({ url = '' }: IncomingMessage): string =>
  URL.parse(url.startsWith('/') ? `http://x${url}` : url)?.pathname ?? '';

const uploadOf = (incoming: IncomingMessage) =>
  incoming.method === 'POST' && isUpload(incoming) ? uploadAt(pathOf(incoming)) : undefined;

/** The connection belongs to the answer of a request that was sent before this one. */
const isInLine = ({ socket, writableFinished }: ServerResponse): boolean => socket === null && !writableFinished;

/**
 * Ends requests whose body comes too slowly, with 408 where nothing was answered yet: Node itself has one time for whatever is sent,
 * and a file over a slow line takes minutes in which something comes all the time. The answer to a request before it on the same
 * connection is waited for.
 */
export const watchBodies = (server: Server, times: BodyTimes = usual): void => {
  const coming = new Set<Coming>();
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.complete || !hasBody(incoming)) return;
    const upload = uploadOf(incoming);
    const now = performance.now();
    coming.add({
      ...{ incoming, outgoing, moved: now, bytes: incoming.socket.bytesRead },
      until: now + (upload ? (upload.patience ?? added.uploadAnswer) : times.words),
      stalled: upload ? times.stalled : Infinity,
    });
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const body of coming) {
      const { incoming, outgoing, until, stalled } = body;
      const { socket } = incoming;
      if (incoming.complete || socket.destroyed) coming.delete(body);
      else if (socket.bytesRead > body.bytes) Object.assign(body, { bytes: socket.bytesRead, moved: now });
      if (!coming.has(body) || isInLine(outgoing) || (now < until && now - body.moved < stalled)) continue;
      coming.delete(body);
      if (!outgoing.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      socket.destroySoon();
    }
  }, times.look);
  look.unref();
  server.on('close', () => clearInterval(look));
};
