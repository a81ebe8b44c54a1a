import { describe, expect, test } from 'vitest';
import type { Notification } from '../../contract/entities.ts';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { tutorialMachine } from '../../machines/flows/tutorial/tutorial.machine.ts';
import { allHints, hintSteps, type Hints } from '../../machines/form/hints.ts';
import { sampleNotifications } from '../../machines/form/notifications.samples.ts';
import { alertsMachine } from '../../machines/residents/alerts/alerts.machine.ts';
import { hintOf, hintsMachine } from '../../machines/residents/hints/hints.machine.ts';
import { modalsMachine } from '../../machines/residents/modals/modals.machine.ts';
import { newsMachine } from '../../machines/residents/news/news.machine.ts';
import { offerMachine, whoseIn, type OfferContext } from '../../machines/residents/offer/offer.machine.ts';
import { actorAt } from '../../machines/journal/replay.ts';
import { unreadMachine } from '../../machines/residents/unread/unread.machine.ts';
import { unsentMachine } from '../../machines/residents/unsent/unsent.machine.ts';
import { otherPerson, person, placeOf, portError, visitor } from '../../machines/root/house.samples.ts';
import { freshAnnex, openHouse } from './house.ts';
import { stand, type Stand } from './stand.ts';

const here = (account: string) => ({
  type: 'house.signed in',
  account,
  again: false,
  need_set_password: false,
  seq: 1,
});
const at = (name: string, path: string, params: Record<string, string> = {}) => ({
  type: 'house.arrived',
  place: placeOf(name, path, params),
});
const counts = (own: number, support: number) => ({
  type: 'signal.unread_msgs',
  unread_msgs: { private: own, support },
  seq: 2,
});
const step = (confirming: boolean) => ({ type: 'flow.confirming', confirming });
const effects = (house: Stand, name: string) =>
  house.world.effects.filter((effect) => effect.name === name).map(({ params }) => params);

