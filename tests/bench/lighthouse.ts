import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { launch } from '../chromium.ts';
import { freePort } from '../tools/npm-start.ts';
import budget from './budget.json' with { type: 'json' };
import { root } from './floor.ts';
import { held, heldAbove } from './limits.ts';
import { signedIn } from './person.ts';

interface Screen {
  name: string;
  path: string;
  isVisitors?: boolean;
}

const screens: Screen[] = [
  { name: 'sign-in', path: '/login', isVisitors: true },
  { name: 'home', path: '/', isVisitors: true },
  { name: 'exchanges', path: '/exchanges' },
  { name: 'exchange', path: '/exchange/USD/EUR' },
  { name: 'support', path: '/support' },
  { name: 'settings', path: '/settings' },
];

/** A screen's speed is judged by the middle one of so many. */
const runs = 3;

type Audits = Record<string, { score: number | null; title: string; numericValue?: number; details?: unknown }>;
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Audits;
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

/** Too heavy to come with every installation: whoever measures puts it there. */
const place = process.env['LIGHTHOUSE'] ?? join(root, '.cache/lighthouse/node_modules/lighthouse');

const find = async (): Promise<Lighthouse> => {
  const file = join(place, 'core/index.js');
  if (!existsSync(file))
    throw new Error(
      `no Lighthouse in ${place}: npm install --prefix .cache/lighthouse lighthouse@13.5.0, or name its folder in LIGHTHOUSE`,
    );
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
};

interface Look {
  port: number;
  only: readonly string[];
  /** Opened as on a device that was never here. */
  isFresh: boolean;
}

const look = async (lighthouse: Lighthouse, url: string, { port, only, isFresh }: Look): Promise<Report> => {
  const result = await lighthouse(url, {
    ...{ port, logLevel: 'silent', output: 'json', disableStorageReset: !isFresh },
    onlyCategories: [...only],
  });
  if (!result) throw new Error(`lighthouse says nothing of ${url}`);
  return result.lhr;
};

const scoreOf = ({ categories }: Report, name: string): number => Math.round((categories[name]?.score ?? 0) * 100);

/** What is not passed, by name; of a report that is whole nothing. */
const missed = ({ categories, audits }: Report, name: string): string =>
  (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
    .join(', ');

/** Prints what Lighthouse says of six screens of a running product, as a phone sees them. */
export const benchLighthouse = async (url: string): Promise<void> => {
  const lighthouse = await find();
  const { cookies } = await signedIn(url);
  const folder = await mkdtemp(join(tmpdir(), 'statera-lighthouse-'));
  const port = await freePort();
  // Lighthouse opens a page of its own beside: the cookies must be those of the browser itself.
  const browser = await chromium.launchPersistentContext(folder, {
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  console.log('\nscores of Lighthouse on a phone\n');
  try {
    for (const { name, path, isVisitors = false } of screens) {
      await browser.clearCookies();
      if (!isVisitors) await browser.addCookies(cookies);
      const only = ['accessibility', 'best-practices'];
      const report = await look(lighthouse, `${url}${path}`, { port, only, isFresh: isVisitors });
      for (const category of ['accessibility', 'best-practices'])
        heldAbove(`${name}: ${category}`, scoreOf(report, category), budget.lighthouseScore, {
          more: `   ${missed(report, category)}`,
        });
    }
    await browser.clearCookies();
    const fast: Report[] = [];
    // What the screens before have left would have the scripts of a visitor's page run at once.
    for (let run = 0; run < runs; run += 1)
      fast.push(await look(lighthouse, `${url}/login`, { port, only: ['performance'], isFresh: true }));
    const middle = fast.toSorted((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'))[
      runs >> 1
    ]!;
    heldAbove('sign-in: performance', scoreOf(middle, 'performance'), budget.lighthouseScore, {
      more: `   ${missed(middle, 'performance')}`,
    });
    const numberOf = (audit: string) => middle.audits[audit]?.numericValue ?? Infinity;
    held('sign-in: total blocking time, ms', numberOf('total-blocking-time'), budget.blockedMilliseconds);
    held('sign-in: layout shift', numberOf('cumulative-layout-shift'), 0, { digits: 4 });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
};
