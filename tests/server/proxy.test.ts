import {
  createServer as createPlain,
  get,
  request as askPlain,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paymentCheck } from '../../contract/calls/withdraw.ts';
import { added } from '../../contract/limits.ts';
import { readConfig } from '../../server/config.ts';
import { patienceAt } from '../../server/http/calls-at.ts';
import { listen } from '../../server/http/listen.ts';
import { passOn } from '../../server/http/proxy.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { createServer } from '../../server/server.ts';
import { callBody } from '../../src/transport/call-body.ts';
import { quiet } from '../setup/postgres.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson } from './money.ts';
import { iban } from './withdraw.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Another server that does as it is told. */
const upstream = async (listener: RequestListener): Promise<string> => {
  const server: Server = createPlain(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A listener that passes everything on to it, and waits so many ms for the beginning of an answer. */
const before = async (to: string, patience?: number): Promise<string> => {
  const fetch = (request: Request, { incoming }: HttpBindings): Promise<Response> =>
    passOn(request, incoming, {
      ...{ to, name: 'front', ip: '203.0.113.5', publicUrl: undefined, report: () => {} },
      ...(patience !== undefined && { patience }),
    }).catch((error: unknown) => new Response(null, { status: error instanceof Refusal ? error.status : 500 }));
  const { url, close } = await listen(fetch as Parameters<typeof listen>[0], {
    ...{ variable: 'PORT', port: 0, host: '127.0.0.1' },
  });
  closing.push(close);
  return url;
};

const byWire = { method: 'swift_usd', side: 'give', amount: '500', iban, bic: 'DEUTDEFF', recipient: 'Ann Example' };

/** A form with a document of so many bytes, as the page sends it. */
const withInvoice = (length: number): FormData => {
  const bytes = new Uint8Array(length).fill(7);
  bytes.set(Buffer.from('%PDF-1.7\n'));
  const invoice = new File([bytes], 'invoice.pdf', { type: 'application/pdf' });
  return callBody(paymentCheck, { ...byWire, invoice }).body as FormData;
};

describe('in front of a server of ours', () => {
  let behind: TestServer;
  let front: Awaited<ReturnType<typeof createServer>>;
  beforeAll(async () => {
    behind = await startServer({ SEED_DEMO: '0' });
    front = await createServer({
      config: readConfig({ ...quiet, PORT: '0', DIST_DIR: '/nonexistent', API_ORIGIN: behind.url }),
    });
  });
  afterAll(async () => {
    await front.close();
    await behind.close();
  });
  const someone = async () => {
    const person = await makePerson(behind, { USD: '2000' });
    await behind.db.updateTable('accounts').set({ verification_level: 1 }).where('id', '=', person.id).execute();
    person.browser.url = front.url;
    return person;
  };

  test('R2 F6 a document of the longest goes through, and back', async () => {
    const { browser } = await someone();
    const length = added.fileBytes;
    const { http, body } = await browser.send('/api/withdraw/check', { method: 'POST', body: withInvoice(length) });
    expect(http).toBe(200);
    const file = await fetch(`${front.url}/api/operation/file/${body.payload.id}/invoice`, {
      headers: { cookie: `session=${browser.cookies.get('session')}` },
    });
    expect([file.status, file.headers.get('content-length')]).toEqual([200, String(length)]);
    expect((await file.arrayBuffer()).byteLength).toBe(length);
  });

  test('R2 F6 a form that is longer than its files may be is refused here, where its length is told', async () => {
    const { browser } = await someone();
    const body = withInvoice(added.fileBytes + added.bodyBytes);
    const refused = await browser.send('/api/withdraw/check', { method: 'POST', body });
    expect([refused.http, refused.failure.code]).toEqual([413, 'too_large']);
  });

  test('R2 F14 an export of everything about an account comes whole', async () => {
    const { browser } = await someone();
    const straight = await fetch(`${behind.url}/api/user/export`, {
      headers: { cookie: `session=${browser.cookies.get('session')}` },
    });
    const through = await fetch(`${front.url}/api/user/export`, {
      headers: { cookie: `session=${browser.cookies.get('session')}` },
    });
    expect([through.status, through.headers.get('content-type')]).toEqual([200, straight.headers.get('content-type')]);
    expect((await through.text()).length).toBeGreaterThan(100);
  });
});

describe('in front of another server', () => {
  test('R2 a file goes on as it comes: its beginning is there before its end was sent', async () => {
    const begun = Promise.withResolvers<string | undefined>();
    const to = await upstream((request, response) => {
      let size = 0;
      request.on('data', (part: Buffer) => {
        size += part.length;
        begun.resolve(request.headers['content-length']);
      });
      request.on('end', () => response.end(String(size)));
    });
    const url = await before(to);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new Uint8Array(100_000));
        await begun.promise;
        controller.enqueue(new Uint8Array(200_000));
        controller.close();
      },
    });
    const answer = await fetch(`${url}/api/support`, {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit);
    expect([answer.status, await answer.text()]).toEqual([200, '300000']);
    expect(await begun.promise).toBeUndefined();
  });

  test('R2 a form without a told length is stopped where it is longer than its call takes', async () => {
    let size = 0;
    const to = await upstream((request) => {
      request.on('data', (part: Buffer) => (size += part.length));
      request.on('error', () => {});
    });
    const longest = added.fileBytes + added.bodyBytes;
    let left = 4 * longest;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        left -= 64 * 1024;
        if (left < 0) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const answer = fetch(`${await before(to)}/api/withdraw/check`, {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit).then(
      ({ status }) => status,
      () => 'cut off',
    );
    // Whoever is still sending may find the connection closed before they read the answer.
    expect([413, 'cut off']).toContain(await answer);
    expect(size).toBeLessThanOrEqual(longest + 64 * 1024);
  });

  test('R2 only the beginning of an answer is waited for: a long one takes as long as it takes', async () => {
    const to = await upstream((_, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '20' });
      let left = 20;
      const drip = setInterval(() => {
        response.write('x');
        left -= 1;
        if (left > 0) return;
        clearInterval(drip);
        response.end();
      }, 30);
    });
    const began = performance.now();
    const answer = await fetch(`${await before(to, 200)}/api/history/export`);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('content-length')).toBe('20');
    expect(await answer.text()).toBe('x'.repeat(20));
    expect(performance.now() - began).toBeGreaterThan(400);
  });

  test('R2 what belongs to one connection is not passed on, either way', async () => {
    const own = { connection: 'X-Hop, keep-alive', 'x-hop': '1', 'proxy-connection': 'keep-alive' };
    const heard = Promise.withResolvers<IncomingMessage['headers']>();
    const to = await upstream((request, response) => {
      heard.resolve(request.headers);
      response.writeHead(200, { ...own, 'x-kept': '2' }).end('{}');
    });
    const url = await before(to);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${url}/api/auth/check`, { headers: { ...own, 'x-kept': '2' } }, resolve).on('error', reject);
    });
    answer.resume();
    for (const headers of [await heard.promise, answer.headers]) {
      expect(headers['x-kept']).toBe('2');
      expect(Object.keys(headers)).not.toContain('x-hop');
      expect(Object.keys(headers)).not.toContain('proxy-connection');
    }
  });

  test('R2 an answer that does not begin in time is a 502, and the question is given up', async () => {
    const gone = Promise.withResolvers<void>();
    const to = await upstream((_, response) => void response.on('close', () => gone.resolve()));
    expect((await fetch(`${await before(to, 100)}/api/auth/check`)).status).toBe(502);
    await gone.promise;
  });

  test('R2 an answer that comes before all of a file was sent is passed back', async () => {
    const to = await upstream((request, response) => {
      request.once('data', () => response.writeHead(401, { 'content-type': 'application/json' }).end('{"early":true}'));
    });
    const url = await before(to);
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1_000)) });
    const answer = await fetch(`${url}/api/support`, {
      ...{ method: 'POST', body, duplex: 'half' },
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    } as RequestInit);
    expect([answer.status, await answer.json()]).toEqual([401, { early: true }]);
  });

  test('R2 an answer that breaks off there breaks off here, and is never taken for a whole one', async () => {
    const to = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('half', () => response.destroy());
    });
    const answer = await fetch(`${await before(to)}/api/history/export`);
    await expect(answer.text()).rejects.toThrow();
  });
});

describe('an asker who leaves', () => {
  /** Another server that begins its answers, if told to, and ends none; tells when it is asked, and when it is left. */
  const unending = async (begins: boolean) => {
    const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const seen = { left: false };
    const to = await upstream((request, response) => {
      request.resume();
      if (begins) response.write('half');
      response.on('close', () => {
        seen.left = true;
        left.resolve();
      });
      request.on('end', () => asked.resolve());
    });
    // No time of an answer is over before a test is.
    return { url: await before(to, 600_000), asked: asked.promise, left: left.promise, seen };
  };
  /** On a connection of its own: `fetch` opens another one where it leaves, and a stop waits for what that may ask. */
  const ask = (url: string, { method = 'GET', body }: { method?: string; body?: string }) => {
    const asking = askPlain(url, { method, agent: false });
    const answer = new Promise<string>((resolve) => {
      asking.on('error', () => resolve('left'));
      asking.on('response', (response) => void response.resume().on('close', () => resolve('left')));
      asking.on('response', (response) => void response.on('end', () => resolve('answered')));
    });
    asking.end(body);
    return { leave: () => asking.destroy(), answer };
  };

  test.each([
    ['before the answer begins', 'GET', false],
    ['before the answer begins', 'HEAD', false],
    ['while the answer comes', 'GET', true],
  ] as const)('R2 %s ends a question (%s) there as well', async (_, method, begins) => {
    const { url, asked, left } = await unending(begins);
    const { leave, answer } = ask(`${url}/api/history/export`, { method });
    await asked;
    leave();
    expect(await answer).toBe('left');
    await left;
  });

  test.each([
    ['may change something', '/api/transfer/check', { method: 'POST', body: 'a=1' }],
    ['sends a letter', '/api/auth/send_confirmation_instructions', {}],
    ['makes a draft', '/api/verification/passport/new', {}],
    ['tells the house who is there', '/api/auth/check', {}],
  ])('R2 what %s goes on to its end', async (_, path, init) => {
    const { url, asked, seen } = await unending(false);
    const { leave, answer } = ask(`${url}${path}`, init);
    await asked;
    leave();
    expect(await answer).toBe('left');
    // A question that is left after it has been given up there by now.
    const after = await unending(false);
    const question = ask(`${after.url}/api/user/info`, {});
    await after.asked;
    question.leave();
    await after.left;
    expect(seen.left).toBe(false);
  });
});

test('R2 only a form with files has the time of an upload, at a path that takes them', () => {
  for (const path of ['/api/withdraw/check', '/api/support']) {
    expect(patienceAt('POST', path, 'multipart/form-data')).toBe(added.uploadAnswer);
    for (const type of ['application/x-www-form-urlencoded', 'application/json', ''])
      expect(patienceAt('POST', path, type)).toBe(added.answer);
  }
  expect(patienceAt('GET', '/api/user/export', '')).toBe(added.fileAnswer);
  for (const path of ['/api/auth/login', '/api/transfer/check'])
    expect(patienceAt('POST', path, 'multipart/form-data')).toBe(added.answer);
});
