import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyOfChat, nameChat } from '../../src/platform/chat-name.ts';
import { discardDrafts } from '../../src/platform/discard-drafts.ts';
import { keepDraft } from '../../src/platform/drafts.ts';
import { keepOutbox, readOutbox } from '../../src/platform/outbox.ts';
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
