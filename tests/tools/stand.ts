import type { Browser, Request } from 'playwright';
import { afterAll, afterEach, expect } from 'vitest';
import type { ChildServer } from '../server/harness.ts';
import { comeIn } from '../stages/people.ts';
import { openBrowser, startProduct, visit, type Visit, type VisitOptions } from './product.ts';

interface StandOptions {
  /** Of the server. */
  environment?: Record<string, string>;
  /** Complaints of a browser that are a part of the tests; any other fails the test it came in. */
  isPartOfIt?: (complaint: string) => boolean;
}

/** What the tests of a file share. */
export interface Stand {
  browser: Browser;
  product: ChildServer;
  /** A person of one test, at the product or at what stands before it: gone after it. Not for tests that run side by side. */
  person(options?: VisitOptions, url?: string): Promise<Visit>;
  /** The demo account, signed in before its page is opened there. */
  member(options: VisitOptions, path: string): Promise<Visit>;
}

let ofWorker: Promise<Browser> | undefined;
/** One browser for all the files of a worker: each has contexts of its own, and to start a browser takes seconds. */
const sharedBrowser = (): Promise<Browser> => (ofWorker ??= openBrowser());

/** The calls of a browser as they begin and end: what a test that failed at times cannot be asked for again. */
const listCalls = ({ context }: Visit): string[] => {
  const began = Date.now();
  const calls: string[] = [];
  const note = (request: Request, how: string) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${Date.now() - began} ms ${request.method()} ${pathname} ${how}`);
  };
  context.on('request', (request) => note(request, 'asked'));
  context.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
  context.on('response', (response) => note(response.request(), String(response.status())));
  return calls;
};

/** Where somebody was when a test failed: the address, the first words on the page, the last calls. */
const tellEnd = async ({ context }: Visit, calls: string[]): Promise<string> => {
  const pages = context.pages().map(async (page) => {
    const words = await page.locator('body').innerText({ timeout: 2_000 });
    return `${page.url()}\n${words.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1_000)}`;
  });
  const told = await Promise.allSettled(pages);
  return [
    ...told.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason))),
    ...calls.slice(-20),
  ].join('\n');
};

/** A browser and the built product on a database of its own, until the file that asked for them is over. */
export async function openStand({ environment, isPartOfIt = () => false }: StandOptions = {}): Promise<Stand> {
  const [browser, product] = await Promise.all([sharedBrowser(), startProduct(environment)]);
  const people: { one: Visit; calls: string[] }[] = [];
  afterAll(async () => {
    await Promise.all([...browser.contexts().map((context) => context.close()), product.close()]);
  });
  afterEach(async ({ task }) => {
    for (const { one, calls } of people.splice(0)) {
      const { context, complaints } = one;
      // With the failure itself, which stands at the end of what a run prints.
      const [failure] = task.result?.errors ?? [];
      if (failure) failure.message += `\n${await tellEnd(one, calls)}`;
      await context.close();
      expect(complaints.filter((each) => !isPartOfIt(each))).toEqual([]);
    }
  });
  const person: Stand['person'] = async (options, url = product.url) => {
    const one = await visit(browser, url, options);
    people.push({ one, calls: listCalls(one) });
    return one;
  };
  return {
    browser,
    product,
    person,
    async member(options, path) {
      const one = await person(options);
      await comeIn(one, product, 'demo@example.com');
      await one.page.goto(path);
      return one;
    },
  };
}
