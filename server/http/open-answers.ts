import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Knows which connections wait for an answer. For Node one is idle as soon as the last of an answer was written, also while most
 * of it stands in memory, because the other side reads slowly; here it is idle when its answers are out.
 */
export const watchAnswers = (server: Server): { endOthers(): void } => {
  /** Of connections that have asked something: answers that are not out yet. */
  const owed = new Map<Socket, number>();
  const add = (socket: Socket, more: number): void => void owed.set(socket, (owed.get(socket) ?? 0) + more);
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    if (!owed.has(socket)) socket.once('close', () => owed.delete(socket));
    add(socket, 1);
    // It comes after all of it went out, and also when the connection is lost.
    outgoing.once('close', () => owed.has(socket) && add(socket, -1));
  });
  return {
    /** Ends connections that have their answers. One that has asked nothing yet may be about to. */
    endOthers() {
      for (const [socket, count] of owed) if (count === 0) socket.destroy();
    },
  };
};
