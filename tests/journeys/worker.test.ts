import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ChildServer } from '../server/harness.ts';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { startHostileProxy } from '../tools/hostile-proxy.ts';
import { dist, heading, signIn, startProduct, visit, type Visit } from '../tools/product.ts';
import { inCharge, isOfTheLine, keptIn } from '../tools/worker.ts';
import { deepDescribe, deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product, person: somebody } = await openStand({ isPartOfIt: () => true });
const portOf = ({ url }: ChildServer) => Number(new URL(url).port);
const proxy = await startCuttingProxy(portOf(product));
const undo: (() => Promise<unknown>)[] = [];
afterAll(() => proxy.close());
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const person = (): Promise<Visit> => somebody({ language: 'en', worker: true }, proxy.url);

async function toExchanges(one: Visit): Promise<void> {
  await one.page.goto('/login');
  await signIn(one);
  await one.page.waitForURL('**/exchanges');
  await heading(one, 'exchanges.title').waitFor();
}

const cachesOf = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted());
const versionOf = (script: string) => /version:[`"']([\w-]+)[`"']/.exec(script)?.[1] ?? '';
const worker = () => readFile(join(dist, 'sw.js'), 'utf8');

/** A copy of the build, with words in its text replaced. */
async function copyOfBuild(...changes: [from: string, to: string][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'statera-next-'));
  undo.push(() => rm(folder, { recursive: true }));
  await cp(dist, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) });
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(js|html|json)$/.test(file)) continue;
    const text = await readFile(join(folder, file), 'utf8');
    const changed = changes.reduce((now, [from, to]) => now.replaceAll(from, to), text);
    if (changed !== text) await writeFile(join(folder, file), changed);
  }
  return folder;
}

/** Another build of the page: one part has another name, and so the worker another version. */
async function nextBuild(): Promise<{ folder: string; old: string; gone: string; version: string }> {
  const part = /not-found-[\w-]+\.js/.exec(await worker())?.[0] ?? '';
  const renamed = part.replace(/-[^-]+\.js$/, '-00000000.js');
  const old = versionOf(await worker());
  const version = 'next';
  const folder = await copyOfBuild([part, renamed], [old, version]);
  await rename(join(folder, 'assets', part), join(folder, 'assets', renamed));
  return { folder, old, gone: `/assets/${part}`, version };
}

/** From now on this build is served at the same address. */
async function serve(folder: string): Promise<void> {
  const next = await startProduct({ DATABASE_URL: product.databaseUrl, DIST_DIR: folder });
  const aim = (server: ChildServer) => {
    proxy.aim(portOf(server));
    // Lines that are kept open still lead to the other one.
    proxy.down();
    proxy.up();
  };
  undo.push(async () => {
    aim(product);
    await next.close();
  });
  aim(next);
}

deepDescribe('a new build', () => {
  test('F17 S3 its worker takes over, sweeps what is old, and no page is loaded anew because of it', async () => {
    const one = await person();
    await toExchanges(one);
    await inCharge(one.page);
    const { folder, old, gone, version } = await nextBuild();
    expect(await cachesOf(one.page)).toEqual([`build ${old}`, 'parts']);
    // The page of the old build has used the part that the new one has no more.
    await one.page.evaluate((path) => fetch(path), gone);
    await inCharge(one.page);
    expect(Object.keys(await keptIn(one.page))).toContain(gone);
    const other = await visit(browser, proxy.url, { language: 'en', context: one.context });
    await other.page.goto(`${proxy.url}/history/exchange`);
    await heading(other, 'history.title.exchange').waitFor();
    // An answer that names the new build has a page loaded anew, too: this one hears none.
    await other.page.route('**/api/**', () => {});
    const loads = { one: 0, other: 0 };
    one.page.on('load', () => (loads.one += 1));
    other.page.on('load', () => (loads.other += 1));
    const taken = other.page.evaluate(
      () =>
        new Promise((now) =>
          navigator.serviceWorker.addEventListener('controllerchange', () => now('taken'), { once: true }),
        ),
    );

    await serve(folder);
    await one.page.reload();
    expect(await taken).toBe('taken');
    await expect.poll(() => cachesOf(one.page), { timeout: 10_000 }).toEqual([`build ${version}`, 'parts']);
    await inCharge(one.page);
    const kept = Object.keys(await keptIn(one.page));
    expect(kept).not.toContain(gone);
    expect(kept).toContain('/i18n/en');
    expect(loads).toEqual({ one: 1, other: 0 });
    await other.page.unroute('**/api/**');

    // The other page belongs to the build before: it works on, and is loaded anew once at most, by its own reckoning.
    await other.control('user.row opened').first().click();
    await heading(other, 'operation.succeeded.exchange').waitFor();
    await one.page.goto(`${proxy.url}/history/exchange`);
    await heading(one, 'history.title.exchange').waitFor();
    await one.context.setOffline(true);
    await one.page.goto(`${proxy.url}/exchanges`);
    await one.page.getByText(one.words('session.unreachable.title')).first().waitFor();
    expect(loads.one).toBe(3);
    expect(loads.other).toBeLessThanOrEqual(1);
  });

  test('F17 one that does not come whole is not taken: the worker that is there goes on', async () => {
    const one = await person();
    await toExchanges(one);
    await inCharge(one.page);
    const before = await cachesOf(one.page);
    const script = await worker();
    const shell = /\/assets\/page-[\w-]+\.js/.exec(script)?.[0] ?? '';
    const folder = await copyOfBuild([versionOf(script), 'halfway']);
    // The server has the new worker already, and the page still of the build before.
    const halfway = await readFile(join(folder, 'sw.js'), 'utf8');
    await writeFile(join(folder, 'sw.js'), halfway.replaceAll(shell, '/assets/page-00000000.js'));
    await serve(folder);
    await one.page.reload();
    await heading(one, 'exchanges.title').waitFor();
    const tried = await one.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const { installing } = await registration.update().catch(() => registration);
      if (!installing) return 'nothing new';
      await new Promise((done) => installing.addEventListener('statechange', done, { once: true }));
      return installing.state;
    });
    expect(tried).toBe('redundant');
    expect(await cachesOf(one.page)).toEqual(before);
    await one.context.setOffline(true);
    await one.page.goto('/history/exchange');
    await one.page.getByText(one.words('session.unreachable.title')).first().waitFor();
  });
});

