import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { launch } from '../chromium.ts';
import budget from './budget.json' with { type: 'json' };
import { gzipped, root, weighedFiles } from './floor.ts';
import { held, told } from './limits.ts';
import type { Cookies } from './person.ts';

/** A phone on a slow mobile network, as Lighthouse has it: 150 ms there and back, 1.6 Mbit/s, a processor four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const slower = 4;
const runs = 7;
/** Ms of the load that are looked at. */
const watched = 5_000;

interface Watched {
  lcp: number;
  shift: number;
  tasks: [start: number, ms: number][];
}

/** What one opening of a page came to, in ms, in gzip bytes and in bytes of the heap. */
export interface Opening {
  fcp: number;
  lcp: number;
  blocked: number;
  shift: number;
  blocking: number;
  named: number;
  loaded: number;
  heap: number;
  /** The same of a person who begins then: until the house has taken the page over, and its heap. */
  begun: number;
  begunBlocked: number;
  begunHeap: number;
}

/** Pages that are nothing but the text of ours, by the paths of ours. */
const floors = { '/login': 'login', '/': 'home' };
const floorOf = (name: string): string =>
  readFileSync(join(root, 'tests/bench/floors/static', name, 'index.html'), 'utf8');

/** What a page says before any script of it, word by word, whether it is seen or only heard. */
const wordsOf = (html: string): string[] =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<script[^]*?<\/script>|<section id="failed"[^]*?<\/section>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean);

/** Below it the same pages are parted from whoever opened them, as ours are: the browser begins a process for that. */
const parted = '/parted';

/** Such pages: compressed, with the headers of a page, from a server that does nothing else. */
const serveStatic = (): Promise<Server> => {
  const bodies = new Map(Object.entries(floors).map(([path, name]) => [path, brotliCompressSync(floorOf(name))]));
  const server = createServer(({ url = '' }, response) => {
    const isParted = url.startsWith(parted);
    const body = bodies.get(isParted ? url.slice(parted.length) : url);
    if (!body) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'no-cache',
        ...(isParted && { 'cross-origin-opener-policy': 'same-origin' }),
      })
      .end(body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
};

const watch = () => {
  const seen = Object.assign(globalThis as unknown as Watched, { lcp: 0, shift: 0, tasks: [] });
  const observe = (type: string, hear: (entry: PerformanceEntry & Record<string, number>) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => hear(entry as never))).observe({
      type,
      buffered: true,
    });
  observe('largest-contentful-paint', ({ startTime }) => void (seen.lcp = startTime));
  observe('layout-shift', ({ value = 0 }) => void (seen.shift += value));
  observe('longtask', ({ startTime, duration }) => void seen.tasks.push([startTime, duration]));
};

/** Ms beyond the first fifty of each task after a moment. */
const blockedOf = (tasks: Watched['tasks'], from: number): number =>
  tasks.filter(([at]) => at > from).reduce((sum, [, ms]) => sum + Math.max(0, ms - 50), 0);

const heapOf = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
};

/** Gzip bytes of the styles and scripts that stand in a page itself. */
export const inlineBytes = (html: string): number =>
  [...html.matchAll(/<(style|script)(?![^>]*json)[^>]*>([\s\S]*?)<\/\1>/g)].reduce(
    (sum, [, , text = '']) => sum + (text === '' ? 0 : gzipped(text)),
    0,
  );

/** Opens a page in a fresh browser on a slow phone; with `cookies`, as whoever is signed in. */
export const openOnPhone = async (browser: Browser, url: string, cookies: Cookies = []): Promise<Opening> => {
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 412, height: 823 } });
  await context.addCookies(cookies);
  try {
    const page: Page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript(watch);
    const files = weighedFiles();
    const bodies: Promise<void>[] = [];
    const named = new Set<string>();
    let loaded = false;
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? '';
      if (!/javascript|css/.test(type)) return;
      if (!loaded) named.add(response.url());
      bodies.push(files.take(response));
    });
    const answer = await page.goto(url, { waitUntil: 'load' });
    loaded = true;
    const html = (await answer?.text()) ?? '';
    const inline = inlineBytes(html);
    await page.waitForFunction((ms) => performance.now() > ms, watched, { timeout: 60_000 });
    const { tasks, ...found } = await page.evaluate(() => {
      const { lcp, shift, tasks } = globalThis as unknown as Watched;
      const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
        renderBlockingStatus?: string;
      })[];
      return {
        fcp,
        lcp,
        shift,
        tasks,
        blocking: resources.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
      };
    });
    assert(found.fcp > 0 && found.lcp > 0, `${url} was painted`);
    await Promise.all([...bodies]);
    const [namedBytes, loadedBytes] = [files.sumOf(named), files.sumOf()];
    const heap = await heapOf(session);
    const begun = await begin(page);
    return {
      ...found,
      ...begun,
      blocked: blockedOf(tasks, found.fcp),
      named: inline + namedBytes,
      loaded: inline + loadedBytes,
      heap,
      begunHeap: await heapOf(session),
    };
  } finally {
    await context.close();
  }
};

