import type { Locator } from 'playwright';
import { describe, expect, test } from 'vitest';
import { articleId } from '../../contract/calls/content.ts';
import { hostileAddresses } from '../tools/hostile-addresses.ts';
import { signIn, visit, words } from '../tools/product.ts';
import { envelope, naughty, openArticles, textOf, title } from './articles-of-a-test.ts';
import { watchPage } from './watch.ts';
import { answerWithin, goThrough, headingsAt } from './within.ts';

const { begin, browser, openContext, product } = await openArticles();

describe('F16 M1 naughty names and titles', () => {
  test(
    'F16 every one stands in the list as it is written, and as the title of a text',
    { timeout: 150_000 },
    async () => {
      const items = naughty.map((text, at) => ({
        id: `n${at}`,
        title: text,
        summary: naughty[naughty.length - 1 - at]!,
      }));
      const context = await openContext((id) => (id === undefined ? envelope({ items }) : undefined));
      const watch = await begin(context);
      const rows = await watch.page
        .locator('main li')
        .evaluateAll((all) =>
          all.map((row) => [
            row.querySelector('strong')?.textContent,
            row.querySelector('strong + span')?.textContent,
            row.querySelectorAll('*').length,
          ]),
        );
      const parts = rows[0]?.[2];
      expect(rows).toEqual(items.map((one) => [one.title, one.summary, parts]));
      await answerWithin(
        watch.page,
        naughty.map((text, at) => [`/api/content/article/n${at}`, textOf(`n${at}`, text, '')]),
      );
      const shown = await goThrough(
        watch.page,
        naughty.map((_, at) => `/article/n${at}`),
        title,
      );
      expect(shown).toEqual(naughty);
      expect([...(await watch.done()), ...watch.asked()]).toEqual([]);
      await context.close();
    },
  );

  test('F16 R15 as names in the address and as ids of a list they get nowhere', { timeout: 150_000 }, async () => {
    const context = await openContext((id) =>
      id === undefined
        ? envelope({
            items: [{ id: naughty.find((name) => !articleId.safeParse(name).success), title: 'x', summary: 'x' }],
          })
        : undefined,
    );
    const watch = await begin(context);
    await watch.page.getByText(words('en', 'article.list.failed.title')).waitFor();
    // Nothing, and the two that a browser reads as steps, are other addresses.
    const names = naughty.filter((name) => !['', '.', '..'].includes(name));
    const paths = names.map((name) => `/article/${encodeURIComponent(name.toWellFormed())}`);
    const outcomes = await headingsAt(watch.page, paths, { path: '/login', title: words('en', 'login.title') });
    // What could be a name has words of its own; the rest is no address of ours.
    const could = (name: string) => /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name);
    expect(outcomes).toEqual(
      names.map((name, at) => [
        new URL(paths[at]!, product.url).pathname,
        words('en', could(name) ? 'article.not_found.title' : 'page404-text'),
      ]),
    );
    expect([...(await watch.done()), ...watch.asked()]).toEqual([]);
    await context.close();
  });

  test('M1 G3 menus of hostile addresses, pictures and titles: no link, no picture, no program', async () => {
    const one = await visit(browser, product.url, {
      language: 'en',
      context: await openContext(() => envelope({ items: [] })),
    });
    const hostile = hostileAddresses.map((url, at) => ({
      ...{ url, order: at, icon_url: url },
      title: naughty[at % naughty.length]!,
    }));
    // Links that lead somewhere, with every naughty title, and with pictures from anywhere.
    const own = '/api/icons/exchange.svg';
    const icons = [own, 'https://evil.example/i.svg', '//evil.example/i.svg', 'data:image/svg+xml,<svg/>'];
    const titles = naughty.filter((title) => title.trim() !== '');
    const good = (kind: string) =>
      titles.map((title, at) => ({
        ...{ url: `/history/exchange?${kind}=${at}`, title, order: hostile.length + at },
        icon_url: icons[at] ?? hostileAddresses[at % hostileAddresses.length]!,
      }));
    // Each menu has a third of the hostile ones: all of them thrice would be more than the page reads of any answer.
    const third = (turn: number) => hostile.filter((_, at) => at % 3 === turn);
    const menus = {
      header_menu: [...third(0), ...good('h')],
      main_menu: [...third(1), ...good('m')],
      footer_menu: [...third(2), ...good('f')],
    };
    await one.context.route('**/api/content/menu', (route) => route.fulfill({ json: envelope(menus) }));
    const watch = await watchPage(one.context, new RegExp(`^${product.url}/`));
    const { page } = watch;
    await one.page.close();
    await page.goto('/login?at=all');
    await signIn({ ...one, page, control: (event) => page.locator(`[data-says="${event}"]`) });
    await page.waitForURL('**/exchanges');
    await page.getByRole('button', { name: words('en', 'frame.menu'), exact: true }).click();
    const drawer = page.getByRole('dialog', { name: words('en', 'frame.menu'), exact: true });
    await drawer.getByText('demo@example.com').waitFor();

    // All three were applied, and every title stands there as it is written.
    const shown = (place: Locator, letter: string) =>
      place
        .locator(`a[href^="/history/exchange?${letter}="]`)
        .evaluateAll((all) => all.map((link) => [link.textContent, link.childElementCount]));
    const written = titles.map((title, at) => [title, at === 0 ? 1 : 0]);
    const plainly = (links: unknown[][]) => links.map(([title]) => title);
    expect(await shown(drawer, 'm')).toEqual(written);
    expect(plainly(await shown(drawer, 'f'))).toEqual(titles);
    expect(plainly(await shown(page.locator('header nav:not(dialog nav)'), 'h'))).toEqual(titles);

    const { links, pictures, drawn } = await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')];
      const given = (selector: string, name: string) =>
        [...document.querySelectorAll(selector)].map((each) => each.getAttribute(name) ?? '');
      const painted = ['backgroundImage', 'maskImage', 'listStyleImage', 'borderImageSource', 'content', 'cursor'];
      const looks = all.flatMap((each) => {
        const look = getComputedStyle(each) as unknown as Record<string, string>;
        return [each.getAttribute('style') ?? '', ...painted.map((name) => look[name] ?? '')];
      });
      return {
        links: [...given('a', 'href'), ...given('area', 'href'), ...given('svg a', 'xlink:href')],
        pictures: [...given('image', 'href'), ...given('image', 'xlink:href'), ...given('[src]', 'src')],
        // A shape of the page's own is named so too.
        drawn: [...new Set(looks.filter((look) => /url\((?!"#)/.test(look)))],
      };
    });
    const isElsewhere = (address: string) => new URL(address, `${product.url}/exchanges`).origin !== product.url;
    expect(links.length).toBeGreaterThan(3 * titles.length);
    expect(links.filter((address) => hostileAddresses.includes(address))).toEqual([]);
    // The mark of the listing, in the footer.
    expect(links.filter(isElsewhere)).toEqual(['https://www.bestchange.com/']);
    expect(pictures).toContain(own);
    expect(pictures.filter(isElsewhere)).toEqual([]);
    expect(drawn).toEqual([]);
    expect([await watch.done(), watch.asked()]).toEqual([[`went to ${product.url}/login?at=all`], []]);
    await one.context.close();
  });
});

describe('G3 a hostile redirect', () => {
  test('G3 answers that send the page elsewhere leave it where it is', async () => {
    const some = hostileAddresses.filter((_, at) => at % Math.ceil(hostileAddresses.length / 60) === 0);
    const context = await openContext((id) =>
      id === undefined
        ? envelope({ items: [] })
        : envelope({ status: 'redirect', redirect_url: some[Number(id.slice(1))] }, 'redirect'),
    );
    const watch = await begin(context);
    const paths = some.map((_, at) => `/article/r${at}`);
    const failed = await goThrough(watch.page, paths, 'main [data-says="user.retried"]');
    expect(new Set(failed)).toEqual(new Set([words('en', 'form.retry')]));
    expect(new URL(watch.page.url()).pathname).toBe(paths.at(-1));
    expect([...(await watch.done()), ...watch.asked()]).toEqual([]);
    await context.close();
  });
});
