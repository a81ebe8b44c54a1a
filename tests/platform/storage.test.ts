import { afterEach, describe, expect, test, vi } from 'vitest';
import { dropClosed, keepClosed, readClosed } from '../../src/platform/closed-notifications.ts';
import { discardDrafts } from '../../src/platform/discard-drafts.ts';
import { dropDraft, keepDraft, markDraft, readDraft, unmarkDraft } from '../../src/platform/drafts.ts';
import { nameChat } from '../../src/platform/chat-name.ts';
import { dropLetter, keepLetter, readLetter } from '../../src/platform/letter.ts';
import { keepMemory, readMemory } from '../../src/platform/memory.ts';
import { leftSeenBy } from '../../src/platform/left-messages.ts';
import { keepForm, keepOutbox, dropOutbox, readOutbox, waitingOf } from '../../src/platform/outbox.ts';
import { unsentSeenBy } from '../../src/platform/unsent.ts';
import { noteReload, readVersionMemory } from '../../src/platform/version-memory.ts';
import { stubPage, stubStorage } from './browser-stub.ts';

afterEach(() => vi.unstubAllGlobals());

const mine = { account: '100', key: 'exchange/USD/BTC' };
const theirs = { account: '1001', key: 'exchange/USD/BTC' };

describe('F1 a letter with a code', () => {
  const iso = (at: number) => new Date(at).toISOString();
  /** The clock of a page that slept so long stands so far behind, in ms. */
  const slept = (ms: number) =>
    vi.stubGlobal('performance', { timeOrigin: Date.now() - 3_600_000 - ms, now: () => 3_600_000 });
  const letter = (seconds: number, email = 'person@example.com') => {
    const at = performance.timeOrigin + performance.now();
    const moments = { expires_at: iso(at + seconds * 1_000), again_at: iso(at + 30_000) };
    return { flow: 'login', email, sent_to: email, ...moments };
  };
  const left = async () => {
    const { kept, at } = await readLetter();
    return Math.round((Date.parse((kept as { expires_at: string }).expires_at) - at) / 1_000);
  };

  test('F1 its time is the same for a page that has slept and one that has not', async () => {
    stubStorage();
    slept(900_000);
    keepLetter({ letter: letter(600) });
    expect(await left()).toBe(600);
    slept(0);
    expect(await left()).toBe(600);
    slept(60_000);
    expect(await left()).toBe(600);
  });

  test('F1 only one’s own is dropped: another tab may have asked for a later one', async () => {
    stubStorage();
    slept(0);
    const [own, later, others] = [letter(300), letter(600), letter(300, 'other@example.com')];
    keepLetter({ letter: later });
    dropLetter({ letter: own });
    dropLetter({ letter: others });
    dropLetter({ letter: null });
    expect(await left()).toBe(600);
    dropLetter({ letter: later });
    expect((await readLetter()).kept).not.toHaveProperty('email');
    keepLetter({ letter: own });
    keepLetter({ letter: null });
    expect((await readLetter()).kept).not.toHaveProperty('email');
  });

  test('F1 one that has lapsed lies there no longer, and what is none is left to be refused', async () => {
    stubStorage();
    slept(0);
    keepLetter({ letter: letter(-1) });
    await readLetter();
    expect(localStorage.getItem('memory/letter')).toBeNull();
    localStorage.setItem('memory/letter', '"something"');
    expect((await readLetter()).at).toBeGreaterThan(0);
  });
});

