import { describe, expect, test } from 'vitest';
import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { boot, type World } from '../../machines/paths/world.ts';
import { journalMachine } from '../../machines/residents/journal/journal.machine.ts';
import { localeMachine } from '../../machines/residents/locale/locale.machine.ts';
import { menusMachine } from '../../machines/residents/menus/menus.machine.ts';
import { messagesMachine } from '../../machines/residents/messages/messages.machine.ts';
import { modalsMachine } from '../../machines/residents/modals/modals.machine.ts';
import { placeOf, total, wallets } from '../../machines/root/house.samples.ts';
import { themeMachine } from '../../machines/residents/theme/theme.machine.ts';
import { toastsMachine } from '../../machines/residents/toasts/toasts.machine.ts';
import { walletsMachine } from '../../machines/residents/wallets/wallets.machine.ts';

const contextOf = (world: World) => world.actor.getSnapshot().context;
const settle = (world: World, name: string, how: 'done' | 'error', value: unknown) =>
  world.move(() =>
    world
      .leaves()
      .find((leaf) => leaf.name === name)!
      .end(how, value),
  );
const waitingFor = (world: World) => world.leaves().map(({ name }) => name);
const open = (machine: AnyStateMachine, input?: unknown) => boot(machine, input);
const failed = { name: 'CallError', kind: 'network', code: 'unavailable', message: '', statusCode: 0 };

describe('toasts', () => {
  const wanted = (msg: string, more: object = {}) => ({ type: 'flow.toast wanted', msg, variant: 'success', ...more });
  const shown = (world: World) => contextOf(world).toast?.msg;

  test('S6 a toast is active for its delay, then the next one', () => {
    const world = open(toastsMachine);
    for (const toast of [wanted('one', { delay: 300 }), wanted('two'), wanted('three', { delay: 100 })])
      world.actor.send(toast);
    const seen: [string, number][] = [];
    while (shown(world)) {
      expect(world.actor.getSnapshot().hasTag('active')).toBe(true);
      seen.push([shown(world), world.clock.next()!]);
      world.move(() => world.clock.step());
    }
    expect(seen).toEqual([
      ['one', 300],
      ['two', 5_000],
      ['three', 100],
    ]);
    expect(world.actor.getSnapshot().hasTag('active')).toBe(false);
  });

  test('S6 it waits while it is held, and starts anew when it is released', () => {
    const world = open(toastsMachine);
    world.actor.send(wanted('one', { delay: 300 }));
    world.actor.send({ type: 'user.toast held' });
    expect(world.clock.next()).toBeUndefined();
    world.actor.send(wanted('one', { delay: 300 }));
    expect(world.clock.next()).toBeUndefined();
    world.actor.send({ type: 'user.toast released' });
    expect(world.clock.next()).toBe(300);
  });

  test('S6 one that stayed because messages are kept goes by itself again as soon as they are not', () => {
    const world = open(toastsMachine);
    world.actor.send({ type: 'house.messages', kept: true });
    world.actor.send(wanted('copied-toast', { delay: 2_000 }));
    world.move(() => world.clock.step());
    expect([world.clock.next(), contextOf(world).toast]).toMatchObject([undefined, { msg: 'copied-toast' }]);
    world.actor.send({ type: 'house.messages', kept: false });
    expect(world.clock.next()).toBe(2_000);
    world.move(() => world.clock.step());
    expect(contextOf(world).toast).toBeNull();
  });

  test('S6 the same words again start its time anew', () => {
    const world = open(toastsMachine);
    world.actor.send(wanted('one', { delay: 300 }));
    world.clock.setTimeout(() => {}, 100);
    world.move(() => world.clock.step());
    expect(world.clock.next()).toBe(200);
    world.actor.send(wanted('one', { delay: 300 }));
    expect(world.clock.next()).toBe(300);
  });

  test('S6 the same words twice are one toast, and the queue stays short', () => {
    const world = open(toastsMachine);
    for (const msg of ['one', 'one', 'two', 'two', 'three', 'four', 'five', 'six']) world.actor.send(wanted(msg));
    expect(shown(world)).toBe('one');
    expect(contextOf(world).queue.map(({ msg }: { msg: string }) => msg)).toEqual(['three', 'four', 'five', 'six']);
    world.actor.send({ type: 'user.toast closed' });
    expect(shown(world)).toBe('three');
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    expect(contextOf(world)).toMatchObject({ toast: null, queue: [] });
  });

  test.each([
    ['copied-toast', 'done', undefined],
    ['copy.failed', 'error', { name: 'PortError', code: 'not_allowed', message: '' }],
  ] as const)('H4 what came of a copy waits behind no other message, also where they stay: %s', (msg, how, value) => {
    const world = open(toastsMachine);
    world.actor.send({ type: 'house.messages', kept: true });
    world.actor.send(wanted('first'));
    world.actor.send(wanted('second'));
    world.actor.send({ type: 'user.copied', value: 'A-1001' });
    settle(world, 'clipboard.copy', how, value);
    expect(contextOf(world).toast).toMatchObject({ msg });
    const shown = ['first', 'second', undefined].map(() => {
      world.actor.send({ type: 'user.toast closed' });
      return contextOf(world).toast?.msg;
    });
    expect(shown).toEqual(['first', 'second', undefined]);
  });

  test('H4 a copy that fails takes the place of the word that the one before it went well', () => {
    const world = open(toastsMachine);
    for (const [how, value] of [
      ['done', undefined],
      ['error', { name: 'PortError', code: 'not_allowed', message: '' }],
    ] as const) {
      world.actor.send({ type: 'user.copied', value: 'A-1001' });
      settle(world, 'clipboard.copy', how, value);
    }
    expect(contextOf(world)).toMatchObject({ toast: { msg: 'copy.failed' }, queue: [] });
  });

  test('H4 copied-toast for 2000 ms only after the clipboard has it', () => {
    const world = open(toastsMachine);
    world.actor.send({ type: 'user.copied', value: 'A-1001' });
    expect(shown(world)).toBeUndefined();
    expect(world.leaves().map(({ name, input }) => [name, input])).toEqual([['clipboard.copy', { text: 'A-1001' }]]);
    settle(world, 'clipboard.copy', 'done', undefined);
    expect(contextOf(world).toast).toMatchObject({ msg: 'copied-toast', variant: 'success', delay: 2_000 });
    expect(world.clock.next()).toBe(2_000);
  });

  test.each(['refused', 'late'])('H4 a clipboard that is %s is told as such', (how) => {
    const world = open(toastsMachine);
    world.actor.send({ type: 'user.copied', value: 'A-1001' });
    if (how === 'refused')
      settle(world, 'clipboard.copy', 'error', { name: 'PortError', code: 'not_allowed', message: '' });
    else world.move(() => world.clock.step());
    expect(contextOf(world).toast).toMatchObject({ msg: 'copy.failed', variant: 'danger' });
  });
});

