import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright';
import { sampleForm, samplePairs } from '../../machines/form/exchange.samples.ts';
import { person, settings, total, wallets } from '../../machines/root/house.samples.ts';
import type { MessagePart } from '../../contract/calls/page.ts';
import { words } from '../../server/http/words.ts';
import { launch } from '../chromium.ts';
import { gzipped, root } from './floor.ts';

/** Gzip bytes that one screen loads in a fresh browser, and the names of what it loads. */
export interface Weight {
  code: number;
  messages: number;
  /** What comes when the page is idle, and holds nothing up. */
  idle: number;
  files: string[];
}

/** Asked for by the page when it has nothing better to do, or when its first screen stands. */
const comesWhenIdle = ['annex', 'journal', 'footer', 'news'];

interface Chunk {
  file: string;
  name?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

/** Of the files that came, those that only what comes when the page is idle asked for. */
const idleOf = (files: readonly string[]): Set<string> => {
  const chunks = JSON.parse(readFileSync(join(root, 'dist/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const reach = (keys: readonly string[]): Set<string> => {
    const found = new Set<string>();
    const next = [...keys];
    for (let key = next.pop(); key !== undefined; key = next.pop()) {
      if (found.has(key)) continue;
      found.add(key);
      next.push(...(chunks[key]?.imports ?? []));
    }
    return found;
  };
  const loaded = Object.keys(chunks).filter(
    (key) => /[.]js$/.test(chunks[key]!.file) && files.includes(`/${chunks[key]!.file}`),
  );
  const late = reach(Object.keys(chunks).filter((key) => comesWhenIdle.includes(chunks[key]?.name ?? '')));
  // What is asked for by its own name is needed, although something that can wait is made of it too.
  const isAsked = (key: string) =>
    chunks[key]?.isDynamicEntry === true && !comesWhenIdle.includes(chunks[key].name ?? '');
  const needed = reach(loaded.filter((key) => isAsked(key) || !late.has(key)));
  const idle = loaded.filter((key) => !needed.has(key));
  return new Set([
    '/sw.js',
    ...idle.flatMap((key) => [chunks[key]?.file ?? '', ...(chunks[key]?.css ?? [])].map((file) => `/${file}`)),
  ]);
};

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

const menu = [{ url: '/article', title: 'Статьи', order: 1, icon_url: '' }];
const usd = (amount: string) => ({ amount, currency: 'USD' });

/** What the calls of the two screens answer, with as much in it as a screen has from its first moment. */
const payloads: Record<string, unknown> = {
  '/api/auth/check': {},
  '/api/content/menu': { header_menu: menu, main_menu: menu, footer_menu: menu },
  '/api/exchange/list': { items: samplePairs },
  '/api/exchange/landing': {
    give: usd('100.00'),
    get: { amount: '0.00105600', currency: 'BTC' },
    fee: usd('0.50'),
    rate: '0.00001061306533',
  },
  [`/api${samplePairs[0]?.form_path}`]: sampleForm,
};

const envelope = (account: boolean, path: string) => ({
  now: new Date().toISOString(),
  rev: account ? 1 : 0,
  fv: 'bench',
  ...(Object.hasOwn(payloads, path)
    ? {
        status: 'ok',
        payload: payloads[path],
        user: account ? { ...person, locale: 'ru' } : { is_authenticated: false },
        locale: 'ru',
        site_settings: settings,
        ...(account ? { wallets, total_balance: total } : {}),
      }
    : { status: 'error', payload: { code: 'unavailable', message: 'no such thing here' } }),
});

/** The built page, and just enough of a server for its screens to be loaded: who is there, and the messages. */
export const serve = (account: boolean): Promise<Server> => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://bench').pathname);
    const say = (status: number, type: string, body: string | Uint8Array) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const [, locale, part] = /^\/i18n\/(ru|en)(?:\/(page|visitor|rest))?$/.exec(path) ?? [];
    const found = !locale ? undefined : part ? words[locale]?.parts[part as MessagePart] : words[locale]?.asset;
    if (found?.made) return say(200, 'application/json', found.made);
    if (path.startsWith('/api/')) {
      const body = envelope(account, path);
      return say(body.status === 'ok' ? 200 : 503, 'application/json', JSON.stringify(body));
    }
    const file = join(root, 'dist', normalize(path));
    if (path !== '/' && existsSync(file) && statSync(file).isFile())
      return say(200, types[extname(file)] ?? 'application/octet-stream', readFileSync(file));
    if (extname(path) !== '') return say(404, 'text/plain', '');
    return say(200, 'text/html', readFileSync(join(root, 'dist/index.html')));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
};

/**
 * Opens a path of the built page in a fresh browser that saves data, so that nothing is fetched ahead of its need, and
 * weighs every page, script and style that came (gzip, level 9), and apart from them the messages.
 */
export const weigh = async (path: string, { account = false } = {}): Promise<Weight> => {
  const server = await serve(account);
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage({ locale: 'ru-RU' });
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
    );
    const weight: Weight = { code: 0, messages: 0, idle: 0, files: [] };
    const sizes: { pathname: string; isCode: boolean; bytes: number }[] = [];
    const bodies: Promise<void>[] = [];
    // The worker's own questions are the context's: of them only its script is new, the rest the browser has.
    page.context().on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().serviceWorker() && pathname !== '/sw.js') return;
      const type = response.headers()['content-type'] ?? '';
      const isCode = /html|javascript|css/.test(type);
      if (!isCode && !pathname.startsWith('/i18n/')) return;
      bodies.push(
        response.body().then((body) => {
          // An import is answered from what the page has fetched for it: each file is weighed once.
          if (body.length === 0 || weight.files.includes(pathname)) return;
          sizes.push({ pathname, isCode, bytes: gzipped(body) });
          weight.files.push(pathname);
        }),
      );
    });
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await page.locator('main form').first().waitFor();
    // What can wait comes when somebody begins.
    const worker = page.context().waitForEvent('response', {
      predicate: (response) => new URL(response.url()).pathname === '/sw.js',
      timeout: 15_000,
    });
    await page.mouse.move(1, 1);
    // It comes after all else that can wait.
    await worker;
    await page.waitForLoadState('networkidle');
    await Promise.all(bodies);
    const idle = idleOf(weight.files);
    for (const { pathname, isCode, bytes } of sizes)
      weight[idle.has(pathname) ? 'idle' : isCode ? 'code' : 'messages'] += bytes;
    return weight;
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
};
