import { describe, expect, test } from 'vitest';
import { sampleNotifications } from '../../machines/form/notifications.samples.ts';
import { inboxMachine } from '../../machines/flows/inbox/inbox.machine.ts';
import { noticeMachine } from '../../machines/flows/notice/notice.machine.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { modalsMachine } from '../../machines/residents/modals/modals.machine.ts';
import { aboveIn, bannersOf, cameIn } from '../../machines/residents/notifications/notifications.context.ts';
import { notificationsMachine } from '../../machines/residents/notifications/notifications.machine.ts';
import { placeOf } from '../../machines/root/house.samples.ts';
import { stand, type Stand } from './stand.ts';

const { plain, verified, fixed, over, overAndFixed } = sampleNotifications;
const payment = { ...plain, notification_id: 'payment:opsample0000000000010' };
const here = (account: string) => ({
  type: 'house.signed in',
  account,
  again: false,
  need_set_password: false,
  seq: 1,
});
const tell = (...notifications: (typeof plain)[]) => ({ type: 'signal.notifications', notifications, seq: 2 });
/** Minutes after the sample answers. */
const later = (minutes: number) => new Date(Date.parse(answered({}).now) + minutes * 60_000).toISOString();
const close = ({ notification_id: value }: typeof plain) => ({ type: 'user.notification closed', value });
const inTab = (account: string, { notification_id: notification }: typeof plain) => ({
  type: 'tabs.notification closed',
  account,
  notification,
});
const heardIn = (account: string, { notification_id: notification }: typeof plain, { now } = answered({})) => ({
  type: 'tabs.close heard',
  account,
  notification,
  now,
});

const open = (...told: (typeof plain)[]) => {
  const house = stand(notificationsMachine, { closed: [] });
  house.say(here('A-1001'));
  house.say(tell(...told));
  return house;
};
const shown = (house: Stand) => bannersOf(house.snapshot().context).map(({ title }) => title);
const effects = (house: Stand, name: string) =>
  house.world.effects.filter((effect) => effect.name === name).map(({ params }) => params);
const said = (house: Stand) => house.asked('notify.close').input;
const saying = ({ notification_id: id }: typeof plain) => ({ body: { id } });