describe('S5 messages that wait', () => {
  const open = (...before: { type: string }[]) => {
    const house = stand(offerMachine, {});
    for (const event of [here('A-1001'), ...before]) house.say(event);
    return house;
  };
  const isOffered = (house: Stand) => house.snapshot().hasTag('active');

  test('S5 the way to support is offered when private and support together are above zero', () => {
    for (const [own, support, offered] of [
      [0, 0, false],
      [1, 0, true],
      [0, 1, true],
      [2, 3, true],
    ] as const)
      expect(isOffered(open(at('exchanges', '/exchanges'), counts(own, support)))).toBe(offered);
  });

  test.each([
    [0, 1, 'support'],
    [2, 3, 'support'],
    [2, 0, 'private'],
  ] as const)('S5 %i of others and %i of support lead to the chat of support where it said something: %s', (...row) => {
    const [own, support, whose] = row;
    const house = open(at('exchanges', '/exchanges'), counts(own, support));
    expect(whoseIn(house.snapshot().context as OfferContext)).toBe(whose);
  });

  test('S5 what comes after the chat of support was put off leads to where it came', () => {
    const house = open(at('exchanges', '/exchanges'), counts(0, 1));
    house.say({ type: 'user.offer put off' });
    house.say(counts(1, 1));
    expect([isOffered(house), whoseIn(house.snapshot().context as OfferContext)]).toEqual([true, 'private']);
  });

  test.each([
    ['exchange-src-dst', '/exchange/USD/BTC'],
    ['chat', '/chat'],
    ['chat-support', '/chat/support'],
    ['chat-private-id', '/chat/private/abc'],
    ['index-support', '/support'],
  ])('S5 not on %s', (name, path) => {
    const house = open(at(name, path), counts(0, 1));
    expect(isOffered(house)).toBe(false);
    house.say(at('exchanges', '/exchanges'));
    // Who was with support knows of what it said; nobody else does.
    expect(isOffered(house)).toBe(!['chat-support', 'index-support'].includes(name));
  });

  test('S5 what support says to whoever is in a private chat, or looks at the list, is offered when they leave', () => {
    for (const [name, path] of [
      ['chat-private-id', '/chat/private/abc'],
      ['chat', '/chat'],
    ] as const) {
      const house = open(at(name, path), counts(2, 0), counts(0, 0), counts(0, 1));
      expect(isOffered(house)).toBe(false);
      house.say(at('exchanges', '/exchanges'));
      expect(isOffered(house)).toBe(true);
    }
  });

  test('S5 what somebody else writes to whoever is with support is offered when they leave, and what support wrote is not', () => {
    const house = open(at('chat-support', '/chat/support'), counts(0, 3));
    house.say(at('exchanges', '/exchanges'));
    expect(isOffered(house)).toBe(false);
    house.say(at('chat-support', '/chat/support'));
    house.say(counts(1, 3));
    house.say(at('exchanges', '/exchanges'));
    expect(isOffered(house)).toBe(true);
  });

  test('S5 what was put off is not offered for one that is read: more of either kind are', () => {
    const house = open(at('exchanges', '/exchanges'), counts(3, 1));
    house.say({ type: 'user.offer put off' });
    for (const event of [counts(1, 1), at('chat-private-id', '/chat/private/abc'), counts(0, 1)]) house.say(event);
    house.say(at('exchanges', '/exchanges'));
    expect(isOffered(house)).toBe(false);
    house.say(counts(0, 2));
    expect(isOffered(house)).toBe(true);
  });

  test('S5 never over a step that money depends on', () => {
    const house = open(at('transfer', '/transfer'), step(true), counts(0, 1));
    expect(isOffered(house)).toBe(false);
    house.say(step(false));
    expect(isOffered(house)).toBe(true);
    house.say(step(true));
    expect(isOffered(house)).toBe(false);
  });

  test('S5 never over a window, and there again when it is closed', () => {
    const house = open(at('exchanges', '/exchanges'), counts(0, 1));
    house.say({ type: 'house.modal opened', flow: 'notice' });
    expect(isOffered(house)).toBe(false);
    house.say({ type: 'house.modal closed' });
    expect(isOffered(house)).toBe(true);
  });

  test('S5 one that was put off comes again when there are more, and stays until then', () => {
    const house = open(at('exchanges', '/exchanges'), counts(1, 1));
    house.say({ type: 'user.offer put off' });
    expect([isOffered(house), house.world.clock.next()]).toEqual([false, undefined]);
    house.say(counts(1, 1));
    expect(isOffered(house)).toBe(false);
    house.say(counts(1, 0));
    expect(isOffered(house)).toBe(false);
    house.say({ type: 'tabs.unread', account: 'A-1001', unread: { private: 1, support: 1 } });
    expect(isOffered(house)).toBe(true);
  });

  const device = (house: Stand) => effects(house, 'keep it on this device').at(-1) as { value: unknown } | undefined;
  /** The page of the same device, loaded anew. */
  const openAgain = (kept: unknown, account = 'A-1001') => {
    const house = stand(offerMachine, { kept });
    for (const event of [here(account), at('exchanges', '/exchanges')]) house.say(event);
    return house;
  };

  test('S5 what was put off stays so after a reload; what came since is offered, and what was read counts no more', () => {
    const before = open(at('exchanges', '/exchanges'), counts(1, 2));
    before.say({ type: 'user.offer put off' });
    const kept = device(before)?.value;
    const house = openAgain(kept);
    house.say(counts(1, 2));
    expect(isOffered(house)).toBe(false);
    house.say(counts(1, 0));
    const later = openAgain(device(house)?.value);
    later.say(counts(1, 1));
    expect(isOffered(later)).toBe(true);
    const others = openAgain(kept, 'A-2002');
    others.say(counts(1, 2));
    expect(isOffered(others)).toBe(true);
    for (const garbled of [{ account: 'A-1001' }, { account: 'A-1001', known: 'all' }, 'x']) {
      const anew = openAgain(garbled);
      anew.say(counts(1, 2));
      expect(isOffered(anew)).toBe(true);
    }
  });

  test('S5 who signs out leaves nothing of it, on the device and on the page', () => {
    const house = openAgain({ account: 'A-1001', known: { private: 2, support: 3 } });
    house.say(counts(2, 3));
    house.say({ type: 'house.signed out', why: 'asked' });
    expect(device(house)?.value).toBe(null);
    house.say(here('A-1001'));
    house.say(counts(2, 3));
    expect(isOffered(house)).toBe(true);
  });

  test.each([null, 'offer', { account: 'A-1001' }, { account: 'A-1001', known: { private: -1, support: 'x' } }])(
    'S5 %j on the device is nothing that was put off',
    (kept) => {
      const house = openAgain(kept);
      house.say(counts(0, 1));
      expect(isOffered(house)).toBe(true);
    },
  );

  test('S5 put off in one tab, it is gone from the others of the same person', () => {
    const [one, other] = [open(at('exchanges', '/exchanges'), counts(1, 1)), open(at('cards', '/cards'), counts(1, 1))];
    one.say({ type: 'user.offer put off' });
    const [told] = effects(one, 'tell the other tabs') as { type: string; account: string }[];
    other.say({ ...told!, account: 'A-2002' });
    expect(isOffered(other)).toBe(true);
    other.say(told!);
    expect(isOffered(other)).toBe(false);
    other.say(counts(2, 1));
    expect(isOffered(other)).toBe(true);
  });

  test('S5 of nobody else: not before somebody is here, nor after they left', () => {
    const house = stand(offerMachine, {});
    house.say(at('exchanges', '/exchanges'));
    house.say(counts(0, 1));
    expect(isOffered(house)).toBe(false);
    house.say(here('A-1001'));
    house.say({ type: 'tabs.unread', account: 'A-2002', unread: { private: 1, support: 0 } });
    expect(isOffered(house)).toBe(false);
    house.say(counts(0, 1));
    house.say({ type: 'house.signed out', why: 'asked' });
    expect(isOffered(house)).toBe(false);
  });

  test('S5 the title tells how many, as long as they wait', () => {
    const house = stand(unreadMachine, undefined);
    for (const event of [here('A-1001'), counts(2, 1), counts(0, 1), counts(0, 0), counts(4, 0)]) house.say(event);
    house.say({ type: 'house.signed out', why: 'asked' });
    expect(effects(house, 'mark the title')).toEqual([0, 3, 1, 0, 4, 0].map((count) => ({ count })));
  });
});

