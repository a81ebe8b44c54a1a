import type { Browser } from 'playwright';
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

/** A browser and the built product on a database of its own, until the file that asked for them is over. */
export async function openStand({ environment, isPartOfIt = () => false }: StandOptions = {}): Promise<Stand> {
  const [browser, product] = await Promise.all([sharedBrowser(), startProduct(environment)]);
  const people: Visit[] = [];
  afterAll(async () => {
    await Promise.all([...browser.contexts().map((context) => context.close()), product.close()]);
  });
  afterEach(async () => {
    for (const { context, complaints } of people.splice(0)) {
      await context.close();
      expect(complaints.filter((each) => !isPartOfIt(each))).toEqual([]);
    }
  });
  const person: Stand['person'] = async (options, url = product.url) => {
    const one = await visit(browser, url, options);
    people.push(one);
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