describe('F3 drafts', () => {
  test('F3 a draft belongs to one account and one key', async () => {
    stubStorage();
    keepDraft({ ...mine, value: { amount: '5' } });
    expect(await readDraft(mine)).toEqual({ amount: '5' });
    expect(await readDraft(theirs)).toBeNull();
    expect(await readDraft({ ...mine, key: 'exchange/USD' })).toBeNull();
    dropDraft(mine);
    expect(await readDraft(mine)).toBeNull();
  });

  test('F3 a draft that was confirmed says as which operation, until it is typed in again; it alone is dropped as that', async () => {
    stubStorage();
    keepDraft({ ...mine, value: { amount: '5' } });
    markDraft({ ...mine, operation: 'one' });
    expect(await readDraft(mine)).toEqual({ amount: '5', operation: 'one' });
    dropDraft({ ...mine, operation: 'another' });
    expect(await readDraft(mine)).toEqual({ amount: '5', operation: 'one' });
    keepDraft({ ...mine, value: { amount: '6' } });
    dropDraft({ ...mine, operation: 'one' });
    expect(await readDraft(mine)).toEqual({ amount: '6' });
    markDraft({ ...mine, operation: 'one' });
    unmarkDraft({ ...mine, operation: 'another' });
    expect(await readDraft(mine)).toEqual({ amount: '6', operation: 'one' });
    unmarkDraft({ ...mine, operation: 'one' });
    expect(await readDraft(mine)).toEqual({ amount: '6' });
    markDraft({ ...mine, operation: 'one' });
    dropDraft({ ...mine, operation: 'one' });
    unmarkDraft({ ...mine, operation: 'one' });
    expect(await readDraft(mine)).toBeNull();
  });

  test('F3 where nothing was kept the mark stands alone, and leaves nothing behind when it is taken back', async () => {
    stubStorage();
    markDraft({ ...mine, operation: 'one' });
    expect(await readDraft(mine)).toEqual({ operation: 'one' });
    unmarkDraft({ ...mine, operation: 'another' });
    expect(await readDraft(mine)).toEqual({ operation: 'one' });
    unmarkDraft({ ...mine, operation: 'one' });
    expect(await readDraft(mine)).toBeNull();
    markDraft({ ...mine, operation: 'one' });
    dropDraft({ ...mine, operation: 'one' });
    expect(await readDraft(mine)).toBeNull();
  });

  describe('in two tabs', () => {
    const fresh = async () => {
      vi.resetModules();
      return import('../../src/platform/drafts.ts');
    };
    /** Tabs of one browser: the page of a tab is loaded anew each time that it is asked for. */
    const tabs = () => {
      const kept = stubStorage();
      const one = stubStorage('usual', 'sessionStorage');
      const inOne = globalThis.sessionStorage;
      const two = stubStorage('usual', 'sessionStorage');
      const inTwo = globalThis.sessionStorage;
      const page = (tab: Storage) => async () => {
        const drafts = await fresh();
        const within =
          <Input, Output>(does: (input: Input) => Output) =>
          (input: Input): Output => {
            vi.stubGlobal('sessionStorage', tab);
            return does(input);
          };
        return {
          read: within(drafts.readDraft),
          keep: within(drafts.keepDraft),
          mark: within(drafts.markDraft),
          unmark: within(drafts.unmarkDraft),
          drop: within(drafts.dropDraft),
        };
      };
      return { kept, one, two, inOne: page(inOne), inTwo: page(inTwo) };
    };
    const [first, second] = [
      { to: 'A-2002', amount: '111' },
      { to: 'A-3003', amount: '222' },
    ];
    /** In each of the two something else has been typed. */
    const bothTyped = async () => {
      const { inOne, inTwo } = tabs();
      const [one, two] = [await inOne(), await inTwo()];
      one.keep({ ...mine, value: first });
      two.keep({ ...mine, value: second });
      return { inOne, inTwo, one, two };
    };

    test('F3 each finds its own after a reload; another one what was typed last, and what was sent before', async () => {
      const { inOne, inTwo } = await bothTyped();
      expect([await (await inOne()).read(mine), await (await inTwo()).read(mine)]).toEqual([first, second]);
      stubStorage('usual', 'sessionStorage');
      expect(await (await fresh()).readDraft(mine)).toEqual(second);
    });

    test('F3 a confirm is that of what its own tab had, and takes that away alone', async () => {
      const { inOne, inTwo, one, two } = await bothTyped();
      one.mark({ ...mine, operation: 'one' });
      two.keep({ ...mine, value: { ...second, amount: '333' } });
      expect(await (await inOne()).read(mine)).toEqual({ ...first, operation: 'one' });
      expect(await (await inTwo()).read(mine)).toEqual({ ...second, amount: '333', operation: 'one' });
      one.drop({ ...mine, operation: 'one' });
      expect(await (await inTwo()).read(mine)).toEqual({ ...second, amount: '333' });
      expect(await (await inOne()).read(mine)).toEqual({ ...second, amount: '333' });
    });

    test('F3 two confirms at once are two, and each answer ends its own', async () => {
      const { inTwo, one, two } = await bothTyped();
      one.mark({ ...mine, operation: 'one' });
      two.mark({ ...mine, operation: 'two' });
      two.unmark({ ...mine, operation: 'two' });
      expect(await (await inTwo()).read(mine)).toEqual({ ...second, operation: 'one' });
      one.drop({ ...mine, operation: 'one' });
      expect(await (await inTwo()).read(mine)).toEqual(second);
    });

    test('F3 what both show goes from both with the confirm in either; what was read below its word is another one as soon as it is typed in', async () => {
      const { inOne, inTwo } = tabs();
      const one = await inOne();
      one.keep({ ...mine, value: first });
      const two = await inTwo();
      expect(await two.read(mine)).toEqual(first);
      two.mark({ ...mine, operation: 'two' });
      expect(await (await inOne()).read(mine)).toEqual({ ...first, operation: 'two' });
      two.drop({ ...mine, operation: 'two' });
      expect([await (await inOne()).read(mine), await (await inTwo()).read(mine)]).toEqual([null, null]);
      two.mark({ ...mine, operation: 'three' });
      const again = await inOne();
      expect(await again.read(mine)).toEqual({ operation: 'three' });
      again.keep({ ...mine, value: first });
      expect(await (await inOne()).read(mine)).toEqual(first);
    });

    test('F3 what was confirmed in one tab says so there, whatever another one types below the same word, and goes with its answer', async () => {
      const { inOne, inTwo } = tabs();
      for (const typed of [second, first]) {
        const one = await inOne();
        one.keep({ ...mine, value: first });
        one.mark({ ...mine, operation: 'one' });
        const two = await inTwo();
        expect(await two.read(mine)).toMatchObject({ operation: 'one' });
        two.keep({ ...mine, value: typed });
        expect(await (await inOne()).read(mine)).toEqual({ ...first, operation: 'one' });
        const said = typed === first ? { operation: 'one' } : {};
        expect(await (await inTwo()).read(mine)).toEqual({ ...typed, ...said });
        one.drop({ ...mine, operation: 'one' });
        expect(await (await inOne()).read(mine)).toEqual(typed === first ? null : typed);
        for (const tab of [one, two]) tab.drop(mine);
      }
    });

    test('F3 each of two confirms is told of where it was made', async () => {
      const { inOne, inTwo, one, two } = await bothTyped();
      one.mark({ ...mine, operation: 'one' });
      two.mark({ ...mine, operation: 'two' });
      expect(await (await inOne()).read(mine)).toEqual({ ...first, operation: 'one' });
      (await inOne()).keep({ ...mine, value: { ...first, amount: '5' } });
      expect(await (await inTwo()).read(mine)).toEqual({ ...second, operation: 'two' });
      two.drop({ ...mine, operation: 'two' });
      expect(await (await inTwo()).read(mine)).toEqual({ ...first, amount: '5' });
    });

    test('F3 a mark that the page of before kept in the draft itself is dropped and taken back as any other', async () => {
      const { kept, inOne } = tabs();
      for (const end of ['drop', 'unmark'] as const) {
        kept.set(`draft/100/${mine.key}`, JSON.stringify({ ...first, operation: 'one' }));
        if (end === 'unmark') expect(await (await inOne()).read(mine)).toEqual({ ...first, operation: 'one' });
        (await inOne())[end]({ ...mine, operation: 'one' });
        expect(await (await inOne()).read(mine)).toEqual(end === 'drop' ? null : first);
      }
    });

    test('F3 terms that were opened by their address mark what alone they can be of, and nothing where there are two', async () => {
      const { inOne, inTwo } = tabs();
      (await inOne()).keep({ ...mine, value: first });
      const opened = await inTwo();
      opened.mark({ ...mine, operation: 'one' });
      opened.drop({ ...mine, operation: 'one' });
      expect(await (await inOne()).read(mine)).toBeNull();
      (await inOne()).keep({ ...mine, value: first });
      stubStorage('usual', 'sessionStorage');
      (await fresh()).keepDraft({ ...mine, value: second });
      stubStorage('usual', 'sessionStorage');
      const third = await fresh();
      third.markDraft({ ...mine, operation: 'three' });
      third.dropDraft({ ...mine, operation: 'three' });
      expect(await third.readDraft(mine)).toEqual(second);
      expect(await (await inOne()).read(mine)).toEqual(first);
    });

    test('F3 a sign-out in either takes those of both; a week those of tabs that were closed', async () => {
      const { kept, one, two, inOne, inTwo } = tabs();
      (await inOne()).keep({ ...mine, value: first });
      (await inTwo()).keep({ ...mine, value: second });
      discardDrafts({ except: null });
      expect([...kept.keys()]).toEqual([]);
      expect(JSON.stringify([...one, ...two])).not.toMatch(/A-2002|A-3003/);
      expect(await (await inOne()).read(mine)).toBeNull();
      vi.useFakeTimers({ now: 1_000_000_000_000 });
      (await inOne()).keep({ ...mine, value: first });
      vi.setSystemTime(1_000_000_000_000 + 9 * 24 * 3_600_000);
      const later = await inTwo();
      later.keep({ ...mine, value: second });
      later.drop(mine);
      vi.useRealTimers();
      expect(JSON.stringify([...kept])).not.toMatch(/A-2002|A-3003/);
    });

    test('F3 a change of address is one for all of them', async () => {
      const { inOne, inTwo } = tabs();
      const mail = { account: '100', key: 'mail' };
      (await inOne()).keep({ ...mail, value: { email: 'one@example.com' } });
      const two = await inTwo();
      two.keep({ ...mail, value: { email: 'two@example.com' } });
      const one = await inOne();
      expect(await one.read(mail)).toEqual({ email: 'two@example.com' });
      two.keep({ ...mail, value: { email: 'three@example.com' } });
      one.drop(mail);
      expect(await (await inTwo()).read(mail)).toBeNull();
    });
  });

  test('F3 signing in drops what others left, and nothing else', async () => {
    const kept = stubStorage();
    kept.set('memory/email', '"a@example.com"');
    keepDraft({ ...mine, value: 1 });
    keepDraft({ ...theirs, value: 2 });
    discardDrafts({ except: '100' });
    expect(await readDraft(mine)).toBe(1);
    expect(await readDraft(theirs)).toBeNull();
    discardDrafts({ except: null });
    expect(await readDraft(mine)).toBeNull();
    expect([...kept.keys()]).toEqual(['memory/email']);
  });

  test.each([
    ['a form', () => keepDraft({ ...mine, value: 1 })],
    ['a confirm', () => markDraft({ ...mine, operation: 'one' })],
    ['a letter', () => keepForm({ account: '100', thread: 'support', page: 'this', text: 'Hello', files: [] })],
    [
      'a message',
      () => {
        const message = { id: 'first', text: 'Hello', files: [], is: 'waiting' as const, trouble: null };
        keepOutbox({ account: '100', thread: 'support', messages: [message] }, 1_000);
      },
    ],
  ])(
    'F3 what was typed is there for whoever comes once a week, an hour later or so, and old after eight days: %s',
    (_, type) => {
      vi.useFakeTimers({ now: 1_000_000_000_000 });
      const kept = stubStorage();
      expect(readMemory()).toEqual({ asked: [] });
      type();
      const hour = 60 * 60_000;
      const week = 7 * 24 * hour;
      const old = week + 24 * hour;
      const after = (ms: number) => {
        vi.setSystemTime(1_000_000_000_000 + ms);
        return readMemory().stale;
      };
      expect([after(0), after(week + hour), after(old - 1)]).toEqual([undefined, undefined, undefined]);
      expect([after(old), after(-old)]).toEqual([true, true]);
      discardDrafts({ except: null });
      expect([readMemory(), kept.size]).toEqual([{ asked: [] }, 0]);
      vi.useRealTimers();
    },
  );

  test('F3 one of which nobody knows when it was typed is old', () => {
    stubStorage().set('draft/100/exchange/USD/BTC', '{"amount":"5"}');
    expect(readMemory().stale).toBe(true);
  });

  test.each(['blocked', 'full'] as const)('F3 a storage that is %s loses drafts and breaks nothing', async (kind) => {
    stubStorage(kind);
    keepDraft({ ...mine, value: 1 });
    dropDraft(mine);
    discardDrafts({ except: null });
    keepMemory({ key: 'theme', value: 'dark' });
    expect(await readDraft(mine)).toBeNull();
    expect(readMemory()).toEqual({ asked: [] });
  });

  test('F3 a garbled draft is no draft', async () => {
    const kept = stubStorage();
    keepDraft({ ...mine, value: 1 });
    for (const key of kept.keys()) kept.set(key, '{');
    expect(await readDraft(mine)).toBeNull();
  });
});

