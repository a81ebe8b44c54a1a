import { describe, expect, test } from 'vitest';
import { settings, person } from '../../machines/root/house.samples.ts';
import { versionMachine } from '../../machines/residents/version/version.machine.ts';
import { openHouse } from './house.ts';
import { stand } from './stand.ts';

const began = { at: 1_000_000, version: { own: 'a', reloadedAt: null, pairs: [] as string[] } };
const open = (version: Partial<typeof began.version> | { reloadedAt: number } = {}, safe = true) => {
  const page = stand(versionMachine, { ...began, version: { ...began.version, ...version } });
  page.hear('reload.safety', { type: 'port.reload safety', safe });
  return { ...page, heard: (fv: string) => page.say({ type: 'signal.fv', fv, seq: 1 }) };
};
const reloads = ({ world }: Pick<ReturnType<typeof open>, 'world'>) =>
  world.effects.filter(({ name }) => name === 'load the page anew').length;

describe('S3 another version', () => {
  test('S3 it is written down which one, and only then the page is loaded anew', () => {
    const page = open();
    page.heard('b');
    expect(page.asked('reload.note').input).toEqual({ pair: 'a→b' });
    expect(reloads(page)).toBe(0);
    page.answer('reload.note', undefined);
    expect(reloads(page)).toBe(1);
    page.heard('c');
    expect(reloads(page)).toBe(1);
  });

  test('S3 a page that does not know its version learns it by the first answer', () => {
    const page = open({ own: null as never });
    page.heard('a');
    page.heard('a');
    expect(page.states()).toContain('page.current');
    page.heard('b');
    expect(page.asked('reload.note').input).toEqual({ pair: 'a→b' });
  });

  test.each([
    ['something would be lost', {}, false],
    ['it was tried before', { pairs: ['a→b'] }, true],
    ['the last time is less than a minute ago', { reloadedAt: began.at - 59_999 }, true],
    ['the clock was set back since the last time', { reloadedAt: began.at + 30_000 }, true],
  ])('S3 %s: a banner, and the person decides', (_, version, safe) => {
    const page = open(version, safe);
    page.heard('b');
    expect([page.states(), page.waits('reload.note'), reloads(page)]).toEqual([
      expect.arrayContaining(['page.offered']),
      false,
      0,
    ]);
    page.say({ type: 'user.reloaded' });
    expect(reloads(page)).toBe(1);
  });

  test('S3 storage that is blocked: nothing is loaded anew by itself', () => {
    const page = open();
    page.heard('b');
    page.fail('reload.note', { name: 'PortError', code: 'not_stored', message: '' });
    expect([page.states(), reloads(page)]).toEqual([expect.arrayContaining(['page.offered']), 0]);
  });

  test('S3 where a person goes elsewhere and nothing would be lost is a good moment, once the minute is over', () => {
    const page = open({ reloadedAt: began.at - 20_000 });
    const arrived = { type: 'house.arrived', place: { name: 'exchanges', params: {}, query: {}, path: '/exchanges' } };
    page.heard('b');
    page.say({ type: 'user.reload put off' });
    page.say(arrived);
    expect(page.waits('reload.note')).toBe(false);
    expect(page.wait()).toBe(40_000);
    page.heard('b');
    expect(page.states()).toContain('page.put off');
    page.say(arrived);
    expect(page.waits('reload.note')).toBe(true);
  });

  test('S3 a server that takes its version back takes the banner away', () => {
    const page = open({}, false);
    page.heard('b');
    page.heard('a');
    expect(page.states()).toContain('page.current');
  });
});

describe('S10 a lost piece', () => {
  const lost = { type: 'house.chunk lost' };

  test('S10 one reload, at most once in 60 s, none where storage is blocked', () => {
    const first = open();
    first.say(lost);
    expect(first.asked('reload.note').input).toEqual({ pair: null });
    first.answer('reload.note', undefined);
    expect(reloads(first)).toBe(1);

    const again = open({ reloadedAt: began.at - 10_000 });
    again.say(lost);
    expect(again.waits('reload.note')).toBe(false);
    expect(again.wait()).toBe(50_000);
    again.say(lost);
    expect(again.waits('reload.note')).toBe(true);

    const blocked = open();
    blocked.say(lost);
    blocked.fail('reload.note', { name: 'PortError', code: 'not_stored', message: '' });
    expect([blocked.states(), reloads(blocked)]).toEqual([expect.arrayContaining(['page.current']), 0]);

    // A new version that was offered is still offered.
    const offered = open({ pairs: ['a→b'] });
    offered.say({ type: 'signal.fv', fv: 'b', seq: 2 });
    expect(offered.states()).toContain('page.offered');
    offered.say(lost);
    offered.fail('reload.note', { name: 'PortError', code: 'not_stored', message: '' });
    expect(offered.states()).toContain('page.offered');
  });

  test('S10 in the house: asked for twice, then the page is loaded anew, and else the words stand there', async () => {
    const house = openHouse({ path: '/exchanges' });
    await house.answer('auth.check', { user: person, site_settings: settings });
    await house.settleAsk('annex.load');
    house.streams['reload.safety'].next({ type: 'port.reload safety', safe: true });
    const failed = { name: 'PortError', code: 'chunk_failed', message: '' };
    await house.fail('flow.load', failed);
    while (house.pending.every(({ name }) => name !== 'flow.load')) house.clock.step();
    await house.fail('flow.load', failed);
    expect(house.value('page')).toBe('lost');
    await house.settleAsk('reload.note');
    expect(house.effectsOf('page.reload')).toHaveLength(1);
    while (house.value('page') === 'lost') house.clock.step();
    expect(house.value('page')).toBe('failed');
  });
});

describe('the annex', () => {
  test('S1 H3 what was said before it came is not lost', async () => {
    const house = openHouse({ path: '/exchanges' });
    const counts = { private: 2, support: 1 };
    await house.answer('auth.check', { user: person, site_settings: settings, unread_msgs: counts, fv: 'a' });
    expect(house.value('late/annex/unread')).toBeUndefined();
    await house.settleAsk('annex.load');
    expect(house.value('late/annex/unread')).toBe('some');
    expect(house.effectsOf('tabs.tell')).toContainEqual({
      type: 'tabs.unread',
      account: person.account_id,
      unread: counts,
    });
    house.streams['tabs.news'].next({
      type: 'tabs.unread',
      account: person.account_id,
      unread: { private: 0, support: 0 },
    });
    expect(house.value('late/annex/unread')).toBe('none');
    await house.hear('auth.logout', { user: { is_authenticated: false }, rev: 0 });
    expect(house.value('late/annex/unread')).toBe('unknown');
  });

  test('S11 a language that another tab chose is taken here, and told to nobody', async () => {
    const house = openHouse();
    house.streams['tabs.news'].next({ type: 'tabs.language', locale: 'en' });
    await house.settleAsk('language.load', { locale: 'en' });
    expect(house.effectsOf('page.language')).toEqual([{ locale: 'en' }]);
    expect(house.effectsOf('tabs.tell')).toEqual([]);
    expect(house.pending.map(({ name }) => name)).not.toContain('lang.set');
  });
});