describe('F13 F14 messages that have not gone', () => {
  const unsent = (count: number) => ({ type: 'port.unsent', count, lacking: 0, thread: 'support' });
  const exchanges = at('exchanges', '/exchanges');
  /** Whatever may still be said by itself is said. */
  const isTold = (house: Stand) => {
    if (house.world.clock.next() !== undefined) house.wait();
    return house.snapshot().hasTag('active');
  };

  test('F13 F14 whoever leaves a chat while some wait is told, and no more when another tab has brought them there', () => {
    const house = stand(unsentMachine, undefined);
    for (const event of [here('A-1001'), at('chat-support', '/chat/support')]) house.say(event);
    // In a chat the chat itself tells of its own.
    expect(house.asked('outbox.unsent').input).toEqual({ account: 'A-1001', open: 'support' });
    house.say(exchanges);
    expect(house.asked('outbox.unsent').input).toEqual({ account: 'A-1001', open: '' });
    house.hear('outbox.unsent', unsent(2));
    // Another tab may be sending them.
    expect([house.snapshot().hasTag('active'), house.world.clock.next()]).toEqual([false, 3_000]);
    expect(isTold(house)).toBe(true);
    house.say(step(true));
    expect(isTold(house)).toBe(false);
    house.say(step(false));
    house.say({ type: 'house.modal opened', flow: 'notice' });
    expect(isTold(house)).toBe(false);
    house.say({ type: 'house.modal closed' });
    expect(isTold(house)).toBe(true);
    house.hear('outbox.unsent', unsent(0));
    expect(isTold(house)).toBe(false);
  });

  test('F13 F14 one that was put off is told again when there are more, or when a chat was left once more', () => {
    const house = stand(unsentMachine, undefined);
    for (const event of [here('A-1001'), exchanges]) house.say(event);
    house.hear('outbox.unsent', unsent(1));
    expect(isTold(house)).toBe(true);
    house.say({ type: 'user.unsent put off' });
    expect([isTold(house), house.world.clock.next()]).toEqual([false, undefined]);
    house.say(at('transfer', '/transfer'));
    expect(isTold(house)).toBe(false);
    house.hear('outbox.unsent', unsent(2));
    expect(isTold(house)).toBe(true);
    house.say({ type: 'user.unsent put off' });
    for (const event of [at('index-support', '/support'), exchanges]) house.say(event);
    house.hear('outbox.unsent', unsent(2));
    expect(isTold(house)).toBe(true);
    house.say({ type: 'house.signed out', why: 'asked' });
    expect([isTold(house), house.waits('outbox.unsent')]).toEqual([false, false]);
    house.say(here('A-2002'));
    expect(house.asked('outbox.unsent').input).toEqual({ account: 'A-2002', open: '' });
  });

  test('F13 F14 whoever goes from one chat to another is told there of what waits for the first, until they open it', () => {
    const house = stand(unsentMachine, undefined);
    const chat = (id: string) => at('chat-private-id', `/chat/private/${id}`, { id });
    const opened = () => house.asked('outbox.unsent').input;
    for (const event of [here('A-1001'), at('index-support', '/support')]) house.say(event);
    house.hear('outbox.unsent', unsent(0));
    house.say(chat('10000002'));
    expect(opened()).toEqual({ account: 'A-1001', open: '10000002' });
    house.hear('outbox.unsent', unsent(1));
    expect(isTold(house)).toBe(true);
    house.say(chat('opsample0000000000001'));
    expect([house.snapshot().hasTag('active'), opened()]).toEqual([
      false,
      { account: 'A-1001', open: 'opsample0000000000001' },
    ]);
    house.hear('outbox.unsent', unsent(1));
    expect(isTold(house)).toBe(true);
    house.say(at('chat-support', '/chat/support'));
    expect([isTold(house), opened()]).toEqual([false, { account: 'A-1001', open: 'support' }]);
  });

  test('F13 F14 of a message whose answer nobody waited for it is not said that it was not sent', () => {
    const forms = (['one', 'few', 'many', 'other'] as const).flatMap(
      (form) => [`unsent.text_${form}`, `unsent.lacking_${form}`] as const,
    );
    expect(forms.map((key) => [key, /may not have been sent/.test(en[key]), ru[key].startsWith('Возможно, ')])).toEqual(
      forms.map((key) => [key, true, true]),
    );
  });
});

const { plain, verified } = sampleNotifications;
const tell = (...notifications: (typeof plain)[]) => ({ type: 'signal.notifications', notifications, seq: 2 });
const hidden = { type: 'port.hidden', at: 0 };

