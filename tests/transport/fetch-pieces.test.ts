import { afterEach, expect, test, vi } from 'vitest';
import { importFetched } from '../../src/transport/fetch-pieces.ts';

afterEach(() => void vi.unstubAllGlobals());

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
