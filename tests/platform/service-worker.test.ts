import { afterEach, describe, expect, test, vi } from 'vitest';
import { registerWorker } from '../../src/platform/service-worker.ts';
import { isItsType, kindOf, type Kind } from '../../src/sw/kinds.ts';
import { stubPage } from './browser-stub.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('E2 registering the worker', () => {
  const absent = {
    name: 'PortError',
    code: 'worker_not_supported',
    message: 'serviceWorker is not supported in current browser!',
  };

  test('E2 a browser that has none says so in the words of the specification', async () => {
    stubPage();
    await expect(registerWorker()).rejects.toEqual(absent);
  });

  test('E2 so does one that refuses to be asked', async () => {
    const { device } = stubPage();
    Object.defineProperty(device, 'serviceWorker', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    await expect(registerWorker()).rejects.toEqual(absent);
  });

  test('F17 there is none in development', async () => {
    const { device } = stubPage();
    const register = vi.fn<() => void>();
    Object.assign(device, { serviceWorker: { register } });
    await expect(registerWorker()).rejects.toMatchObject({ code: 'worker_not_supported' });
    expect(register).not.toHaveBeenCalled();
  });
});

const script = import.meta.glob('../../src/sw/sw.ts');

/** A click on a notification of the browser, as the worker hears it: what it does with pages of these addresses. */
async function clicked(pages: string[], focus = async (url: string): Promise<unknown> => url): Promise<string[]> {
  const did: string[] = [];
  const heard = new Map<string, (event: object) => void>();
  vi.stubGlobal('BUILD', { version: '1', shell: [], parts: [], pictures: [], offline: { page: '', policy: '' } });
  vi.stubGlobal('self', {
    location: new URL('https://statera.example/sw.js'),
    addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
    clients: {
      matchAll: async ({ type, includeUncontrolled }: { type: string; includeUncontrolled: boolean }) =>
        type === 'window' && includeUncontrolled
          ? pages.map((url) => ({ url, focus: () => (did.push(`focus ${url}`), focus(url)) }))
          : [],
      openWindow: async (url: string) => did.push(`open ${url}`),
    },
  });
  vi.resetModules();
  await script['../../src/sw/sw.ts']!();
  const done: Promise<unknown>[] = [];
  heard.get('notificationclick')?.({
    notification: { close: () => did.push('close') },
    waitUntil: (work: Promise<unknown>) => done.push(work),
  });
  await Promise.all(done);
  return did;
}

describe('S4 a click on a notification of the browser', () => {
  const at = (path: string) => `https://statera.example${path}`;

  test.each<[string, string[], string[]]>([
    ['the page that is open', [at('/transfer'), at('/exchanges')], ['close', `focus ${at('/transfer')}`]],
    ['a new one where none is', [], ['close', 'open /']],
    ['none that is not ours', [at('/dev/outbox'), at('/chat')], ['close', `focus ${at('/chat')}`]],
  ])('S4 it leads to %s', async (_, pages, did) => {
    expect(await clicked(pages)).toEqual(did);
  });

  test('S4 a page that will not come to the front is opened anew', async () => {
    const refused = () => Promise.reject(new DOMException('Not allowed to focus a window.', 'InvalidAccessError'));
    expect(await clicked([at('/chat')], refused)).toEqual(['close', `focus ${at('/chat')}`, 'open /']);
  });
});

/** What the worker keeps when it is installed, on a device whose storage has no room for some of it. */
async function installed(hasRoom: (path: string) => boolean): Promise<string[]> {
  const part = '/assets/page-B1x2Y3z4.js';
  const kept = new Map<string, Response>();
  const heard = new Map<string, (event: object) => void>();
  vi.stubGlobal('BUILD', {
    ...{ version: '1', shell: [part], parts: [part], pictures: [], offline: { page: '', policy: '' } },
  });
  vi.stubGlobal('self', {
    location: new URL('https://statera.example/sw.js'),
    addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
    skipWaiting: async () => {},
  });
  vi.stubGlobal('caches', {
    keys: async () => [],
    match: async (path: string) => kept.get(path)?.clone(),
    open: async () => ({
      put: async (path: string, response: Response) => {
        if (!hasRoom(path)) throw new DOMException('no room', 'QuotaExceededError');
        kept.set(path, response);
      },
    }),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    const answer = new Response(`<script src="${part}">`, { headers: { 'content-type': type } });
    return Object.defineProperty(answer, 'type', { value: 'basic' });
  });
  vi.resetModules();
  await script['../../src/sw/sw.ts']!();
  const done: Promise<unknown>[] = [];
  heard.get('install')?.({ waitUntil: (work: Promise<unknown>) => done.push(work) });
  await Promise.all(done);
  return [...kept.keys()].toSorted();
}