describe('locale', () => {
  const choose = (value: string) => ({ type: 'user.language chosen', value });
  const russian = () => open(localeMachine, { locale: 'ru' });

  test('S11 the call, then the words, then cookie and interface, then the menus', () => {
    const world = russian();
    world.actor.send(choose('en'));
    expect(world.leaves().map(({ name, input }) => [name, input])).toEqual([['lang.set', { body: { lang: 'en' } }]]);
    settle(world, 'lang.set', 'done', {});
    expect(waitingFor(world)).toEqual(['language.load']);
    expect(contextOf(world).locale).toBe('ru');
    settle(world, 'language.load', 'done', { locale: 'en' });
    expect(world.actor.getSnapshot().value).toBe('settled');
    expect(world.effects).toEqual([
      { name: 'tell the other tabs', params: { type: 'tabs.language', locale: 'en' } },
      { name: 'write the language', params: { locale: 'en' } },
    ]);
    expect(world.told).toEqual([{ type: 'house.language', locale: 'en' }]);
  });

  test.each(['failed', 'late'])('S11 a call that is %s switches all the same', (how) => {
    const world = russian();
    world.actor.send(choose('en'));
    if (how === 'failed') settle(world, 'lang.set', 'error', failed);
    else world.move(() => world.clock.step());
    settle(world, 'language.load', 'done', { locale: 'en' });
    expect(world.actor.getSnapshot().value).toBe('unsaved');
    expect(contextOf(world).locale).toBe('en');
  });

  /** Switched, but the server has not heard of it. */
  const unsaved = () => {
    const world = russian();
    world.actor.send(choose('en'));
    settle(world, 'lang.set', 'error', failed);
    settle(world, 'language.load', 'done', { locale: 'en' });
    return world;
  };

  test('S11 a server that did not hear is told again, unseen and ever more seldom, until it has heard', () => {
    const world = unsaved();
    const pauses = Array.from({ length: 8 }, () => {
      const pause = world.clock.next();
      world.move(() => world.clock.step());
      expect(waitingFor(world)).toEqual(['lang.set']);
      expect(world.leaves()[0]?.input).toEqual({ body: { lang: 'en' } });
      expect(world.actor.getSnapshot().hasTag('busy')).toBe(false);
      settle(world, 'lang.set', 'error', failed);
      return pause;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300].map((seconds) => seconds * 1000));
    world.actor.send({ type: 'port.online', at: 1 });
    settle(world, 'lang.set', 'done', {});
    expect([world.actor.getSnapshot().value, world.clock.next()]).toEqual(['settled', undefined]);
    // What it worded in between was in the language before.
    const spoken = { type: 'house.language', locale: 'en' };
    expect(world.told).toEqual([spoken, spoken]);
  });

  test('S11 other tabs hear of a choice when the server has: they read its words again', () => {
    for (const how of ['heard', 'failed', 'late'] as const) {
      const world = russian();
      world.actor.send(choose('en'));
      expect(world.effects).toEqual([]);
      if (how === 'heard') settle(world, 'lang.set', 'done', {});
      else if (how === 'failed') settle(world, 'lang.set', 'error', failed);
      else world.move(() => world.clock.step());
      expect(world.effects).toEqual([{ name: 'tell the other tabs', params: { type: 'tabs.language', locale: 'en' } }]);
    }
  });

  test('S11 what the person who left had chosen is said in nobody else’s name', () => {
    for (const asks of [false, true]) {
      const world = unsaved();
      if (asks) world.move(() => world.clock.step());
      world.actor.send({ type: 'house.signed out', why: 'asked' });
      expect([world.actor.getSnapshot().value, waitingFor(world), world.clock.next()]).toEqual([
        'settled',
        [],
        undefined,
      ]);
    }
  });

  test('S11 nor when they leave while it is told for the first time, or while its words come or have not come', () => {
    for (const later of [
      [],
      [['lang.set', failed]],
      [
        ['lang.set', failed],
        ['language.load', { name: 'PortError', code: 'not_loaded', message: '' }],
      ],
    ] as const) {
      const world = russian();
      world.actor.send(choose('en'));
      for (const [name, error] of later) settle(world, name, 'error', error);
      world.actor.send({ type: 'house.signed out', why: 'asked' });
      expect(waitingFor(world)).not.toContain('lang.set');
      if (later.length === 2) world.actor.send({ type: 'user.retried' });
      settle(world, 'language.load', 'done', { locale: 'en' });
      expect([world.actor.getSnapshot().value, contextOf(world).locale]).toEqual(['settled', 'en']);
    }
  });

  test('S11 a choice of another tab is that tab’s to tell', () => {
    const world = unsaved();
    world.actor.send({ type: 'tabs.language', locale: 'ru' });
    settle(world, 'language.load', 'done', { locale: 'ru' });
    expect(world.actor.getSnapshot().value).toBe('settled');
  });

  test('S11 another choice is told instead of the one that was not heard', () => {
    const world = unsaved();
    world.move(() => world.clock.step());
    world.actor.send(choose('ru'));
    expect(world.leaves().map(({ input }) => input)).toEqual([{ body: { lang: 'ru' } }]);
  });

  test('S11 words that did not come are asked for when the line is back', () => {
    const world = russian();
    world.actor.send(choose('en'));
    settle(world, 'lang.set', 'done', {});
    settle(world, 'language.load', 'error', { name: 'PortError', code: 'not_loaded', message: '' });
    world.actor.send({ type: 'port.online', at: 1 });
    settle(world, 'language.load', 'done', { locale: 'en' });
    expect(contextOf(world).locale).toBe('en');
  });

  test('S11 a late answer for an old choice is dropped', () => {
    const world = russian();
    world.actor.send(choose('en'));
    const old = world.leaves()[0];
    world.actor.send(choose('ru'));
    expect(waitingFor(world)).toEqual(['lang.set']);
    expect(world.leaves()).not.toContain(old);
    settle(world, 'lang.set', 'done', {});
    settle(world, 'language.load', 'done', { locale: 'ru' });
    expect(world.told).toEqual([{ type: 'house.language', locale: 'ru' }]);
  });

  test('S11 words that do not come leave the old language', () => {
    const world = russian();
    world.actor.send(choose('en'));
    settle(world, 'lang.set', 'done', {});
    settle(world, 'language.load', 'error', { name: 'PortError', code: 'not_loaded', message: '' });
    expect([world.actor.getSnapshot().value, contextOf(world).locale]).toEqual(['not loaded', 'ru']);
    expect(world.effects.map(({ name }) => name)).toEqual(['tell the other tabs']);
    world.actor.send({ type: 'user.retried' });
    settle(world, 'language.load', 'done', { locale: 'en' });
    expect(contextOf(world).locale).toBe('en');
  });

  test('S11 the server’s language counts until the person has chosen', () => {
    const world = russian();
    world.actor.send({ type: 'signal.locale', locale: 'en', seq: 1 });
    expect(waitingFor(world)).toEqual(['language.load']);
    world.actor.send(choose('ru'));
    world.actor.send({ type: 'signal.locale', locale: 'en', seq: 2 });
    expect(contextOf(world).wanted).toBe('ru');
  });
});

