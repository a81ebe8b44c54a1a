import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { Subject, type Observable } from 'rxjs';
import { isOwnPath } from '../../contract/address.ts';
import { limits } from '../../contract/limits.ts';
import type { FlowName } from '../../machines/root/flows.ts';
import { createCalledFor } from '../../src/app/called-for.ts';
import { createFetchAhead } from '../../src/app/prefetch.ts';
import { clockMinutes } from '../../src/platform/clock-minutes.ts';
import { clockTicks, pageClock, pageNow } from '../../src/platform/clock.ts';
import { historyChanges } from '../../src/platform/history.ts';
import { watchNewLine } from '../../src/platform/new-line.ts';
import { pageLife } from '../../src/platform/page-life.ts';
import { pageWriting } from '../../src/platform/writing.ts';
import type { ReadAnswer } from '../../src/transport/send-call.ts';
import { stubPage } from './browser-stub.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Moments are told in ms since the hearing began. */
const hear = (source: Observable<EventObject>) => {
  const began = pageNow();
  const heard: (EventObject & { at?: number })[] = [];
  const subscription = source.subscribe((event) =>
    heard.push('at' in event ? { ...event, at: Math.round(Number(event.at) - began) } : event),
  );
  return { heard, stop: () => subscription.unsubscribe() };
};