describe('S4 banners', () => {
  test('S4 inner ones stand, the newest first; payments and modal ones do not', () => {
    const house = open(payment, plain, over, verified);
    expect(shown(house)).toEqual([verified.title, plain.title]);
  });

  test('S4 one that is closed is gone at once, on this device and in every tab, and the server hears it afterwards', () => {
    const house = open(plain, verified);
    house.say(close(plain));
    expect(shown(house)).toEqual([verified.title]);
    const id = plain.notification_id;
    expect(effects(house, 'remember it on this device')).toEqual([{ account: 'A-1001', id }]);
    expect(effects(house, 'tell the other tabs')).toEqual([inTab('A-1001', plain)]);
    expect(said(house)).toEqual(saying(plain));
    house.answer('notify.close', answered({}));
    expect(effects(house, 'forget it on this device').at(-1)).toEqual({ ids: [id] });
    expect([house.states(), house.snapshot().context.unclosed]).toMatchObject([
      expect.arrayContaining(['server.quiet']),
      [],
    ]);
  });

  test('S4 a close that the server did not hear is said again in half a minute, and when the connection is back', () => {
    const house = open(plain, verified);
    house.say(close(plain));
    house.fail('notify.close', failures.network);
    expect([house.waits('notify.close'), house.wait()]).toEqual([false, 30_000]);
    expect(said(house)).toEqual(saying(plain));
    expect(house.wait()).toBe(20_000);
    // While it rests another one is closed: both are said.
    house.say(close(verified));
    house.say({ type: 'port.online', at: 0 });
    expect(said(house)).toEqual(saying(plain));
    house.fail('notify.close', refused('not_found', 404));
    expect(said(house)).toEqual(saying(verified));
    house.answer('notify.close', answered({}));
    expect(house.waits('notify.close')).toBe(false);
  });

  test('S4 a close that the server refuses for good is said once', () => {
    const house = open(plain);
    house.say(close(plain));
    house.fail('notify.close', refused('forbidden', 403));
    expect([house.waits('notify.close'), house.snapshot().context.unclosed]).toEqual([false, []]);
  });

  test('S4 who leaves while a close waits to be said again has it said when they are back, and nobody else does', () => {
    const house = open(plain);
    house.say(close(plain));
    house.fail('notify.close', failures.network);
    house.say({ type: 'house.signed out', why: 'asked' });
    house.say({ type: 'port.online', at: 0 });
    expect(house.waits('notify.close')).toBe(false);
    house.say(here('A-1001'));
    expect(said(house)).toEqual(saying(plain));
  });

  test('S4 what was closed is not shown again by an answer that was on its way, and comes when the house tells it anew', () => {
    const house = open(plain);
    house.say(close(plain));
    house.say(tell(plain));
    expect(shown(house)).toEqual([]);
    house.say(tell());
    house.answer('notify.close', answered({}));
    house.say(tell(plain));
    expect(shown(house)).toEqual([plain.title]);
  });

  test('S4 a close is said until the server has heard it, also of one that is too old to be told', () => {
    const house = open(plain, verified);
    house.say(close(plain));
    house.fail('notify.close', failures.network);
    // The newest alone are told: what is not among them now may be there again.
    house.say(tell(verified));
    house.say(tell(plain, verified));
    expect(shown(house)).toEqual([verified.title]);
    house.say({ type: 'port.online', at: 0 });
    expect(said(house)).toEqual(saying(plain));
    house.fail('notify.close', refused('forbidden', 403));
    expect(house.waits('notify.close')).toBe(false);
    expect(effects(house, 'forget it on this device').at(-1)).toEqual({ ids: [plain.notification_id] });
  });

  test('S4 one that is closed in another tab goes here too, until the server has heard of it there', () => {
    const house = open(plain);
    house.say(inTab('A-2002', plain));
    expect(shown(house)).toEqual([plain.title]);
    house.say(inTab('A-1001', plain));
    house.say(tell(plain));
    expect([shown(house), house.waits('notify.close')]).toEqual([[], false]);
  });

  test('S4 once the server has heard of a close, every tab shows the notification that is written anew, also one that was not seen before it', () => {
    const closing = open(plain, verified);
    closing.say(close(plain));
    closing.fail('notify.close', failures.network);
    expect(effects(closing, 'tell the other tabs')).toEqual([inTab('A-1001', plain)]);
    closing.say({ type: 'port.online', at: 0 });
    closing.answer('notify.close', answered({}));
    expect(effects(closing, 'tell the other tabs')).toEqual([inTab('A-1001', plain), heardIn('A-1001', plain)]);

    const anew = { ...plain, title: 'Your deposit is credited' };
    for (const told of [[plain, verified], [verified]]) {
      const there = open(...told);
      there.say(inTab('A-1001', plain));
      there.say(heardIn('A-2002', plain));
      expect(there.snapshot().context.closed).toEqual([plain.notification_id]);
      there.say(heardIn('A-1001', plain));
      there.say({ ...tell(anew, verified), now: later(1) });
      expect(shown(there)).toEqual([verified.title, anew.title]);
    }

    const both = open(plain, verified);
    both.say(inTab('A-1001', verified));
    both.say(close(plain));
    both.say(heardIn('A-1001', plain));
    both.say({ ...tell(plain, verified), now: later(1) });
    expect(shown(both)).toEqual([]);
  });

  test('S4 a list that was read before a close in another tab, and comes after the news that it was heard, shows nothing again', () => {
    for (const told of [[plain, over, verified], [verified]]) {
      const there = open(...told);
      const closedThere = () => there.snapshot().context.closed;
      for (const one of [plain, over]) {
        there.say(inTab('A-1001', one));
        there.say(heardIn('A-1001', one, { ...answered({}), now: later(1) }));
      }
      for (const now of [later(0), later(1), undefined]) {
        there.say({ ...tell(verified), now });
        there.say({ ...tell(plain, over, verified), now });
        expect(shown(there)).toEqual([verified.title]);
        expect(there.snapshot().value.over).toBe('none');
      }
      expect(closedThere()).toEqual([plain.notification_id, over.notification_id]);
      there.say({ ...tell(plain, verified), now: later(2) });
      expect([shown(there), closedThere()]).toEqual([[verified.title, plain.title], []]);
      expect(there.snapshot().context.heardThere).toEqual([]);
    }
  });

  test('S4 one that is closed anew after it was heard of waits until that close is heard too', () => {
    const there = open(plain);
    there.say(inTab('A-1001', plain));
    there.say(heardIn('A-1001', plain));
    there.say(inTab('A-1001', plain));
    there.say({ ...tell(plain), now: later(1) });
    expect(shown(there)).toEqual([]);
  });

  test('S4 a close that the server will never hear is told without a moment, and forgotten with a list that has it no more', () => {
    const closing = open(plain);
    closing.say(close(plain));
    closing.fail('notify.close', refused('not_found', 404));
    const news = effects(closing, 'tell the other tabs').at(-1) as ReturnType<typeof heardIn>;
    expect(news).toEqual({ type: 'tabs.close heard', account: 'A-1001', notification: plain.notification_id });
    const there = open(plain);
    there.say(inTab('A-1001', plain));
    there.say(news);
    there.say({ ...tell(plain), now: later(1) });
    expect(shown(there)).toEqual([]);
    there.say({ ...tell(), now: later(2) });
    expect(there.snapshot().context.closed).toEqual([]);
  });

  test('S4 what was closed on this device before the page was loaded is said by the next page, and shown by none', () => {
    const closed = [
      { account: 'A-1001', id: plain.notification_id },
      { account: 'A-2002', id: verified.notification_id },
    ];
    const house = stand(notificationsMachine, { closed });
    expect(house.waits('notify.close')).toBe(false);
    house.say(here('A-1001'));
    expect(said(house)).toEqual(saying(plain));
    expect(effects(house, 'forget it on this device')).toEqual([{ ids: [verified.notification_id] }]);
    house.say(tell(plain, verified));
    expect(shown(house)).toEqual([verified.title]);
  });

  test('S4 one that may not be closed stays, and who leaves takes all of them along', () => {
    const house = open(fixed);
    house.say(close(fixed));
    expect([shown(house), house.waits('notify.close')]).toEqual([[fixed.title], false]);
    house.say({ type: 'house.signed out', why: 'asked' });
    expect(shown(house)).toEqual([]);
  });

  test('S4 what is read in the inbox goes from the page', () => {
    const house = open(plain);
    house.say({ type: 'flow.notification closed', value: plain.notification_id });
    house.say({ type: 'flow.notification closed', value: plain.notification_id });
    expect([shown(house), said(house)]).toEqual([[], saying(plain)]);
    house.answer('notify.close', answered({}));
    expect(house.waits('notify.close')).toBe(false);
    house.say({ type: 'user.inbox wanted' });
    expect(house.told('annex.modal wanted')).toEqual([{ type: 'annex.modal wanted', modal: 'inbox' }]);
  });
});

