import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { authSendAgain } from '../../contract/calls/auth.ts';
import { userExport } from '../../contract/calls/settings.ts';
import { verificationNew } from '../../contract/calls/verification.ts';
import { defineCall, type CallSpec } from '../../contract/call.ts';
import type { CallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import { createTransport, type Held, type ReadAnswer } from '../../src/transport/send-call.ts';
import { longestAnswer } from '../../src/transport/read-json.ts';

const read = defineCall({
  name: 'sample.read',
  method: 'GET',
  path: '/api/sample/:id',
  body: 'none',
  basis: 'added',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.optional(z.string()) }),
  payload: z.object({ title: z.string() }),
});
const save = defineCall({
  name: 'sample.save',
  method: 'POST',
  path: '/api/sample',
  body: 'json',
  basis: 'added',
  payload: z.object({}),
});
const form = defineCall({
  name: 'sample.form',
  method: 'POST',
  path: '/api/sample',
  body: 'form',
  basis: 'added',
  payload: z.object({}),
});
const given = defineCall({
  name: 'sample.given',
  method: 'GET',
  path: '/api{path}',
  given: '/exchange/',
  body: 'none',
  basis: 'added',
  payload: z.object({}),
});

const ok = (payload: unknown, more = {}) => ({ status: 'ok', now: '2026-01-02T03:04:05Z', rev: 3, payload, ...more });
const refusal = (payload: unknown) => ({ status: 'error', now: '2026-01-02T03:04:05Z', rev: 3, payload });

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

const listen = async (listener: RequestListener): Promise<string> => {
  server = createServer(listener);
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const answering = (statusCode: number, body: string, headers: Record<string, string> = {}): Promise<string> =>
  listen((_, response) => {
    response.writeHead(statusCode, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });

const world = (origin: string, held: Held = { rev: 0, account: null }) => {
  const transport = createTransport({ held: () => held, language: () => 'en', now: () => 1_000, origin });
  const heard: ReadAnswer[] = [];
  transport.responses$.subscribe((answer) => heard.push(answer));
  const send = (
    spec: CallSpec,
    input?: Parameters<typeof transport.sendCall>[1],
    signal = new AbortController().signal,
  ) => transport.sendCall(spec, input, signal);
  const fail = (
    spec: CallSpec,
    input?: Parameters<typeof transport.sendCall>[1],
    signal?: AbortSignal,
  ): Promise<CallError> =>
    send(spec, input, signal).then(
      () => expect.unreachable('the call was answered'),
      (error: CallError) => error,
    );
  return { send, fail, heard };
};

const one = { params: { id: '7' } };

describe('S1: an answer is published to the house and then resolved for its asker', () => {
  test('S1: a good answer gives its payload, the server time and the time of the page', async () => {
    const body = ok({ title: 'x', more: 1 }, { wallets: [] });
    const { send, heard } = world(await answering(200, JSON.stringify(body)), { rev: 5, account: 'A-1001' });
    let published = -1;
    const answer = await send(read, one).then((value) => ((published = heard.length), value));
    expect(answer).toEqual({ payload: { title: 'x' }, now: '2026-01-02T03:04:05Z', at: 1_000 });
    expect(published).toBe(1);
    expect(heard).toEqual([{ seq: 1, issued: 1, said: 5, call: 'sample.read', statusCode: 200, body, at: 1_000 }]);
  });

  test.each([
    [200, ok({ title: 'x' })],
    [422, refusal({ code: 'invalid', message: 'no' })],
  ])(
    'S1: with %i who asked hears of it behind the news, and before a screen that the news put off is drawn',
    async (code, body) => {
      const transport = createTransport({
        held: () => ({ rev: 0, account: null }),
        language: () => 'en',
        origin: await answering(code, JSON.stringify(body)),
      });
      const order: string[] = [];
      transport.responses$.subscribe(() => {
        order.push('the news');
        queueMicrotask(() => order.push('the screen'));
      });
      const note = () => order.push('the answer');
      await transport.sendCall(read, one, new AbortController().signal).then(note, note);
      await Promise.resolve();
      expect(order).toEqual(['the news', 'the answer', 'the screen']);
    },
  );

  test('S1: a call is on its way in the turn that asks', () => {
    const sent: string[] = [];
    const by = (url: string) => (sent.push(url), new Promise<Response>(() => {}));
    const transport = createTransport({ held: () => ({ rev: 0, account: null }), language: () => 'en', by });
    void transport.sendCall(read, one, new AbortController().signal);
    expect(sent).toEqual(['/api/sample/7']);
  });

  test('S1: requests are numbered in the order of sending, whatever the order of answers', async () => {
    const late: (() => void)[] = [];
    const origin = await listen((request, response) => {
      const end = () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(ok({ title: request.url })));
      };
      if (request.url === '/api/sample/1') late.push(end);
      else {
        response.on('close', () => late.forEach((run) => run()));
        end();
      }
    });
    const { send, heard } = world(origin);
    await Promise.all([send(read, { params: { id: '1' } }), send(read, { params: { id: '2' } })]);
    expect(heard.map(({ seq, issued }) => [seq, issued])).toEqual([
      [2, 2],
      [1, 2],
    ]);
  });

  test('S1: a refusal is published too, and a page of HTML is not', async () => {
    const refused = world(await answering(422, JSON.stringify(refusal({ code: 'invalid', message: 'no' }))));
    await refused.fail(read, one);
    expect(refused.heard).toHaveLength(1);
    server?.close();
    const html = world(await answering(200, '<p>hello</p>', { 'content-type': 'text/html' }));
    await html.fail(read, one);
    expect(html.heard).toEqual([]);
  });
});