test('B2 only what makes sense is remembered of a visit', () => {
  const kept = stubStorage();
  keepMemory({ key: 'email', value: 'a@example.com' });
  keepMemory({ key: 'theme', value: 'pink' });
  keepMemory({ key: 'hidden', value: 'yes' });
  expect(kept.size).toBe(3);
  expect(readMemory()).toEqual({ email: 'a@example.com', asked: [] });
  keepMemory({ key: 'asked/A-1001', value: true });
  expect(readMemory().asked).toEqual(['A-1001']);
  keepMemory({ key: 'asked/A-1001', value: null });
  expect(readMemory().asked).toEqual([]);
  keepMemory({ key: 'leaves', value: true });
  expect(readMemory()).not.toHaveProperty('leaves');
  keepMemory({ key: 'leaves', value: 'A-1001' });
  expect(readMemory().leaves).toBe('A-1001');
});

describe('S3 what a tab remembers of its versions', () => {
  test('S3 a reload that was written down is read by the page that follows', async () => {
    stubStorage();
    stubStorage('usual', 'sessionStorage');
    expect(readVersionMemory()).toEqual({ own: null, reloadedAt: null, pairs: [] });
    await noteReload({ pair: 'a→b' });
    expect(readVersionMemory()).toEqual({ own: 'b', reloadedAt: expect.any(Number), pairs: ['a→b'] });
    await noteReload({ pair: null });
    expect(readVersionMemory('c')).toMatchObject({ own: 'c', pairs: ['a→b'] });
  });

  test.each(['blocked', 'full'] as const)(
    'S10 S3 a storage that is %s cannot be trusted with a reload',
    async (kind) => {
      stubStorage();
      stubStorage(kind, 'sessionStorage');
      await expect(noteReload({ pair: 'a→b' })).rejects.toMatchObject({ name: 'PortError', code: 'not_stored' });
    },
  );

  test.each(['blocked', 'full'] as const)(
    'S10 S3 where drafts are lost because their storage is %s, a reload would lose what was typed',
    async (kind) => {
      stubStorage(kind);
      stubStorage('usual', 'sessionStorage');
      await expect(noteReload({ pair: 'a→b' })).rejects.toMatchObject({ name: 'PortError', code: 'not_stored' });
    },
  );

  test('S3 a garbled note is none', () => {
    stubStorage('usual', 'sessionStorage').set('version', '{"own":7,"reloadedAt":"now","pairs":[1,"a→b"]}');
    expect(readVersionMemory()).toEqual({ own: null, reloadedAt: null, pairs: ['a→b'] });
  });
});

