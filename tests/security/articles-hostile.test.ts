import { describe, expect, test } from 'vitest';
import { deep, everyNth } from '../tools/deep.ts';
import { hostileAddresses } from '../tools/hostile-addresses.ts';
import { lookAtTexts } from './allowed.ts';
import { envelope, openArticles, origin, textOf, title } from './articles-of-a-test.ts';
import { grammar, makePayloads } from './payloads.ts';
import type { Watch } from './watch.ts';
import { goThrough } from './within.ts';

const seed = Number(process.env['SEED'] ?? 20_260_101);
const payloads = makePayloads(deep ? 5_000 : 1_000, seed);

const { begin, openContext } = await openArticles();

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
