import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadMessages } from '../../src/transport/load-messages.ts';

afterEach(() => vi.unstubAllGlobals());

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A server that has these; what it was asked for. */
const serve = (has: Record<string, () => Response>): string[] => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(has[url]?.() ?? new Response('', { status: 404 }));
  });
  return asked;
};

describe('B3 messages', () => {
  test('B3 a part is asked for by its name, and the whole without one', async () => {
    const asked = serve({ '/i18n/en/page': () => json({ a: 'A' }), '/i18n/en': () => json({ a: 'A', b: 'B' }) });
    expect(await loadMessages('en', 'page')).toEqual({ a: 'A' });
    expect(await loadMessages('en')).toEqual({ a: 'A', b: 'B' });
    expect(asked).toEqual(['/i18n/en/page', '/i18n/en']);
  });

  test('B3 a server that knows of no parts, as one of an earlier release, gives the whole', async () => {
    const asked = serve({ '/i18n/en': () => json({ a: 'A', b: 'B' }) });
    expect(await loadMessages('en', 'rest')).toEqual({ a: 'A', b: 'B' });
    expect(asked).toEqual(['/i18n/en/rest', '/i18n/en']);
  });

  test.each([
    ['none', 404, {}],
    ['a server that is down', 503, {}],
    ['something else', 200, { a: 1 }],
  ])('B3 %s is refused', async (_, status, body) => {
    serve({ '/i18n/en/page': () => json(body, status) });
    await expect(loadMessages('en', 'page')).rejects.toThrow('no messages for en');
  });
});