const arrived = (name: string) => ({ type: 'house.arrived', place: placeOf(name, `/${name}`) });
/** What stands above the page, and what in the corner. */
const places = (house: Stand) =>
  [aboveIn, cameIn].map((all) => all(house.snapshot().context).map(({ title }) => title));

describe('S4 B1 where they stand', () => {
  const begin = () => {
    const house = stand(notificationsMachine, { closed: [] });
    house.say(here('A-1001'));
    house.say(arrived('transfer'));
    house.say(tell(plain));
    return house;
  };

  test('S4 B1 what the start of a page brings, and what comes later, is in the corner until the next page stands below it', () => {
    const house = begin();
    expect(places(house)).toEqual([[], [plain.title]]);
    house.say(tell(plain, verified));
    expect(places(house)).toEqual([[], [verified.title, plain.title]]);
    // The same page, with another step of it in its address.
    house.say(arrived('transfer'));
    expect(places(house)).toEqual([[], [verified.title, plain.title]]);
    house.say(arrived('exchanges'));
    expect([places(house), house.states()]).toEqual([
      [[verified.title, plain.title], []],
      expect.arrayContaining(['above.some', 'came.none']),
    ]);
    house.say(tell(plain, verified, fixed));
    expect(places(house)).toEqual([[verified.title, plain.title], [fixed.title]]);
  });

  test('S4 B1 one that was closed, or told no more, and is written anew comes as any other', () => {
    const house = begin();
    house.say(arrived('exchanges'));
    house.say(close(plain));
    house.answer('notify.close', answered({}));
    house.say(tell(plain));
    expect(places(house)).toEqual([[], [plain.title]]);
    house.say(arrived('transfer'));
    house.say(tell());
    house.say(tell(plain));
    expect(places(house)).toEqual([[], [plain.title]]);
  });

  test('S4 B1 nothing comes over a step that money depends on; what came meanwhile does so when it is left', () => {
    const house = begin();
    house.say({ type: 'flow.confirming', confirming: true });
    house.say(tell(plain, verified));
    expect([places(house), house.states()]).toEqual([[[], []], expect.arrayContaining(['came.none'])]);
    house.say({ type: 'flow.confirming', confirming: false });
    expect(places(house)).toEqual([[], [verified.title, plain.title]]);
  });

  test('S4 B1 the page where somebody signs in has none above it, and neither has the one that they come to', () => {
    const house = begin();
    house.say(arrived('exchanges'));
    house.say({ type: 'flow.confirming', confirming: true });
    house.say({ type: 'house.signed out', why: 'asked' });
    house.say(arrived('login'));
    house.say(here('A-2002'));
    house.say(tell(verified));
    house.say(arrived('exchanges'));
    expect([aboveIn, bannersOf].map((all) => all(house.snapshot().context).length)).toEqual([0, 1]);
    expect(places(house)).toEqual([[], []]);
    house.say({ type: 'flow.confirming', confirming: false });
    expect(places(house)).toEqual([[], [verified.title]]);
  });
});

