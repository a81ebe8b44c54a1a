import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import { laterWorld } from '../../src/app/later-world.ts';
import { createWorld } from '../../src/app/wire.ts';
import { createTransport } from '../../src/transport/send-call.ts';

let tries = 0;
vi.mock('../../src/app/papers.ts', () => {
  tries += 1;
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(() => {
  vi.useFakeTimers();
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['file.look', { handle: 'file 1' }],
  ['camera.open', undefined],
  ['camera.take', undefined],
] as const)(
  'F11 where what looks at papers is not fetched, also when it is tried again, %s blames the line',
  async (name, input) => {
    const scanner = createScanner();
    const { asks } = laterWorld(
      createWorld({
        scanner,
        transport: createTransport({ held: scanner.held, language: () => 'en' }),
        loadFlow: () => Promise.resolve(),
        loadAnnex: () => Promise.reject(new Error('not asked')),
      }),
    );
    tries = 0;
    const asked = (asks[name]!(input as never, new AbortController().signal) as Promise<unknown>).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await asked, tries]).toMatchObject([{ name: 'PortError', code: 'network' }, 2]);
  },
);