describe('D2: what is sent', () => {
  const echo = async () => {
    const seen: { request: IncomingMessage; body: string }[] = [];
    const origin = await listen((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        seen.push({ request, body });
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(ok({ title: 'x' })));
      });
    });
    return { origin, seen };
  };

  test('D2: parameters and query stand encoded in the address, absent ones do not stand there', async () => {
    const { origin, seen } = await echo();
    await world(origin).send(read, { params: { id: 'a/b?c' }, query: { page: 'USD/', other: undefined } });
    expect(seen[0]?.request.url).toBe('/api/sample/a%2Fb%3Fc?page=USD%2F');
  });

  test('D2: the held revision and account go along, a visitor names none', async () => {
    const { origin, seen } = await echo();
    await world(origin, { rev: 12, account: 'A-77' }).send(read, one);
    await world(origin, { rev: 0, account: null }).send(read, one);
    expect(seen.map(({ request: { headers } }) => [headers['x-rev'], headers['x-account']])).toEqual([
      ['12', 'A-77'],
      ['0', undefined],
    ]);
  });

  test('S11 the language that the page shows goes along', async () => {
    const { origin, seen } = await echo();
    await world(origin).send(read, one);
    expect(seen[0]?.request.headers['x-locale']).toBe('en');
  });

  test('D2: JSON, an urlencoded form, and a form with a file', async () => {
    const { origin, seen } = await echo();
    const { send } = world(origin);
    await send(save);
    await send(form, { body: { side: 'give', amount: '1.50', none: undefined } });
    await send(form, { body: { text: 'a', file0: new File(['abc'], 'a.txt', { type: 'text/plain' }) } });
    expect(
      seen.map(({ request, body }) => [request.headers['content-type']?.split(';')[0], body.slice(0, 22)]),
    ).toEqual([
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', 'side=give&amount=1.50'],
      ['multipart/form-data', expect.stringMatching(/^--/)],
    ]);
  });

  test.each([
    '/exchange/../auth/logout',
    '/exchange//evil',
    '/exchange/%2e%2e/auth',
    '/exchange/a\\b',
    '/withdraw/1',
    '//evil/exchange/',
    '/exchange/',
    '/exchange/a/',
    '/exchange/a b',
    '/exchange/a#b',
    '/exchange/.hidden',
    '/exchange/a?x=%2f',
    'https://evil/exchange/a',
    '',
    `/exchange/${'a'.repeat(400)}`,
  ])('F3: the given path %j is refused and nothing is sent', async (path) => {
    const { origin, seen } = await echo();
    expect(await world(origin).fail(given, { path })).toMatchObject({
      name: 'CallError',
      kind: 'refused',
      code: 'bad_request',
      statusCode: 0,
    });
    expect(seen).toEqual([]);
  });

  test('F3: a given path below its prefix is followed', async () => {
    const { origin, seen } = await echo();
    await world(origin).send(given, { path: '/exchange/confirm/ab_C-9?side=give' });
    expect(seen[0]?.request.url).toBe('/api/exchange/confirm/ab_C-9?side=give');
  });

  test.each(['', '.', '..'])('F3: the parameter %j would change the path, and is refused', async (id) => {
    const { origin, seen } = await echo();
    expect(await world(origin).fail(read, { params: { id } })).toMatchObject({ kind: 'refused', code: 'bad_request' });
    expect(seen).toEqual([]);
  });
});

const rub = { code: 'RUB', name: 'Rouble', logo: '/rub.svg', scale: 2, kind: 'fiat' as const };
const fresh: Operation = {
  id: 'op2',
  kind: 'exchange',
  status: 'open',
  give_currency: rub,
  get_currency: { ...rub, code: 'USD' },
  terms: {
    give: { amount: '100.00', currency: 'RUB' },
    get: { amount: '1.00', currency: 'USD' },
    fee: { amount: '1.00', currency: 'RUB' },
    rate: '0.01',
  },
  asked: { side: 'give', amount: '100.00' },
  created_at: '2026-01-02T03:04:05Z',
  expires_at: '2026-01-02T03:05:05Z',
  timeline: [],
};