describe('S4 E2 notifications of the browser', () => {
  const open = (permission: string, wanted = false, locale = 'en') => {
    const house = stand(alertsMachine, { wanted, locale });
    house.answer('alerts.look', { state: permission });
    house.say(here('A-1001'));
    return house;
  };
  const shown = (house: Stand) => effects(house, 'show them');

  test('S4 E2 the browser is asked only after a press, and what it says is kept', () => {
    const house = open('default');
    house.say(tell(plain));
    expect(house.waits('alerts.ask')).toBe(false);
    house.say({ type: 'user.alerts wanted' });
    expect(house.waits('alerts.ask')).toBe(true);
    house.answer('alerts.ask', undefined);
    expect([house.states(), effects(house, 'remember it')]).toEqual([['on'], [{ key: 'alerts', value: true }]]);
    house.say({ type: 'user.alerts unwanted' });
    expect([house.states(), effects(house, 'remember it').at(-1)]).toEqual([['off'], { key: 'alerts', value: false }]);
  });

  test('S4 turned on or off in one tab, they come or come no more in the others', () => {
    const one = open('granted', true);
    const others = [open('granted', true), open('granted'), open('default')];
    const choose = (type: string) => {
      one.say({ type });
      const said = effects(one, 'tell the other tabs').at(-1) as { type: string };
      for (const other of others) other.say(said);
    };
    choose('user.alerts unwanted');
    expect(others.map((other) => other.states())).toEqual([['off'], ['off'], ['askable']]);
    choose('user.alerts wanted');
    for (const other of others) other.answer('alerts.look', { state: 'granted' });
    expect(others.map((other) => other.states())).toEqual([['on'], ['on'], ['on']]);
    // What was heard is not said again.
    for (const name of ['tell the other tabs', 'remember it'])
      expect(others.flatMap((other) => effects(other, name))).toEqual([]);
  });

  test('E2 a permission that is not granted is told in words, and looked at again when the person comes back', () => {
    const house = open('default');
    house.say({ type: 'user.alerts wanted' });
    house.fail('alerts.ask', { ...portError('alerts_refused'), message: 'Notification permission not granted' });
    const standing = () => [house.states(), house.snapshot().hasTag('attention')];
    expect(standing()).toEqual([['refused.told'], true]);
    house.hear('page.life', { type: 'port.shown', at: 0 });
    // Until the browser says something else the page says what it said, and moves nothing.
    expect(standing()).toEqual([['refused.checking'], true]);
    house.answer('alerts.look', { state: 'denied' });
    expect(standing()).toEqual([['refused.told'], true]);
    house.say({ type: 'user.retried' });
    expect([house.wait(), standing()]).toEqual([15_000, [['refused.told'], true]]);
    house.say({ type: 'user.retried' });
    house.answer('alerts.look', { state: 'granted' });
    expect([house.states(), effects(house, 'remember it')]).toEqual([['off'], []]);
  });

  test('E2 a browser without them, or that never says, loses nothing else', () => {
    const without = stand(alertsMachine, { wanted: true, locale: 'en' });
    without.fail('alerts.look', portError('alerts_not_supported'));
    const silent = stand(alertsMachine, { wanted: true, locale: 'en' });
    expect(silent.wait()).toBe(15_000);
    for (const house of [without, silent]) {
      house.hear('page.life', hidden);
      house.say(tell(plain));
      house.say(tell(plain, verified));
      expect([house.states(), shown(house)]).toEqual([['absent'], []]);
    }
    const asked = open('default');
    asked.say({ type: 'user.alerts wanted' });
    expect([asked.wait(), asked.states()]).toEqual([60_000, ['askable']]);
  });

  test('S4 what is new is shown while nobody looks, once; what was there when the page came is not', () => {
    const house = open('granted', true);
    house.hear('page.life', hidden);
    house.say(tell(plain));
    expect(shown(house)).toEqual([]);
    house.say(tell(plain, verified));
    house.say(tell(plain, verified));
    const { notification_id: id, title, text } = verified;
    expect(shown(house)).toEqual([{ alerts: [{ id, title, text }] }]);
    house.hear('page.life', { type: 'port.shown', at: 0 });
    house.say(tell(plain, verified, { ...plain, notification_id: 'house:another' }));
    expect(shown(house)).toHaveLength(1);
  });

  test('S4 an old one that is told because another was closed is no news', () => {
    const house = open('granted', true);
    house.hear('page.life', hidden);
    house.say(tell(plain, verified));
    const [old, fresh] = [1, 2].map((at) => ({ ...plain, notification_id: `house:${at}`, title: `${at}` }));
    house.say(tell(old!, plain));
    house.say(tell(old!, plain, fresh!));
    expect(shown(house)).toEqual([{ alerts: [{ id: 'house:2', title: '2', text: plain.text }] }]);
  });

  test('S4 one that says something else is news, also where it was closed meanwhile: a deposit that waited has come', () => {
    const house = open('granted', true);
    house.hear('page.life', hidden);
    house.say(tell(plain, verified));
    const come = { ...plain, title: 'It has come', text: '100.00 EUR' };
    house.say(tell(come, verified));
    const { notification_id: id } = plain;
    expect(shown(house)).toEqual([{ alerts: [{ id, title: come.title, text: come.text }] }]);
    house.say(tell(verified));
    house.say(tell(come, verified));
    expect(shown(house)).toHaveLength(1);
    house.say(tell(verified));
    house.say(tell(plain, verified));
    expect(shown(house).at(-1)).toEqual({ alerts: [{ id, title: plain.title, text: plain.text }] });
  });

  test('S4 S11 in another language the same is no news, and what comes with it is', () => {
    const house = open('granted', true);
    house.hear('page.life', hidden);
    house.say(tell(plain, verified));
    const [one, two] = [plain, verified].map((told) => ({ ...told, title: `${told.title} in Russian` }));
    const fresh = { ...plain, notification_id: 'house:fresh', title: 'Fresh' };
    house.say({ type: 'house.language', locale: 'ru' });
    house.say(tell(one!, two!, fresh));
    const { notification_id: id, title, text } = fresh;
    expect(shown(house)).toEqual([{ alerts: [{ id, title, text }] }]);
    house.say(tell({ ...one!, text: 'It has come' }, two!, fresh));
    expect(shown(house)).toHaveLength(2);
  });

  describe('S4 of what another tab was told', () => {
    const toldBy = (house: Stand) =>
      effects(house, 'tell the other tabs').filter((said) => (said as { type: string }).type === 'tabs.notifications');
    /** Each hears what the other one tells. */
    const pairIn = (locale: string, ...before: Notification[]) => {
      const [there, behind] = [open('granted', true), open('granted', true, locale)];
      behind.hear('page.life', hidden);
      for (const one of [there, behind]) one.say(tell(...before));
      const tellOne = (one: Stand, other: Stand, notifications: Notification[]) => {
        const already = toldBy(one).length;
        one.say(tell(...notifications));
        for (const said of toldBy(one).slice(already)) other.say(said as { type: string });
      };
      const tellThere = (...notifications: Notification[]) => tellOne(there, behind, notifications);
      const tellBehind = (...notifications: Notification[]) => tellOne(behind, there, notifications);
      return { there, behind, tellThere, tellBehind };
    };
    const pair = (...before: Notification[]) => pairIn('en', ...before);
    const fresh = { ...plain, notification_id: 'house:fresh', title: 'Fresh' };
    const alertOf = ({ notification_id: id, title, text }: Notification) => ({ id, title, text });

    test('S4 a tab in the background shows nothing, hours later, and what is new since', () => {
      const { behind, tellThere } = pair(plain);
      tellThere(plain, verified);
      behind.say(tell(plain, verified, fresh));
      expect(shown(behind)).toEqual([{ alerts: [alertOf(fresh)] }]);
    });

    test('S4 nothing is shown by two tabs in the background', () => {
      const { there, behind, tellThere } = pair(plain);
      there.hear('page.life', hidden);
      tellThere(plain, fresh);
      behind.say(tell(plain, fresh));
      expect([shown(there), shown(behind)]).toEqual([[{ alerts: [alertOf(fresh)] }], []]);
    });

    test('S4 one that says something else there, in another language, is no news; one that says so only now is', () => {
      const { behind, tellThere } = pairIn('ru', plain, verified);
      const come = { ...plain, title: 'It has come', text: '100.00 EUR' };
      tellThere(come);
      behind.say(tell({ ...come, title: 'It has come, in Russian' }, verified));
      expect(shown(behind)).toEqual([]);
      const other = { ...verified, title: 'Not any more' };
      behind.say(tell(come, other));
      expect(shown(behind)).toEqual([{ alerts: [come, other].map(alertOf) }]);
    });

    test('S4 what says something else since it was told there is shown by one of two tabs in the background, whichever is told it first', () => {
      const waits = { ...fresh, title: 'It is on its way' };
      const come = { ...fresh, title: 'It has come', text: '100.00 EUR' };
      const { there, behind, tellThere, tellBehind } = pair(plain);
      tellThere(plain, waits);
      there.hear('page.life', hidden);
      tellBehind(plain, come);
      tellThere(plain, come);
      expect([shown(there), shown(behind)]).toEqual([[], [{ alerts: [alertOf(come)] }]]);
    });

    test('S4 S11 a tab in another language, which cannot tell whether it is news, leaves it to the one that can', () => {
      const waits = { ...fresh, title: 'It is on its way' };
      const come = { ...fresh, title: 'It has come', text: '100.00 EUR' };
      const { there, behind, tellThere, tellBehind } = pairIn('ru', plain);
      tellThere(plain, waits);
      there.hear('page.life', hidden);
      tellBehind(plain, { ...come, title: 'It has come, in Russian' });
      tellThere(plain, come);
      expect([shown(there), shown(behind)]).toEqual([[{ alerts: [alertOf(come)] }], []]);
    });

    test('S4 S11 the language of a tab is the one it has changed to', () => {
      const { there, behind, tellThere } = pairIn('ru', plain);
      there.say({ type: 'house.language', locale: 'ru' });
      tellThere(plain, verified);
      const come = { ...verified, title: 'It has come' };
      behind.say(tell(plain, come));
      expect(shown(behind)).toEqual([{ alerts: [alertOf(come)] }]);
    });

    test('S4 a tab that nobody looks at and that shows nothing tells the others nothing either', () => {
      const first = open('granted', true);
      const unable = [first, open('granted'), open('denied'), open('default')];
      for (const house of unable) {
        house.hear('page.life', hidden);
        house.say(tell(plain));
      }
      expect(unable.map((house) => toldBy(house).length)).toEqual([0, 0, 0, 0]);
      for (const house of unable) house.say(tell(plain, verified));
      expect(unable.map((house) => toldBy(house).length)).toEqual([1, 0, 0, 0]);
      for (const house of unable) house.hear('page.life', { type: 'port.shown', at: 0 });
      for (const house of unable) house.say(tell(plain, verified));
      expect(unable.map((house) => toldBy(house).length)).toEqual([2, 1, 1, 1]);
      expect(toldBy(first).at(-1)).toEqual({
        type: 'tabs.notifications',
        ...{ account: 'A-1001', locale: 'en', notifications: [plain, verified] },
      });
    });

    test('S4 what both were told in the same words is news where it says something else later', () => {
      const { behind, tellThere } = pair(plain, verified);
      tellThere(plain, verified);
      // The one was closed there meanwhile.
      tellThere(verified);
      const come = { ...plain, title: 'It has come', text: '100.00 EUR' };
      behind.say(tell(come, verified));
      expect(shown(behind)).toEqual([{ alerts: [alertOf(come)] }]);
    });

    test('S4 what came before its own first list is no list, and that of another person none at all', () => {
      const { behind, tellThere } = pair(plain);
      behind.say(here('A-2002'));
      behind.say(tell(plain));
      tellThere(plain, verified);
      behind.say(tell(plain, verified));
      expect(shown(behind)).toEqual([{ alerts: [alertOf(verified)] }]);
      const young = open('granted', true);
      young.hear('page.life', hidden);
      young.say({ type: 'tabs.notifications', account: 'A-1001', locale: 'en', notifications: [plain] });
      young.say(tell(plain, verified));
      expect(shown(young)).toEqual([]);
    });
  });

  test('S4 what the browser shows is taken back when its person leaves, or another one comes', () => {
    const house = open('granted', true);
    const takenBack = () => effects(house, 'take back what was shown').length;
    house.say(here('A-1001'));
    house.say(here('A-1001'));
    expect(takenBack()).toBe(0);
    house.say(here('A-2002'));
    expect(takenBack()).toBe(1);
    house.say({ type: 'house.signed out' });
    expect(takenBack()).toBe(2);
  });

  test('S4 a page that was opened where nobody looks shows what is new from the first', () => {
    const house = stand(alertsMachine, { wanted: true, locale: 'en' });
    // As the browser tells it at once, and to nobody who came later.
    house.hear('page.life', hidden);
    house.answer('alerts.look', { state: 'granted' });
    for (const event of [here('A-1001'), tell(plain), tell(plain, verified)]) house.say(event);
    expect(shown(house)).toHaveLength(1);
  });

  test('S4 nobody is told what another person was', () => {
    const house = open('granted', true);
    house.hear('page.life', hidden);
    house.say(tell(plain));
    house.say(here('A-2002'));
    house.say(tell(verified));
    expect(shown(house)).toEqual([]);
  });
});