describe('F3 the page’s clock', () => {
  test('F3 it ticks once a second, stands still unseen, and ticks at once when seen again', () => {
    const { hide, show } = stubPage();
    const { heard, stop } = hear(clockTicks());
    vi.advanceTimersByTime(2_000);
    expect(heard).toEqual([
      { type: 'port.ticked', at: 1_000 },
      { type: 'port.ticked', at: 2_000 },
    ]);
    hide();
    vi.advanceTimersByTime(60_000);
    expect(heard).toHaveLength(2);
    show();
    expect(heard.at(-1)).toEqual({ type: 'port.ticked', at: 62_000 });
    vi.advanceTimersByTime(1_000);
    expect(heard.at(-1)).toEqual({ type: 'port.ticked', at: 63_000 });
    stop();
    vi.advanceTimersByTime(5_000);
    show();
    expect(heard).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('F3 minutes are told while somebody looks, and at once when the page is seen again', () => {
    const { hide, show } = stubPage();
    const { heard, stop } = hear(clockMinutes());
    vi.advanceTimersByTime(59_999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    hide();
    vi.advanceTimersByTime(3_600_000);
    expect(heard).toEqual([{ type: 'port.ticked', at: 60_000 }]);
    show();
    expect(heard.at(-1)).toEqual({ type: 'port.ticked', at: 3_660_000 });
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('F3 a wall clock that is set anew does not move it', () => {
    stubPage();
    const before = pageNow();
    const { heard, stop } = hear(clockTicks());
    vi.advanceTimersByTime(1_000);
    vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);
    vi.advanceTimersByTime(1_000);
    vi.spyOn(Date, 'now').mockReturnValue(before + 3_600_000);
    vi.advanceTimersByTime(1_000);
    expect(heard.map(({ at }) => at)).toEqual([1_000, 2_000, 3_000]);
    stop();
    vi.restoreAllMocks();
  });

  test.each(['focus', 'pageshow'])('F3 %s ticks at once', (type) => {
    const { tell } = stubPage();
    const { heard, stop } = hear(clockTicks());
    vi.advanceTimersByTime(300);
    tell(type);
    expect(heard).toEqual([{ type: 'port.ticked', at: 300 }]);
    stop();
  });
});

test('F3 what is to ring in a year does not ring at once, as in a browser it would', () => {
  const ring = vi.fn();
  // Like a browser, the clock of a test rings at once where the length has more than 32 bits.
  const timer = pageClock.setTimeout(ring, 365 * 24 * 3_600_000);
  vi.advanceTimersByTime(24 * 24 * 3_600_000);
  expect(ring).not.toHaveBeenCalled();
  pageClock.clearTimeout(timer);
});

describe('F3 the life of the page', () => {
  test('F3 what is not as usual is said at the start, then every change', () => {
    const { device, hide, show, tell } = stubPage();
    device.onLine = false;
    const { heard, stop } = hear(pageLife());
    device.onLine = true;
    tell('online');
    hide();
    show();
    stop();
    device.onLine = false;
    tell('offline');
    expect(heard.map(({ type }) => type)).toEqual(['port.offline', 'port.online', 'port.hidden', 'port.shown']);
  });

  test('F3 a line is new for ten seconds from the word that it is back, and not while it is gone', () => {
    const { device, tell } = stubPage();
    const isNew = watchNewLine();
    expect(isNew()).toBe(false);
    tell('online');
    vi.advanceTimersByTime(9_999);
    expect(isNew()).toBe(true);
    device.onLine = false;
    expect(isNew()).toBe(false);
    device.onLine = true;
    vi.advanceTimersByTime(1);
    expect(isNew()).toBe(false);
  });

  test('F3 a page that comes out of the browser’s cache is shown again; the first showing is none', () => {
    stubPage();
    const { heard } = hear(pageLife());
    const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    show(false);
    expect(heard).toEqual([]);
    show(true);
    expect(heard.map(({ type }) => type)).toEqual(['port.shown']);
  });

  test('F3 a line that went or came while the page lay in the browser’s cache is told when it is shown again, once', () => {
    const { device } = stubPage();
    const { heard } = hear(pageLife());
    const show = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    device.onLine = false;
    show();
    show();
    device.onLine = true;
    show();
    show();
    expect(heard.map(({ type }) => type)).toEqual([
      ...['port.offline', 'port.shown', 'port.shown'],
      ...['port.online', 'port.shown', 'port.shown'],
    ]);
  });

  test('F3 M5 letters that go into a field are told once, and so is the pause behind them; ticks are no letters', () => {
    const { page } = stubPage();
    const { heard, stop } = hear(pageWriting());
    const write = () => page.dispatchEvent(Object.assign(new Event('input'), { inputType: 'insertText' }));
    page.dispatchEvent(new Event('input'));
    expect(heard).toEqual([]);
    write();
    vi.advanceTimersByTime(1_999);
    write();
    vi.advanceTimersByTime(1_999);
    expect(heard).toEqual([{ type: 'port.writing' }]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual([{ type: 'port.writing' }, { type: 'port.writing paused' }]);
    write();
    page.dispatchEvent(new Event('submit'));
    expect(heard).toHaveLength(4);
    page.dispatchEvent(new Event('submit'));
    expect(heard.at(-1)).toEqual({ type: 'port.writing paused' });
    write();
    stop();
    write();
    vi.advanceTimersByTime(5_000);
    expect(heard).toHaveLength(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('F3 an address that the person went to is told', () => {
    const { tell } = stubPage();
    const { heard } = hear(historyChanges());
    tell('popstate');
    expect(heard).toEqual([{ type: 'port.address changed', path: '/exchanges?search=USD/' }]);
  });
});

/** The modules of a page that carries this configuration. */
const openPage = async (config?: object) => {
  const stubs = stubPage(config === undefined ? undefined : JSON.stringify(config));
  vi.resetModules();
  return {
    ...stubs,
    ...(await import('../../src/platform/history.ts')),
    ...(await import('../../src/platform/language.ts')),
    ...(await import('../../src/platform/page-config.ts')),
  };
};
const usual = { locale_prefix: false, locale_cookie: 'i18n_redirected', detect_language: true };

describe('G5 the configuration of the page', () => {
  test.each(['', '{', 'null', '[]', '{}', '{"locale_prefix":1}', JSON.stringify({ ...usual, locale_cookie: 7 })])(
    'G5 %j is none: all is as usual',
    async (content) => {
      stubPage(content);
      vi.resetModules();
      expect((await import('../../src/platform/page-config.ts')).configOfPage()).toEqual(usual);
    },
  );

  test('G5 it is read once', async () => {
    const config = { ...usual, fv: 'abc', locale_prefix: true };
    const { configOfPage } = await openPage(config);
    expect(configOfPage()).toEqual(config);
    stubPage();
    expect(configOfPage()).toEqual(config);
  });
});

describe('B3 the first language', () => {
  test('B3 the cookie, else the browser’s, else Russian', async () => {
    const { page, device, firstLanguage } = await openPage();
    expect(firstLanguage()).toBe('en');
    page.cookie = 'a=b; i18n_redirected=ru';
    expect(firstLanguage()).toBe('ru');
    page.cookie = 'i18n_redirected=xx';
    device.languages = ['de-DE'];
    expect(firstLanguage()).toBe('ru');
  });

  test('G5 without detection the browser’s languages do not count', async () => {
    const { page, firstLanguage } = await openPage({ ...usual, detect_language: false });
    expect(firstLanguage()).toBe('ru');
    page.cookie = 'i18n_redirected=en';
    expect(firstLanguage()).toBe('en');
  });

  test('S11 it is kept for 365 days', async () => {
    const { page, rememberLanguage } = await openPage();
    rememberLanguage('en');
    expect(page.cookie).toBe('i18n_redirected=en; path=/; max-age=31536000; samesite=lax; secure');
  });

  test('G5 another cookie, and none', async () => {
    const named = await openPage({ ...usual, locale_cookie: 'lang' });
    named.rememberLanguage('en');
    expect(named.page.cookie).toMatch(/^lang=en; path=/);
    named.page.cookie = 'i18n_redirected=ru; lang=en';
    named.device.languages = [];
    expect(named.firstLanguage()).toBe('en');
    const none = await openPage({ ...usual, locale_cookie: null });
    none.rememberLanguage('en');
    expect(none.page.cookie).toBe('');
    none.page.cookie = 'null=ru; i18n_redirected=ru';
    expect(none.firstLanguage()).toBe('en');
  });
});

describe('G5 addresses that begin with the language', () => {
  const open = async (pathname: string, search = '', locale_prefix = true) => {
    const opened = await openPage({ ...usual, locale_prefix });
    const address = { protocol: 'https:', pathname, search, hash: '' };
    const written: string[] = [];
    const write = (how: string) => (_state: unknown, _title: string, to: string) => {
      written.push(`${how} ${to}`);
      const { pathname: front, search: back, hash } = new URL(to, 'https://page.example');
      Object.assign(address, { pathname: front, search: back, hash });
    };
    vi.stubGlobal('location', address);
    vi.stubGlobal('history', { state: null, pushState: write('push'), replaceState: write('replace') });
    return { ...opened, address, written };
  };

  test.each([
    ['/ru', '', '/'],
    ['/en/', '?ref=A1', '/?ref=A1'],
    ['/en/exchanges', '?search=USD/', '/exchanges?search=USD/'],
    ['/exchanges', '', '/exchanges'],
    ['/rub', '', '/rub'],
    ['/ru/en/exchanges', '', '/en/exchanges'],
    ['/de/exchanges', '', '/de/exchanges'],
  ])('G5 %s%s is %s to the house', async (pathname, search, path) => {
    expect((await open(pathname, search)).currentPath()).toBe(path);
    expect((await open(pathname, search, false)).currentPath()).toBe(pathname + search);
  });

  test.each([
    ['?utm_campaign=spring|2026&utm_content={ad}', '?utm_campaign=spring%7C2026&utm_content=%7Bad%7D'],
    ['?of=[a]^b`c', '?of=%5Ba%5D%5Eb%60c'],
    ['?to=/deposit?id=1', '?to=/deposit%3Fid=1'],
    ['?off=50%&at=100%zz', '?off=50%25&at=100%25zz'],
    ["?search=USD/&q=%D0%B0+b,'(c)*!@:;$~.-_", "?search=USD/&q=%D0%B0+b,'(c)*!@:;$~.-_"],
  ])('G2 a query %s is %s to the house, and can be kept through a sign-in', async (search, query) => {
    const path = (await open('/exchanges', search, false)).currentPath();
    expect(path).toBe(`/exchanges${query}`);
    expect(isOwnPath(path)).toBe(true);
  });

  test('G5 the language of the address wins over cookie and browser', async () => {
    const { page, firstLanguage } = await open('/ru/login');
    expect(firstLanguage()).toBe('ru');
    page.cookie = 'i18n_redirected=en';
    expect(firstLanguage()).toBe('ru');
    expect((await open('/de/login')).firstLanguage()).toBe('en');
    expect((await open('/ru/login', '', false)).firstLanguage()).toBe('en');
  });

  test('G5 what is written into the address begins with it; a switch changes it alone; one that is old is set right', async () => {
    const { address, tell, markLanguage, pushAddress, replaceAddress, historyChanges, written } = await open(
      '/exchanges',
      '?search=USD/',
    );
    address.hash = '#main';
    markLanguage('ru');
    pushAddress({ to: '/' });
    pushAddress({ to: '/?operation=1' });
    replaceAddress({ to: '/exchange/USD/BTC?operation=1' });
    markLanguage('en');
    pushAddress({ to: '//evil.example' });
    pushAddress({ to: '/\\evil.example' });
    expect(written).toEqual([
      'replace /ru/exchanges?search=USD/#main',
      'push /ru',
      'push /ru?operation=1',
      'replace /ru/exchange/USD/BTC?operation=1',
      'replace /en/exchange/USD/BTC?operation=1',
    ]);
    const { heard, stop } = hear(historyChanges());
    Object.assign(address, { pathname: '/ru/history/exchange', search: '' });
    tell('popstate');
    stop();
    expect(written.at(-1)).toBe('replace /en/history/exchange');
    Object.assign(address, { pathname: '/ru', hash: '#main' });
    markLanguage('en');
    expect(written.at(-1)).toBe('replace /en#main');
    expect(heard).toEqual([{ type: 'port.address changed', path: '/history/exchange' }]);
  });

  test('G6 a browser that has been told of too many addresses refuses more by throwing: the house goes on', async () => {
    const { pushAddress, replaceAddress, markLanguage, goBack } = await open('/exchanges');
    const refuse = () => {
      throw new DOMException('Too many calls to Location or History APIs', 'SecurityError');
    };
    vi.stubGlobal('history', { state: null, pushState: refuse, replaceState: refuse, back: refuse });
    for (const write of [pushAddress, replaceAddress]) expect(() => write({ to: '/login' })).not.toThrow();
    expect(() => markLanguage('en')).not.toThrow();
    expect(goBack).not.toThrow();
  });

  test('G5 without it addresses are left alone', async () => {
    const { markLanguage, pushAddress, written } = await open('/ru/exchanges', '', false);
    markLanguage('en');
    pushAddress({ to: '/login' });
    expect(written).toEqual(['push /login']);
  });
});

describe('B1 flows are fetched ahead', () => {
  /** What follows from a promise that is settled has happened. */
  const turn = async () => {
    for (let step = 0; step < 8; step += 1) await Promise.resolve();
  };
  const ahead = async (opened: FlowName[], connection?: object, onLine = true) => {
    const { page } = stubPage();
    vi.stubGlobal('Element', FakeLink);
    vi.stubGlobal('location', { origin: 'https://statera.example', protocol: 'https:', pathname: '/', search: '' });
    vi.stubGlobal('navigator', { connection, onLine });
    const there = vi.fn();
    vi.stubGlobal('addEventListener', there);
    const waiting: (() => void)[] = [];
    const idle = vi.fn((run: () => void, _: { timeout: number }) => void waiting.push(run));
    vi.stubGlobal('requestIdleCallback', idle);
    const load = vi.fn((_: FlowName) => Promise.reject<void>(new Error('no network')));
    const also = vi.fn();
    const fetchAhead = createFetchAhead({ load, also });
    const loaded = () => load.mock.calls.map(([flow]) => flow);
    /** The page is idle so often, or for as long as something waits for it. */
    const beIdle = async (times = Infinity) => {
      await turn();
      for (let time = 0; time < times && waiting.length > 0; time += 1) {
        waiting.shift()!();
        await turn();
      }
    };
    const comeNear = (href: string, how = 'pointerover') => {
      const event = Object.defineProperty(new Event(how), 'target', { value: new FakeLink(href) });
      page.dispatchEvent(event);
    };
    for (const flow of opened) {
      fetchAhead(flow);
      await beIdle(opened.length > 1 ? Infinity : 0);
    }
    return { idle, also, load, loaded, beIdle, there, comeNear };
  };
  /** As much of a link as is asked of one. */
  class FakeLink {
    readonly origin: string;
    readonly pathname: string;
    readonly search: string;
    readonly hash = '';
    readonly target = '';
    readonly relList = { contains: () => false };
    constructor(href: string) {
      ({
        origin: this.origin,
        pathname: this.pathname,
        search: this.search,
      } = new URL(href, 'https://statera.example'));
    }
    closest = () => this;
    hasAttribute = () => false;
  }
  const waysIn = ['login', 'signup', 'forgot-password'];
  const waysOn = ['exchanges', 'exchange', 'exchange-leave', 'history'];

  test('B1 without a line none is asked for until it is back', async () => {
    const { loaded, beIdle, there } = await ahead(['exchange'], undefined, false);
    await beIdle();
    expect(loaded()).toEqual([]);
    vi.stubGlobal('navigator', { onLine: true });
    expect(there.mock.calls.map(([kind]: unknown[]) => kind)).toEqual(['online']);
    (there.mock.calls[0] as [string, () => void])[1]();
    await turn();
    await beIdle();
    expect(loaded()).toEqual(waysOn);
  });

  test('B1 the ways on, when the page is idle, after 2000 ms at the latest; a failure is nobody’s concern', async () => {
    const { idle, also, loaded } = await ahead(['exchange', 'transfer', 'login']);
    expect(loaded()).toEqual(waysOn);
    expect(also).toHaveBeenCalledTimes(1);
    expect(idle.mock.calls.map(([, { timeout }]) => timeout)).toEqual(
      Array(waysOn.length + 1).fill(limits.idlePrefetch),
    );
    expect(limits.idlePrefetch).toBe(2_000);
  });

  test('B1 nothing more once every byte is paid for, also where the page began on a better line', async () => {
    const { loaded, beIdle, comeNear } = await ahead(['exchange']);
    await beIdle(1);
    expect(loaded()).toEqual(waysOn.slice(0, 1));
    vi.stubGlobal('navigator', { onLine: true, connection: { effectiveType: '2g' } });
    await beIdle();
    comeNear('https://statera.example/transfer');
    await turn();
    expect(loaded()).toEqual(waysOn.slice(0, 1));
  });

  test('B1 one at a time, each when the page is idle again, and none before', async () => {
    const { also, loaded, beIdle } = await ahead(['exchange']);
    await turn();
    expect([loaded(), also.mock.calls.length]).toEqual([[], 0]);
    await beIdle(1);
    expect([loaded(), also.mock.calls.length]).toEqual([waysOn.slice(0, 1), 1]);
    await beIdle(2);
    expect(loaded()).toEqual(waysOn.slice(0, 3));
  });

  test('B1 the ways in behind a visitor’s, the ways on as soon as somebody is signed in', async () => {
    const visitor = await ahead(['landing', 'login']);
    expect([visitor.loaded(), visitor.also.mock.calls]).toEqual([waysIn, []]);
    const { loaded, also } = await ahead(['landing', 'login', 'exchanges', 'exchange']);
    expect(loaded()).toEqual([...waysIn, ...waysOn]);
    expect(also).toHaveBeenCalledTimes(1);
  });

  test.each(['pointerover', 'focusin'])(
    'B1 any other when somebody comes near to what leads there: %s',
    async (how) => {
      const { loaded, comeNear } = await ahead(['exchange']);
      comeNear('/settings', how);
      await turn();
      comeNear('https://elsewhere.example/transfer', how);
      comeNear('/nothing/is/here', how);
      comeNear('/local/healthcheck', how);
      await turn();
      comeNear('/deposit/form/sepa', how);
      await turn();
      expect(loaded()).toEqual(['settings', 'deposit']);
    },
  );

  test('B1 of those that a pointer passes only the last, behind what is coming; none without a line', async () => {
    const { load, loaded, comeNear } = await ahead(['exchange']);
    const { promise: came, resolve: come } = Promise.withResolvers<void>();
    load.mockReturnValueOnce(came);
    for (const href of ['/settings', '/transfer', '/referral', '/cards/list']) comeNear(href);
    await turn();
    expect(loaded()).toEqual(['settings']);
    come();
    await turn();
    expect(loaded()).toEqual(['settings', 'cards']);
    vi.stubGlobal('navigator', { onLine: false });
    comeNear('/withdraw');
    await turn();
    expect(loaded()).toEqual(['settings', 'cards']);
  });

  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'B1 none with %j',
    async (connection) => {
      const { idle, loaded, comeNear, beIdle } = await ahead(['exchange'], connection);
      comeNear('/settings');
      await beIdle();
      expect(idle).not.toHaveBeenCalled();
      expect(loaded()).toEqual([]);
    },
  );

  test('B1 whoever has just pressed waits for what they pressed for alone, and who came first goes first', async () => {
    vi.useFakeTimers();
    vi.resetModules();
    const pressed = new EventTarget();
    vi.stubGlobal('document', pressed);
    vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
    const { whenIdle } = await import('../../src/platform/connection.ts');
    const done: string[] = [];
    const come = (name: string) => whenIdle(() => done.push(name), 2_000);
    come('before');
    expect(done).toEqual(['before']);
    pressed.dispatchEvent(new Event('pointerdown'));
    come('first');
    await vi.advanceTimersByTimeAsync(400);
    pressed.dispatchEvent(new Event('keydown'));
    come('second');
    await vi.advanceTimersByTimeAsync(490);
    expect(done).toEqual(['before']);
    await vi.advanceTimersByTimeAsync(20);
    expect(done).toEqual(['before', 'first', 'second']);
    come('at last');
    for (let time = 0; time < 10; time += 1) {
      pressed.dispatchEvent(new Event('keydown'));
      come(`typed ${time}`);
      await vi.advanceTimersByTimeAsync(300);
      if (time === 5) expect(done).toEqual(['before', 'first', 'second', 'at last']);
    }
    expect(done.slice(0, 6)).toEqual(['before', 'first', 'second', 'at last', 'typed 0', 'typed 1']);
    vi.useRealTimers();
  });

  test('B1 whoever presses before the page is idle is waited for as well', async () => {
    vi.useFakeTimers();
    vi.resetModules();
    const pressed = new EventTarget();
    vi.stubGlobal('document', pressed);
    let idle: (() => void) | undefined;
    vi.stubGlobal('requestIdleCallback', (run: () => void) => (idle = run));
    const { whenIdle } = await import('../../src/platform/connection.ts');
    const done: string[] = [];
    whenIdle(() => done.push('ahead'), 2_000);
    await vi.advanceTimersByTimeAsync(10);
    pressed.dispatchEvent(new Event('pointerdown'));
    idle?.();
    idle = undefined;
    await vi.advanceTimersByTimeAsync(490);
    expect([done, idle]).toEqual([[], undefined]);
    await vi.advanceTimersByTimeAsync(20);
    expect(done).toEqual([]);
    (idle as (() => void) | undefined)?.();
    expect(done).toEqual(['ahead']);
    vi.useRealTimers();
  });

  test('B1 a fast connection is no reason to wait', async () => {
    const { loaded, beIdle } = await ahead(['exchange'], { saveData: false, effectiveType: '4g' });
    await beIdle();
    expect(loaded()).toEqual(waysOn);
  });
});

describe('B1 what can wait is called for', () => {
  const asked = () => {
    const { page, hide } = stubPage();
    const answers = new Subject<ReadAnswer>();
    const { when, begun, now } = createCalledFor(answers);
    const said = { called: false, begun: false };
    void when.then(() => (said.called = true));
    void begun.then(() => (said.begun = true));
    const answer = (body: unknown) =>
      answers.next({ seq: 1, issued: 1, said: 0, call: 'menu', statusCode: 200, body, at: 0 });
    const look = async (): Promise<boolean> => {
      await Promise.resolve();
      return said.called;
    };
    const hasBegun = async (): Promise<boolean> => {
      await Promise.resolve();
      return said.begun;
    };
    return { page, hide, now, answer, answers, look, hasBegun };
  };

  test.each(['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click'])(
    'B1 when somebody begins: %s',
    async (type) => {
      const { page, look } = asked();
      expect(await look()).toBe(false);
      page.dispatchEvent(new Event(type));
      expect(await look()).toBe(true);
    },
  );

  test('B1 when nobody looks any more, and when a piece of the page is lost', async () => {
    const one = asked();
    one.hide();
    expect(await one.look()).toBe(true);
    const other = asked();
    other.now();
    expect(await other.look()).toBe(true);
  });

  test.each([{ notifications: [{}] }, { unread_msgs: { private: 0, support: 1 } }])(
    'B1 when there is something to tell, whatever else is answered: %j',
    async (news) => {
      const { answer, answers, look, hasBegun } = asked();
      for (const body of [null, 'text', [], {}, { notifications: null }, { notifications: [] }]) answer(body);
      answer({ unread_msgs: { private: 0, support: 0 } });
      expect(await look()).toBe(false);
      answer(news);
      expect(await look()).toBe(true);
      await Promise.resolve();
      expect([answers.observed, vi.getTimerCount(), await hasBegun()]).toEqual([false, 0, false]);
    },
  );

  test('B1 of itself after two seconds; where somebody may go next waits for them', async () => {
    const { page, look, hasBegun } = asked();
    vi.advanceTimersByTime(limits.idlePrefetch - 1);
    expect(await look()).toBe(false);
    vi.advanceTimersByTime(1);
    expect([await look(), await hasBegun()]).toEqual([true, false]);
    page.dispatchEvent(new Event('pointermove'));
    expect(await hasBegun()).toBe(true);
  });
});
