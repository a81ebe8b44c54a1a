import { NEVER } from 'rxjs';
import { afterEach, expect, test, vi } from 'vitest';
import type { World } from '../../machines/root/provide.ts';
import { widen } from '../../src/app/chat-ports.ts';
import { keepForm } from '../../src/platform/outbox.ts';
import { dropFiles, heldFile, holdFile } from '../../src/house/held-files.ts';
import { stubPage, stubStorage } from './browser-stub.ts';

afterEach(() => vi.unstubAllGlobals());

const whose = { account: '100', thread: 'support' };
const world = () => {
  stubStorage();
  stubPage();
  const none = { call: () => Promise.reject(new Error('none')), asks: {}, sources: {}, effects: {} };
  const { asks, effects } = widen(none as World);
  return {
    does: (name: string, params: object) => effects[name]!({ ...whose, ...params } as never),
    asks: (name: string, input: object) => asks[name]!({ ...whose, ...input } as never, new AbortController().signal),
  };
};
const hold = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ handle: holdFile(new File([String(at)], `${at}.pdf`)), kind: 'pdf' as const, size: 1 },
  }));
const waiting = (id: string, files: ReturnType<typeof hold>) => ({
  ...{ id, text: '', files, is: 'waiting' as const, trouble: null },
});
const areHeld = (files: ReturnType<typeof hold>) => files.map(({ handle }) => heldFile(handle) !== undefined);

test('F13 F14 whatever is held besides, a message that waits keeps its files until it is done with', () => {
  const { does } = world();
  const messages: ReturnType<typeof waiting>[] = [];
  for (const id of ['one', 'two', 'three', 'four', 'five']) {
    messages.push(waiting(id, hold(5)));
    does('outbox.keep', { messages });
  }
  const loose = hold(21);
  expect(messages.flatMap(({ files }) => areHeld(files))).not.toContain(false);
  expect(areHeld(loose).filter((isHeld) => !isHeld)).toHaveLength(1);
  does('outbox.drop', { ids: ['one'] });
  hold(5);
  expect(areHeld(messages[0]!.files)).toEqual([false, false, false, false, false]);
  expect(areHeld(messages[1]!.files)).not.toContain(false);
  dropFiles();
  hold(21);
  expect(messages.flatMap(({ files }) => areHeld(files))).not.toContain(true);
});

test('S10 F13 F14 a page that has a file of a message, or of a form that was left, is not loaded anew by itself', async () => {
  const { does } = world();
  const { reloadSafety } = await import('../../src/app/reload-safety.ts');
  const nothingOpen = { getSnapshot: () => ({ context: { flow: null }, children: {} }) };
  let look: (event: object) => void = () => {};
  const house = {
    getSnapshot: () => ({ children: { page: nothingOpen, modal: nothingOpen } }),
    system: {
      inspect: ({ next }: { next: typeof look }) => {
        look = next;
        return { unsubscribe: () => {} };
      },
    },
  };
  const heard: boolean[] = [];
  const hearing = reloadSafety(house as never, NEVER).subscribe(({ safe }) => heard.push(safe));
  const isSafeWhen = async (name: string, params: object) => {
    does(name, params);
    await new Promise(setImmediate);
    look({ type: '@xstate.snapshot' });
    await new Promise(setImmediate);
    return heard.at(-1);
  };
  const draft = (files: object[]) => ({ key: 'chat/support', value: { text: '', files } });
  const another = [{ handle: 'file another 1', kind: 'pdf', size: 1 }];
  const [one] = hold(1);
  expect([heard, await isSafeWhen('draft.keep', draft(another))]).toEqual([[true], true]);
  expect(await isSafeWhen('draft.keep', draft([...another, one!]))).toBe(false);
  expect(await isSafeWhen('draft.keep', draft([]))).toBe(true);
  expect(await isSafeWhen('outbox.keep', { messages: [waiting('one', hold(1))] })).toBe(false);
  expect(await isSafeWhen('outbox.drop', { ids: ['one'] })).toBe(true);
  expect(await isSafeWhen('outbox.keep', { messages: [waiting('two', [one!])] })).toBe(false);
  dropFiles();
  look({ type: '@xstate.snapshot' });
  await new Promise(setImmediate);
  expect(heard.at(-1)).toBe(true);
  hearing.unsubscribe();
});

test('F13 F14 unasked, other pages are taken for living ones, and nobody waits for them', async () => {
  const query = vi.fn(() => new Promise(() => {}));
  const { asks, does } = world();
  vi.stubGlobal('navigator', { locks: { query, request: () => new Promise(() => {}) } });
  const files = [{ handle: 'file another 1', kind: 'pdf' as const, size: 1 }];
  does('outbox.keep', { messages: [waiting('one', files), waiting('two', [])] });
  const read = await asks('outbox.read', { asking: false });
  expect([query.mock.calls, read]).toMatchObject([
    [],
    { messages: [{ id: 'one', files: [{ elsewhere: true }] }, { id: 'two' }] },
  ]);
});

test('F13 F14 a form keeps its files while this page holds them, and its draft tells of those that went with it', async () => {
  const { asks, does } = world();
  const files = hold(1);
  does('draft.keep', { key: 'chat/support', value: { text: 'Here it is.', files } });
  hold(21);
  expect(areHeld(files)).toEqual([true]);
  expect(await asks('outbox.read', { asking: true })).toEqual({ text: 'Here it is.', files, messages: [] });
  does('draft.keep', { key: 'chat/support', value: { text: '4111 1111 1111 1111', files } });
  expect(await asks('outbox.read', { asking: true })).toMatchObject({ text: '', files });
  dropFiles();
  expect(await asks('outbox.read', { asking: true })).toMatchObject({ files: [{ ...files[0], gone: true }] });
  // It is told once.
  expect(await asks('outbox.read', { asking: true })).toMatchObject({ files: [] });
  // What another page has in its form, this one does not forget.
  const theirs = { handle: 'file another 1', kind: 'pdf', size: 1 };
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: [{ name: 'page another' }] }), request: async () => {} },
  });
  keepForm({ ...whose, page: 'another', text: '', files: [theirs as never] });
  does('draft.keep', { key: 'chat/support', value: { text: 'here', files: [] } });
  expect(await asks('outbox.read', { asking: true })).toMatchObject({
    text: 'here',
    files: [{ ...theirs, elsewhere: true }],
  });
  keepForm({ ...whose, page: 'another', text: '', files: [] });
  does('draft.keep', { key: 'chat/support', value: { text: '', files: hold(1) } });
  does('draft.keep', { key: 'chat/support', value: { text: '', files: [] } });
  expect(await asks('outbox.read', { asking: true })).toEqual({ text: '', files: [], messages: [] });
});
