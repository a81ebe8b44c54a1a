import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { added } from '../../contract/limits.ts';
import { versionMachine } from '../../machines/residents/version/version.machine.ts';
import { reloadSafety } from '../../src/app/reload-safety.ts';
import { pageWriting } from '../../src/platform/writing.ts';
import { stand } from '../machines/stand.ts';
import { stubPage } from './browser-stub.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page on which nothing is open, and who decides there whether it is loaded anew. */
const openPage = async () => {
  const { page } = stubPage();
  const nothingOpen = { getSnapshot: () => ({ context: { flow: null }, children: {} }) };
  const house = {
    getSnapshot: () => ({ children: { page: nothingOpen, modal: nothingOpen } }),
    system: { inspect: () => ({ unsubscribe: () => {} }) },
  };
  const version = stand(versionMachine, { at: 0, version: { own: 'a', reloadedAt: null, pairs: [] } });
  const hearing = reloadSafety(house as never, pageWriting()).subscribe((told) => version.hear('reload.safety', told));
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  await pass(0);
  return {
    version,
    pass,
    write: async () => {
      page.dispatchEvent(Object.assign(new Event('input'), { inputType: 'insertText' }));
      await pass(0);
    },
    close: () => hearing.unsubscribe(),
  };
};
const another = { type: 'signal.fv', fv: 'b', seq: 1 };
const elsewhere = { type: 'house.arrived', place: { name: 'exchanges', params: {}, query: {}, path: '/exchanges' } };

test('S3 under letters that are being typed no page is loaded anew; once they pause, the way elsewhere does it', async () => {
  const { version, pass, write, close } = await openPage();
  await write();
  version.say(another);
  expect([version.states(), version.waits('reload.note')]).toEqual([expect.arrayContaining(['page.offered']), false]);
  await pass(added.writingPause - 1);
  await write();
  await pass(added.writingPause - 1);
  version.say(elsewhere);
  expect(version.waits('reload.note')).toBe(false);
  await pass(1);
  version.say(elsewhere);
  expect(version.waits('reload.note')).toBe(true);
  close();
  expect(vi.getTimerCount()).toBe(0);
});

test('S3 who begins to type while the reload is being written down keeps the page', async () => {
  const { version, write, close } = await openPage();
  version.say(another);
  await write();
  version.answer('reload.note', undefined);
  expect(version.states()).toContain('page.offered');
  expect(version.world.effects).toEqual([]);
  close();
});
