import { describe, expect, test } from 'vitest';
import type { Message, MessagesPage } from '../../contract/chat.ts';
import { chatsMachine, type ChatsContext } from '../../machines/flows/chat/chats.machine.ts';
import { chatMachine } from '../../machines/flows/chat/chat.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import type { OutboxContext } from '../../machines/outbox/outbox.context.ts';
import { outboxOf } from '../../machines/outbox/outbox.machine.ts';
import { nameOf } from '../../machines/outbox/outbox.samples.ts';
import type { ThreadContext } from '../../machines/thread/thread.context.ts';
import { movedChats, sampleChats } from '../../machines/thread/thread.samples.ts';
import { threadOf } from '../../machines/thread/thread.machine.ts';
import { stand, type Stand } from './stand.ts';

const at = '2026-01-15T12:00:00.000Z';
const message = (seq: number, side: Message['side'] = 'other'): Message => ({
  ...{ seq, side, text: `message ${seq}`, created_at: at, files: [] },
});
const page = (from: number, to: number, changes: Partial<MessagesPage> = {}): MessagesPage => ({
  chat: { id: 'support', title: 'Support', kind: 'support' },
  items: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
  ...{ older: from > 1 ? `before-${from}` : null, newer: `after-${to}`, latest: to, read: { own: to, other: to } },
  ...changes,
});
const effects = (one: Stand, name: string) =>
  one.world.effects.filter((effect) => effect.name === name).map(({ params }) => params);