describe('menus', () => {
  const item = (title: string, order: number) => ({ url: '/', title, order, icon_url: '' });
  const answer = (...items: object[]) => ({ payload: { main_menu: items }, now: '', at: 0 });

  test('M1 sorted by order, fetched again for a language, the old ones stay meanwhile', () => {
    const world = open(menusMachine, { locale: 'ru', at: Date.parse('2026-12-31T10:00:00Z') });
    settle(world, 'content.menu', 'done', answer(item('b', 2), item('a', 1)));
    expect(contextOf(world).menus).toEqual({ main_menu: [item('a', 1), item('b', 2)] });
    world.actor.send({ type: 'house.language', locale: 'en' });
    const old = world.leaves()[0];
    world.actor.send({ type: 'house.language', locale: 'ru' });
    expect(waitingFor(world)).toEqual(['content.menu']);
    expect(world.leaves()).not.toContain(old);
    expect(contextOf(world)).toMatchObject({ locale: 'ru', menus: { main_menu: [{ title: 'a' }, { title: 'b' }] } });
    settle(world, 'content.menu', 'done', answer(item('c', 1)));
    expect(contextOf(world).menus).toEqual({ main_menu: [item('c', 1)] });
  });

  test('M1 the year is this page’s until the server says one, and both are asked for again after a day', () => {
    const world = open(menusMachine, { locale: 'ru', at: Date.parse('2026-12-31T10:00:00Z') });
    settle(world, 'content.menu', 'error', failed);
    expect(contextOf(world).now).toBe('2026-12-31T10:00:00.000Z');
    world.move(() => world.clock.step());
    settle(world, 'content.menu', 'done', { ...answer(item('a', 1)), now: '2027-01-01T00:00:00Z' });
    expect(contextOf(world).now).toBe('2027-01-01T00:00:00Z');
    expect(world.clock.next()).toBe(24 * 3_600_000);
    world.move(() => world.clock.step());
    expect(waitingFor(world)).toEqual(['content.menu']);
    expect(contextOf(world).menus).toEqual({ main_menu: [item('a', 1)] });
  });

  test('M1 they are asked for again, later and later', () => {
    const world = open(menusMachine, { locale: 'ru', at: Date.parse('2026-12-31T10:00:00Z') });
    const pauses: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      settle(world, 'content.menu', 'error', failed);
      pauses.push(world.clock.next()!);
      world.move(() => world.clock.step());
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
  });
});

