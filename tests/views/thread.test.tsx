import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { Message, MessagesPage } from '../../contract/chat.ts';
import { chatsMachine } from '../../machines/flows/chat/chats.machine.ts';
import { answered } from '../../machines/operation/operation.samples.ts';
import { boot } from '../../machines/paths/world.ts';
import { sampleChats } from '../../machines/thread/thread.samples.ts';
import { threadOf } from '../../machines/thread/thread.machine.ts';
import ChatsView, { type ChatsActor } from '../../src/features/chat/chats.view.tsx';
import ThreadView, { type ThreadActor } from '../../src/features/thread/thread.view.tsx';
import { Page } from '../../stories/frame.tsx';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

const picture: Message['files'][number] = {
  ...{ id: 'filesample0000000000001', kind: 'picture', name: 'receipt.jpg', media: 'image/jpeg', size: 9 },
};
const message = (seq: number, more: Partial<Message> = {}): Message => ({
  ...{ seq, side: 'other', text: `message ${seq}`, created_at: '2026-01-15T12:00:00.000Z', files: [] },
  ...more,
});
const page = (items: Message[]): MessagesPage => {
  const last = items.at(-1)!.seq;
  return {
    chat: { id: 'support', title: 'Support', kind: 'support' },
    ...{ items, older: null, newer: `after-${last}`, latest: last, read: { own: last, other: last } },
  };
};

/** The chat as it is shown, and what the world says to it. */
async function open(items: Message[]) {
  await speak('en');
  const world = boot(threadOf('support'), { account: 'A-1001', thread: 'support' });
  const answer = (name: string, value: unknown) =>
    world.move(() =>
      world
        .leaves()
        .find((leaf) => leaf.name === name)!
        .end('done', value),
    );
  answer('support.messages', answered(page(items)));
  const { container } = await render(
    <Page>
      <ThreadView actor={world.actor as ThreadActor} />
    </Page>,
  );
  const scroller = () => container.querySelector<HTMLElement>('[aria-label="Messages"]')!;
  return {
    ...{ world, answer, scroller },
    come: (...more: Message[]) => {
      world.move(() => world.actor.send({ type: 'outbox.sent' }));
      answer('support.messages', answered(page(more)));
    },
    row: (seq: number) => container.querySelector(`[aria-posinset="${seq}"]`),
    news: () => container.querySelector('[role="status"] > div'),
  };
}
const many = Array.from({ length: 120 }, (_, at) => message(at + 1, at === 119 ? { files: [picture] } : {}));

test('F13 a picture that is asked for opens, and stays open, wherever its message has been scrolled to by then', async () => {
  const { world, answer, come, scroller, row } = await open(many);
  await expect.poll(() => row(120)).toBeTruthy();
  world.move(() => world.actor.send({ type: 'user.picture opened', value: picture.id }));
  await expect.poll(() => (scroller().scrollTo(0, 0), row(120))).toBeNull();
  answer('picture.open', { handle: 'file 1' });
  const shown = () => document.querySelector('[role="dialog"]')?.textContent;
  await expect.poll(shown).toContain('receipt.jpg');
  come(...Array.from({ length: 50 }, (_, at) => message(121 + at)));
  await expect.poll(() => row(1)).toBeTruthy();
  expect(shown()).toContain('receipt.jpg');
  document.querySelector<HTMLElement>('[role="dialog"] button')!.click();
  await expect.poll(shown).toBeUndefined();
  expect(world.actor.getSnapshot().can({ type: 'user.picture opened', value: picture.id })).toBe(true);
  world.stop();
});

test('F13 whoever listens hears each message, the same words twice in a row, names of files, and how many came at once', async () => {
  const { world, come, news } = await open([message(1)]);
  const said = () => [...(news()?.children ?? [])].map(({ textContent }) => textContent);
  expect(said()).toEqual([]);
  come(message(2, { text: 'Yes.' }));
  await expect.poll(said).toEqual(['1 new message', 'Yes.']);
  const before = news();
  come(message(3, { text: 'Yes.' }));
  await expect.poll(() => news() === before).toBe(false);
  expect(said()).toEqual(['1 new message', 'Yes.']);
  come(message(4, { text: '', files: [picture] }));
  await expect.poll(said).toEqual(['1 new message', 'receipt.jpg']);
  come(message(5, { side: 'own' }), message(6), message(7, { files: [picture] }));
  await expect.poll(said).toEqual(['2 new messages', 'message 6', 'message 7, receipt.jpg']);
  come(message(8), message(9), message(10), message(11));
  await expect.poll(said).toEqual(['4 new messages', 'message 9', 'message 10', 'message 11']);
  world.stop();
});

test('A5 F14 the list leads to each chat by its id, which a journal keeps as it is, and marks the one that is open', async () => {
  await speak('en');
  const world = boot(chatsMachine, { account: 'A-1001' });
  world.move(() =>
    world
      .leaves()
      .find(({ name }) => name === 'chat.list')!
      .end('done', answered({ items: sampleChats, older: null })),
  );
  const { container } = await render(
    <Page>
      <ChatsView actor={world.actor as ChatsActor} current={sampleChats[1]!.id} />
    </Page>,
  );
  const links = [...container.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.ariaCurrent]);
  expect(links).toEqual([
    ['/chat/support', null],
    [`/chat/private/${sampleChats[1]!.id}`, 'page'],
  ]);
  world.stop();
});
