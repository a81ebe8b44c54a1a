import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { pageAt, wholeChat } from '../server/chats.ts';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { deep } from '../tools/deep.ts';
import { englishDesk } from '../tools/looks.ts';
import { ownMoney } from '../tools/own-money.ts';
import type { Visit } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();

/** A tenth of it every day. */
const [messages, cuts] = deep ? [1_000, 50] : [100, 5];
const tabs = 2;

/** Writes so many messages one after the other, as fast as the form takes them. */
const writeAll = ({ page }: Visit, name: string, count: number): Promise<void> =>
  page.evaluate(
    async ([who, most]) => {
      const field = () => document.querySelector<HTMLTextAreaElement>('[data-says="user.message typed"]');
      const type = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!;
      // One of the tabs is not looked at: its frames and timers come once a second. What is drawn is seen in both.
      const drawn = () =>
        new Promise<void>((done) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            done();
          });
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        });
      const until = async (is: () => boolean) => {
        while (!is()) await drawn();
      };
      for (let at = 1; at <= most; at += 1) {
        await until(() => field()?.readOnly === false && field()!.value === '');
        type.call(field(), `${who} ${at}`);
        field()!.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((done) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', done);
          port1.start();
          port2.postMessage(0);
        });
        document.querySelector<HTMLElement>('[data-says="user.submitted"]')!.click();
      }
    },
    [name, count] as const,
  );

/** Reads a tab from the beginning of its chat to the end: each text by its number, and numbers that stood twice or said another text. */
const shownIn = ({ page }: Visit): Promise<{ texts: string[]; doubled: string[] }> =>
  page.evaluate(async () => {
    const texts = new Map<number, string>();
    const doubled: string[] = [];
    const rows = () => [...document.querySelectorAll<HTMLElement>('[data-index]')];
    const scroller = rows()[0]!.closest<HTMLElement>('[tabindex]')!;
    const placeOf = (row: HTMLElement) => Number(row.ariaPosInSet);
    // The rows that stand there then are drawn.
    const scrollBy = async (pixels: number) => {
      scroller.scrollTop += pixels;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    };
    // Earlier pages come where somebody nears the beginning; only once all are there is it told how many.
    const isBeginning = () => rows().some((row) => placeOf(row) === 1 && row.ariaSetSize !== '-1');
    while (!isBeginning()) await scrollBy(-scroller.scrollHeight);
    const most = Number(rows()[0]!.ariaSetSize);
    while (!texts.has(most)) {
      const places = rows().map(placeOf);
      doubled.push(...places.filter((place, at) => places.indexOf(place) !== at).map(String));
      for (const row of rows()) {
        const [place, text] = [placeOf(row), row.querySelector('[dir="auto"]')!.textContent];
        if ((texts.get(place) ?? text) !== text) doubled.push(`${place}: ${texts.get(place)}, ${text}`);
        texts.set(place, text);
      }
      await scrollBy(scroller.clientHeight / 2);
    }
    return { texts: [...texts].toSorted(([one], [other]) => one - other).map(([, text]) => text), doubled };
  });

const numbersOf = (texts: readonly string[], name: string): number[] =>
  texts.filter((text) => text.startsWith(`${name} `)).map((text) => Number(text.split(' ')[1]));

test(
  `F13 ${messages} messages from two tabs over a line that is cut ${cuts} times: none lost, none doubled, order kept`,
  async () => {
    const line = await startCuttingProxy(Number(new URL(product.url).port));
    onTestFinished(() => line.close());
    const owner = await ownMoney(browser, { ...product, url: line.url }, englishDesk, {});
    const first = await owner.device('/support');
    onTestFinished(() => first.context.close());
    const second = await owner.tab(first, `${line.url}/support`);
    // A form that opens takes up what another tab is writing.
    for (const { page } of [first, second])
      await page.locator('[data-says="user.message typed"]:not([readonly])').waitFor();
    const each = messages / tabs;
    // Whoever writes so fast is no person: the server would let them wait.
    const patient = async () => void (await sql`delete from attempts`.execute(product.db));
    const written = () => wholeChat(owner.person.browser, '/api/support');
    // The test asks over the same line: what is cut off is asked again a moment later.
    const latest = async () =>
      await pageAt(owner.person.browser, '/api/support').then(
        (page) => page.latest,
        () => -1,
      );
    let isOver = false;
    onTestFinished(() => void (isOver = true));
    const cutting = (async () => {
      let done = 0;
      while (!isOver) {
        await patient();
        if (done < cuts && (await latest()) >= (done * messages) / cuts) {
          done += 1;
          line.down();
          await wait(30);
          line.up();
        }
        await wait(100);
      }
      return done;
    })();
    await Promise.all([writeAll(first, 'one', each), writeAll(second, 'two', each)]);
    await expect.poll(latest, { timeout: deep ? 600_000 : 60_000 }).toBe(messages);
    isOver = true;
    expect(await cutting).toBe(cuts);
    const all = await written();
    const inOrder = Array.from({ length: each }, (_, at) => at + 1);
    const texts = all.map(({ text }) => text);
    expect([numbersOf(texts, 'one'), numbersOf(texts, 'two')]).toEqual([inOrder, inOrder]);
    // Both tabs show all of it as the server has it, and nothing waits on this device.
    for (const tab of [first, second]) {
      const { page } = tab;
      await page.bringToFront();
      await page.locator('[data-index]').getByText(texts.at(-1)!, { exact: true }).waitFor();
      expect(await shownIn(tab)).toEqual({ texts, doubled: [] });
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /\/support\/./.test(key))))
        .toEqual([]);
    }
  },
  deep ? 900_000 : 90_000,
);