describe('wallets', () => {
  test('S1 hidden amounts outlive the sign-out, the money does not', () => {
    const world = open(walletsMachine, { hidden: false });
    world.actor.send({ type: 'signal.wallets', wallets, seq: 1 });
    world.actor.send({ type: 'signal.total_balance', total_balance: total, seq: 1 });
    world.actor.send({ type: 'user.balances toggled' });
    expect(world.effects).toEqual([
      { name: 'remember it', params: { key: 'hidden', value: true } },
      { name: 'tell the other tabs', params: { type: 'tabs.hidden', hidden: true } },
    ]);
    expect(world.actor.getSnapshot().value).toBe('hidden');
    world.actor.send({ type: 'house.signed out', why: 'asked' });
    expect(contextOf(world)).toEqual({ wallets: null, total: null, hidden: true });
    world.actor.send({ type: 'signal.wallets', wallets, seq: 2 });
    expect(world.actor.getSnapshot().value).toBe('hidden');
  });
});

describe('wallets in two tabs', () => {
  /** Each hears what the other tells, as over the channel of the browser. */
  const pair = () => [open(walletsMachine, { hidden: false }), open(walletsMachine, { hidden: false })] as const;
  const toggle = (from: World, to: World) => {
    const before = from.effects.length;
    from.actor.send({ type: 'user.balances toggled' });
    for (const { name, params } of from.effects.slice(before))
      if (name === 'tell the other tabs') to.actor.send(params);
  };

  test('S1 hidden in one, hidden in the other; shown in the other, shown in the one', () => {
    const [one, other] = pair();
    for (const world of [one, other]) world.actor.send({ type: 'signal.wallets', wallets, seq: 1 });
    toggle(one, other);
    expect([one, other].map((world) => world.actor.getSnapshot().value)).toEqual(['hidden', 'hidden']);
    toggle(other, one);
    expect([one, other].map((world) => world.actor.getSnapshot().value)).toEqual(['shown', 'shown']);
    // Who is told neither tells it on nor writes it down: the first has done both.
    expect([one, other].map((world) => world.effects.length)).toEqual([2, 2]);
  });

  test('S1 a tab that knows of no money yet hides what comes', () => {
    const [one, other] = pair();
    one.actor.send({ type: 'signal.wallets', wallets, seq: 1 });
    toggle(one, other);
    expect([other.actor.getSnapshot().value, contextOf(other).hidden]).toEqual(['empty', true]);
    other.actor.send({ type: 'signal.wallets', wallets, seq: 2 });
    expect(other.actor.getSnapshot().value).toBe('hidden');
  });
});

