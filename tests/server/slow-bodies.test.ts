import { connect, type Socket } from 'node:net';
import { setInterval as every } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../server/http/listen.ts';

/*
 * Bodies that come slowly, over real connections to a listener whose times are a hundredth of those outside.
 */

const times = { words: 300, stalled: 900, look: 20 };
const upload = { path: '/api/withdraw/check', type: 'multipart/form-data; boundary=x' };
const words = { path: '/api/lang', type: 'application/json' };

/** What is sent there is answered when the test says so. */
const held = { path: '/api/held', until: Promise.withResolvers<void>() };

let port: number;
let close: () => Promise<void>;
beforeAll(async () => {
  const told = await listen(
    async (request: Request) => {
      const { byteLength } = await request.arrayBuffer();
      if (new URL(request.url).pathname === held.path) await held.until.promise;
      return new Response(String(byteLength));
    },
    { variable: 'PORT', port: 0, host: '127.0.0.1' },
    times,
  );
  ({ port, close } = told);
});
afterAll(() => close());

interface Sent {
  /** All that came back until the end of the connection, or of the answer. */
  answer: string;
  /** Milliseconds from the first byte. */
  took: number;
}

/** Sends a head that promises 100 bytes, then as many of them as `parts` says, one at a time. */
const drip = async ({ path, type }: typeof words, parts: number): Promise<Sent> => {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      answer += part.toString('latin1');
      if (answer.endsWith('\r\n\r\n100')) resolve();
    });
    socket.on('close', () => resolve());
  });
  const began = performance.now();
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\n`);
  let left = parts;
  for await (const _ of every(15)) {
    if (left === 0 || socket.destroyed) break;
    socket.write('x');
    left -= 1;
  }
  await done;
  const took = performance.now() - began;
  socket.destroy();
  return { answer, took };
};

test.each([
  ['a file', upload],
  ['a file whose request line has the whole address', { ...upload, path: `http://x${upload.path}?a=1` }],
])('F7 F13 %s that comes slowly, and takes several times as long as words may, arrives whole', async (_, what) => {
  const { answer, took } = await drip(what, 100);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n100$/);
  expect(took).toBeGreaterThan(3 * times.words);
});

test('F7 F13 a file of which nothing more comes is ended', async () => {
  const { answer, took } = await drip(upload, 10);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(took).toBeGreaterThan(times.stalled);
});

test.each([
  ['words', words],
  ['a form with files where none are taken', { ...words, type: upload.type }],
  ['words where files are taken', { ...upload, type: 'application/x-www-form-urlencoded' }],
  ['a form with files of a kind that has no check', { ...upload, path: '/api/exchange/check' }],
])('S1 %s: a byte now and then holds a connection no longer than words may take', async (_, what) => {
  const { answer, took } = await drip(what, 100);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(took).toBeLessThan(3 * times.words);
});

test('S1 what stalls behind a request on the same connection ends when that one has its answer, and takes nothing from it', async () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${words.type}\r\nContent-Length: 3\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.on('data', (part: Buffer) => (answers += part.toString('latin1')));
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(`${head(held.path)}abc${head(words.path)}a`);
  // One that begins later, alone on its connection, is over when the time of the one before is over too.
  await drip(words, 0);
  await drip(words, 0);
  held.until.resolve();
  await closed;
  expect(answers).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n3HTTP\/1\.1 408 Request Timeout\r\n[^]*\r\n\r\n$/);
});