describe('G2 what is kept through sign-in', () => {
  const value = {
    interrupted: '/history/exchange',
    landing: { to: '/exchange/USD/BTC?give=100', quoted: { rate: '1' } },
  };
  afterEach(() => vi.useRealTimers());

  test('G2 it is there for half an hour, to the minute, and never from the future', () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    stubStorage();
    keepMemory({ key: 'kept', value });
    expect(readMemory()).toEqual({ kept: value, asked: [] });
    vi.setSystemTime(1_000_000_000 + 30 * 60_000 - 1);
    expect(readMemory()).toEqual({ kept: value, asked: [] });
    vi.setSystemTime(1_000_000_000 + 30 * 60_000);
    expect(readMemory()).toEqual({ asked: [] });
    vi.setSystemTime(1_000_000_000 - 1);
    expect(readMemory()).toEqual({ asked: [] });
  });

  test('G2 it is gone when it is dropped', () => {
    const kept = stubStorage();
    keepMemory({ key: 'kept', value });
    keepMemory({ key: 'kept', value: null });
    expect([kept.size, readMemory()]).toEqual([0, { asked: [] }]);
  });

  test.each(['{}', '7', '{"at":"soon","value":{}}', '{"at":1,"value":{"interrupted":"/x"}}'])(
    'G2 %s is nothing',
    (text) => {
      stubStorage().set('memory/kept', text);
      expect(readMemory()).toEqual({ asked: [] });
    },
  );
});