describe('S4 S5 asking for what is new', () => {
  const open = (...before: { type: string }[]) => {
    const house = stand(newsMachine, undefined);
    for (const event of before) house.hear('page.life', event);
    house.say(here('A-1001'));
    return house;
  };
  const life = (house: Stand, name: string) => house.hear('page.life', { type: `port.${name}`, at: 0 });
  const asked = (house: Stand) => house.told('annex.look wanted').length;
  const answered = (call = 'auth.check', user: object = person) => ({ type: 'signal.user', user, call, seq: 2 });
  const looked = (account = 'A-1001') => ({ type: 'tabs.looked', account });

  test('S4 S5 every 15 s where somebody looks, every 60 s where nobody does, whatever became of the last question', () => {
    const house = open();
    expect([1, 2, 3].map((times) => [house.wait(), asked(house) === times])).toEqual(
      [1, 2, 3].map(() => [15_000, true]),
    );
    life(house, 'hidden');
    expect([house.wait(), house.wait(), asked(house)]).toEqual([60_000, 60_000, 5]);
    life(house, 'shown');
    expect([asked(house), house.world.clock.next()]).toEqual([6, 15_000]);
    const behind = open(hidden);
    expect(behind.world.clock.next()).toBe(60_000);
  });

  test('S4 S5 nobody is asked for where nobody is signed in, and none where there is no line; at once when it is back', () => {
    const house = stand(newsMachine, undefined);
    expect(house.world.clock.next()).toBeUndefined();
    house.say(here('A-1001'));
    life(house, 'offline');
    expect([house.states(), house.world.clock.next()]).toEqual([['offline'], undefined]);
    life(house, 'online');
    expect([asked(house), house.world.clock.next()]).toEqual([1, 15_000]);
    for (const gone of [{ type: 'house.session lost' }, { type: 'house.signed out', why: 'asked' }]) {
      house.say(gone);
      expect([house.states(), house.world.clock.next()]).toEqual([['nobody'], undefined]);
      house.say(here('A-1001'));
    }
    const cut = open({ type: 'port.offline' });
    expect([cut.states(), cut.world.clock.next()]).toEqual([['offline'], undefined]);
  });

  const balances = { type: 'signal.wallets', wallets: [], seq: 3 };
  const moved = (account = 'A-1001') => ({ type: 'tabs.money moved', account });
  const told = (house: Stand) => effects(house, 'tell the other tabs');

  test('S4 balances that change are told to the other tabs; those that a page begins with are not', () => {
    const house = open();
    house.say(balances);
    expect(told(house)).toEqual([]);
    house.say(balances);
    expect(told(house)).toEqual([moved()]);
    // Somebody else is here: these are theirs, and the first.
    house.say(here('A-2002'));
    house.say(balances);
    expect(told(house)).toEqual([moved()]);
    house.say(balances);
    expect(told(house)).toEqual([moved(), moved('A-2002')]);
  });

  test('S4 a tab that is seen asks at once when money moved in another one, and tells nobody what it finds', () => {
    const house = open();
    house.say(balances);
    house.say(moved('A-2002'));
    expect(asked(house)).toBe(0);
    house.say(moved());
    expect([asked(house), house.states()]).toEqual([1, ['catching up']]);
    house.say(answered());
    house.say(balances);
    expect([asked(house), house.states(), told(house)]).toEqual([1, ['resting'], []]);
    house.say(balances);
    expect(told(house)).toEqual([moved()]);
  });

  test('S4 where no balances come it rests again: they had come before the news', () => {
    const house = open();
    house.say(balances);
    house.say(moved());
    house.say(answered());
    expect([house.told('annex.look wanted'), house.states()]).toEqual([
      [{ type: 'annex.look wanted', fresh: true }],
      ['catching up'],
    ]);
    expect([house.wait(), house.states(), house.world.clock.next()]).toEqual([10_000, ['resting'], 15_000]);
  });

  test('S4 whoever signs in again knows the balances that they had', () => {
    const house = open();
    house.say(balances);
    house.say({ ...here('A-1001'), again: true });
    house.say(balances);
    expect(told(house)).toEqual([moved()]);
  });

  test('S4 nobody asks where nobody looks, or there is no line: whoever looks again, or has a line again, asks then', () => {
    const house = open(hidden);
    house.say(moved());
    expect(asked(house)).toBe(0);
    life(house, 'shown');
    expect(asked(house)).toBe(1);
    house.say(moved());
    life(house, 'offline');
    expect([asked(house), house.states(), house.world.clock.next()]).toEqual([2, ['offline'], undefined]);
    life(house, 'online');
    expect(asked(house)).toBe(3);
  });

  test('S4 S5 whoever was answered says so, and only that: not who asked in vain, nor for somebody else', () => {
    const house = open();
    house.wait();
    expect(effects(house, 'tell the other tabs')).toEqual([]);
    for (const event of [
      answered('auth.login_by_password'),
      answered('auth.check', otherPerson),
      answered('auth.check', visitor),
    ])
      house.say(event);
    expect(effects(house, 'tell the other tabs')).toEqual([]);
    house.say(answered());
    expect(effects(house, 'tell the other tabs')).toEqual([looked()]);
  });

  test.each([
    ['are seen', 'shown', 15_000],
    ['are hidden', 'hidden', 60_000],
  ])('S4 S5 of two tabs that %s one asks; the other where it falls silent', (_, sight, rest) => {
    const [one, other] = [open(), open()];
    for (const house of [one, other]) life(house, sight);
    const before = [asked(one), asked(other)];
    const answer = (from: Stand, to: Stand) => {
      from.say(answered());
      to.say(looked());
      to.say(looked('A-2002'));
    };
    answer(one, other);
    for (let left = 5; left > 0; left -= 1) {
      expect([one.world.clock.next(), other.world.clock.next()! > rest]).toEqual([rest, true]);
      one.wait();
      answer(one, other);
    }
    expect([asked(one) - before[0]!, asked(other) - before[1]!]).toEqual([5, 0]);
    // The first one is closed.
    expect(other.wait()).toBe(rest + 5_000);
    other.say(answered());
    expect([asked(other) - before[1]!, other.world.clock.next()]).toEqual([1, rest]);
  });
});