describe('messages in two tabs', () => {
  test('S6 R15 kept in one, kept in the other at once; neither writes down or tells on what it was told', () => {
    const [one, other] = [open(messagesMachine, { kept: false }), open(messagesMachine, { kept: false })];
    one.actor.send({ type: 'user.messages toggled' });
    expect(one.effects).toEqual([
      { name: 'remember it', params: { key: 'messages', value: true } },
      { name: 'tell the other tabs', params: { type: 'tabs.messages', kept: true } },
    ]);
    for (const kept of [true, true, false, false]) other.actor.send({ type: 'tabs.messages', kept });
    expect(other.told).toEqual([
      { type: 'house.messages', kept: true },
      { type: 'house.messages', kept: false },
    ]);
    expect(other.effects).toEqual([]);
  });
});

describe('the journal in two tabs', () => {
  test('S6 turned off in one it is kept in no other; neither writes down or tells on what it was told', () => {
    const [one, other] = [open(journalMachine, { kept: true }), open(journalMachine, { kept: true })];
    one.actor.send({ type: 'user.journal toggled' });
    expect(one.effects).toEqual([
      { name: 'remember it', params: { key: 'journal', value: false } },
      { name: 'turn it', params: { isOn: false } },
      { name: 'tell the other tabs', params: { type: 'tabs.journal', kept: false } },
    ]);
    for (const kept of [false, false, true, true]) other.actor.send({ type: 'tabs.journal', kept });
    expect(other.effects).toEqual([
      { name: 'turn it', params: { isOn: false, isElsewhere: true } },
      { name: 'turn it', params: { isOn: true, isElsewhere: true } },
    ]);
    expect(other.actor.getSnapshot().hasTag('kept')).toBe(true);
  });
});

