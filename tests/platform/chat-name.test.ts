import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOfChat, nameChat } from '../../src/platform/chat-name.ts';
import { discardDrafts } from '../../src/platform/discard-drafts.ts';
import { keepDraft } from '../../src/platform/drafts.ts';
import { chatMachine } from '../../machines/flows/chat/chat.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered } from '../../machines/operation/operation.samples.ts';
import type { Kept, OutboxContext, OutFile } from '../../machines/outbox/outbox.context.ts';
import type { Reading } from '../../machines/outbox/outbox.setup.ts';
import { keepForm, keepOutbox, readOutbox, readUnder } from '../../src/platform/outbox.ts';
import { stand } from '../machines/stand.ts';
import { stubStorage } from './browser-stub.ts';

beforeEach(() => void stubStorage());
afterEach(() => vi.unstubAllGlobals());

const account = 'A-1001';
const [byNumber, byId] = [
  { account, thread: '10000002' },
  { account, thread: 'opsample0000000000031' },
];
const holders = { isHeld: () => true, isOtherAlive: () => false };
const message = (id: string) => ({ id, text: id, files: [], is: 'waiting' as const, trouble: null });
const write = (whose: typeof byId, text: string) => keepDraft({ account, key: keyOfChat(whose), value: { text } });
const readIn = (whose: typeof byId) => {
  const { text, messages } = readOutbox(whose, holders);
  return [text, messages.map(({ id }) => id)];
};

test('F14 what was written for a chat by its number is there when it is opened by its id, in the order of writing, and back', () => {
  write(byNumber, 'half a sentence');
  keepOutbox({ ...byNumber, messages: [message('first'), message('second')] }, 1_000);
  nameChat({ ...byNumber, id: byId.thread });
  expect(readIn(byId)).toEqual(['half a sentence', ['first', 'second']]);
  // Who still stands at the address with the number writes under the same name.
  write(byNumber, 'a sentence');
  keepOutbox({ ...byNumber, messages: [message('third')] }, 2_000);
  const all = ['a sentence', ['first', 'second', 'third']];
  expect([readIn(byId), readIn(byNumber)]).toEqual([all, all]);
  nameChat({ ...byNumber, id: byId.thread });
  expect(readIn(byId)).toEqual(all);
});

test('F14 drafts of both names are both kept', () => {
  write(byId, 'one');
  write(byNumber, 'other');
  nameChat({ ...byNumber, id: byId.thread });
  expect(readIn(byId)).toEqual(['one\nother', []]);
});

/** A chat that is open at its number, over what this device keeps. */
const openByNumber = (held: (handle: string) => boolean = () => true) => {
  const place = samplePlace('chat-private-id', `/chat/private/${byNumber.thread}`, { id: byNumber.thread });
  const one = stand(chatMachine, { place, account, site: null, email: null });
  const kept = { isHeld: held, isOtherAlive: () => false };
  let done = 0;
  const perform = () => {
    for (const { name, params } of one.world.effects.slice(done)) {
      if (name === 'keep the draft') {
        const { key, value, ...whose } = params as { account: string; key: string; value: Kept & { files: OutFile[] } };
        keepForm({ ...whose, ...value, thread: key.slice('chat/'.length), page: 'a' });
      }
      if (name === 'call it by its id') nameChat(params as Parameters<typeof nameChat>[0]);
    }
    done = one.world.effects.length;
  };
  const device = () => {
    while (one.waits('outbox.read')) {
      const { called, asking: _, ...whose } = one.asked('outbox.read').input as Reading;
      one.answer('outbox.read', called ? readUnder({ ...whose, called }, kept) : readOutbox(whose, kept));
      perform();
    }
  };
  return {
    ...one,
    device,
    type(value: string) {
      one.say({ type: 'user.message typed', value }, 'outbox');
      perform();
    },
    /** The first page of the chat comes, and tells what it is called. */
    named: () => {
      const chat = { id: byId.thread, title: 'B•••', kind: 'private', number: byNumber.thread };
      const counts = { older: null, newer: 'after-0', latest: 0, read: { own: 0, other: 0 } };
      one.answer('chat.messages', answered({ chat, items: [], ...counts }));
      perform();
    },
    perform,
    form: () => one.snapshot('outbox').context as OutboxContext,
  };
};
const old = message('opsample0000000000041');

