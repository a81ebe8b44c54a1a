import { portError } from './port-error.ts';

/** The browser's own types of it are not in TypeScript's library. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const script = '/sw.js';
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The worker's own address as a policy of ours lets it through, and no other. */
const trusted = (): string => {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('statera', {
    createScriptURL(url) {
      if (url !== script) throw new TypeError(`${url} is no script of ours`);
      return url;
    },
  });
  return policy?.createScriptURL(script) ?? script;
};

/** Absent in old browsers, in private windows of some, and on a page that did not come over https. */
const workersHere = (): ServiceWorkerContainer | undefined => {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
};

/**
 * Tells whoever is in charge what the page loads past it, for the next time without a network: what came before it was
 * there, and what was on its way then. A new one is told everything.
 */
const tellUsed = (workers: ServiceWorkerContainer): void => {
  const all = new Set<string>();
  const tell = (used: string[]) => {
    if (used.length > 0) workers.controller?.postMessage({ used });
  };
  const look = (entries: PerformanceEntryList) => {
    const past: string[] = [];
    for (const { name, workerStart } of entries as PerformanceResourceTiming[]) {
      const { origin, pathname } = new URL(name);
      if (origin !== location.origin || /^\/(api|dev|local)\//.test(pathname) || all.has(pathname)) continue;
      all.add(pathname);
      if (workerStart === 0) past.push(pathname);
    }
    tell(past);
  };
  new PerformanceObserver((list) => look(list.getEntries())).observe({ type: 'resource', buffered: true });
  workers.addEventListener('controllerchange', () => tell([...all]));
};

let telling = false;

/**
 * Registers `/sw.js` for the whole site. Nothing is said to the person either way, and the page is never loaded anew
 * because of it.
 * @throws PortError `worker_not_supported`, or `worker_refused`: storage that is blocked, a script that did not come.
 */
export const registerWorker = async (): Promise<void> => {
  const workers = workersHere();
  if (!workers)
    throw portError('worker_not_supported', new Error('serviceWorker is not supported in current browser!'));
  if (import.meta.env.DEV) throw portError('worker_not_supported', new Error('there is no worker in development'));
  if (!telling) tellUsed(workers);
  telling = true;
  try {
    await workers.register(trusted(), { scope: '/', updateViaCache: 'none' });
  } catch (error) {
    throw portError('worker_refused', error);
  }
};