const wanted = (house: Stand) => house.told('annex.modal wanted').map(({ about }) => about.notice.title as string);
const opened = { type: 'house.modal opened', flow: 'notice' };
const shownIn = { type: 'flow.notice shown' };
const gone = { type: 'house.modal closed' };

describe('S4 M5 windows', () => {
  test('S4 M5 modal ones come one after the other; closing the window closes the notification', () => {
    const house = open(over, overAndFixed);
    expect(wanted(house)).toEqual([over.title]);
    house.say({ type: 'house.modal opened', flow: 'login' });
    house.say(gone);
    expect(house.waits('notify.close')).toBe(false);
    house.say(opened);
    house.say(shownIn);
    house.say(gone);
    expect([said(house), wanted(house)]).toEqual([saying(over), [over.title, overAndFixed.title]]);
    house.say(opened);
    house.say(gone);
    // One that may not be closed is put away: it comes again with the next page.
    house.say(tell(overAndFixed));
    expect([wanted(house).length, house.states()]).toEqual([2, expect.arrayContaining(['over.none'])]);
  });

  test('S4 M5 two that may not be closed are put away one after the other, and both come no more on this page', () => {
    const another = { ...overAndFixed, notification_id: 'house:opsample0000000000107' };
    const house = open(overAndFixed, another);
    for (const one of [overAndFixed, another]) {
      expect(house.snapshot().context.over).toBe(one.notification_id);
      house.say(opened);
      house.say(shownIn);
      house.say(gone);
    }
    house.say(tell(overAndFixed, another));
    expect([house.states(), wanted(house).length]).toEqual([expect.arrayContaining(['over.none']), 2]);
  });

  test('S4 M5 one that is closed in another tab is wanted no more, whether it waits or stands', () => {
    for (const before of [[], [opened], [opened, shownIn]]) {
      const house = open(over);
      for (const event of before) house.say(event);
      house.say(inTab('A-1001', over));
      expect(house.told('annex.modal over')).toEqual([{ type: 'annex.modal over', modal: 'notice' }]);
      house.say(gone);
      expect([house.states(), house.waits('notify.close')]).toEqual([expect.arrayContaining(['over.none']), false]);
    }
  });

  test('S4 M5 a window that was closed before its words were there has told nothing: it is not closed, and stays in the inbox', () => {
    const house = open(over);
    house.say(opened);
    house.say(gone);
    expect([house.waits('notify.close'), house.snapshot().context.told]).toEqual([false, [over]]);
    expect(house.states()).toEqual(expect.arrayContaining(['over.none']));
  });

  test.each([over, overAndFixed])(
    'S4 M5 one that gives way to the question of the Back button is wanted behind it; one whose link asks is over: $title',
    (one) => {
      const asked = (back: boolean) => ({ type: 'house.leave wanted', to: '/exchanges', back, holding: 'amount' });
      for (const before of [[opened], [opened, shownIn]]) {
        const house = open(one);
        for (const event of [...before, asked(true), gone, { ...opened, flow: 'exchange-leave' }, gone])
          house.say(event);
        const { away } = house.snapshot().context;
        expect([wanted(house), away, house.waits('notify.close')]).toEqual([[one.title, one.title], [], false]);
        for (const event of [opened, shownIn, asked(false), gone]) house.say(event);
        expect([wanted(house).length, house.waits('notify.close')]).toEqual([2, one.closable]);
      }
    },
  );

  const modals = () => stand(modalsMachine, undefined);
  const wants = { type: 'annex.modal wanted', modal: 'notice', about: { notice: over } };
  const openIn = (house: Stand) => house.snapshot().context.open as string | null;

  test('S4 M5 what the house has to tell never comes over a step that money depends on, however long it takes', () => {
    const house = modals();
    house.say({ type: 'flow.confirming', confirming: true });
    house.say(wants);
    expect([house.world.clock.next(), openIn(house)]).toEqual([undefined, null]);
    // A sign-in that comes meanwhile goes first, and does not wait without end.
    house.say({ type: 'house.session lost' });
    expect([house.wait(), openIn(house)]).toEqual([20_000, 'login']);
    house.say({ type: 'user.modal dismissed' });
    expect([house.states(), openIn(house)]).toEqual([['closed'], null]);
    house.say({ type: 'flow.confirming', confirming: false });
    expect([openIn(house), house.snapshot().context.about]).toEqual(['notice', { notice: over }]);
  });

  test('S4 M5 a sign-in and a quote come before it, and so does what the person called', () => {
    const house = modals();
    house.say({ type: 'user.logout wanted' });
    house.say(wants);
    house.say({ type: 'annex.modal wanted', modal: 'inbox' });
    house.say({ type: 'house.session lost' });
    const order: (string | null)[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      order.push(openIn(house));
      house.say({ type: 'user.modal dismissed' });
    }
    expect(order).toEqual(['logout', 'inbox', 'login', 'notice', null]);
  });

  test('S4 M5 it stays over another address, and goes when it is told no more; the inbox goes with its page', () => {
    const house = modals();
    const arrived = { type: 'house.arrived', place: placeOf('exchanges', '/exchanges') };
    house.say(wants);
    house.say(arrived);
    expect(openIn(house)).toBe('notice');
    house.say({ type: 'annex.modal over', modal: 'notice' });
    expect(openIn(house)).toBeNull();
    house.say({ type: 'annex.modal wanted', modal: 'inbox' });
    house.say(arrived);
    expect(openIn(house)).toBeNull();
  });
});

const input = { place: placeOf('exchanges', '/exchanges'), account: 'A-1001', site: null, email: null, over: true };

describe('S4 what stands in them', () => {
  test('S4 a notification in a window leads where its button says, and is over then', () => {
    const notice = stand(noticeMachine, { ...input, about: { notice: over } });
    notice.say({ type: 'user.followed', value: '/article/terms' });
    expect(notice.told('flow.notice shown')).toEqual([{ type: 'flow.notice shown' }]);
    expect(notice.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/article/terms', asks: true }]);
    expect(notice.snapshot().status).toBe('done');
    expect(stand(noticeMachine, input).snapshot().status).toBe('done');
  });

  test('S4 the inbox says to the house what is read there, and reads again what did not come', () => {
    const inbox = stand(inboxMachine, input);
    inbox.fail('notify.list', failures.network);
    inbox.say(here('A-1001'));
    inbox.answer('notify.list', answered({ items: [], next: null }));
    inbox.say({ type: 'user.notification closed', value: 'house:1' });
    expect(inbox.told('flow.notification closed')).toEqual([{ type: 'flow.notification closed', value: 'house:1' }]);
    expect(inbox.snapshot().context.closed).toEqual(['house:1']);
  });
});
