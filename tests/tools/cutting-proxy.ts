import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A TCP proxy between the browser and the server. It drops the line at the moment a test asks for:
 * - `cutAnswers(start)`: a request whose first line starts so reaches the server whole; of its answer not one byte
 *   comes back.
 * - `cutRequests(start)`: such a request never reaches the server.
 * - `holdRequests(start)`: such a request waits before the server until `stop`; if its line is closed meanwhile, it never arrives.
 * - `holdAnswers(start)`: of the answer nothing comes back until `stop`, then all of it.
 * They go on until `stop`: a browser by itself sends a request again whose line was cut before the first byte.
 * - `down()` refuses and drops everything, `up()` ends that.
 */
export interface CuttingProxy {
  url: string;
  cutAnswers(requestStart: string): Cutting;
  cutRequests(requestStart: string): Cutting;
  holdRequests(requestStart: string): Cutting;
  holdAnswers(requestStart: string): Cutting;
  down(): void;
  up(): void;
  /** First lines of all requests that went through, oldest first. */
  requests: string[];
  /** Points at another port: the server was started again. */
  aim(port: number): void;
  close(): Promise<void>;
}

interface Cutting {
  /** The first line was dropped, or held. */
  happened: Promise<void>;
  stop(): void;
}

interface Cut {
  start: string;
  when: 'request' | 'answer' | 'held request' | 'held';
  done: () => void;
  /** What waits for `stop`. */
  held: Set<() => void>;
}

export async function startCuttingProxy(targetPort: number): Promise<CuttingProxy> {
  let port = targetPort;
  let reachable = true;
  const cuts = new Set<Cut>();
  const requests: string[] = [];
  const open = new Set<Socket>();

  const server = createServer((client) => {
    if (!reachable) return void client.destroy();
    let armed: Cut | undefined;
    const watch = (socket: Socket, drop: () => void): Socket => {
      open.add(socket);
      socket.on('error', drop);
      return socket.on('close', () => {
        open.delete(socket);
        drop();
      });
    };
    const toServer = (): Socket => {
      const made = watch(connect(port, '127.0.0.1'), () => made === upstream && drop());
      return made.on('data', (bytes) => {
        if (armed?.when === 'answer') {
          drop();
          return armed.done();
        }
        client.write(bytes);
      });
    };
    let upstream = toServer();
    const drop = () => {
      client.destroy();
      upstream.destroy();
    };
    watch(client, drop);
    client.on('data', (bytes) => {
      const line = /^(GET|POST|HEAD) [^\r\n]+/.exec(bytes.toString('latin1'))?.[0];
      if (line) {
        requests.push(line);
        armed = [...cuts].find((cut) => line.startsWith(cut.start));
        if (armed?.when === 'request') {
          drop();
          return armed.done();
        }
        if (armed?.when === 'held') {
          upstream.pause();
          armed.held.add(() => upstream.resume());
          armed.done();
        }
        if (armed?.when === 'held request') {
          client.pause();
          // The server closes a line on which nothing comes for seconds after an answer: a new one waits for its first request.
          const idle = upstream;
          upstream = toServer();
          idle.destroy();
          armed.held.add(() => {
            upstream.write(bytes);
            client.resume();
          });
          return armed.done();
        }
      }
      upstream.write(bytes);
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const cut =
    (when: Cut['when']) =>
    (start: string): Cutting => {
      const { promise: happened, resolve: done } = Promise.withResolvers<void>();
      const made = { start, when, done, held: new Set<() => void>() };
      cuts.add(made);
      const stop = () => {
        cuts.delete(made);
        for (const letGo of made.held) letGo();
      };
      return { happened, stop };
    };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAnswers: cut('answer'),
    cutRequests: cut('request'),
    holdRequests: cut('held request'),
    holdAnswers: cut('held'),
    down() {
      reachable = false;
      for (const socket of open) socket.destroy();
    },
    up: () => void (reachable = true),
    requests,
    aim: (next) => void (port = next),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
