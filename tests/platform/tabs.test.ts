import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleNotifications } from '../../machines/form/notifications.samples.ts';
import type { TabEvent } from '../../machines/root/events.ts';

class Channel extends EventTarget {
  static readonly all = new Set<Channel>();
  constructor() {
    super();
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all)
      if (other !== this) other.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

/** The module as a tab of its own. */
const openTab = async () => {
  vi.resetModules();
  const { tabsNews, tellTabs } = await import('../../src/platform/tabs.ts');
  const heard: TabEvent[] = [];
  const subscription = tabsNews().subscribe((news) => heard.push(news));
  return { heard, tellTabs, stop: () => subscription.unsubscribe() };
};

beforeEach(() => Channel.all.clear());
afterEach(() => vi.unstubAllGlobals());

test('S2 one tab tells all others, and never itself', async () => {
  vi.stubGlobal('BroadcastChannel', Channel);
  const [one, other] = [await openTab(), await openTab()];
  one.tellTabs({ type: 'tabs.signed out', account: 'A-1001' });
  expect(one.heard).toEqual([]);
  expect(other.heard).toEqual([{ type: 'tabs.signed out', account: 'A-1001' }]);
});

test('S11 S1 S4 languages, counts, hidden amounts, unwanted notifications and journals are told too', async () => {
  vi.stubGlobal('BroadcastChannel', Channel);
  const [one, other] = [await openTab(), await openTab()];
  const told: TabEvent[] = [
    { type: 'tabs.language', locale: 'en' },
    { type: 'tabs.hidden', hidden: true },
    { type: 'tabs.hidden', hidden: false },
    { type: 'tabs.alerts', wanted: false },
    { type: 'tabs.journal', kept: false },
    { type: 'tabs.unread', account: 'A-1001', unread: { private: 1, support: 0 } },
    { type: 'tabs.looked', account: 'A-1001' },
    { type: 'tabs.money moved', account: 'A-1001' },
    { type: 'tabs.offer put off', account: 'A-1001', known: { private: 1, support: 2 } },
    { type: 'tabs.notification closed', account: 'A-1001', notification: 'house:1' },
    { type: 'tabs.close heard', account: 'A-1001', notification: 'house:1' },
    { type: 'tabs.close heard', account: 'A-1001', notification: 'house:2', now: '2026-01-15T12:00:00.000Z' },
    { type: 'tabs.notifications', account: 'A-1001', locale: 'en', notifications: [sampleNotifications.plain] },
  ];
  for (const event of told) one.tellTabs(event);
  one.tellTabs({ type: 'tabs.language', locale: 'xx' } as never);
  one.tellTabs({ type: 'tabs.hidden', hidden: 'yes' } as never);
  one.tellTabs({ type: 'tabs.unread', account: 'A-1001', unread: { private: 'many' } } as never);
  one.tellTabs({ type: 'tabs.notifications', account: 'A-1001', locale: 'en', notifications: [{}] } as never);
  expect(other.heard).toEqual(told);
});

test.each([null, 'tabs.signed out', { type: 'tabs.signed out' }, { type: 'tabs.else', account: 'A-1001' }])(
  'S2 %j is no news',
  async (message) => {
    vi.stubGlobal('BroadcastChannel', Channel);
    const one = await openTab();
    for (const channel of Channel.all) channel.dispatchEvent(Object.assign(new Event('message'), { data: message }));
    expect(one.heard).toEqual([]);
  },
);

test.each([
  ['no channel', undefined],
  [
    'a channel that is refused',
    function Refused() {
      throw new DOMException('refused', 'SecurityError');
    },
  ],
])('S2 %s: nobody is told, and nothing breaks', async (_, channel) => {
  vi.stubGlobal('BroadcastChannel', channel);
  const one = await openTab();
  expect(() => one.tellTabs({ type: 'tabs.signed out', account: 'A-1001' })).not.toThrow();
  one.stop();
  expect(one.heard).toEqual([]);
});