describe('E1: every way a call can end is one kind of error', () => {
  const kinds: [string, number, string, Record<string, string>, Partial<CallError>][] = [
    [
      'a rule that is broken',
      422,
      JSON.stringify(
        refusal({ code: 'invalid', message: 'no', fields: { amount: 'below_minimum' }, params: { minimum: '1' } }),
      ),
      {},
      {
        kind: 'refused',
        code: 'invalid',
        message: 'no',
        statusCode: 422,
        now: '2026-01-02T03:04:05Z',
        at: 1_000,
        fields: { amount: 'below_minimum' },
        params: { minimum: '1' },
      },
    ],
    [
      'terms that changed',
      409,
      JSON.stringify(refusal({ code: 'terms_changed', message: 'no', fresh: fresh })),
      {},
      { kind: 'refused', code: 'terms_changed', fresh },
    ],
    [
      'too many tries',
      429,
      JSON.stringify(refusal({ code: 'rate_limited', message: 'no' })),
      { 'retry-after': '7' },
      { kind: 'refused', code: 'rate_limited', retryAfter: 7 },
    ],
    [
      'a wait until a date',
      429,
      JSON.stringify(refusal({ code: 'rate_limited', message: 'no' })),
      { 'retry-after': new Date(11_000).toUTCString() },
      { kind: 'refused', retryAfter: 10 },
    ],
    [
      'a fault with words',
      500,
      JSON.stringify(refusal({ code: 'internal', message: 'no' })),
      {},
      { kind: 'failed', code: 'internal', statusCode: 500 },
    ],
    [
      'a blocked site',
      503,
      JSON.stringify(refusal({ code: 'site_blocked', message: 'no' })),
      {},
      { kind: 'failed', code: 'site_blocked', statusCode: 503 },
    ],
    [
      'a fault without words',
      502,
      '<h1>Bad gateway</h1>',
      { 'content-type': 'text/html' },
      { kind: 'failed', code: 'unavailable', statusCode: 502 },
    ],
    ['a page of HTML', 200, '<p>hello</p>', { 'content-type': 'text/html' }, { kind: 'unreadable' }],
    [
      'JSON under another name',
      200,
      JSON.stringify(ok({ title: 'x' })),
      { 'content-type': 'text/plain' },
      { kind: 'unreadable' },
    ],
    ['JSON that is cut', 200, '{"status":"ok","now"', {}, { kind: 'unreadable' }],
    ['JSON that is no envelope', 200, '[1]', {}, { kind: 'unreadable' }],
    ['an empty body', 204, '', {}, { kind: 'unreadable' }],
    ['another payload', 200, JSON.stringify(ok({ title: 5 })), {}, { kind: 'unreadable', statusCode: 200 }],
    [
      'an error with a good status',
      200,
      JSON.stringify(refusal({ code: 'invalid', message: 'no' })),
      {},
      { kind: 'unreadable' },
    ],
    [
      'a good envelope with a bad status',
      404,
      JSON.stringify(ok({ title: 'x' })),
      {},
      { kind: 'unreadable', statusCode: 404 },
    ],
    [
      'a refusal without a code',
      403,
      JSON.stringify(refusal({ message: 'no' })),
      {},
      { kind: 'unreadable', statusCode: 403 },
    ],
    [
      'a redirect in words',
      200,
      JSON.stringify({ ...ok({ status: 'redirect', redirect_url: '/' }), status: 'redirect' }),
      {},
      { kind: 'redirected' },
    ],
    ['a redirect by HTTP', 302, '', { location: '/elsewhere' }, { kind: 'unreadable' }],
  ];
  test.each(kinds)('E1: %s', async (_, statusCode, body, headers, expected) => {
    const { fail } = world(await answering(statusCode, body, headers));
    const error = await fail(read, one);
    expect(error).toMatchObject({ name: 'CallError', ...expected });
    expect(JSON.parse(JSON.stringify(error))).toEqual(error);
  });

  test('E1: a body without end is unreadable', async () => {
    const { fail, heard } = world(await answering(200, `{"x":"${'y'.repeat(longestAnswer)}"}`));
    expect(await fail(read, one)).toMatchObject({ kind: 'unreadable' });
    expect(heard).toEqual([]);
  });

  test('E1: nobody listens', async () => {
    const origin = await listen(() => {});
    await new Promise((closed) => server?.close(closed));
    expect(await world(origin).fail(read, one)).toMatchObject({ kind: 'network', statusCode: 0 });
  });

  test('E1: an answer that is cut in its body is a network error, and is not published', async () => {
    const origin = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"status":"ok",', () => response.destroy());
    });
    const { fail, heard } = world(origin);
    expect(await fail(read, one)).toMatchObject({ kind: 'network' });
    expect(heard).toEqual([]);
  });

  test.each(['before the headers', 'in the body'])('E1: an answer that stops %s is late', async (where) => {
    const origin = await listen((_, response) => {
      if (where === 'in the body') response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    });
    expect(await world(origin).fail({ ...read, patience: 60 }, one)).toMatchObject({ kind: 'late', statusCode: 0 });
  });

  test('E1 F13: a call that takes files is waited for as long as a file takes where one goes along, else as long as words', async () => {
    const waits = vi.spyOn(AbortSignal, 'timeout');
    const { send } = world(await answering(200, JSON.stringify(ok({}))));
    const file = new File(['%PDF-'], 'invoice.pdf');
    for (const body of [{ amount: '1' }, { amount: '1', invoice: file }])
      await send({ ...form, files: 1, patience: added.uploadAnswer }, { body });
    await send(form, { body: { invoice: file } });
    expect(waits.mock.calls).toEqual([[added.answer], [added.uploadAnswer], [added.answer]]);
    waits.mockRestore();
  });

  test.each([
    ['a question is dropped with its asker', read, one, 0],
    ['an act goes on without its asker, and its news come', save, undefined, 1],
    ['a question that is the house’s too goes on', { ...read, outlives: true }, one, 1],
  ])('S1: %s', async (_, spec, input, published) => {
    const leaving = new AbortController();
    const gone = Promise.withResolvers<void>();
    const origin = await listen((_, response) => {
      leaving.abort();
      response.on('close', () => gone.resolve());
      setImmediate(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(ok({ title: 'x' })));
      });
    });
    const { fail, heard } = world(origin);
    expect(await fail(spec, input, leaving.signal)).toMatchObject({ kind: 'aborted' });
    await gone.promise;
    await expect.poll(() => heard.length).toBe(published);
  });

  test('E1: an asker who leaves gets aborted, before and during', async () => {
    let asked = 0;
    const leaving = new AbortController();
    const origin = await listen(() => {
      asked += 1;
      leaving.abort();
    });
    const { fail } = world(origin);
    expect(await fail(read, one, leaving.signal)).toMatchObject({ kind: 'aborted' });
    expect(await fail(read, one, AbortSignal.abort())).toMatchObject({ kind: 'aborted' });
    expect(asked).toBe(1);
  });
});