test('S4 notifications that were closed on this device are kept one by one, whatever else is there', () => {
  stubStorage();
  expect(readClosed()).toEqual([]);
  keepClosed({ account: 'A-1001', id: 'house:1' });
  keepClosed({ account: 'A-2002', id: 'deposit:2' });
  localStorage.setItem('closed/garbled', '{"account":1}');
  keepMemory({ key: 'email', value: 'person@example.com' });
  expect(readClosed().toSorted((one, other) => one.account.localeCompare(other.account))).toEqual([
    { account: 'A-1001', id: 'house:1' },
    { account: 'A-2002', id: 'deposit:2' },
  ]);
  dropClosed({ ids: ['house:1', 'house:3'] });
  expect(readClosed()).toEqual([{ account: 'A-2002', id: 'deposit:2' }]);
});

describe('F13 F14 messages that have not come to their chat', () => {
  const message = (id: string, is: 'waiting' | 'refused') => ({ id, text: id, files: [], is, trouble: null });
  const alone = { isHeld: () => true, isOtherAlive: () => false };
  const turn = () => new Promise((done) => setImmediate(done));

  test.each(['blocked', 'full'] as const)(
    'F13 F14 where the storage is %s what waits is kept as long as the page is, and for its person alone',
    (kind) => {
      stubStorage(kind);
      discardDrafts({ except: '100' });
      const support = { account: '100', thread: 'support' };
      keepOutbox({ ...support, messages: [message('first', 'waiting'), message('second', 'waiting')] }, 1_000);
      dropOutbox({ ...support, ids: ['first'] });
      expect(readOutbox(support, alone).messages).toMatchObject([{ id: 'second' }]);
      expect(waitingOf('100', alone)).toMatchObject([{ thread: 'support' }]);
      discardDrafts({ except: null });
      expect(readOutbox(support, alone).messages).toEqual([]);
    },
  );

  test('F13 F14 a file is that of its page: another one that lives sends it, and no file of a later page takes its place', async () => {
    stubStorage();
    const support = { account: '100', thread: 'support' };
    const file = (name: string) => new File([name], name);
    const earlier = await import('../../src/house/held-files.ts');
    const { beKnown, livingBeside } = await import('../../src/platform/living-pages.ts');
    const { thisPage: page } = earlier;
    beKnown(page);
    const handle = earlier.holdFile(file('photo'));
    keepOutbox(
      { ...support, messages: [{ ...message('photo', 'waiting'), files: [{ handle, kind: 'jpeg', size: 5 }] }] },
      1_000,
    );
    vi.resetModules();
    const now = await import('../../src/house/held-files.ts');
    now.holdFile(file('passport'));
    const isHeld = (held: string) => now.heldFile(held) !== undefined;
    const read = (isOtherAlive: (other: string) => boolean) => readOutbox(support, { isHeld, isOtherAlive }).messages;
    expect(read(() => false)).toMatchObject([{ is: 'waiting', files: [{ handle, gone: true }] }]);
    // Where a file is now, is not what was kept of it.
    keepOutbox({ ...support, messages: read(() => false) }, 1_000);
    const elsewhere = (other: string) => other === page;
    expect(read(elsewhere)[0]?.files).toEqual([{ handle, kind: 'jpeg', size: 5, elsewhere: true }]);
    expect(waitingOf('100', { isHeld, isOtherAlive: elsewhere })).toEqual([]);
    const waitsWhere = (holds: typeof isHeld) => waitingOf('100', { isHeld: holds, isOtherAlive: () => false });
    expect(waitsWhere(isHeld)).toMatchObject([{ thread: 'support', isLacking: true }]);
    expect(waitsWhere((held) => earlier.heldFile(held) !== undefined)).toMatchObject([{ isLacking: false }]);
    expect((await livingBeside(now.thisPage))(page)).toBe(true);
    expect((await livingBeside(page))(page)).toBe(false);
    vi.resetModules();
  });

  test('F13 F14 what another page wrote for the open chat is told of when that page is gone, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stubStorage();
    const listeners = new EventTarget();
    vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners));
    vi.stubGlobal('removeEventListener', listeners.removeEventListener.bind(listeners));
    const [support, other] = ['support', '10000002'].map((thread) => ({ account: '100', thread }));
    let close = () => {};
    void navigator.locks.request('page before', () => new Promise<void>((closed) => (close = closed)));
    const heard: string[][] = [];
    const hearing = leftSeenBy(
      'this',
      () => false,
    )(support!).subscribe(({ messages }) => heard.push(messages.map(({ id }) => id)));
    await turn();
    keepOutbox({ ...support!, messages: [message('own', 'waiting')] }, 500, 'this');
    keepOutbox({ ...support!, messages: [message('first', 'waiting'), message('no', 'refused')] }, 1_000, 'before');
    keepOutbox({ ...other!, messages: [message('elsewhere', 'waiting')] }, 1_000, 'gone');
    const passes = async () => {
      vi.advanceTimersByTime(3_000);
      for (let left = 5; left > 0; left -= 1) await turn();
    };
    listeners.dispatchEvent(Object.assign(new Event('storage'), { key: 'draft/100/chat/support/first' }));
    await passes();
    expect(heard).toEqual([]);
    close();
    for (let left = 5; left > 0; left -= 1) await turn();
    await passes();
    expect(heard).toEqual([['first', 'no']]);
    hearing.unsubscribe();
    listeners.dispatchEvent(Object.assign(new Event('storage'), { key: 'draft/100/chat/support/first' }));
    await passes();
    expect(heard).toHaveLength(1);
    vi.useRealTimers();
  });

  test('F13 F14 a page that leaves the chat lets go of what it has not sent, but of no file, and of nothing of others', async () => {
    stubStorage();
    const listeners = new EventTarget();
    vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners));
    vi.stubGlobal('removeEventListener', listeners.removeEventListener.bind(listeners));
    const [support, other] = ['support', '10000002'].map((thread) => ({ account: '100', thread }));
    const closes: (() => void)[] = [];
    for (const page of ['left', 'third'])
      void navigator.locks.request(`page ${page}`, () => new Promise<void>((closed) => closes.push(closed)));
    const heard: string[][] = [];
    const hear = (page: string) =>
      leftSeenBy(
        page,
        () => page === 'left',
      )(support!).subscribe(({ messages }) => heard.push(messages.map(({ id }) => id)));
    const passes = async () => {
      for (let left = 5; left > 0; left -= 1) await turn();
    };
    const leaving = hear('left');
    await passes();
    const files = [{ handle: 'file left 1', kind: 'jpeg' as const, size: 5 }];
    keepOutbox(
      {
        ...support!,
        messages: [message('one', 'waiting'), message('two', 'refused'), { ...message('photo', 'waiting'), files }],
      },
      1_000,
      'left',
    );
    keepOutbox({ ...support!, messages: [message('theirs', 'waiting')] }, 2_000, 'third');
    keepOutbox({ ...other!, messages: [message('elsewhere', 'waiting')] }, 2_000, 'left');
    const hearing = hear('open');
    await passes();
    expect(heard).toEqual([]);
    leaving.unsubscribe();
    listeners.dispatchEvent(Object.assign(new Event('storage'), { key: 'draft/100/chat/support/one' }));
    await passes();
    expect(heard).toEqual([['one', 'two']]);
    expect(readOutbox(support!, alone).messages.map(({ id }) => id)).toEqual(['one', 'two', 'photo', 'theirs']);
    hearing.unsubscribe();
    for (const close of closes) close();
  });

  test('F13 F14 they are kept one by one in the order of writing, and told of all chats of one account', async () => {
    stubStorage();
    stubPage();
    const listeners = new EventTarget();
    vi.stubGlobal('addEventListener', listeners.addEventListener.bind(listeners));
    vi.stubGlobal('removeEventListener', listeners.removeEventListener.bind(listeners));
    const [support, other] = [
      { account: '100', thread: 'support' },
      { account: '100', thread: '10000002' },
    ];
    const heard: unknown[] = [];
    const isHeld = (handle: string) => handle === 'file this 1';
    const hearing = unsentSeenBy(
      'this',
      isHeld,
    )({ account: '100', open: '' }).subscribe(({ count, lacking, thread }) => heard.push([count, lacking, thread]));
    await turn();
    const storage = (key: string | null) => listeners.dispatchEvent(Object.assign(new Event('storage'), { key }));
    const files = [{ handle: 'file before 1', kind: 'jpeg' as const, size: 5 }];
    keepOutbox({ ...other, messages: [{ ...message('later', 'waiting'), files }] }, 2_000);
    keepOutbox({ ...support, messages: [message('first', 'waiting'), message('no', 'refused')] }, 1_000);
    keepOutbox({ ...support, account: '1001', messages: [message('theirs', 'waiting')] }, 500);
    keepDraft({ account: '100', key: 'chat/support', value: { text: 'not finished' } });
    storage('draft/100/chat/support/first');
    await turn();
    storage('draft/1001/chat/support/theirs');
    expect(readOutbox(support, alone)).toMatchObject({
      text: 'not finished',
      messages: [{ id: 'first' }, { id: 'no' }],
    });
    dropOutbox({ ...support, ids: ['first'] });
    storage(null);
    await turn();
    hearing.unsubscribe();
    storage(null);
    await turn();
    expect(heard).toEqual([
      [0, 0, ''],
      [2, 1, 'support'],
      [1, 1, '10000002'],
    ]);
  });

  test('F13 F14 what waits for the open chat is not told, whether the device calls it by the number or by its id', async () => {
    stubStorage();
    stubPage();
    for (const event of ['addEventListener', 'removeEventListener']) vi.stubGlobal(event, () => {});
    const told = async (open: string) => {
      const heard: unknown[] = [];
      const sight = unsentSeenBy('this', () => true)({ account: '100', open });
      const hearing = sight.subscribe(({ count, thread }) => heard.push([count, thread]));
      await turn();
      hearing.unsubscribe();
      return heard;
    };
    const [support, begun] = ['support', '10000002'].map((thread) => ({ account: '100', thread }));
    keepOutbox({ ...support!, messages: [message('question', 'waiting')] }, 1_000);
    keepOutbox({ ...begun!, messages: [message('hello', 'waiting')] }, 2_000);
    expect([await told(''), await told('support'), await told('10000002')]).toEqual([
      [[2, 'support']],
      [[1, '10000002']],
      [[1, 'support']],
    ]);
    nameChat({ ...begun!, id: 'opsample0000000000001' });
    expect([await told('10000002'), await told('opsample0000000000001')]).toEqual([[[1, 'support']], [[1, 'support']]]);
  });

  test('F13 F14 what this page calls by its id, or brought to its chat, is looked at anew: of that no page hears from its own storage', async () => {
    stubStorage();
    stubPage();
    for (const event of ['addEventListener', 'removeEventListener']) vi.stubGlobal(event, () => {});
    const [support, begun] = ['support', 'opsample0000000000001'].map((thread) => ({ account: '100', thread }));
    keepOutbox({ ...support!, messages: [message('question', 'waiting')] }, 1_000);
    keepOutbox({ ...begun!, messages: [message('hello', 'waiting')] }, 2_000);
    const heard: unknown[] = [];
    const sight = unsentSeenBy('this', () => true)({ account: '100', open: '10000002' });
    const hearing = sight.subscribe(({ count, thread }) => heard.push([count, thread]));
    await turn();
    nameChat({ account: '100', thread: '10000002', id: begun!.thread });
    await turn();
    dropOutbox({ ...support!, ids: ['question'] });
    await turn();
    hearing.unsubscribe();
    dropOutbox({ ...begun!, ids: ['hello'] });
    await turn();
    expect(heard).toEqual([
      [2, 'support'],
      [1, 'support'],
      [0, ''],
    ]);
  });
});
