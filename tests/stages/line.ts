import type { Page, Request, Route } from 'playwright';
import { expect } from 'vitest';
import type { CallSpec } from '../../contract/call.ts';
import { allCalls } from '../../contract/calls/index.ts';
import { readEnvelope } from '../../src/transport/read-envelope.ts';

const built = allCalls.filter(({ payload }) => payload !== undefined);
const patternOf = ({ path }: CallSpec): RegExp => new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`);

/** The call that a request makes: by its own path, else by the one that the server gave, under the longest prefix of these. */
function callOf(request: Request): CallSpec | undefined {
  const { pathname } = new URL(request.url());
  const some = built.filter(({ method }) => method === request.method());
  return (
    some.find((spec) => spec.given === undefined && patternOf(spec).test(pathname)) ??
    some
      .filter(({ given }) => given !== undefined && pathname.startsWith(`/api${given}`))
      .toSorted((one, other) => (other.given?.length ?? 0) - (one.given?.length ?? 0))[0]
  );
}

/** What a call came to, as the page reads it; `at` is the page's time in ms. */
export type Told = ReturnType<typeof readEnvelope> & { at: number };

/** A request that waits between the page and the server. */
export interface Held {
  name: string;
  /** Lets it through, and gives what the server answered. */
  answer(): Promise<Told>;
  /** Lets it through; whoever asked may have gone. */
  letGo(): Promise<void>;
  cut(): Promise<void>;
  /** The server does it; the page never hears. */
  lose(): Promise<void>;
}

/** Answers as the page has read them; a browser forgets a body that nobody asked for at once. */
interface Heard {
  url: string;
  statusCode: number;
  text: string;
  retryAfter: string | null;
  at: number;
}

/** Keeps in the page what its `fetch` was answered, by address. */
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ask = globalThis.fetch;
    const heard: Heard[] = [];
    Object.assign(globalThis, { heard });
    globalThis.fetch = async (...given) => {
      const response = await ask(...given);
      const { url, status: statusCode, headers } = response;
      const at = Date.now();
      heard.push({ url, statusCode, text: await response.clone().text(), retryAfter: headers.get('retry-after'), at });
      return response;
    };
  });
const heardFrom = (page: Page, address: string): Promise<Heard[]> =>
  page.evaluate((url) => (globalThis as unknown as { heard: Heard[] }).heard.filter((one) => one.url === url), address);

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Requests of these calls wait, each for its turn; all others go through. For a page that is not open yet. */
export async function holdCalls(page: Page, names: readonly string[]) {
  const waiting: Held[] = [];
  const arrivals = new Set<() => void>();
  let open = false;

  const heldOf = (spec: CallSpec, route: Route): Held => ({
    name: spec.name,
    async answer() {
      const url = route.request().url();
      const before = (await heardFrom(page, url)).length;
      await route.continue();
      let heard: Heard | undefined;
      await expect
        .poll(
          async () => {
            heard = (await heardFrom(page, url))[before];
            return heard !== undefined;
          },
          { message: `an answer to ${spec.name}`, timeout: 10_000, interval: 20 },
        )
        .toBe(true);
      const { statusCode, text, retryAfter, at } = heard!;
      const after = retryAfter === null ? undefined : Number(retryAfter);
      return { ...readEnvelope(spec, { statusCode, body: asJson(text), retryAfter: after, at }), at };
    },
    letGo: () => route.continue().catch(() => {}),
    cut: () => route.abort('connectionreset'),
    async lose() {
      await route.fetch();
      await route.abort('connectionreset');
    },
  });

  await listen(page);
  await page.route('**/api/**', async (route, request) => {
    const spec = callOf(request);
    if (open || !spec || !names.includes(spec.name)) return route.continue();
    waiting.push(heldOf(spec, route));
    for (const arrived of arrivals) arrived();
  });

  return {
    /** The latest request of a call; waits until there is one. */
    async next(name: string): Promise<Held> {
      for (;;) {
        const found = waiting.findLast((held) => held.name === name);
        if (found) {
          waiting.splice(waiting.indexOf(found), 1);
          return found;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        arrivals.add(resolve);
        await promise;
        arrivals.delete(resolve);
      }
    },
    /** From now on nothing waits. */
    async release(): Promise<void> {
      open = true;
      await Promise.all(waiting.splice(0).map((held) => held.letGo()));
    },
  };
}