const begin = async (page: Page): Promise<Pick<Opening, 'begun' | 'begunBlocked'>> => {
  if ((await page.locator('#first-page').count()) === 0) return { begun: 0, begunBlocked: 0 };
  const from = await page.evaluate(() => performance.now());
  await page.keyboard.press('Shift');
  await page.locator('#first-page').waitFor({ state: 'detached', timeout: 60_000 });
  const begun = (await page.evaluate(() => performance.now())) - from;
  await page.waitForFunction((ms) => performance.now() > ms, from + watched, { timeout: 60_000 });
  const tasks = await page.evaluate(() => (globalThis as unknown as Watched).tasks);
  return { begun, begunBlocked: blockedOf(tasks, from) };
};

export const medianOf = (openings: readonly Opening[], key: keyof Opening): number =>
  openings.map((opening) => opening[key]).toSorted((a, b) => a - b)[Math.floor(openings.length / 2)] ?? 0;

/** Opens the visitor's pages of a running server beside a page that is nothing but its text, in turns, and prints the medians. */
export const benchFirstScreen = async (url: string): Promise<void> => {
  const server = await serveStatic();
  const browser = await chromium.launch(launch);
  const floor = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const places = {
    'login floor': `${floor}/login`,
    'login parted': `${floor}${parted}/login`,
    login: `${url}/login`,
    'home floor': `${floor}/`,
    'home parted': `${floor}${parted}/`,
    home: `${url}/`,
  };
  const openings = Object.fromEntries(Object.keys(places).map((name) => [name, [] as Opening[]])) as Record<
    keyof typeof places,
    Opening[]
  >;
  try {
    for (const [path, name] of Object.entries(floors)) {
      const ours = await (await fetch(url + path, { headers: { 'accept-language': 'ru' } })).text();
      assert.deepEqual(wordsOf(floorOf(name)), wordsOf(ours), `the floor of ${name} says what it says`);
    }
    for (let run = 0; run <= runs; run += 1)
      for (const name of Object.keys(places) as (keyof typeof places)[]) {
        const opening = await openOnPhone(browser, places[name]);
        // The first of each warms the servers.
        if (run > 0) openings[name].push(opening);
      }
  } finally {
    await browser.close();
    server.close();
  }
  console.log(`\na visitor's first screen on a phone, medians of ${runs}, beside a static page with the same text\n`);
  for (const [name, all] of Object.entries(openings))
    console.log(
      `${name.padEnd(12)} FCP ${medianOf(all, 'fcp').toFixed(0)}  LCP ${medianOf(all, 'lcp').toFixed(0)}  blocked ${medianOf(all, 'blocked').toFixed(0)}  shift ${medianOf(all, 'shift').toFixed(4)}  named ${medianOf(all, 'named')}  loaded ${medianOf(all, 'loaded')}  heap ${(medianOf(all, 'heap') / 1e6).toFixed(2)} MB  begun in ${medianOf(all, 'begun').toFixed(0)}  blocked ${medianOf(all, 'begunBlocked').toFixed(0)}  heap ${(medianOf(all, 'begunHeap') / 1e6).toFixed(2)} MB`,
    );
  for (const name of ['login', 'home'] as const) {
    const all = openings[name];
    const plain = openings[`${name} floor`];
    for (const key of ['fcp', 'lcp'] as const) {
      const control = { name: 'static', figure: medianOf(plain, key) };
      const ratio = medianOf(all, key) / control.figure;
      held(`${name}: ${key.toUpperCase()} ÷ static`, ratio, budget.paintRatio, { digits: 3, control });
    }
    const parting = { name: 'static', figure: medianOf(openings[`${name} parted`], 'fcp') };
    told(`${name}: FCP ÷ static, both parted`, medianOf(all, 'fcp') / parting.figure, { digits: 3, control: parting });
    held(`${name}: blocked, ms`, medianOf(all, 'blocked'), budget.blockedMilliseconds);
    held(`${name}: shift`, medianOf(all, 'shift'), 0, { digits: 4 });
    held(`${name}: blocks rendering`, medianOf(all, 'blocking'), 0);
    held(`${name}: gzip bytes named`, medianOf(all, 'named'), budget.namedBytes);
    held(`${name}: gzip bytes after 5 s`, medianOf(all, 'loaded'), budget.loadedBytes);
    held(`${name}: heap, MB`, medianOf(all, 'heap') / 1e6, budget.heapMegabytes, { digits: 2 });
  }
};
