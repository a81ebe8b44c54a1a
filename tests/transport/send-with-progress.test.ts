import { afterEach, expect, test, vi } from 'vitest';
import { sendWithProgress } from '../../src/transport/send-with-progress.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('F13 F14 how much has gone is told in steps, and on a slow line every ten seconds that something goes', () => {
  vi.useFakeTimers();
  let upload: EventTarget | undefined;
  class Request extends EventTarget {
    upload = (upload = new EventTarget());
    open() {}
    send() {}
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const told: number[] = [];
  void sendWithProgress((percent) => told.push(percent))('/api/support', {});
  const goes = (loaded: number) =>
    upload?.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 1_000, lengthComputable: true }));
  for (const loaded of [10, 49, 50, 99, 100]) goes(loaded);
  expect(told).toEqual([5, 10]);
  vi.advanceTimersByTime(9_000);
  goes(110);
  vi.advanceTimersByTime(1_000);
  goes(112);
  goes(113);
  expect(told).toEqual([5, 10, 11]);
  vi.advanceTimersByTime(10_000);
  goes(114);
  expect(told).toEqual([5, 10, 11, 11]);
});

test.each([204, 205, 304])(
  'F13 F14 an answer of %i, which can have no body, ends the sending and does not hang',
  async (status) => {
    class Request extends EventTarget {
      upload = new EventTarget();
      status = status;
      response = new ArrayBuffer(0);
      open() {}
      getResponseHeader() {
        return null;
      }
      send() {
        queueMicrotask(() => this.dispatchEvent(new Event('load')));
      }
    }
    vi.stubGlobal('XMLHttpRequest', Request);
    await expect(sendWithProgress(() => {})('/api/support', { method: 'POST' })).rejects.toThrow(/status/);
  },
);
