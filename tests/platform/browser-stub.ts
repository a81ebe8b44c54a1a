import { vi } from 'vitest';

/** A storage that lives in memory; `blocked` throws at every touch, `full` at every writing, as browsers do. */
export const stubStorage = (
  kind: 'usual' | 'blocked' | 'full' = 'usual',
  name: 'localStorage' | 'sessionStorage' = 'localStorage',
): Map<string, string> => {
  const kept = new Map<string, string>();
  const refuse = (name: string) => {
    throw new DOMException('refused', name);
  };
  const storage = new Proxy(
    {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => (kind === 'full' ? refuse('QuotaExceededError') : kept.set(key, value)),
      removeItem: (key: string) => kept.delete(key),
    },
    {
      get: (methods, name) => (kind === 'blocked' ? refuse('SecurityError') : Reflect.get(methods, name)),
      ownKeys: () => (kind === 'blocked' ? refuse('SecurityError') : [...kept.keys()]),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
  vi.stubGlobal(name, storage);
  return kept;
};

/**
 * Just enough of a page for listeners: `show` and `hide` change what is seen, `tell` fires an event. `config` is what
 * the server wrote into the page.
 */
export const stubPage = (config = '{}') => {
  const page = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    cookie: '',
    querySelector: (selector: string) => (selector === 'meta[name=page-config]' ? { content: config } : null),
    documentElement: { lang: '', dataset: {} },
  });
  const view = new EventTarget();
  const device = { onLine: true, languages: ['en-GB', 'ru'] };
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', view);
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('location', {
    protocol: 'https:',
    pathname: '/exchanges',
    search: '?search=USD/',
    href: 'https://statera.example/exchanges?search=USD/',
  });
  const see = (state: 'visible' | 'hidden') => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return {
    page,
    device,
    hide: () => see('hidden'),
    show: () => see('visible'),
    tell: (type: string) => view.dispatchEvent(new Event(type)),
  };
};
