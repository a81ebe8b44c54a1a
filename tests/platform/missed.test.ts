import { afterEach, expect, test, vi } from 'vitest';
import type { TabEvent } from '../../machines/root/events.ts';
import { keepMemory } from '../../src/platform/memory.ts';
import { hearMissed } from '../../src/platform/missed.ts';
import { tabsNews, tellTabs } from '../../src/platform/tabs.ts';
import { stubPage, stubStorage } from './browser-stub.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Nobody hears it: the page that would lies in the browser's cache. */
class Deaf extends EventTarget {
  postMessage(): void {}
}

const go = (type: 'pagehide' | 'pageshow', persisted = true) =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted }));

/** A page of this person, which has been left; they have hidden nothing, and the look is a dark one. */
const leftPage = (account: string | null = 'A-1001', storage: Parameters<typeof stubStorage>[0] = 'usual') => {
  vi.useFakeTimers();
  stubPage();
  stubStorage(storage);
  vi.stubGlobal('BroadcastChannel', Deaf);
  keepMemory({ key: 'hidden', value: false });
  keepMemory({ key: 'theme', value: 'dark' });
  keepMemory({ key: 'here', value: true });
  const heard: TabEvent[] = [];
  tabsNews().subscribe((news) => heard.push(news));
  hearMissed(() => account);
  go('pagehide');
  return heard;
};
const leave = () => {
  vi.advanceTimersByTime(1_000);
  tellTabs({ type: 'tabs.signed out', account: 'A-1001' });
  keepMemory({ key: 'here', value: null });
};

test('S2 a page that comes out of the browser’s cache hears that its person has left meanwhile, once', () => {
  const heard = leftPage();
  leave();
  expect(heard).toEqual([]);
  go('pageshow');
  expect(heard).toEqual([{ type: 'tabs.signed out', account: 'A-1001' }]);
  go('pagehide');
  go('pageshow');
  expect(heard).toHaveLength(1);
});

test.each<[string, () => void]>([
  ['nothing has happened', () => {}],
  ['their session has ended, and nobody asked for that', () => keepMemory({ key: 'here', value: null })],
  [
    'they have left, and somebody is here again',
    () => {
      leave();
      keepMemory({ key: 'here', value: true });
    },
  ],
])('S2 such a page hears of no sign-out where %s', (_, happen) => {
  const heard = leftPage();
  happen();
  go('pageshow');
  expect(heard).toEqual([]);
});

test('S2 a page of a visitor hears of no sign-out', () => {
  const heard = leftPage(null);
  leave();
  go('pageshow');
  expect(heard).toEqual([]);
});

test('S1 S11 such a page hears that amounts are hidden, and of another look; the first showing tells nothing', () => {
  const heard = leftPage();
  keepMemory({ key: 'hidden', value: true });
  keepMemory({ key: 'theme', value: 'light' });
  go('pageshow', false);
  expect(heard).toEqual([]);
  go('pageshow');
  expect(heard).toEqual([
    { type: 'tabs.hidden', hidden: true },
    { type: 'tabs.theme', theme: 'light' },
  ]);
});

test.each(['full', 'blocked'] as const)('S1 S2 where the storage is %s such a page hears nothing', (storage) => {
  const heard = leftPage('A-1001', storage);
  leave();
  keepMemory({ key: 'hidden', value: true });
  go('pageshow');
  expect(heard).toEqual([]);
});
