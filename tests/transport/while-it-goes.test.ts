import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { paymentCheck } from '../../contract/calls/withdraw.ts';
import type { CallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { answered } from '../../machines/operation/operation.samples.ts';
import { sampleOf } from '../../machines/payment/payment.samples.ts';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import { laterWorld } from '../../src/app/later-world.ts';
import { createWorld } from '../../src/app/wire.ts';
import { dropFiles, heldFile, holdFile } from '../../src/house/held-files.ts';
import { createTransport } from '../../src/transport/send-call.ts';
import { whileItGoes } from '../../src/transport/while-it-goes.ts';

const { payload, now } = answered(sampleOf('withdraw')('open'));
const answer = JSON.stringify({ status: 'ok', now, rev: 1, payload });

/** A browser's own request: the test says how much of its body goes, and what comes back. */
class Request extends EventTarget {
  static all: Request[] = [];
  upload = new EventTarget();
  aborted = false;
  body: unknown;
  status = 200;
  response = new TextEncoder().encode(answer).buffer;
  open() {}
  setRequestHeader() {}
  getResponseHeader = (name: string) => (name === 'content-type' ? 'application/json' : null);
  abort() {
    this.aborted = true;
  }
  send(body: unknown) {
    this.body = body;
    Request.all.push(this);
  }
  goes(loaded: number) {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { loaded, total: 1_000_000, lengthComputable: true }),
    );
  }
}

const fetched = vi.fn(() => Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } })));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('fetch', fetched);
  Request.all = [];
  fetched.mockClear();
});
afterEach(() => {
  dropFiles();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page that checks a withdrawal; `ended` is what became of it, as long as nothing has undefined. */
const page = () => {
  const scanner = createScanner();
  const transport = createTransport({ held: scanner.held, language: () => 'en' });
  const { call } = laterWorld(
    createWorld({
      ...{ scanner, transport },
      loadFlow: () => Promise.resolve(),
      loadAnnex: () => Promise.reject(new Error('not asked')),
    }),
  );
  const check = (fields: Record<string, unknown>) => {
    const one: { ended?: unknown } = {};
    const input = {
      params: { kind: 'withdraw' },
      body: { method: 'bank_eur', side: 'give', amount: '100', ...fields },
    };
    call(paymentCheck, input, new AbortController().signal).then(
      (told) => (one.ended = told.payload),
      (error: CallError) => (one.ended = error),
    );
    return one;
  };
  /** Its request, once it has left. */
  const request = (count = 1) => vi.waitUntil(() => Request.all[count - 1]);
  return { check, request };
};
const invoice = () => ({ handle: holdFile(new File(['%PDF-'], 'invoice.pdf', { type: 'application/pdf' })) });

describe('F6 a check with a document goes for as long as something of it goes', () => {
  test('F6 F13 a body that goes on slowly for five minutes arrives, though nobody listens to how much has gone', async () => {
    const { check, request } = page();
    const one = check({ invoice: invoice() });
    const sent = await request();
    expect((sent.body as FormData).get('invoice')).toBeInstanceOf(File);
    for (let part = 1; part <= 12; part += 1) {
      await vi.advanceTimersByTimeAsync(25_000);
      sent.goes(part * 1_000);
    }
    expect([one.ended, sent.aborted]).toEqual([undefined, false]);
    sent.dispatchEvent(new Event('load'));
    await vi.waitUntil(() => one.ended);
    expect(one.ended).toMatchObject({ id: payload.id });
    await vi.advanceTimersByTimeAsync(added.uploadStalls);
    expect([sent.aborted, fetched.mock.calls]).toEqual([false, []]);
  });

  test('F6 F13 one of which nothing more goes is stopped after half a minute as late; the file is still here, and goes another time', async () => {
    const { check, request } = page();
    const file = invoice();
    const one = check({ invoice: file });
    const sent = await request();
    await vi.advanceTimersByTimeAsync(20_000);
    sent.goes(300_000);
    await vi.advanceTimersByTimeAsync(added.uploadStalls - 1);
    expect([one.ended, sent.aborted]).toEqual([undefined, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(one.ended).toMatchObject({ name: 'CallError', kind: 'late', code: 'late', statusCode: 0 });
    expect([sent.aborted, heldFile(file.handle)?.name]).toEqual([true, 'invoice.pdf']);
    const another = check({ invoice: file });
    const again = await request(2);
    again.goes(1_000_000);
    again.dispatchEvent(new Event('load'));
    await vi.waitUntil(() => another.ended);
    expect(another.ended).toMatchObject({ id: payload.id });
  });

  test('F6 F13 one that has gone as a whole and is not answered is late after as long', async () => {
    const { check, request } = page();
    const one = check({ invoice: invoice() });
    (await request()).goes(1_000_000);
    await vi.advanceTimersByTimeAsync(added.uploadStalls);
    expect(one.ended).toMatchObject({ kind: 'late' });
  });

  test('F6 one without a document is sent as ever', async () => {
    const { check } = page();
    const one = check({});
    await vi.waitUntil(() => one.ended);
    expect(one.ended).toMatchObject({ id: payload.id });
    expect([fetched.mock.calls.length, Request.all, vi.getTimerCount()]).toEqual([1, [], 0]);
  });
});

describe('F13 what sends is stopped where it stands', () => {
  test('F13 before it has begun: what it needs does not come, and nothing leaves later', async () => {
    const piece = Promise.withResolvers<void>();
    let asked: AbortSignal | null | undefined;
    const send = whileItGoes(added.uploadStalls, () => async (_, { signal }) => {
      await piece.promise;
      asked = signal;
      return new Response();
    });
    const ended = send('/api/withdraw/check', {}).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(added.uploadStalls);
    expect(await ended).toMatchObject({ name: 'TimeoutError' });
    piece.resolve();
    await vi.waitUntil(() => asked);
    expect(asked?.aborted).toBe(true);
  });

  test('F13 a failure is told as it is, and nothing is waited for afterwards; so is the wish of the asker', async () => {
    const lost = whileItGoes(added.uploadStalls, () => () => Promise.reject(new TypeError('the line failed')));
    await expect(lost('/api/withdraw/check', {})).rejects.toThrow('the line failed');
    const asker = new AbortController();
    const left = whileItGoes(added.uploadStalls, () => (_, { signal }) => {
      asker.abort(new Error('left'));
      return Promise.reject(signal?.reason as Error);
    });
    await expect(left('/api/withdraw/check', { signal: asker.signal })).rejects.toThrow('left');
    expect(vi.getTimerCount()).toBe(0);
  });
});
