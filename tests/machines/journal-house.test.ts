import { describe, expect, test } from 'vitest';
import { createDesk, entriesOf } from '../../machines/journal/desk.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { endsOf } from '../../machines/journal/ends.ts';
import { createKeeper, type Keeper, type Leaving } from '../../machines/journal/keeper.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { createRecorder } from '../../machines/journal/recorder.ts';
import type { JournalTurn } from '../../machines/residents/journal/journal.machine.ts';
import type { Scribe } from '../../machines/paths/world.ts';
import { lateOf, lateResidentOf } from '../../machines/root/house.ts';
import { otherPerson, person, settings, visitor, wallets } from '../../machines/root/house.samples.ts';
import { createFakeStore } from './fake-journal-store.ts';
import { freshAnnex, openHouse } from './house.ts';

/** A house with its journal: recorded from its first moment, kept from when its annex is there. */
function openRecorded() {
  const fake = createFakeStore();
  const early: Entry[] = [];
  const quiet: (() => void)[] = [];
  let ids = 0;
  let keeper: Keeper | undefined;
  const scribe: Scribe = (clock) =>
    createRecorder(clock, (entry) => (keeper ? keeper.append(entry) : void early.push(entry)));
  const house = openHouse({ path: '/exchange/USD/BTC', memory: { email: person.email } }, undefined, scribe, {
    'journal.own': ({ account }: { account: string }) => keeper!.own(account),
    'journal.leave': ({ why }: { why: Leaving }) => keeper!.leave(why),
    'journal.turn': ({ isOn, isElsewhere }: JournalTurn) => keeper!.turn(isOn, isElsewhere),
  });
  /** The annex comes, and who keeps the journal with it. */
  const annex = async (kept = true): Promise<Keeper> => {
    keeper = createKeeper({
      store: fake.store,
      mask: maskEntry,
      now: () => house.clock.now(),
      newId: () => `session-${(ids += 1)}`,
      later: (run) => void quiet.push(run),
      ends: () => endsOf(house.root),
      version: 'aaaa',
      isWanted: () => kept,
      early,
      isWhole: true,
    });
    await house.settleAsk('annex.load', { ...freshAnnex, journal: { kept } });
    return keeper;
  };
  const rest = async () => {
    await house.settle();
    for (const run of quiet.splice(0)) run();
    await house.settle();
  };
  const journal = () => lateResidentOf(lateOf(house.root), 'journal')!;
  return {
    ...{ ...fake, house, annex, rest, stored: () => [...fake.sessions.values()] },
    toggle: () => journal().send({ type: 'user.journal toggled' }),
    types: () =>
      keeper!
        .recorded()
        .latest.flatMap(entriesOf)
        .map((entry) => (entry.k === 'start' ? 'start' : entry.event.type)),
    export: () => createDesk(keeper!, fake.store).exportPage(),
  };
}
const here = { user: person, site_settings: settings, wallets, rev: 1 };

async function signedIn() {
  const it = openRecorded();
  await it.house.answer('auth.check', here);
  await it.annex();
  await it.rest();
  return it;
}