test('F14 what was left under the id of a chat stands before what is typed at its number, and both are kept', () => {
  write(byId, 'half a letter');
  keepOutbox({ ...byId, messages: [{ ...old, is: 'refused' }] }, 1_000);
  const one = openByNumber();
  one.device();
  one.type('hello');
  one.named();
  one.type('hello!');
  one.device();
  expect(one.form()).toMatchObject({ text: 'half a letter\nhello!', messages: [{ id: old.id, is: 'refused' }] });
  one.type('half a letter\nhello! And');
  const all = ['half a letter\nhello! And', [old.id]];
  expect([readIn(byId), readIn(byNumber)]).toEqual([all, all]);

  const again = openByNumber();
  again.device();
  again.named();
  again.device();
  expect(again.form()).toMatchObject({ text: all[0], messages: [{ id: old.id }] });
  expect(readIn(byId)).toEqual(all);
});

test('F14 what goes into the outbox while the device is asked takes nothing of the other draft along', () => {
  write(byId, 'half a letter');
  const one = openByNumber();
  one.device();
  one.type('hello');
  one.say({ type: 'user.submitted' }, 'outbox');
  one.named();
  one.device();
  expect(one.form().text).toBe('hello');
  one.answer('message.name', { id: old.id });
  one.perform();
  expect(one.form()).toMatchObject({ text: 'half a letter', messages: [{ id: old.id, text: 'hello' }] });
});

test('F14 where the device does not tell in time, or the form has no room for all files, both drafts stay where they are', () => {
  write(byId, 'half a letter');
  const late = openByNumber();
  late.device();
  late.type('hello');
  late.named();
  while (late.waits('outbox.read')) late.wait();
  late.type('hello!');
  expect([readIn(byId)[0], readIn(byNumber)[0]]).toEqual(['half a letter', 'hello!']);
  expect(late.states('outbox')).toContain('open.name.left as it is');

  const file = (handle: string) => ({ handle, kind: 'pdf' as const, size: 1 });
  const files = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => file(`file ${letter} ${at}`));
  keepDraft({ account, key: keyOfChat(byId), value: { text: 'half a letter', files: files('a', 3) } });
  keepDraft({ account, key: keyOfChat(byNumber), value: { text: 'hello', files: files('b', 3) } });
  const full = openByNumber();
  full.device();
  full.named();
  full.device();
  expect(full.form()).toMatchObject({ text: 'hello', files: files('b', 3) });
  expect(readOutbox(byId, holders)).toMatchObject({ text: 'half a letter', files: files('a', 3) });
  full.say({ type: 'user.attachment removed', value: 'file b 0' }, 'outbox');
  expect(full.form()).toMatchObject({
    text: 'half a letter\nhello',
    files: [...files('a', 3), ...files('b', 3).slice(1)],
  });
});

test('F14 a file that is named in both drafts is in the form once', () => {
  const [one, both, other] = ['file a 1', 'file a 2', 'file a 3'].map((handle) => ({
    handle,
    kind: 'pdf' as const,
    size: 1,
  }));
  keepDraft({ account, key: keyOfChat(byId), value: { text: '', files: [one, both] } });
  keepDraft({ account, key: keyOfChat(byNumber), value: { text: '', files: [both, other] } });
  const form = openByNumber();
  form.device();
  form.named();
  form.device();
  expect(form.form().files.map(({ handle }) => handle)).toEqual(['file a 1', 'file a 2', 'file a 3']);
});

test('F14 the files of both drafts are named under the id', () => {
  const [one, other] = ['file a 1', 'file a 2'].map((handle) => ({ handle, kind: 'pdf' as const, size: 1 }));
  keepDraft({ account, key: keyOfChat(byId), value: { text: '', files: [one] } });
  keepDraft({ account, key: keyOfChat(byNumber), value: { text: '', files: [other] } });
  nameChat({ ...byNumber, id: byId.thread });
  expect(readOutbox(byNumber, holders).files).toEqual([one, other]);
});

test('F14 the name goes with what is written, when somebody else is here', () => {
  nameChat({ ...byNumber, id: byId.thread });
  discardDrafts({ except: 'A-2002' });
  expect(Object.keys(localStorage)).toEqual([]);
});

test('F14 where nothing can be kept a chat is called as in its address', () => {
  vi.stubGlobal('localStorage', undefined);
  nameChat({ ...byNumber, id: byId.thread });
  expect(keyOfChat(byNumber)).toBe('chat/10000002');
});