describe('F3: a line that has just come back, and does not carry yet', () => {
  /** The first answers are none; `new` says for how many failures the line is new. */
  const onNewLine = (none: number, isNew: number) => {
    vi.useFakeTimers();
    const asked: string[] = [];
    let failures = 0;
    const transport = createTransport({
      held: () => ({ rev: 0, account: null }),
      language: () => 'en',
      by: (url, init) => {
        asked.push(init?.method ?? 'GET');
        if (asked.length <= none) return Promise.reject(new TypeError('Failed to fetch'));
        return Promise.resolve(Response.json(ok({ title: url })));
      },
      isLineNew: () => (failures += 1) <= isNew,
    });
    const numbers: number[] = [];
    transport.responses$.subscribe(({ seq }) => numbers.push(seq));
    const leaving = new AbortController();
    const send = (spec: CallSpec, input?: typeof one) =>
      transport.sendCall(spec, input, leaving.signal).then(
        ({ payload }) => payload,
        ({ kind }: CallError) => kind,
      );
    return { asked, numbers, leaving, send };
  };
  afterEach(() => void vi.useRealTimers());

  test('F3: what only reads is asked for again each second, until it comes, with a number of its own each time', async () => {
    const { asked, numbers, send } = onNewLine(2, 9);
    const answer = send(read, one);
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await answer, asked.length, numbers]).toEqual([{ title: '/api/sample/7' }, 3, [3]]);
  });

  test('F3: once the line is new no more, that it does not carry is told', async () => {
    const { asked, send } = onNewLine(9, 2);
    const answer = send(read, one);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([await answer, asked.length]).toEqual(['network', 3]);
  });

  test('F3: what does something is sent once', async () => {
    const { asked, send } = onNewLine(1, 9);
    const answer = send(save);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await answer, asked]).toEqual(['network', ['POST']]);
  });

  test.each([authSendAgain, verificationNew, userExport])(
    'F3: so is $name, a GET that changes something or is counted',
    async (spec: CallSpec) => {
      const { asked, send } = onNewLine(1, 9);
      const answer = send(spec, spec === verificationNew ? { params: { id: 'passport' } } : undefined);
      await vi.advanceTimersByTimeAsync(5_000);
      expect([await answer, asked]).toEqual(['network', ['GET']]);
    },
  );

  test('F3: whoever has left asks no more', async () => {
    const { asked, leaving, send } = onNewLine(1, 9);
    const answer = send(read, one);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await answer, asked.length]).toEqual(['aborted', 1]);
  });
});