describe('D8 the journal of a house', () => {
  test('D8 it is whose page it is, from the first moment on', async () => {
    const it = await signedIn();
    expect(it.stored()).toMatchObject([{ id: 'session-1', account: person.account_id, whole: true, from: 1 }]);
    const { entries, ends, account } = await it.export();
    expect(entries.map(({ k }) => k).slice(0, 2)).toEqual(['start', expect.stringMatching(/emit|leaf/)]);
    expect(account).toBe(person.account_id);
    expect(ends).toMatchObject({ 'root/late/annex/journal': ['kept'] });
    expect(JSON.stringify(entries)).not.toContain(person.email);
  });

  test('D8 of a visitor it is nobody’s, until somebody signs in', async () => {
    const it = openRecorded();
    await it.house.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    await it.annex();
    await it.rest();
    expect(it.stored()).toMatchObject([{ account: null, whole: true }]);
    await it.house.hear('auth.login_by_password', here);
    expect(it.stored()).toMatchObject([{ id: 'session-1', account: person.account_id, whole: true }]);
  });

  test('D8 a page that finds nobody leaves nothing of who was here on another day', async () => {
    const earlier = await signedIn();
    const [left] = earlier.stored();
    const it = openRecorded();
    it.sessions.set('left', { ...left!, id: 'left' });
    await it.house.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    await it.annex();
    await it.rest();
    expect(it.stored()).toMatchObject([{ id: 'session-1', account: null, whole: true }]);
  });

  test('D8 whoever signs out leaves nothing of theirs', async () => {
    const it = await signedIn();
    await it.house.hear('auth.logout', { user: visitor, rev: 0 });
    expect([it.stored(), it.types()]).toEqual([[], []]);
    await it.house.hear('exchange.list', { user: visitor, rev: 0 });
    await it.rest();
    expect(it.stored()).toEqual([]);
    expect(JSON.stringify(await it.export())).not.toMatch(/A-1001|USD|BTC|xxxx@/);
  });

  test('D8 who signed out before the annex was there leaves nothing either', async () => {
    const it = openRecorded();
    await it.house.answer('auth.check', here);
    await it.house.hear('auth.logout', { user: visitor, rev: 0 });
    await it.annex();
    await it.rest();
    expect([it.stored(), it.types()]).toEqual([[], []]);
  });

  test('D8 who signs out in another tab leaves nothing here', async () => {
    const it = await signedIn();
    it.house.streams['tabs.news'].next({ type: 'tabs.signed out', account: person.account_id });
    await it.house.settle();
    expect([it.stored(), it.types()]).toEqual([[], []]);
  });

  test('D8 another account in the same page finds nothing of the first', async () => {
    const it = await signedIn();
    await it.house.hear('exchange.list', { user: otherPerson, rev: 1 });
    await it.rest();
    expect(it.stored()).toMatchObject([{ id: 'session-2', account: otherPerson.account_id, whole: false }]);
    expect(it.text()).not.toContain(person.account_id);
  });

  describe('D8 whoever came before the annex', () => {
    /** A page on which A-1001 was, before its annex came. */
    const earlier = async () => {
      const it = openRecorded();
      await it.house.answer('auth.check', here);
      return it;
    };
    const nothingOf = async (it: ReturnType<typeof openRecorded>) => {
      expect(`${it.text()}${JSON.stringify(await it.export())}`).not.toMatch(/A-1001|USD|BTC|xxxx@/);
    };

    test('D8 another account took the page over: nothing of the first is theirs', async () => {
      const it = await earlier();
      await it.house.hear('exchange.list', { user: otherPerson, rev: 1 });
      await it.annex();
      await it.rest();
      expect(it.stored()).toMatchObject([{ account: otherPerson.account_id, whole: false }]);
      expect(await it.export()).toMatchObject({ account: otherPerson.account_id, whole: false });
      await nothingOf(it);
    });

    test('D8 they signed out, and the next one was lost and put off: nothing of either is there', async () => {
      const it = await earlier();
      await it.house.hear('auth.logout', { user: visitor, rev: 0 });
      await it.house.hear('auth.login_by_password', { ...here, user: otherPerson, rev: 1 });
      await it.house.hear('exchange.list', { user: visitor, rev: 0 });
      it.house.root.send({ type: 'house.login dismissed' });
      await it.annex();
      await it.rest();
      expect([it.stored(), (await it.export()).account]).toEqual([[], null]);
      await nothingOf(it);
      expect(it.text()).not.toContain(otherPerson.account_id);
    });
  });

  test('D8 a session that is lost and put off is nobody’s', async () => {
    const it = await signedIn();
    await it.house.hear('exchange.list', { user: visitor, rev: 0 });
    it.house.root.send({ type: 'house.login dismissed' });
    await it.rest();
    expect([it.stored(), (await it.export()).account]).toEqual([[], null]);
    expect(JSON.stringify(await it.export())).not.toContain(person.account_id);
  });

  test('D8 a session that is lost and found again goes on', async () => {
    const it = await signedIn();
    await it.house.hear('exchange.list', { user: visitor, rev: 0 });
    await it.rest();
    await it.house.hear('auth.login_by_password', { ...here, rev: 2 });
    await it.rest();
    expect(it.stored()).toMatchObject([{ id: 'session-1', account: person.account_id, whole: true }]);
  });

  test('D8 it is turned off by the person, for good, and on again', async () => {
    const it = await signedIn();
    it.toggle();
    await it.rest();
    expect([it.stored(), it.types()]).toEqual([[], []]);
    expect(it.house.effectsOf('memory.keep')).toContainEqual({ key: 'journal', value: false });
    it.toggle();
    await it.house.hear('exchange.list', { user: person, rev: 3 });
    await it.rest();
    expect(it.stored()).toMatchObject([{ account: person.account_id, whole: false }]);
    expect(it.house.effectsOf('memory.keep')).toContainEqual({ key: 'journal', value: true });
  });

  test('D8 where it was turned off on another day nothing is recorded', async () => {
    const it = openRecorded();
    await it.house.answer('auth.check', here);
    await it.annex(false);
    await it.house.hear('exchange.list', here);
    await it.rest();
    expect([it.stored(), it.types(), it.state.writes]).toEqual([[], [], 0]);
  });
});
