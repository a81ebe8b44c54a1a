import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../server/http/listen.ts';

/** More than the kernel takes of a connection that nobody reads. */
const long = 20 * 1024 * 1024;

const ask = (port: number, path: string): Socket => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
};

test('R1 a stop waits for what is written and not out yet, and ends whoever has an answer', async () => {
  const served = await listen(
    (request) => new Response(new URL(request.url).pathname === '/long' ? Buffer.alloc(long, 'x') : 'short'),
    { variable: 'PORT', port: 0, host: '127.0.0.1' },
  );
  const slow = ask(served.port, '/long');
  const [first] = (await once(slow, 'data')) as [Buffer];
  slow.pause();
  const idle = ask(served.port, '/');
  await once(idle, 'data');

  const closed = served.close();
  // By the end of this one the others have been looked at, too.
  await once(idle, 'close');
  let got = first.length;
  slow.on('data', (part: Buffer) => (got += part.length));
  slow.resume();
  await closed;
  await once(slow, 'close');
  expect(got).toBeGreaterThan(long);
});