describe('modals', () => {
  const opened = (world: World) =>
    world.told.filter(({ type }) => type.startsWith('house.modal')).map((event) => event['flow'] ?? 'closed');

  test('M5 one at a time, the next one when the first has gone', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'user.logout wanted' });
    world.actor.send({ type: 'user.logout wanted' });
    world.actor.send({ type: 'house.session lost' });
    expect(contextOf(world)).toMatchObject({ open: 'logout', queue: [{ modal: 'login' }] });
    world.actor.send({ type: 'flow.left', flow: 'login' });
    world.actor.send({ type: 'flow.left', flow: 'logout' });
    expect(opened(world)).toEqual(['logout', 'closed', 'login']);
    world.actor.send({ type: 'flow.dismissed' });
    expect(world.told.slice(-2)).toEqual([{ type: 'house.modal closed' }, { type: 'house.login dismissed' }]);
  });

  test('M5 never over a step that money depends on, unless it takes too long', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'flow.confirming', confirming: true });
    world.actor.send({ type: 'house.session lost' });
    expect(opened(world)).toEqual([]);
    expect(world.clock.next()).toBe(20_000);
    world.move(() => world.clock.step());
    expect(opened(world)).toEqual(['login']);
  });

  test('M5 who was waited for long enough at a step and in writing is not waited for once more, and at the next one is', () => {
    const world = open(modalsMachine);
    const say = (event: AnyEventObject) => world.actor.send(event);
    const state = () => world.actor.getSnapshot().value;
    say({ type: 'flow.confirming', confirming: true });
    say({ type: 'port.writing' });
    say({ type: 'house.session lost' });
    expect(state()).toBe('held back');
    world.move(() => world.clock.step());
    expect(state()).toBe('put off');
    say({ type: 'port.writing' });
    say({ type: 'flow.confirming', confirming: true });
    expect(state()).toBe('put off');
    say({ type: 'flow.confirming', confirming: false });
    say({ type: 'flow.confirming', confirming: true });
    expect(state()).toBe('held back');
    world.move(() => world.clock.step());
    expect([state(), opened(world)]).toEqual(['put off', []]);
    world.move(() => world.clock.step());
    expect(opened(world)).toEqual(['login']);
  });

  test('M5 who comes behind a sign-out finds no wait of somebody else that is over already', () => {
    const world = open(modalsMachine);
    const say = (event: AnyEventObject) => world.actor.send(event);
    say({ type: 'port.writing' });
    say({ type: 'flow.confirming', confirming: true });
    say({ type: 'house.session lost' });
    world.move(() => world.clock.step());
    expect(world.actor.getSnapshot().value).toBe('put off');
    say({ type: 'house.signed out' });
    say({ type: 'flow.confirming', confirming: true });
    say({ type: 'house.session lost' });
    expect(world.actor.getSnapshot().value).toBe('held back');
  });

  test('M5 a question that a visitor left open goes when somebody comes in: it would stand in the way of the next one', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'user.logout wanted' });
    world.actor.send({ type: 'house.signed in', account: 'A-1001', again: false, need_set_password: false, seq: 3 });
    world.actor.send({ type: 'house.session lost' });
    expect(opened(world)).toEqual(['logout', 'closed', 'login']);
  });

  test('M5 a sign-in that is held back is said to come, and comes at once for who wants it', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'flow.confirming', confirming: true });
    world.actor.send({ type: 'house.session lost' });
    expect(world.actor.getSnapshot().hasTag('wanted')).toBe(true);
    expect(contextOf(world)).toMatchObject({ open: null, queue: [{ modal: 'login' }] });
    world.actor.send({ type: 'user.sign-in wanted' });
    expect(opened(world)).toEqual(['login']);
  });

  test('M5 a question about the exchange gives way to a sign-in, and is gone with its place', () => {
    const world = open(modalsMachine);
    const leaving = { to: '/exchanges', back: false, holding: 'amount' };
    const change = { shown: {}, fresh: {}, scale: { give: 2, get: 2 } };
    world.actor.send({ type: 'house.leave wanted', ...leaving });
    world.actor.send({ type: 'house.leave wanted', ...leaving });
    world.actor.send({ type: 'flow.quote changed', ...change });
    expect(contextOf(world)).toMatchObject({
      open: 'exchange-leave',
      about: { leaving },
      queue: [{ modal: 'exchange-quote', about: { change } }],
    });
    world.actor.send({ type: 'house.session lost' });
    expect(contextOf(world)).toMatchObject({ open: 'login', queue: [] });
    world.actor.send({ type: 'flow.quote changed', ...change });
    world.actor.send({ type: 'house.arrived', place: placeOf('exchanges', '/exchanges') });
    world.actor.send({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 3 });
    expect(opened(world)).toEqual(['exchange-leave', 'closed', 'login', 'closed']);
  });

  test('M5 a link in a window that would leave something behind is asked about at once: the window gives way, and a sign-in stands behind the question', () => {
    const leaving = { type: 'house.leave wanted', to: '/exchanges', back: false, holding: 'amount' };
    for (const modal of ['inbox', 'notice']) {
      const world = open(modalsMachine);
      world.actor.send({ type: 'annex.modal wanted', modal, about: {} });
      world.actor.send(leaving);
      world.actor.send(leaving);
      expect(opened(world)).toEqual([modal, 'closed', 'exchange-leave']);
      world.actor.send({ type: 'flow.left', flow: modal });
      expect(contextOf(world)).toMatchObject({ open: 'exchange-leave', queue: [] });
      world.actor.send({ type: 'user.modal dismissed' });
      expect(contextOf(world)).toMatchObject({ open: null, queue: [] });
    }
    const world = open(modalsMachine);
    world.actor.send({ type: 'house.session lost' });
    world.actor.send(leaving);
    expect(contextOf(world)).toMatchObject({ open: 'exchange-leave', queue: [{ modal: 'login' }] });
    world.actor.send({ type: 'user.modal dismissed' });
    expect(contextOf(world)).toMatchObject({ open: 'login', queue: [] });
  });

  test('M5 whether to sign out is asked of the page that stands below: another address closes it, a sign-in stays', () => {
    const world = open(modalsMachine);
    const arrived = { type: 'house.arrived', place: placeOf('exchanges', '/exchanges') };
    world.actor.send({ type: 'user.logout wanted' });
    world.actor.send(arrived);
    expect(contextOf(world)).toMatchObject({ open: null, queue: [] });
    world.actor.send({ type: 'user.logout wanted' });
    world.actor.send({ type: 'house.session lost' });
    world.actor.send(arrived);
    expect(contextOf(world)).toMatchObject({ open: 'login', queue: [] });
    world.actor.send({ type: 'user.logout wanted' });
    world.actor.send(arrived);
    expect(contextOf(world)).toMatchObject({ open: 'login', queue: [] });
    expect(opened(world)).toEqual(['logout', 'closed', 'logout', 'closed', 'login']);
  });

  test('M5 an address in which the flow below names how far it is closes nothing', () => {
    const world = open(modalsMachine);
    const arrived = { type: 'house.arrived', place: placeOf('exchanges', '/exchanges') };
    world.actor.send({ type: 'user.logout wanted' });
    world.actor.send({ ...arrived, own: true });
    expect(contextOf(world)).toMatchObject({ open: 'logout' });
    world.actor.send(arrived);
    expect(contextOf(world)).toMatchObject({ open: null, queue: [] });
  });

  test('M5 a quote that changed never comes over a step that money depends on; what the person called does', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'flow.confirming', confirming: true });
    world.actor.send({ type: 'flow.quote changed', shown: {}, fresh: {}, scale: { give: 2, get: 2 } });
    expect(opened(world)).toEqual([]);
    world.actor.send({ type: 'house.arrived', place: placeOf('exchanges', '/exchanges') });
    expect(world.actor.getSnapshot().value).toBe('closed');
    world.actor.send({ type: 'house.leave wanted', to: '/exchanges', back: true, holding: 'terms' });
    expect(opened(world)).toEqual(['exchange-leave']);
  });

  test('M5 what nobody called waits while somebody types, what the person called does not', () => {
    const notice = { type: 'annex.modal wanted', modal: 'notice', about: {} };
    for (const unasked of [notice, { type: 'house.session lost' }]) {
      const world = open(modalsMachine);
      world.actor.send({ type: 'port.writing' });
      world.actor.send(unasked);
      expect(world.actor.getSnapshot().value).toBe('put off');
      world.actor.send({ type: 'user.logout wanted' });
      expect(opened(world)).toEqual(['logout']);
      world.actor.send({ type: 'user.modal dismissed' });
      expect(world.actor.getSnapshot().value).toBe('put off');
      world.actor.send({ type: 'port.writing paused' });
      expect(opened(world)).toHaveLength(3);
      expect(contextOf(world).open).not.toBeNull();
    }
  });

  test('M5 whoever types without a pause is left alone for twenty seconds, over a step too, and may sign in at once', () => {
    const typing = open(modalsMachine);
    typing.actor.send({ type: 'port.writing' });
    typing.actor.send({ type: 'house.session lost' });
    expect([typing.actor.getSnapshot().hasTag('wanted'), typing.clock.next()]).toEqual([true, 20_000]);
    typing.move(() => typing.clock.step());
    expect(opened(typing)).toEqual(['login']);

    const onStep = open(modalsMachine);
    onStep.actor.send({ type: 'flow.confirming', confirming: true });
    onStep.actor.send({ type: 'house.session lost' });
    onStep.actor.send({ type: 'port.writing' });
    expect([onStep.clock.next(), onStep.actor.getSnapshot().value]).toEqual([20_000, 'held back']);
    onStep.move(() => onStep.clock.step());
    expect([onStep.actor.getSnapshot().value, opened(onStep)]).toEqual(['put off', []]);
    onStep.actor.send({ type: 'port.writing paused' });
    expect(opened(onStep)).toEqual(['login']);

    const wanted = open(modalsMachine);
    wanted.actor.send({ type: 'port.writing' });
    wanted.actor.send({ type: 'house.session lost' });
    wanted.actor.send({ type: 'user.sign-in wanted' });
    expect(opened(wanted)).toEqual(['login']);
  });

  test('M5 a step that one has waited for long enough opens no other step to the next one', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'flow.confirming', confirming: true });
    world.actor.send({ type: 'house.session lost' });
    world.actor.send({ type: 'port.writing' });
    world.move(() => world.clock.step());
    expect(world.actor.getSnapshot().value).toBe('put off');
    world.actor.send({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 3 });
    world.actor.send({ type: 'flow.confirming', confirming: false });
    world.actor.send({ type: 'port.writing paused' });
    world.actor.send({ type: 'flow.confirming', confirming: true });
    world.actor.send({ type: 'house.session lost' });
    expect([world.actor.getSnapshot().value, opened(world)]).toEqual(['held back', []]);
  });

  test('M5 another quote comes at once: it tells of the amount that stands there', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'port.writing' });
    world.actor.send({ type: 'flow.quote changed', shown: {}, fresh: {}, scale: { give: 2, get: 2 } });
    expect(opened(world)).toEqual(['exchange-quote']);
  });

  test('M5 a step that begins while somebody types holds back what waited for their pause', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'port.writing' });
    world.actor.send({ type: 'house.session lost' });
    world.actor.send({ type: 'flow.confirming', confirming: true });
    expect(world.actor.getSnapshot().value).toBe('held back');
    world.actor.send({ type: 'flow.confirming', confirming: false });
    expect(world.actor.getSnapshot().value).toBe('put off');
  });

  test('M5 what is wanted no more before the pause never opens', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'port.writing' });
    world.actor.send({ type: 'annex.modal wanted', modal: 'notice', about: {} });
    world.actor.send({ type: 'annex.modal over', modal: 'notice' });
    world.actor.send({ type: 'port.writing paused' });
    expect([world.actor.getSnapshot().value, opened(world)]).toEqual(['closed', []]);
  });

  test('M5 what the person called comes at once, before a sign-in that is held back', () => {
    const leaving = { to: '/exchanges', back: true, holding: 'terms' };
    for (const called of [{ type: 'user.logout wanted' }, { type: 'house.leave wanted', ...leaving }]) {
      const world = open(modalsMachine);
      world.actor.send({ type: 'flow.confirming', confirming: true });
      world.actor.send({ type: 'house.session lost' });
      world.actor.send(called);
      expect(opened(world)).toEqual([called.type === 'user.logout wanted' ? 'logout' : 'exchange-leave']);
      expect(contextOf(world)).toMatchObject({ queue: [{ modal: 'login' }] });
      world.actor.send({ type: 'user.modal dismissed' });
      expect(world.actor.getSnapshot().value).toBe('held back');
      expect(world.clock.next()).toBe(20_000);
    }
  });

  test('M5 who is signed in again needs no sign-in any more', () => {
    const world = open(modalsMachine);
    world.actor.send({ type: 'flow.confirming', confirming: true });
    world.actor.send({ type: 'house.session lost' });
    world.actor.send({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 3 });
    world.actor.send({ type: 'flow.confirming', confirming: false });
    expect([world.actor.getSnapshot().value, opened(world)]).toEqual(['closed', []]);
  });
});

describe('theme', () => {
  test.each([
    [undefined, 'system'],
    ['dark', 'dark'],
    ['light', 'light'],
    ['odd', 'system'],
  ])('B1 remembered as %s: %s', (theme, value) => {
    const world = open(themeMachine, { theme });
    expect(world.actor.getSnapshot().value).toBe(value);
    expect(world.effects).toEqual([{ name: 'apply it', params: { theme: value } }]);
    world.actor.send({ type: 'user.theme chosen', value: 'odd' });
    world.actor.send({ type: 'user.theme chosen', value: 'dark' });
    expect(world.effects.slice(1)).toEqual([
      { name: 'remember it', params: { key: 'theme', value: 'dark' } },
      { name: 'tell the other tabs', params: { type: 'tabs.theme', theme: 'dark' } },
      { name: 'apply it', params: { theme: 'dark' } },
    ]);
    world.actor.send({ type: 'tabs.theme', theme: 'light' });
    expect(world.effects.slice(4)).toEqual([{ name: 'apply it', params: { theme: 'light' } }]);
  });
});
