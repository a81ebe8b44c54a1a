import { afterEach, describe, expect, test, vi } from 'vitest';
import { added } from '../../contract/limits.ts';
import { importFetched } from '../../src/transport/fetch-pieces.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('F3 S10 a part is imported when all that it is made of has come, and what did not come is asked for anew', async () => {
  const asked: string[] = [];
  let carries = false;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response('', { status: carries || path === '/assets/one.js' ? 200 : 503 });
  });
  const load = vi.fn(async () => 'the part');
  const pieces = ['assets/one.js', 'assets/other.js'];
  await expect(importFetched(load, pieces)).rejects.toThrow('/assets/other.js');
  expect(load).not.toHaveBeenCalled();
  carries = true;
  expect(await importFetched(load, pieces)).toBe('the part');
  expect(await importFetched(load, pieces)).toBe('the part');
  expect(asked).toEqual(['/assets/one.js', '/assets/other.js', '/assets/other.js']);
});

test('F3 S10 a piece that the line has swallowed is given up and asked for anew, and one that still comes is waited for', async () => {
  vi.useFakeTimers();
  let asked = 0;
  let send: ReadableStreamDefaultController<Uint8Array>;
  const slow = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
  const swallowed = (signal: AbortSignal) =>
    new Promise<Response>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)));
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    if (path === '/assets/slow.js') return Promise.resolve(new Response(slow));
    asked += 1;
    return asked === 1 ? swallowed(signal) : Promise.resolve(new Response(''));
  });
  const load = async () => 'the part';
  const first = importFetched(load, ['assets/lost.js']);
  const other = importFetched(load, ['assets/slow.js']);
  const ends = vi.fn();
  first.catch(ends);
  // While the line carries another piece, none is lost.
  for (let bit = 0; bit < 3; bit += 1) {
    await vi.advanceTimersByTimeAsync(9_000);
    send!.enqueue(new Uint8Array(1));
  }
  await vi.advanceTimersByTimeAsync(9_000);
  send!.close();
  expect(await other).toBe('the part');
  expect(ends).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(first).rejects.toThrow();
  expect(await importFetched(load, ['assets/lost.js'])).toBe('the part');
  expect(asked).toBe(2);
});

test('F3 S10 a style that the line has swallowed is given up, taken away and asked for anew, and one that has come stays', async () => {
  vi.useFakeTimers();
  type Style = Record<'onload' | 'onerror' | 'remove', () => void> & { href: string };
  const head: Style[] = [];
  vi.stubGlobal('document', {
    querySelector: (selector: string) => head.find(({ href }) => selector.includes(`href="${href}"`)) ?? null,
    createElement: () => {
      const made = { remove: () => void head.splice(head.indexOf(made as Style), 1) };
      return made;
    },
    head: { append: (made: Style) => void head.push(made) },
  });
  const hrefs = () => head.map(({ href }) => href);
  const load = async () => 'the part';
  const lost = importFetched(load, ['assets/lost.css']);
  const ends = vi.fn();
  lost.catch(ends);
  const other = importFetched(load, ['assets/there.css']);
  head[1]!.onload();
  expect(await other).toBe('the part');
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ends).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveBeenCalled();
  await expect(lost).rejects.toThrow('/assets/lost.css');
  expect(hrefs()).toEqual(['/assets/there.css']);
  const again = importFetched(load, ['assets/lost.css']);
  expect(hrefs()).toEqual(['/assets/there.css', '/assets/lost.css']);
  head[1]!.onload();
  expect(await again).toBe('the part');
  expect(await importFetched(load, ['assets/there.css', 'assets/lost.css'])).toBe('the part');
  expect(hrefs()).toHaveLength(2);
});

/** What stands in a page that was drawn by the server, and asks for its pieces before any script of the page has come. */
const askEarly = async (page: string, pieces: string): Promise<void> => {
  const heard = new Map<string, () => void>();
  const drawn = { dataset: { page, pieces } };
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    readyState: 'loading',
    visibilityState: 'visible',
    addEventListener: () => {},
    getElementById: (id: string) => (id === 'first-page' ? drawn : null),
    createElement: () => ({ remove: () => {} }),
    head: { append: () => {} },
  });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  // What it leaves to the page goes with the test.
  vi.stubGlobal('early', undefined);
  vi.stubGlobal('addEventListener', (kind: string, how: () => void) => heard.set(kind, how));
  await import('../../src/early/early.ts');
  heard.get('offline')?.();
};

const askLater = (...pieces: string[]): Promise<void> => {
  importFetched(
    async () => 'the part',
    pieces.map((path) => path.slice(1)),
  ).catch(() => {});
  return Promise.resolve();
};

describe('F3 S10 a page that is drawn and one that runs give pieces up by the same rule', () => {
  test.each([
    ['early', askEarly],
    ['later', askLater],
  ])('F3 S10 %s: when none has gone on for so long as the contract says', async (when, ask) => {
    vi.useFakeTimers();
    const asked = new Map<string, AbortSignal>();
    let send: ReadableStreamDefaultController<Uint8Array>;
    const slow = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) });
    vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
      asked.set(path, signal);
      return path.includes('slow') ? Promise.resolve(new Response(slow)) : new Promise(() => {});
    });
    const lost = `/assets/${when}-lost.js`;
    await ask(lost, `/assets/${when}-slow.js`);
    const isGivenUp = () => asked.get(lost)?.aborted;
    await vi.advanceTimersByTimeAsync(added.pieceStalls - 1);
    send!.enqueue(new Uint8Array(1));
    await vi.advanceTimersByTimeAsync(added.pieceStalls - 1);
    expect(isGivenUp()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isGivenUp()).toBe(true);
  });
});