describe('F13 F14 what stands in a chat', () => {
  const open = (first = page(3, 4)) => {
    const one = stand(threadOf('support'), { account: 'A-1001', thread: 'support' });
    one.answer('support.messages', answered(first));
    return one;
  };
  const context = (one: Stand) => one.snapshot().context as ThreadContext;
  const numbers = (one: Stand) => context(one).items.map(({ seq }) => seq);
  /** Lets time pass until what is new is asked for. */
  const untilAsked = (one: Stand): number => {
    let passed = 0;
    while (!one.waits('support.messages')) passed += one.wait();
    return passed;
  };

  test('F13 the tab that asked last asks again in two seconds, and tells the others; they wait for it a second longer', () => {
    const leader = open();
    expect(untilAsked(leader)).toBe(2_000);
    leader.answer('support.messages', answered(page(5, 5)));
    expect(effects(leader, 'tell the other tabs')).toEqual([
      { account: 'A-1001', thread: 'support', page: page(5, 5) },
    ]);
    const follower = open();
    follower.hear('thread.news', { type: 'port.thread told', page: page(5, 5) });
    expect(numbers(follower)).toEqual([3, 4, 5]);
    expect(untilAsked(follower)).toBe(3_000);
  });

  test('F13 a page that another tab told and that does not follow on is asked for, and nothing is passed over', () => {
    const one = open();
    one.hear('thread.news', { type: 'port.thread told', page: page(7, 8) });
    expect(numbers(one)).toEqual([3, 4]);
    expect(one.asked('support.messages').input).toMatchObject({ query: { page: 'after-4' } });
    one.answer('support.messages', answered(page(5, 6, { latest: 8 })));
    expect(one.asked('support.messages').input).toMatchObject({ query: { page: 'after-6' } });
    one.answer('support.messages', answered(page(7, 8)));
    expect(numbers(one)).toEqual([3, 4, 5, 6, 7, 8]);
  });

  test('F13 nobody looks: it is asked once a minute, and at once when somebody does again', () => {
    const one = open();
    one.hear('page.life', { type: 'port.hidden', at: 1 });
    untilAsked(one);
    one.answer('support.messages', answered(page(5, 4, { latest: 4, newer: 'after-4' })));
    expect(untilAsked(one)).toBe(60_000);
    one.answer('support.messages', answered(page(5, 4, { latest: 4, newer: 'after-4' })));
    one.hear('page.life', { type: 'port.shown', at: 2 });
    expect(one.waits('support.messages')).toBe(true);
  });

  test('F13 without a network nobody is asked, and nothing is said of it here; what is new is asked for when it is back, or somebody looks', () => {
    const one = open();
    untilAsked(one);
    one.fail('support.messages', failures.network);
    expect(context(one).trouble).toEqual({ code: 'network' });
    untilAsked(one);
    one.hear('page.life', { type: 'port.offline', at: 1 });
    expect([context(one).trouble, one.waits('support.messages')]).toEqual([null, false]);
    one.hear('page.life', { type: 'port.online', at: 2 });
    expect(one.waits('support.messages')).toBe(true);
    one.hear('page.life', { type: 'port.offline', at: 3 });
    one.hear('page.life', { type: 'port.hidden', at: 4 });
    expect(one.waits('support.messages')).toBe(false);
    // A page that slept does not hear that the line has come back.
    one.hear('page.life', { type: 'port.shown', at: 5 });
    expect([context(one).away, one.waits('support.messages')]).toEqual([false, true]);
  });

  test('F13 whatever has it asked for what is new leaves an open picture, and what is being read back, as they are', () => {
    for (const ask of [
      (one: Stand) => one.hear('page.life', { type: 'port.online', at: 1 }),
      (one: Stand) => one.hear('page.life', { type: 'port.shown', at: 1 }),
      (one: Stand) => one.say({ type: 'outbox.sent' }),
    ]) {
      const one = open();
      one.say({ type: 'user.picture opened', value: 'filesample0000000000001' });
      one.answer('picture.open', { handle: 'held-1' });
      one.say({ type: 'user.older wanted' });
      ask(one);
      expect(one.states()).toEqual(
        expect.arrayContaining(['open.files.shown', 'open.older.reading', 'open.news.asking']),
      );
      expect(context(one).picture).toBe('held-1');
    }
  });

  test('F13 S2 behind a sign-in what is older is read, and of a file it is said no more that nobody was', () => {
    const one = open();
    one.say({ type: 'user.older wanted' });
    one.fail('support.messages', refused('no_session', 401));
    one.say({ type: 'user.file wanted', value: 'filesample0000000000001' });
    one.fail('chat.file', refused('no_session', 401));
    expect([context(one).olderTrouble, context(one).fileTrouble]).toEqual([
      { code: 'no_session' },
      { code: 'no_session' },
    ]);
    one.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 2 });
    expect([one.states(), context(one).fileTrouble]).toEqual([expect.arrayContaining(['open.older.reading']), null]);
  });

  test('F13 what is seen at the end is marked as read once; what comes while nobody looks, or further up, is not', () => {
    const one = open(page(3, 4, { read: { own: 4, other: 4 } }));
    one.say({ type: 'user.end left' });
    untilAsked(one);
    one.answer('support.messages', answered(page(5, 5, { read: { own: 4, other: 4 } })));
    expect(one.waits('support.read')).toBe(false);
    one.say({ type: 'user.end reached' });
    expect(one.asked('support.read').input).toMatchObject({ body: { last_read_message: 5 } });
    one.answer('support.read', answered({ last_read_message: 5 }));
    expect([one.waits('support.read'), context(one).read.own]).toEqual([false, 5]);
    expect(one.told('thread.read')).toEqual([{ type: 'thread.read', id: 'support' }]);
  });

  test('F13 what comes while it is said how far somebody has read is said in its turn; a server that stands still is not asked without end', () => {
    const one = open(page(3, 4, { read: { own: 3, other: 4 } }));
    one.say({ type: 'user.end reached' });
    expect(one.asked('support.read').input).toMatchObject({ body: { last_read_message: 4 } });
    untilAsked(one);
    one.answer('support.messages', answered(page(5, 5, { read: { own: 3, other: 4 } })));
    one.answer('support.read', answered({ last_read_message: 4 }));
    expect(context(one).read.own).toBe(4);
    expect(one.asked('support.read').input).toMatchObject({ body: { last_read_message: 5 } });
    one.answer('support.read', answered({ last_read_message: 4 }));
    expect([one.waits('support.read'), one.states()]).toEqual([false, expect.arrayContaining(['open.marks.resting'])]);
  });

  test('F13 what comes while nobody looks, or further up, begins behind a line of its own; what somebody sees come does not', () => {
    const divider = (one: Stand) => context(one).divider;
    const comes = (one: Stand, from: number, to: number) => {
      untilAsked(one);
      one.answer('support.messages', answered(page(from, to, { read: { own: from - 1, other: 4 } })));
    };
    const away = open();
    away.say({ type: 'user.end reached' });
    comes(away, 5, 5);
    expect(divider(away)).toBeNull();
    away.answer('support.read', answered({ last_read_message: 5 }));
    away.hear('page.life', { type: 'port.hidden', at: 1 });
    comes(away, 6, 7);
    expect(divider(away)).toBe(6);
    // They have not been read yet: more is behind the same line.
    comes(away, 8, 8);
    expect(divider(away)).toBe(6);
    away.hear('page.life', { type: 'port.shown', at: 2 });
    away.answer('support.read', answered({ last_read_message: 8 }));
    away.say({ type: 'user.end left' });
    comes(away, 9, 9);
    expect(divider(away)).toBe(9);
    away.say({ type: 'user.older wanted' });
    away.answer('support.messages', answered(page(1, 2)));
    expect([divider(away), numbers(away)]).toEqual([9, [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    const short = open(page(1, 1, { read: { own: 1, other: 1 } }));
    short.say({ type: 'user.end left' });
    comes(short, 2, 2);
    expect(divider(short)).toBe(2);
  });

  test('F13 own messages draw no line, nor does what another tab has read, nor the first message of an empty chat', () => {
    const own = open();
    untilAsked(own);
    own.answer('support.messages', answered(page(5, 5, { items: [message(5, 'own')] })));
    untilAsked(own);
    own.answer('support.messages', answered(page(6, 6)));
    expect([context(own).divider, context(own).come.map(({ seq }) => seq)]).toEqual([null, [6]]);
    const empty = open({ ...page(1, 0), newer: 'after-0', latest: 0, read: { own: 0, other: 0 } });
    untilAsked(empty);
    empty.answer('support.messages', answered(page(1, 1, { read: { own: 0, other: 0 } })));
    expect(context(empty).divider).toBeNull();
  });

  test('F13 what came together is told together, what stood there before is not, and own messages are no news', () => {
    const one = open(page(3, 4, { read: { own: 3, other: 4 } }));
    const come = () => context(one).come.map(({ seq }) => seq);
    expect(come()).toEqual([]);
    untilAsked(one);
    one.answer('support.messages', answered(page(5, 7, { items: [message(5), message(6, 'own'), message(7)] })));
    expect(come()).toEqual([5, 7]);
    untilAsked(one);
    one.answer('support.messages', answered(page(8, 8, { items: [message(8, 'own')] })));
    expect(come()).toEqual([5, 7]);
    one.hear('thread.news', { type: 'port.thread told', page: page(9, 9) });
    expect(come()).toEqual([9]);
  });

  test('F13 F14 what an older page shows of own messages is said, and a chat that may begin has no trouble any more', () => {
    const one = open();
    one.say({ type: 'user.older wanted' });
    const own: Message = { ...message(2, 'own'), client_id: nameOf(1) };
    one.answer('support.messages', answered(page(1, 2, { items: [message(1), own] })));
    expect(one.told('thread.written').at(-1)).toMatchObject({ names: [nameOf(1)] });

    const begun = stand(threadOf('private'), { account: 'A-1001', thread: '10000002' });
    begun.fail('chat.messages', refused('not_found', 404));
    const next = () => {
      while (!begun.waits('chat.messages')) begun.wait();
    };
    next();
    begun.fail('chat.messages', failures.network);
    expect(context(begun).trouble).not.toBeNull();
    next();
    begun.fail('chat.messages', refused('not_found', 404));
    expect(context(begun).trouble).toBeNull();
  });

  test('F14 a chat by the number of an account may not have begun; by an id that is nobody’s there is none', () => {
    const begun = stand(threadOf('private'), { account: 'A-1001', thread: '10000002' });
    begun.fail('chat.messages', refused('not_found', 404));
    expect(begun.states()).toContain('open.older.all');
    const absent = stand(threadOf('private'), { account: 'A-1001', thread: 'opsample0000000000001' });
    absent.fail('chat.messages', failures.network);
    absent.say({ type: 'user.retried' });
    absent.fail('chat.messages', refused('not_found', 404));
    expect([absent.states(), context(absent).trouble]).toEqual([['absent'], null]);
    const own = stand(threadOf('private'), { account: '10000001', thread: '10000001' });
    own.fail('chat.messages', refused('own_account', 422));
    expect([own.states(), context(own).trouble]).toEqual([['absent'], { code: 'own_account' }]);
  });
});

describe('F14 the list of chats', () => {
  test.each([
    ['1000 0002', null, ['/chat/private/10000002']],
    ['1000 0001', 'own_account', []],
    ['12', 'account_number', []],
    ['', 'required', []],
  ])('F14 of the person 10000001, %j leads to a chat or says why not: %s', (value, code, led) => {
    const one = stand(chatsMachine, { account: '10000001' });
    one.answer('chat.list', answered({ items: [], older: null }));
    one.say({ type: 'user.recipient typed', value });
    one.say({ type: 'user.chat begun' });
    expect((one.snapshot().context as ChatsContext).numberTrouble?.code ?? null).toBe(code);
    expect(one.told('flow.navigate').map((event) => (event as unknown as { to: string }).to)).toEqual(led);
  });

  const list = (seq: number, older: string | null = null) => ({
    items: sampleChats.map((chat) => ({ ...chat, unread_msgs: seq })),
    older,
  });
  const open = () => {
    const one = stand(chatsMachine, { account: 'A-1001' });
    one.answer('chat.list', answered(list(1)));
    return one;
  };
  const context = (one: Stand) => one.snapshot().context as ChatsContext;
  const untilAsked = (one: Stand): number => {
    let passed = 0;
    while (!one.waits('chat.list')) passed += one.wait();
    return passed;
  };

  test('F14 of several tabs one asks for the list: it tells the others, and they ask only where it falls silent', () => {
    const leader = open();
    expect(untilAsked(leader)).toBe(15_000);
    leader.answer('chat.list', answered(list(2)));
    expect(effects(leader, 'tell the other tabs')).toEqual([
      { account: 'A-1001', page: list(2), now: answered(null).now },
    ]);
    const follower = open();
    const told = { type: 'port.chats told', page: list(3), now: '2026-01-15T12:30:00.000Z' };
    for (let times = 0; times < 3; times += 1) {
      expect(follower.wait()).toBeLessThanOrEqual(20_000);
      if (follower.waits('chat.list')) follower.answer('chat.list', answered(list(2)));
      follower.hear('chats.news', told);
      expect([context(follower).items[0]!.unread_msgs, context(follower).now]).toEqual([3, told.now]);
    }
    expect(untilAsked(follower)).toBe(20_000);
    follower.answer('chat.list', answered(list(4)));
    // It leads now.
    expect(untilAsked(follower)).toBe(15_000);
  });

  test('F14 without a network the list is not asked for, and says nothing of it', () => {
    const one = open();
    untilAsked(one);
    one.fail('chat.list', failures.network);
    one.hear('page.life', { type: 'port.offline', at: 1 });
    one.say({ type: 'chats.changed' });
    expect([context(one).trouble, one.waits('chat.list')]).toEqual([null, false]);
    one.hear('page.life', { type: 'port.online', at: 2 });
    expect(one.waits('chat.list')).toBe(true);
    one.hear('page.life', { type: 'port.offline', at: 3 });
    one.hear('page.life', { type: 'port.shown', at: 4 });
    expect(one.waits('chat.list')).toBe(true);
  });

  test('F14 what another tab told and what is held would leave a gap: it is asked for', () => {
    const one = open();
    one.hear('chats.news', {
      type: 'port.chats told',
      page: { items: movedChats, older: 'before-1-opsample0000000000033' },
      now: at,
    });
    expect([context(one).items, one.waits('chat.list')]).toEqual([list(1).items, true]);
  });
});

test('F14 a chat behind the first page of the list that has been read has nothing unread any more', () => {
  const [, begun] = sampleChats;
  const unread = (id: string) => ({ ...begun!, id, unread_msgs: 2 });
  const place = samplePlace('chat-private-id', '/chat/private/opsample0000000000032', { id: 'opsample0000000000032' });
  const one = stand(chatMachine, { place, account: 'A-1001', site: null, email: null });
  const first = { items: [unread('opsample0000000000031')], older: 'before-1-opsample0000000000031' };
  one.answer('chat.list', answered(first));
  one.say({ type: 'user.older wanted' }, 'chats');
  const earlier = ['opsample0000000000032', 'opsample0000000000033'].map(unread);
  one.answer('chat.list', answered({ items: earlier, older: null }));
  const counts = () => (one.snapshot('chats').context as ChatsContext).items.map(({ unread_msgs }) => unread_msgs);
  expect(counts()).toEqual([2, 2, 2]);
  one.say({ type: 'thread.read', id: 'opsample0000000000032' });
  expect(counts()).toEqual([2, 0, 2]);
  one.answer('chat.list', answered(first));
  expect(counts()).toEqual([2, 0, 2]);
});

describe('F13 a report of a problem', () => {
  const place = (query: Record<string, string>) => samplePlace('index-support', '/support', {}, query);
  const open = (query: Record<string, string>) => {
    const one = stand(chatMachine, { place: place(query), account: 'A-1001', site: null, email: null });
    one.answer('outbox.read', { text: 'half a sentence', messages: [] });
    return one;
  };
  const written = (one: Stand) => one.snapshot('outbox').context as OutboxContext;
  const record = { handle: 'file 1', size: 10, count: 3 };

  test('F13 the wish leaves the address once the record is there: loaded anew or come back to, none is attached again', () => {
    const one = open({ report: '1' });
    expect(one.told('flow.navigate')).toEqual([]);
    one.answer('journal.take', record);
    expect(one.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/support', replace: true }]);
    one.say({ type: 'house.arrived', place: place({}) });
    expect([written(one).files, one.waits('journal.take')]).toEqual([[{ ...record, kind: 'journal' }], false]);
  });

  test('F13 whoever writes to support already keeps what they wrote and attached', () => {
    const one = open({});
    one.say({ type: 'user.file given', value: 'file 2' }, 'outbox');
    one.answer('file.look', { handle: 'file 2', kind: 'pdf', size: 10, width: 0, height: 0 });
    one.say({ type: 'house.arrived', place: place({ report: '1' }) });
    one.answer('journal.take', record);
    expect([written(one).text, written(one).files.map(({ handle }) => handle)]).toEqual([
      'half a sentence',
      ['file 2', 'file 1'],
    ]);
    expect(one.told('flow.navigate')).toHaveLength(1);
  });

  test('F13 asked for while the draft is read, or a file looked at, the record comes after; where one is there, no other does', () => {
    const early = stand(chatMachine, { place: place({}), account: 'A-1001', site: null, email: null });
    early.say({ type: 'house.arrived', place: place({ report: '1' }) });
    early.answer('outbox.read', { text: '', messages: [] });
    expect(early.waits('journal.take')).toBe(true);

    const busy = open({});
    busy.say({ type: 'user.file given', value: 'file 2' }, 'outbox');
    busy.say({ type: 'house.arrived', place: place({ report: '1' }) });
    busy.answer('file.look', { handle: 'file 2', kind: 'pdf', size: 10, width: 0, height: 0 });
    expect(busy.waits('journal.take')).toBe(true);

    const there = open({});
    there.say({ type: 'user.report wanted' }, 'outbox');
    there.answer('journal.take', record);
    there.say({ type: 'house.arrived', place: place({ report: '1' }) });
    expect([there.waits('journal.take'), there.told('flow.navigate')]).toEqual([
      false,
      [{ type: 'flow.navigate', to: '/support', replace: true }],
    ]);
  });
});

describe('F13 a question about an operation', () => {
  const place = (query: Record<string, string>) => samplePlace('index-support', '/support', {}, query);
  const open = (about: string, text: string) => {
    const input = { place: place({ about }), account: 'A-1001', site: null, email: null };
    const one = stand(chatMachine, input);
    one.answer('outbox.read', { text, messages: [] });
    return one;
  };
  const written = (one: Stand) => (one.snapshot('outbox').context as OutboxContext).text;
  const id = 'F93Y4D3S93AYAQECAG3R';

  test('F13 its id stands before what is written, once, is kept with it, and leaves the address', () => {
    const one = open(id, 'half a sentence');
    expect(written(one)).toBe(`${id}\nhalf a sentence`);
    expect(effects(one, 'keep the draft').at(-1)).toMatchObject({ value: { text: `${id}\nhalf a sentence` } });
    expect(one.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/support', replace: true }]);
    expect(written(open(id, `about ${id}`))).toBe(`about ${id}`);
  });

  test('F13 what is no id is nobody’s question', () => {
    for (const none of ['', '<b>', `${id} ${id}`, `${id}0`, 'pay', 'a', '10000002']) {
      const one = open(none, 'half a sentence');
      expect([written(one), one.told('flow.navigate')]).toEqual(['half a sentence', []]);
    }
  });
});

describe('F13 F14 what is written for a chat', () => {
  const open = (kind: 'support' | 'private' = 'support', kept: object = { text: '', messages: [] }) => {
    const thread = kind === 'support' ? 'support' : '10000002';
    const one = stand(outboxOf(kind), { account: 'A-1001', kind, thread, reporting: false, about: null });
    one.answer('outbox.read', kept);
    return one;
  };
  const context = (one: Stand) => one.snapshot().context as OutboxContext;
  const write = (one: Stand, text: string, name: number) => {
    one.say({ type: 'user.message typed', value: text });
    one.say({ type: 'user.submitted' });
    one.answer('message.name', { id: nameOf(name) });
  };
  const sent = (one: Stand) => one.asked('support.send').input as { body: { client_id: string } };

  test('F13 no answer: the same is sent again under the same name, and what was written later waits behind it', () => {
    const one = open();
    write(one, 'first', 1);
    write(one, 'second', 2);
    for (const error of [failures.network, failures.late, failures.broken, failures.unreadable]) {
      expect(sent(one).body).toMatchObject({ client_id: nameOf(1), text: 'first' });
      one.fail('support.send', error);
      while (!one.waits('support.send')) one.wait();
    }
    one.answer('support.send', answered({ chat: 'support', message: message(1, 'own') }));
    expect(sent(one).body).toMatchObject({ client_id: nameOf(2), text: 'second' });
    expect(effects(one, 'forget them on this device').at(-1)).toMatchObject({ ids: [nameOf(1)] });
  });

  test('F13 after five times without an answer it waits for the person, or for the line', () => {
    const one = open();
    write(one, 'first', 1);
    for (let time = 1; time <= 5; time += 1) {
      while (!one.waits('support.send')) one.wait();
      one.fail('support.send', failures.network);
    }
    expect(one.states()).toContain('open.post.stuck');
    one.hear('page.life', { type: 'port.online', at: 1 });
    expect(sent(one).body.client_id).toBe(nameOf(1));
  });

  test('F13 what the server will not have stays with its reason, and holds nothing up', () => {
    const one = open();
    write(one, 'first', 1);
    write(one, 'second', 2);
    one.fail('support.send', refused('invalid', 422, { fields: { text: 'card_number' } }));
    expect(context(one).messages[0]).toMatchObject({ is: 'refused', trouble: { code: 'card_number' } });
    expect(sent(one).body.client_id).toBe(nameOf(2));
    one.say({ type: 'user.message dropped', value: nameOf(1) });
    expect(context(one).messages.map(({ id }) => id)).toEqual([nameOf(2)]);
  });

  test('F13 what stands in the chat already is not sent again, whatever became of its answer', () => {
    const one = open();
    write(one, 'first', 1);
    one.fail('support.send', failures.network);
    one.say({ type: 'thread.written', names: [nameOf(1)] });
    expect(context(one).messages).toEqual([]);
    while (one.states().includes('open.post.resting')) one.wait();
    expect([one.states().includes('open.post.idle'), one.waits('support.send')]).toEqual([true, false]);
  });

  test('F14 a private one goes to whom the address names, with the words in its own field', () => {
    const one = open('private');
    write(one, 'hello', 1);
    expect(one.asked('chat.send').input).toEqual({
      params: { id: '10000002' },
      body: { client_id: nameOf(1), message: 'hello' },
    });
  });

  test('F13 files that are chosen together are looked at one by one, as far as there is room', () => {
    const one = open();
    const look = (handle: string, kind = 'pdf') => {
      expect(one.asked('file.look').input).toEqual({ handle });
      one.answer('file.look', { handle, kind, size: 10, width: 0, height: 0 });
    };
    one.say({ type: 'user.file given', value: 'file 1', handles: ['file 2', 'file 3'] });
    look('file 1');
    look('file 2', 'other');
    look('file 3');
    // That the second one would not do is still said behind the third.
    expect([one.waits('file.look'), context(one).trouble]).toEqual([false, { code: 'file_type' }]);
    expect(effects(one, 'let files go')).toEqual([{ handles: ['file 2'] }]);
    one.say({ type: 'user.file given', value: 'file 4', handles: ['file 5', 'file 6', 'file 7', 'file 8'] });
    for (const handle of ['file 4', 'file 5', 'file 6']) look(handle);
    expect([one.waits('file.look'), context(one).trouble]).toEqual([false, { code: 'too_many_files' }]);
    expect(effects(one, 'let files go').at(-1)).toEqual({ handles: ['file 7', 'file 8'] });
    one.say({ type: 'user.file given', value: 'file 9', handles: ['file 10'] });
    expect(effects(one, 'let files go').at(-1)).toEqual({ handles: ['file 9', 'file 10'] });
    expect(context(one).files.map(({ handle }) => handle)).toEqual(['file 1', 'file 3', 'file 4', 'file 5', 'file 6']);
  });

  test('F13 five files and no more; a record of the page besides', () => {
    const one = open();
    for (let number = 1; number <= 5; number += 1) {
      one.say({ type: 'user.file given', value: `file ${number}` });
      one.answer('file.look', { handle: `file ${number}`, kind: 'pdf', size: 10, width: 0, height: 0 });
    }
    one.say({ type: 'user.file given', value: 'file 6' });
    expect([one.waits('file.look'), context(one).trouble]).toEqual([false, { code: 'too_many_files' }]);
    expect(effects(one, 'let files go').at(-1)).toEqual({ handles: ['file 6'] });
    one.say({ type: 'user.report wanted' });
    one.answer('journal.take', { handle: 'file 7', size: 100, count: 12 });
    write(one, '', 1);
    expect(one.asked('support.send').input).toMatchObject({
      body: { file0: { handle: 'file 1' }, file4: { handle: 'file 5' }, journal: { handle: 'file 7' } },
    });
  });
});

test('F13 F14 another language is nothing to a place in which no chat stands', () => {
  const place = samplePlace('index-support', '/support');
  for (const at of [samplePlace('index-chats', '/chats'), place]) {
    const one = stand(chatMachine, { place: at, account: 'A-1001', site: null, email: null });
    if (at === place) one.fail('support.messages', refused('not_found', 404));
    one.say({ type: 'house.language', locale: 'ru' });
    expect(one.snapshot().status).toBe('active');
  }
});