describe('F17 a device without room', () => {
  test('F17 the page is kept with all that it names, or not at all', async () => {
    expect(await installed(() => true)).toEqual(['/assets/page-B1x2Y3z4.js', '/index.html']);
    expect(await installed((path) => !path.startsWith('/assets/'))).toEqual([]);
    expect(await installed(() => false)).toEqual([]);
  });
});

describe('F17 what the worker does for a request', () => {
  const here = 'https://statera.example';
  const kept = { parts: ['/assets/page-B1x2Y3z4.js'], pictures: ['/favicon.svg', '/currencies/usd.svg'] };
  const kind = (url: string, mode = 'cors', method = 'GET') =>
    kindOf({ method, mode, url: new URL(url, here).href }, here, kept);

  test.each<[Kind, string]>([
    ['page', '/'],
    ['page', '/exchange/USD/EUR?operation=1'],
    ['page', '/nowhere'],
    ['page', '/ru/exchanges'],
    ['none', '/api/auth/check'],
    ['none', '/api'],
    ['none', '/dev/outbox'],
    ['none', '/local/healthcheck'],
    ['none', '/i18n/ru'],
    ['none', '/receipt.pdf'],
    ['none', '/sw.js'],
    ['none', 'https://elsewhere.example/exchanges'],
  ])('F17 %s: a navigation to %s', (expected, url) => {
    expect(kind(url, 'navigate')).toBe(expected);
  });

  test.each<[Kind, string]>([
    ['part', '/assets/page-B1x2Y3z4.js'],
    ['none', '/assets/page-00000000.js'],
    ['none', '/assets/page-B1x2Y3z4.js?again'],
    ['picture', '/favicon.svg'],
    ['none', '/favicon.svg?of=10000017'],
    ['none', '/photo.svg'],
    ['words', '/i18n/ru'],
    ['words', '/i18n/ru/page'],
    ['none', '/i18n/ru/more'],
    ['none', '/i18n/ru?of=10000017'],
    ['none', '/api/exchange/list'],
    ['none', '/api/icons/logo.svg'],
    ['none', '/api/../favicon.svgs'],
    ['none', '/dev/outbox'],
    ['none', '/local/healthcheck'],
    ['none', '/sw.js'],
    ['none', '/exchanges'],
    ['none', 'https://elsewhere.example/favicon.svg'],
    ['none', 'http://statera.example/favicon.svg'],
  ])('F17 %s: the page asks for %s', (expected, url) => {
    expect(kind(url)).toBe(expected);
  });

  test.each(['POST', 'HEAD', 'PUT', 'DELETE'])('F17 none: %s, whatever it is', (method) => {
    for (const path of ['/', '/assets/page-B1x2Y3z4.js', '/i18n/ru'])
      for (const mode of ['navigate', 'cors']) expect(kind(path, mode, method)).toBe('none');
  });
});

describe('S10 F17 what the worker keeps', () => {
  test.each<[boolean, string, string | null]>([
    [true, '/assets/page-B1x2Y3z4.js', 'text/javascript; charset=utf-8'],
    [true, '/assets/page-B1x2Y3z4.js', 'application/javascript'],
    [true, '/assets/page-B1x2Y3z4.css', 'text/css'],
    [true, '/logos/trust.png', 'image/png'],
    [true, '/favicon.svg', 'image/svg+xml'],
    [true, '/index.html', 'text/html; charset=utf-8'],
    [true, '/i18n/ru', 'application/json; charset=utf-8'],
    [false, '/assets/page-B1x2Y3z4.js', 'text/html'],
    [false, '/assets/page-B1x2Y3z4.css', 'text/html; charset=utf-8'],
    [false, '/assets/page-B1x2Y3z4.css', 'text/javascript'],
    [false, '/logos/trust.png', 'text/html'],
    [false, '/favicon.svg', 'text/plain'],
    [false, '/i18n/ru', 'text/html'],
    [false, '/assets/page-B1x2Y3z4.js', null],
  ])('S10 F17 %s: %s that comes as %s', (expected, path, type) => {
    expect(isItsType(path, type)).toBe(expected);
  });
});