test('S10 F17 a piece that is a page instead is not kept, and one that was kept so is asked for again', async () => {
  const hostile = await startHostileProxy(product.url);
  undo.push(() => hostile.close());
  const one = await somebody({ language: 'en', worker: true }, hostile.url);
  const { page } = one;
  await page.goto('/login');
  await inCharge(page);
  const piece = `/assets/${/not-found-[\w-]+\.js/.exec(await worker())?.[0] ?? ''}`;
  const typeOfPiece = () => page.evaluate(async (path) => (await fetch(path)).headers.get('content-type'), piece);
  hostile.meet(piece, (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>'));
  expect(await typeOfPiece()).toBe('text/html');
  hostile.stop();
  expect(await typeOfPiece()).toMatch(/javascript/);
  await expect.poll(async () => Object.keys(await keptIn(page))).toContain(piece);

  await page.evaluate(async (path) => {
    const parts = await caches.open('parts');
    await parts.put(path, new Response('<p>hello</p>', { headers: { 'content-type': 'text/html' } }));
  }, piece);
  expect(await typeOfPiece()).toMatch(/javascript/);
  await expect.poll(async () => (await keptIn(page))[piece]).toMatch(/import|export/);
});

describe('a browser that has no service worker, or will not have ours', () => {
  const annex = (one: Visit) => one.page.waitForResponse(/\/assets\/annex-/);

  test('E2 without one everything works and nothing is said', async () => {
    const one = await person();
    await one.page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    const idle = annex(one);
    await toExchanges(one);
    await idle;
    expect(await one.page.evaluate(() => 'serviceWorker' in navigator)).toBe(false);
    await one.page.goto('/history/exchange');
    await one.control('user.row opened').first().click();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    await one.page.waitForLoadState('networkidle');
    expect(await one.page.locator('body').innerText()).not.toMatch(/service ?worker/i);
    expect(one.complaints).toEqual([]);
  });

  deepTest('E2 refused, nothing is said, and it is asked again when the network is back', async () => {
    const one = await person();
    await one.page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      navigator.serviceWorker.register = (address) => {
        asked.push(String(address));
        return Promise.reject(new DOMException('storage is blocked', 'SecurityError'));
      };
    });
    const asked = () => one.page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
    await toExchanges(one);
    await expect.poll(asked, { timeout: 10_000 }).toEqual(['/sw.js']);
    await one.context.setOffline(true);
    await one.page.getByText(one.words('frame.offline')).waitFor();
    await one.context.setOffline(false);
    await expect.poll(asked, { timeout: 10_000 }).toEqual(['/sw.js', '/sw.js']);
    expect(await one.page.locator('body').innerText()).not.toMatch(/service ?worker|storage is blocked/i);
    expect(one.complaints.filter((complaint) => !isOfTheLine(complaint))).toEqual([]);
  });
});
