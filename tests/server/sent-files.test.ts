import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Context } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../server/http/listen.ts';
import { createOpenFiles } from '../../server/http/open-files.ts';
import type { Passage } from '../../server/http/passage.ts';
import type { Bindings } from '../../server/http/request-facts.ts';
import { savedFile } from '../../server/http/saved-file.ts';
import { sendFile } from '../../server/http/send-file.ts';
import { createLog } from '../../server/log.ts';
import { writeToSupport } from './chats.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

/*
 * Files that go out: what they hold of this process has a bound, however many are asked for and however slowly they are taken.
 */

let server: TestServer;
let browser: Browser;
/** Longer than what the kernel takes of a connection that nobody reads. */
const content = Buffer.alloc(10 * 1024 * 1024 - 100, ' ');
let path: string;
beforeAll(async () => {
  server = await startServer();
  browser = server.browser();
  await signInByPassword(browser);
  for (let at = 0; at < content.length; at += 4_096) content.writeUInt32BE(at, at);
  content.write('%PDF-1.4\n');
  content.write('\n%%EOF\n', content.length - 7);
  const { body } = await writeToSupport(browser, 'a long one', [
    { content, name: 'long.pdf', type: 'application/pdf' },
  ]);
  path = `/api/chat/file/${body.payload.message.files[0].id}`;
});
afterAll(() => server.close());

/** Asks for the file and reads no more than the first of it. */
const unread = async (): Promise<Socket> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
};

test('F13 a file of many slices comes as it was sent', async () => {
  const got = await fetch(server.url + path, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  expect(got.headers.get('content-length')).toBe(String(content.length));
  expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true);
});

test('F13 six files go out to an account at a time; who asks for more is told when to come again, and who only asks about one is answered', async () => {
  const open = await Promise.all(Array.from({ length: 6 }, unread));
  try {
    const more = await browser.get(path);
    expect([more.http, more.failure.code, more.headers.get('retry-after')]).toEqual([429, 'wait_before_retry', '10']);
    const head = await browser.send(path, { method: 'HEAD' });
    expect([head.http, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
    expect((await browser.get('/api/auth/check')).http).toBe(200);
  } finally {
    for (const socket of open) socket.destroy();
  }
  await expect.poll(async () => (await browser.get(path)).http).toBe(200);
});

test('F13 asking about a file ten times opens none', async () => {
  for (let at = 0; at < 10; at += 1) expect((await browser.send(path, { method: 'HEAD' })).http).toBe(200);
  expect((await browser.get(path)).http).toBe(200);
});

test('F13 what goes out has a bound for each account and for all together, and what has ended counts no more, once', () => {
  const megabyte = 1024 * 1024;
  const open = createOpenFiles(8 * megabyte);
  const ends = Array.from({ length: 6 }, () => open('1'));
  const own = { status: 429, code: 'wait_before_retry', details: { retryAfter: 10 } };
  const all = { status: 503, code: 'unavailable', details: { retryAfter: 10 } };
  expect(() => open('1')).toThrow(expect.objectContaining(own));
  open('2');
  open('2');
  expect(() => open('2')).toThrow(expect.objectContaining(all));
  ends[0]?.();
  ends[0]?.();
  open('1');
  expect(() => open('1')).toThrow(expect.objectContaining(own));
  expect(() => open('2')).toThrow(expect.objectContaining(all));
});

test('F13 of a kept file a slice is read when the one before has gone on', async () => {
  const asked: number[] = [];
  const file = savedFile({ media: 'application/pdf', size: 5, saved: 'attachment' }, (from) => {
    asked.push(from);
    return Promise.resolve(Buffer.from('12345').subarray(from, from + 2));
  });
  const reader = file.body?.getReader();
  expect(asked).toEqual([]);
  const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString();
  const first = await read();
  expect([first, asked]).toEqual(['12', [0]]);
  expect([await read(), await read(), await read(), asked]).toEqual(['34', '5', '', [0, 2, 4]]);
});

test('F13 S2 a kept file breaks off where it may be read no more', async () => {
  const parts = [Buffer.from('12'), undefined];
  const file = savedFile({ media: 'application/pdf', size: 5, saved: 'attachment' }, () =>
    Promise.resolve(parts.shift()),
  );
  await expect(file.arrayBuffer()).rejects.toThrow('a kept file is gone');
});

test('F13 a file of which nothing goes out is ended, one that goes slowly is not', async () => {
  const log = createLog({ logLevel: 'silent' } as never);
  const passage = { log, out: [], account: null, session: null } as unknown as Passage;
  const served = await listen(
    (request, env) => {
      const passing: Passage = { ...passage, request };
      const file = savedFile({ media: 'text/plain', size: content.length, saved: 'attachment' }, (from) =>
        Promise.resolve(content.subarray(from, from + 65_536)),
      );
      return sendFile(passing, file, { env } as Context<Bindings>, 300);
    },
    { variable: 'PORT', port: 0, host: '127.0.0.1' },
  );
  const ask = async (read: (socket: Socket) => void): Promise<number> => {
    const socket = connect(served.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    read(socket);
    await once(socket, 'close');
    return socket.bytesRead;
  };
  // What is not read is not seen to end either: whoever reads on finds it cut.
  const ended = Promise.withResolvers<void>();
  const [none, slow] = await Promise.all([
    ask((socket) => {
      socket.on('error', () => {});
      socket.pause();
      void ended.promise.then(() => socket.resume());
    }),
    ask((socket) => {
      socket.on('data', () => {
        socket.pause();
        setTimeout(() => socket.resume(), 5);
      });
    }).finally(() => ended.resolve()),
  ]);
  expect(none).toBeLessThan(content.length);
  expect(slow).toBeGreaterThan(content.length);
  await served.close();
});