describe('S8 M5 the tutorial', () => {
  const anchors = (...steps: string[]) => ({ type: 'port.anchors', steps });
  const hintIn = (house: Stand) => hintOf(house.snapshot().context);
  const open = (hints: Hints) => {
    const house = stand(hintsMachine, { hints });
    house.say(here('A-1001'));
    return house;
  };

  test('S8 M5 fourteen steps, each with a title and a text in both languages', () => {
    expect(hintSteps).toHaveLength(14);
    for (const words of [en, ru] as Record<string, string>[])
      expect(hintSteps.filter((one) => !words[`hints.${one}.title`] || !words[`hints.${one}.text`])).toEqual([]);
  });

  test('S8 no hint comes before the person asks for them; then each stands at its element, in its order', () => {
    const house = open({});
    expect(house.waits('hint.anchors')).toBe(false);
    house.say({ type: 'user.tutorial wanted' });
    expect(house.told('annex.modal wanted')).toEqual([
      { type: 'annex.modal wanted', modal: 'tutorial', about: { hints: {} } },
    ]);
    house.say({ type: 'flow.hints chosen', hints: allHints(true) });
    expect(effects(house, 'keep them')).toEqual([{ hints: allHints(true) }]);
    expect(house.snapshot().hasTag('active')).toBe(false);
    house.hear('hint.anchors', anchors('step_2', 'step_5'));
    expect([hintIn(house), effects(house, 'point at its element').at(-1)]).toEqual(['step_2', { step: 'step_2' }]);
    house.say({ type: 'user.hint hidden', value: 'step_2' });
    expect(hintIn(house)).toBe('step_5');
  });

  test('S8 one that is hidden in one tab stays hidden on the device when another is hidden in a second tab', () => {
    const device = { ...allHints(true) };
    for (const value of ['step_1', 'step_2'] as const) {
      const tab = open(allHints(true));
      tab.hear('hint.anchors', anchors(value));
      tab.say({ type: 'user.hint hidden', value });
      for (const { hints } of effects(tab, 'keep them') as { hints: object }[]) Object.assign(device, hints);
    }
    expect(device).toEqual({ ...allHints(true), step_1: false, step_2: false });
  });

  test('S8 one whose element is not on the screen is passed over, and comes where it is', () => {
    const house = open({ ...allHints(false), step_9: true });
    house.hear('hint.anchors', anchors('step_1', 'step_2'));
    expect(house.snapshot().hasTag('active')).toBe(false);
    house.hear('hint.anchors', anchors('step_1', 'step_9'));
    expect(hintIn(house)).toBe('step_9');
    house.hear('hint.anchors', anchors());
    expect([house.states(), effects(house, 'point at its element').at(-1)]).toEqual([['on.waiting'], { step: null }]);
  });

  test('S8 never over a confirm step nor beside a window', () => {
    const house = open(allHints(true));
    house.hear('hint.anchors', anchors('step_1'));
    for (const [over, after] of [
      [step(true), step(false)],
      [{ type: 'house.modal opened', flow: 'logout' }, { type: 'house.modal closed' }],
    ] as const) {
      house.say(over);
      expect(house.snapshot().hasTag('active')).toBe(false);
      house.say(after);
      expect(house.snapshot().hasTag('active')).toBe(true);
    }
  });

  test('S8 all are hidden at once, and kept so', () => {
    const house = open(allHints(true));
    house.hear('hint.anchors', anchors('step_1'));
    house.say({ type: 'user.hints hidden' });
    expect([house.states(), effects(house, 'keep them'), house.waits('hint.anchors')]).toEqual([
      ['off'],
      [{ hints: allHints(false) }],
      false,
    ]);
  });

  test('S8 a visitor has none; a sign-out takes the one that stands away, and what is wanted stays', () => {
    const house = stand(hintsMachine, { hints: allHints(true) });
    expect([house.states(), house.waits('hint.anchors')]).toEqual([['nobody'], false]);
    house.say(here('A-1001'));
    house.hear('hint.anchors', anchors('step_5'));
    expect(hintIn(house)).toBe('step_5');
    house.say({ type: 'house.signed out', why: 'asked' });
    expect([house.states(), house.snapshot().context.step, house.waits('hint.anchors')]).toEqual([
      ['nobody'],
      null,
      false,
    ]);
    expect([effects(house, 'keep them'), effects(house, 'point at its element').at(-1)]).toEqual([[], { step: null }]);
    house.say(here('A-2002'));
    expect([house.states(), house.waits('hint.anchors')]).toEqual([['on.waiting'], true]);
    house.hear('hint.anchors', anchors('step_7'));
    expect(hintIn(house)).toBe('step_7');
  });

  test('S8 in the house: hints that the device remembers come with a sign-in, and go with a sign-out', async () => {
    const house = openHouse();
    const hints = () => house.value('late/annex/hints');
    await house.answer('auth.check', { user: visitor });
    await house.settleAsk('annex.load', { ...freshAnnex, hints: allHints(true) });
    expect(hints()).toBe('nobody');
    await house.hear('auth.login_by_password', { user: person });
    expect(hints()).toEqual({ on: 'waiting' });
    await house.hear('auth.logout', { user: visitor, rev: 0 });
    expect(hints()).toBe('nobody');
  });

  test('M5 the window shows and hides each, or all of them, and what is chosen holds at once', () => {
    const input = { place: placeOf('exchanges', '/exchanges'), account: 'A-1001', site: null, email: null, over: true };
    const house = stand(tutorialMachine, { ...input, about: { hints: {} } });
    const chosen = () => house.told('flow.hints chosen').map(({ hints }) => hints as object);
    house.say({ type: 'user.hint toggled', value: 'step_3' });
    house.say({ type: 'user.hint toggled', value: 'step_4' });
    house.say({ type: 'user.hint toggled', value: 'step_3' });
    expect(chosen()).toEqual([
      { ...allHints(false), step_3: true },
      { ...allHints(false), step_3: true, step_4: true },
      { ...allHints(false), step_4: true },
    ]);
    house.say({ type: 'user.hints hidden' });
    expect(chosen().at(-1)).toEqual(allHints(false));
    house.say({ type: 'user.hints shown' });
    expect([chosen().at(-1), house.snapshot().status]).toEqual([allHints(true), 'done']);
    const other = stand(tutorialMachine, input);
    other.say({ type: 'user.dismissed' });
    expect([other.snapshot().status, other.told('flow.hints chosen')]).toEqual(['done', []]);
  });

  test('M5 the person called it: it comes at once, before what comes by itself', () => {
    const house = stand(modalsMachine, undefined);
    house.say(step(true));
    house.say({ type: 'annex.modal wanted', modal: 'notice', about: { notice: plain } });
    house.say({ type: 'annex.modal wanted', modal: 'tutorial', about: { hints: {} } });
    expect(house.snapshot().context).toMatchObject({ open: 'tutorial', queue: [{ modal: 'notice' }] });
  });
});

test('S4 S5 E2 M5 what the device remembers reaches who goes by it: closed notifications, the browser’s own, hints, an offer that was put off', async () => {
  const house = openHouse();
  const closed = [{ account: person.account_id, id: 'n-1' }];
  const offer = { account: person.account_id, known: { private: 1, support: 2 } };
  const kept = { closed, alerts: true, hints: { menu: false }, offer };
  await house.settleAsk('annex.load', { ...freshAnnex, ...kept, locale: 'en' });
  const contextOf = (name: string) => actorAt(house.root, `root/late/annex/${name}`)?.getSnapshot().context;
  expect(['notifications', 'alerts', 'hints', 'offer'].map(contextOf)).toMatchObject([
    { unclosed: closed },
    { wanted: true, locale: 'en' },
    { hints: { menu: false } },
    { kept: offer },
  ]);
});
