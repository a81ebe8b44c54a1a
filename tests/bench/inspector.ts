import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import type { Entry } from '../../contract/journal/entry.ts';
import { parseJournal, writeJournal } from '../../contract/journal/file.ts';
import { foundOf, lookingAt } from '../../machines/inspector/inspector.words.ts';
import { launch } from '../chromium.ts';
import budget from './budget.json' with { type: 'json' };
import { root } from './floor.ts';
import { held, told } from './limits.ts';
import { serve } from './weigh.ts';

const many = 100_000;

type Heard = Exclude<Entry, { k: 'start' }>;

/** A session of so many entries: a recorded exchange, done again every five hundred of them, and small things in between. */
function longJournal(): string {
  const file = parseJournal(readFileSync(join(root, 'tests/journals/exchange.json'), 'utf8'));
  const { entries } = file;
  let t = entries.at(-1)!.t;
  const add = (entry: Omit<Heard, 't'>) => {
    t += 20;
    entries.push({ ...entry, t });
  };
  const first = entries.findIndex((entry) => entry.k === 'send' && entry.event.type === 'user.amount typed');
  const again: Omit<Heard, 't'>[] = [
    { k: 'send', to: 'root/page/flow', event: { type: 'user.again' } },
    ...(entries.slice(first) as Heard[]),
  ];
  const small: Omit<Heard, 't'>[] = [
    { k: 'send', to: 'root/theme', event: { type: 'user.theme chosen', value: 'dark' } },
    { k: 'emit', to: 'root/page.life', event: { type: 'port.hidden', at: 0 } },
    { k: 'send', to: 'root/wallets', event: { type: 'user.amounts hidden' } },
    { k: 'emit', to: 'root/page.life', event: { type: 'port.shown', at: 0 } },
    { k: 'send', to: 'root/theme', event: { type: 'user.theme chosen', value: 'light' } },
  ];
  while (entries.length < many) {
    if (entries.length % 500 < again.length) again.forEach(add);
    else small.forEach(add);
  }
  return writeJournal({ ...file, entries: entries.slice(0, many), ends: {} });
}

const control = (page: Page, says: string, value: string) =>
  page.locator(`[data-says="${says}"][data-says-value="${value}"]`);

/** ms from a key until the band over the screen names another entry. */
const pressed = (page: Page, key: string, entry: number): Promise<number> =>
  page.evaluate(
    ([name, wanted]) =>
      new Promise<number>((done) => {
        const began = performance.now();
        const looks = () => document.body.innerText.includes(wanted!);
        const watch = new MutationObserver(() => {
          if (!looks()) return;
          watch.disconnect();
          requestAnimationFrame(() => done(performance.now() - began));
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name!, bubbles: true }));
      }),
    [key, lookingAt(entry, many).ru],
  );

interface Watched {
  longest: number;
}

/**
 * Opens a journal of a hundred thousand entries in the built page and steps through it; prints the longest time that the
 * page was not to be spoken to meanwhile.
 */
export async function benchInspector(): Promise<void> {
  const server = await serve(false);
  const folder = await mkdtemp(join(tmpdir(), 'statera-journal-'));
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage({ locale: 'ru-RU', viewport: { width: 1280, height: 800 } });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?journal`);
    await control(page, 'user.stepped', 'last').waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const watched = Object.assign(globalThis as unknown as Watched, { longest: 0 });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
      }).observe({ type: 'longtask' });
    });
    const longest = () =>
      page.evaluate(async () => {
        await new Promise((done) => setTimeout(done, 100));
        const watched = globalThis as unknown as Watched;
        const { longest: found } = watched;
        watched.longest = 0;
        return found;
      });
    const text = longJournal();
    // From a file: what is handed over as bytes is unpacked by the page.
    const file = join(folder, 'long.json');
    await writeFile(file, text);
    const began = performance.now();
    await page.setInputFiles('input[type=file]', file);
    await page.getByText(foundOf(many, many).ru).waitFor({ timeout: 60_000 });
    const listed = performance.now() - began;
    await page.getByText(/повторено \d+ из/).waitFor({ state: 'detached', timeout: 120_000 });
    const ready = performance.now() - began;
    const opening = await longest();
    await control(page, 'user.stepped', 'last').click();
    await page.getByText(lookingAt(many, many).ru).first().waitFor();
    const back: number[] = [];
    for (let at = many - 1; at > many - 31; at -= 1) back.push(await pressed(page, 'ArrowLeft', at));
    const jump = await pressed(page, 'Home', 1);
    const stepping = await longest();
    console.log(`\nms for a journal of ${many} entries, ${(text.length / 2 ** 20).toFixed(1)} MB, in the inspector\n`);
    told('listed, and may be searched', listed);
    told('replayed, and may be stepped through', ready);
    // The browser tells of tasks from 50 ms on.
    held('longest task of opening', opening, budget.taskMilliseconds);
    told('a step back, in the middle', back.toSorted((one, other) => one - other)[back.length >> 1]!);
    told('a step back, the slowest', Math.max(...back));
    told('to the other end', jump);
    held('longest task of stepping', stepping, budget.taskMilliseconds);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
    server.closeAllConnections();
    server.close();
  }
}
