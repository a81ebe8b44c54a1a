import { describe, expect, test } from 'vitest';
import type { AnyActorRef } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { maskEntry, maskValue } from '../../contract/journal/mask.ts';
import type { ListedChat, MessagesPage } from '../../contract/chat.ts';
import { createRecorder } from '../../machines/journal/recorder.ts';
import { actorAt, replay } from '../../machines/journal/replay.ts';
import { refused } from '../../machines/operation/operation.samples.ts';
import { differences } from '../../machines/paths/difference.ts';
import { person, settings, wallets } from '../../machines/root/house.samples.ts';
import { loadWholeRoot } from '../../machines/root/whole-root.ts';
import type { ThreadContext } from '../../machines/thread/thread.context.ts';
import { portrait } from '../sessions/house-session.ts';
import { openWholeHouse } from './whole-house.ts';

const root = await loadWholeRoot();
const now = '2026-01-15T12:00:00.000Z';

/** A private chat of so many messages; each has a name of its own, which a journal keeps as it is. */
interface Chat {
  id: string;
  number: string;
  count: number;
}
const [first, second]: [Chat, Chat] = [
  { id: 'opsample0000000000101', number: '10000002', count: 2 },
  { id: 'opsample0000000000102', number: '20000009', count: 3 },
];
const nameOf = ({ id }: Chat, seq: number): string => `opsample0000000000${id.at(-1)}${seq}0`;
const namesIn = (chat: Chat): string[] => Array.from({ length: chat.count }, (_, at) => nameOf(chat, at + 1));
const listed = ({ id, number, count }: Chat): ListedChat => ({
  ...{ id, number, kind: 'private', title: `${number[0]}•••`, unread_msgs: 0 },
  last: { seq: count, side: 'own', text: 'See you.', created_at: now, files: 0 },
});
const pageOf = (chat: Chat, after: number): MessagesPage => ({
  chat: { id: chat.id, number: chat.number, kind: 'private', title: `${chat.number[0]}•••` },
  items: namesIn(chat)
    .map((name, at) => ({
      ...{ seq: at + 1, side: 'own' as const, text: `Words ${at}`, created_at: now, files: [], client_id: name },
    }))
    .filter(({ seq }) => seq > after),
  ...{ older: null, newer: `after-${chat.count}`, latest: chat.count, read: { own: 9, other: 9 } },
});

/** A page of a person with two private chats, and its journal. `begun`: whether anybody has written there. */
async function open(begun = true) {
  const entries: Entry[] = [];
  const house = openWholeHouse(
    '/chat',
    () => Promise.resolve({ payload: {}, now, at: 0 }),
    (clock) => createRecorder(clock, (entry) => void entries.push(structuredClone(entry))),
  );
  const said: Record<string, (input: never) => unknown> = {
    'outbox.read': () => ({ text: '', messages: [] }),
    'chat.list': () => ({ payload: { items: begun ? [first, second].map(listed) : [], older: null }, now, at: 0 }),
    'chat.messages': ({ params, query }: { params: { id: string }; query: { page?: string } }) => {
      const chat = [first, second].find(({ id, number }) => [id, number].includes(params.id))!;
      return { payload: pageOf(chat, Number(query.page?.split('-')[1] ?? 0)), now, at: 0 };
    },
  };
  /** Whatever waits is answered, and what that leads to. */
  const settle = async () => {
    await house.settle();
    for (let at = house.pending.findIndex(({ name }) => (name in said)); at >= 0;) {
      const [waiting] = house.pending.splice(at, 1);
      if (!begun && waiting!.name === 'chat.messages') waiting!.fail(refused('not_found', 404));
      else waiting!.done(said[waiting!.name]!(waiting!.input as never));
      await house.settle();
      at = house.pending.findIndex(({ name }) => name in said);
    }
    await house.deliver();
  };
  await house.hear('auth.check', { user: person, site_settings: settings, wallets, rev: 1 });
  await settle();
  return {
    house,
    entries,
    say: async (where: string, event: { type: string } & Record<string, unknown>) => {
      house.say(where, event);
      await settle();
    },
    wait: async () => {
      house.step();
      await settle();
    },
    go: async (to: string) => {
      house.say('navigation', { type: 'user.navigated', value: to });
      await settle();
    },
  };
}

const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const masked = (value: unknown): unknown => asData(maskValue(value));
const threadIn = (house: AnyActorRef): ThreadContext | undefined =>
  actorAt(house, 'root/page/flow/thread')?.getSnapshot().context as ThreadContext | undefined;

/** Where a replay of the written journal ends elsewhere than the page did, and what stood in a wrong chat on the way. */
function amiss(house: AnyActorRef, entries: readonly Entry[]): string[] {
  const written = entries.map(maskEntry);
  const strangers = written.flatMap((_, at) => {
    const thread = threadIn(replay(root, written.slice(0, at + 1)) as AnyActorRef);
    const own = [first, second].find(({ id }) => id === thread?.head?.id);
    return (thread?.items ?? [])
      .filter(({ client_id: name }) => !own || !namesIn(own).includes(name ?? ''))
      .map(({ client_id: name }) => `after ${at + 1}: ${name} in ${thread?.head?.id}`);
  });
  const ended = masked(portrait(replay(root, written) as AnyActorRef));
  return [...strangers, ...differences(ended, masked(portrait(house)), 'masked')];
}

describe('A5 F14 a journal of two private chats', () => {
  test('A5 F14 from one chat of the list to the other and back: its masked journal replays to the same, and no message is in the other’s', async () => {
    const { house, entries, go, wait } = await open();
    for (const { id } of [first, second, first]) {
      await go(`/chat/private/${id}`);
      for (let times = 0; times < 3; times += 1) await wait();
      expect(threadIn(house.root)?.head?.id).toBe(id);
      expect(threadIn(house.root)?.items).not.toEqual([]);
      expect(amiss(house.root, entries)).toEqual([]);
    }
  });

  test.each([true, false])(
    'A5 F14 from one to the other by their numbers (begun: %j): numbers are masked, and it is another chat all the same',
    async (begun) => {
      const { house, entries, say, wait } = await open(begun);
      for (const { number } of [first, second, first]) {
        await say('page/flow/chats', {
          type: 'user.recipient typed',
          value: `${number.slice(0, 4)} ${number.slice(4)}`,
        });
        await say('page/flow/chats', { type: 'user.chat begun' });
        await wait();
        expect(threadIn(house.root)?.thread).toBe(number);
        expect(threadIn(house.root)?.items.length).toBe(begun ? { [first.number]: 2, [second.number]: 3 }[number] : 0);
        expect(amiss(house.root, entries)).toEqual([]);
      }
      expect(JSON.stringify(entries.map(maskEntry))).not.toMatch(new RegExp(`${first.number}|${second.number}`));
    },
  );
});
