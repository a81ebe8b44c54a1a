import { connect, type Socket } from 'node:net';

/** One request, as it goes over the wire, and what it is about. */
export interface Shot {
  bytes: string;
  /** What is remembered of it when it was answered well. */
  id: string;
}

export interface Loaded {
  /** Answers a second. */
  rate: number;
  /** Milliseconds, sorted. */
  taken: number[];
  /** Those that were answered with 200. */
  done: string[];
  /** Those that were answered otherwise, and how. */
  refused: string[];
  /** Asked, and the connection broke before the answer. */
  unknown: string[];
}

interface Gun {
  /** Where each connection goes; a target that is gone is asked again until it is there. */
  port: (connection: number) => number;
  connections: number;
  /** The next shot of a connection; undefined ends it. */
  next: (connection: number) => Shot | undefined;
}

const lengthOf = /\r\ncontent-length: (\d+)/i;

/** One answer at a time over one connection that is kept: as little of this process's own time as can be. */
const ask = (socket: Socket, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    let end = -1;
    const done = (act: () => void) => {
      socket.off('data', hear);
      socket.off('close', broke);
      act();
    };
    const broke = () => done(() => reject(new Error('the connection broke')));
    const hear = (part: string) => {
      text += part;
      if (end < 0) {
        const head = text.indexOf('\r\n\r\n');
        if (head < 0) return;
        end = head + 4 + Number(lengthOf.exec(text.slice(0, head))?.[1] ?? 0);
      }
      if (text.length >= end) done(() => resolve(text));
    };
    socket.on('data', hear);
    socket.once('close', broke);
    if (socket.destroyed) broke();
    else socket.write(bytes);
  });

const open = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // One character a byte: lengths are counted in bytes.
    socket.setEncoding('latin1').setNoDelay(true);
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(undefined));
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Shoots on so many connections at once, one after the other on each, until there is nothing more. */
export const shoot = async ({ port, connections, next }: Gun): Promise<Loaded> => {
  const loaded: Loaded = { rate: 0, taken: [], done: [], refused: [], unknown: [] };
  const began = performance.now();
  const one = async (connection: number): Promise<void> => {
    let socket: Socket | undefined;
    for (let shot = next(connection); shot; shot = next(connection)) {
      while (!socket || socket.destroyed) {
        socket = await open(port(connection));
        if (!socket) await pause(5);
      }
      const asked = performance.now();
      try {
        const answer = await ask(socket, shot.bytes);
        loaded.taken.push(performance.now() - asked);
        if (answer.startsWith('HTTP/1.1 200')) loaded.done.push(shot.id);
        else loaded.refused.push(`${shot.id} ${answer.slice(9, 12)} ${answer.slice(-300)}`);
      } catch {
        loaded.unknown.push(shot.id);
      }
    }
    socket?.destroy();
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => one(at)));
  loaded.rate = (loaded.done.length * 1000) / (performance.now() - began);
  loaded.taken.sort((a, b) => a - b);
  return loaded;
};

/** The one below which are so many of a hundred. */
export const part = (sorted: number[], hundredths: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? 0;
