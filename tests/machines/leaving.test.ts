import { describe, expect, test } from 'vitest';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { documentMachine } from '../../machines/flows/document/document.machine.ts';
import { exchangeAllMachine } from '../../machines/flows/exchange-all/exchange-all.machine.ts';
import { sampleExchangeAllForm } from '../../machines/flows/exchange-all/exchange-all.samples.ts';
import { exchangeLeaveMachine } from '../../machines/flows/exchange-leave/exchange-leave.machine.ts';
import { exchangeQuoteMachine } from '../../machines/flows/exchange-quote/exchange-quote.machine.ts';
import { exchangeMachine } from '../../machines/flows/exchange/exchange.machine.ts';
import { exchangesMachine } from '../../machines/flows/exchanges/exchanges.machine.ts';
import { historyMachine } from '../../machines/flows/history/history.machine.ts';
import { landingMachine } from '../../machines/flows/landing/landing.machine.ts';
import { loginMachine } from '../../machines/flows/login/login.machine.ts';
import { logoutMachine } from '../../machines/flows/logout/logout.machine.ts';
import { noticeMachine } from '../../machines/flows/notice/notice.machine.ts';
import { transferMachine } from '../../machines/flows/transfer/transfer.machine.ts';
import { sampleTransferForm } from '../../machines/flows/transfer/transfer.samples.ts';
import { sampleNotifications } from '../../machines/form/notifications.samples.ts';
import { sampleForm, samplePairs } from '../../machines/form/exchange.samples.ts';
import { sampleExchangeAll, sampleOperation, sampleTransfer } from '../../machines/operation/operation.samples.ts';
import { otherPerson, person, settings, total, visitor, wallets } from '../../machines/root/house.samples.ts';
import type { About, ModalName } from '../../machines/root/events.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { kept, storedFile } from '../../machines/upload/upload.samples.ts';
import { openHouse } from './house.ts';

const machines: Record<string, AnyStateMachine> = {
  document: documentMachine,
  landing: landingMachine,
  login: loginMachine,
  logout: logoutMachine,
  exchange: exchangeMachine,
  'exchange-all': exchangeAllMachine,
  'exchange-leave': exchangeLeaveMachine,
  'exchange-quote': exchangeQuoteMachine,
  exchanges: exchangesMachine,
  history: historyMachine,
  notice: noticeMachine,
  transfer: transferMachine,
};
const refused = { name: 'CallError', kind: 'refused', code: 'amount_too_small', message: '', statusCode: 422 };
const money = { wallets, total_balance: total };
const here = '/exchange/USD/BTC';
const { id } = sampleOperation('open');

/** An answer that says that the site is closed. */
const blocked = (seq: number) => ({
  ...{ seq, call: 'exchange.list', at: 0, statusCode: 503 },
  body: {
    ...{ status: 'error', now: '2026-01-15T12:00:00.000Z', rev: 1 },
    payload: { code: 'site_blocked', message: 'closed' },
  },
});

/** The house with the real flows; every piece of it comes at once when it is asked for. */
function withFlows(input: Parameters<typeof openHouse>[0]) {
  const house = openHouse(input, (name) => provideAll(machines[name]!, house.world));
  const come = async () => {
    while (house.pending.some(({ name }) => name === 'flow.load')) await house.settleAsk('flow.load');
  };
  const flow = (slot: 'page' | 'modal' = 'page') => house.flow(slot)?.actor as AnyActorRef;
  return {
    ...house,
    come,
    page: flow,
    asked: () => house.flow('modal')?.name,
    child: (name: string) => flow().getSnapshot().children[name] as AnyActorRef,
    navigation: () => house.root.getSnapshot().children.navigation!,
    modals: () => house.root.getSnapshot().children.modals!,
    async go(to: string) {
      house.root.getSnapshot().children.navigation!.send({ type: 'user.navigated', value: to });
      await house.settle();
      await come();
    },
    async back(path: string) {
      house.streams['history.changes'].next({ type: 'port.address changed', path });
      await house.settle();
      await come();
    },
    async over(wanted: { modal: ModalName; about?: About }) {
      house.root.getSnapshot().children.modals!.send({ type: 'annex.modal wanted', ...wanted });
      await house.settle();
      await come();
    },
    async press(type: 'user.confirmed' | 'user.dismissed' | 'user.another pair wanted' | 'user.read') {
      flow('modal').send({ type });
      await house.settle();
      await come();
    },
  };
}

/** A signed-in person at an open form. */
async function atForm(path = here) {
  const house = withFlows({ path });
  await house.answer('auth.check', { user: person, site_settings: settings, ...money });
  await house.come();
  if (!path.includes('?operation=')) await house.settleAsk('draft.read', null);
  await house.answer('exchange.list', { payload: { items: samplePairs } });
  await house.answer('exchange.form', { payload: sampleForm });
  return house;
}

async function typed(value = '100') {
  const house = await atForm();
  house.child('form').send({ type: 'user.amount typed', side: 'give', value });
  return house;
}

async function onReview() {
  const house = await typed();
  house.child('form').send({ type: 'user.submitted' });
  await house.answer('exchange.check', { payload: sampleOperation('open') });
  expect(house.place()).toBe(`${here}?operation=${id}`);
  return house;
}

describe('M5 leaving an exchange', () => {
  test('M5 a typed amount: a link is asked about first; staying changes nothing, leaving goes there', async () => {
    const house = await typed();
    const form = house.child('form');
    await house.go('/history/exchange');
    expect([house.place(), house.asked()]).toEqual([here, 'exchange-leave']);
    expect(house.page('modal').getSnapshot().context).toEqual({
      to: '/history/exchange',
      back: false,
      holding: 'amount',
    });
    await house.press('user.dismissed');
    expect([house.place(), house.asked(), house.value('modals')]).toEqual([here, undefined, 'closed']);
    expect(house.child('form')).toBe(form);
    expect(form.getSnapshot().context.entry.text).toBe('100');

    await house.go('/history/exchange');
    await house.press('user.confirmed');
    expect([house.place(), house.asked(), house.value('modals')]).toEqual(['/history/exchange', undefined, 'closed']);
    expect(house.effectsOf('history.push').at(-1)).toEqual({ to: '/history/exchange' });
    await house.go('/exchanges');
    expect(house.place()).toBe('/exchanges');
  });

  test('M5 F11 a photo that is not sent yet: a link is asked about first; staying keeps it, leaving lets it go', async () => {
    const house = withFlows({ path: '/settings/passport' });
    await house.answer('auth.check', { user: person, site_settings: settings, ...money });
    await house.come();
    await house.answer('verification.new', { ...kept([]) });
    house.child('first').send({ type: 'user.file given', field: 'main', value: 'file 1' });
    const photo = { handle: 'file 1', kind: 'jpeg', size: 2_400_000, width: 3_000, height: 2_000 };
    await house.settleAsk('file.look', photo);
    await house.go('/history/exchange');
    expect([house.place(), house.asked()]).toEqual(['/settings/passport', 'exchange-leave']);
    expect(house.page('modal').getSnapshot().context.holding).toBe('file');
    await house.press('user.dismissed');
    expect([house.child('first').getSnapshot().value, house.asked()]).toEqual(['ready', undefined]);
    await house.go('/history/exchange');
    await house.press('user.confirmed');
    expect([house.place(), house.asked()]).toEqual(['/history/exchange', undefined]);
    await house.go('/exchanges');
    expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);
  });

  async function askedAboutPhoto(wanted: (house: ReturnType<typeof withFlows>) => Promise<void>) {
    const house = withFlows({ path: '/settings/passport' });
    await house.answer('auth.check', { user: person, site_settings: settings, ...money });
    await house.come();
    await house.answer('verification.new', { ...kept([]) });
    house.child('first').send({ type: 'user.file given', field: 'main', value: 'file 1' });
    await house.settleAsk('file.look', {
      handle: 'file 1',
      kind: 'jpeg',
      size: 2_400_000,
      width: 3_000,
      height: 2_000,
    });
    house.child('first').send({ type: 'user.sent' });
    await wanted(house);
    expect(house.page('modal').getSnapshot().context.holding).toBe('file');
    await house.answer('verification.upload', { ...kept([storedFile]) });
    return house;
  }

  test.each<[string, (house: ReturnType<typeof withFlows>) => Promise<void>]>([
    ['a link', (house) => house.go('/history/exchange')],
    ['Back', (house) => house.back('/history/exchange')],
  ])(
    'M5 F11 a photo that came to the server while %s was asked about: the question goes, and they see it there',
    async (_, wanted) => {
      const house = await askedAboutPhoto(wanted);
      expect([house.place(), house.asked(), house.value('modals')]).toEqual([
        '/settings/passport',
        undefined,
        'closed',
      ]);
      expect(house.effectsOf('history.back')).toEqual([]);
      await house.go('/exchanges');
      expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);
    },
  );

  test('M5 a link in a notice that stands over a typed amount: it is asked about first, and the notice has given way', async () => {
    const house = await typed();
    await house.over({ modal: 'notice', about: { notice: sampleNotifications.over } });
    house.page('modal').send({ type: 'user.followed', value: '/article/terms' });
    await house.settle();
    await house.come();
    expect([house.place(), house.asked()]).toEqual([here, 'exchange-leave']);
    await house.press('user.dismissed');
    expect([house.place(), house.asked(), house.value('modals')]).toEqual([here, undefined, 'closed']);
  });

  test('M5 a link in a notice after a question stood before: the end of the notice is not taken for the end of the question', async () => {
    const house = await typed();
    await house.go('/history/exchange');
    await house.press('user.dismissed');
    await house.over({ modal: 'notice', about: { notice: sampleNotifications.over } });
    house.page('modal').send({ type: 'user.followed', value: '/article/terms' });
    await house.settle();
    expect([house.place(), house.asked(), house.value('modal')]).toEqual([here, 'exchange-leave', { open: 'running' }]);
    await house.press('user.confirmed');
    expect([house.place(), house.asked(), house.value('modals')]).toEqual(['/article/terms', undefined, 'closed']);
  });

  test('M5 the Back button under a notice: it gives way to the question, and stands again for whoever stays', async () => {
    const house = await typed();
    await house.settleAsk('annex.load');
    await house.hear('auth.check', { user: person, rev: 2, ...money, notifications: [sampleNotifications.over] });
    await house.come();
    expect(house.asked()).toBe('notice');
    await house.back('/exchanges');
    expect(house.asked()).toBe('exchange-leave');
    await house.press('user.dismissed');
    expect([house.place(), house.asked(), house.value('modal')]).toEqual([here, 'notice', { open: 'running' }]);
    const told = () => house.effectsOf('tabs.tell').map((params) => (params as { type: string }).type);
    expect(told()).not.toContain('tabs.notification closed');
    await house.press('user.read');
    expect([house.asked(), told()]).toEqual([undefined, expect.arrayContaining(['tabs.notification closed'])]);
  });

  test('M5 whoever calls off their sign-out reads the notice that waited behind it', async () => {
    const house = await typed();
    await house.over({ modal: 'notice', about: { notice: sampleNotifications.over } });
    await house.press('user.read');
    house.modals().send({ type: 'user.logout wanted' });
    await house.over({ modal: 'notice', about: { notice: sampleNotifications.over } });
    expect(house.asked()).toBe('logout');
    await house.press('user.dismissed');
    expect([house.asked(), house.value('modal')]).toEqual(['notice', { open: 'running' }]);
    await house.press('user.read');
    expect([house.asked(), house.value('modals')]).toEqual([undefined, 'closed']);
  });

  /** They have pressed to be signed out, and nobody knows what came of it. */
  const signedOutUnheard = async () => {
    const house = await typed();
    house.modals().send({ type: 'user.logout wanted' });
    await house.come();
    await house.press('user.confirmed');
    await house.fail('auth.logout', { name: 'CallError', kind: 'network', code: 'network' });
    return house;
  };

  test('S2 a sign-out whose answer is lost: whatever answer says next that nobody is there, what was typed is erased', async () => {
    const house = await typed();
    const kept = () => house.effectsOf('memory.keep').filter((each) => (each as { key: string }).key === 'leaves');
    house.modals().send({ type: 'user.logout wanted' });
    await house.come();
    await house.press('user.confirmed');
    expect(kept().at(-1)).toEqual({ key: 'leaves', value: person.account_id });
    expect(house.effectsOf('tabs.tell').at(-1)).toEqual({ type: 'tabs.signing out', account: person.account_id });
    await house.fail('auth.logout', { name: 'CallError', kind: 'network', code: 'network' });
    expect([house.asked(), house.page('modal').getSnapshot().value]).toEqual(['logout', 'unknown']);
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    expect(house.value('session')).toMatchObject({ person: 'visitor' });
    expect([house.place(), house.asked()]).toEqual(['/', undefined]);
    expect([house.effectsOf('drafts.discard').at(-1), kept().at(-1)]).toEqual([
      { except: null },
      { key: 'leaves', value: null },
    ]);
    expect(house.effectsOf('tabs.tell')).toContainEqual({ type: 'tabs.signed out', account: person.account_id });
  });

  test('S2 whoever stays after a sign-out whose answer was lost keeps what they type, also where it was done after all', async () => {
    const house = await signedOutUnheard();
    await house.press('user.dismissed');
    expect(house.effectsOf('memory.keep').at(-1)).toEqual({ key: 'leaves', value: null });
    expect(house.effectsOf('tabs.tell').at(-1)).toEqual({ type: 'tabs.signed in', account: person.account_id });
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    expect([house.value('session'), house.place()]).toMatchObject([{ person: 'lost' }, here]);
    expect(house.effectsOf('drafts.discard')).not.toContainEqual({ except: null });
  });

  test('S2 whoever stays at the question asked once more has taken the wish back as well', async () => {
    const house = await signedOutUnheard();
    await house.back('/exchanges');
    expect(house.asked()).toBe('exchange-leave');
    await house.press('user.dismissed');
    expect(house.asked()).toBeUndefined();
    house.modals().send({ type: 'user.logout wanted' });
    await house.come();
    expect([house.asked(), house.page('modal').getSnapshot().value]).toEqual(['logout', 'asking']);
    await house.press('user.dismissed');
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    expect(house.value('session')).toMatchObject({ person: 'lost' });
  });

  test('S2 a page that was closed before it heard leaves it to the next one, which tells those that stand open', async () => {
    const next = openHouse({ path: here, memory: { leaves: person.account_id } });
    await next.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    expect(next.effectsOf('drafts.discard')).toEqual([{ except: null }]);
    expect(next.effectsOf('memory.keep')).toContainEqual({ key: 'leaves', value: null });
    expect(next.effectsOf('tabs.tell')).toEqual([{ type: 'tabs.signed out', account: person.account_id }]);
  });

  test('M5 the Back button: the address is put back while it is asked, and goes on when they leave', async () => {
    const house = await typed();
    await house.back('/exchanges');
    const putBack = { to: here, stays: true };
    expect(house.effectsOf('history.push')).toEqual([putBack]);
    expect([house.place(), house.asked()]).toEqual([here, 'exchange-leave']);
    await house.back('/exchanges');
    expect(house.effectsOf('history.push')).toEqual([putBack, putBack]);
    expect(house.modals().getSnapshot().context.queue).toEqual([]);
    await house.press('user.dismissed');
    expect([house.place(), house.effectsOf('history.back')]).toEqual([here, []]);

    await house.back('/exchanges');
    await house.press('user.confirmed');
    expect([house.place(), house.effectsOf('history.back').length]).toEqual([here, 1]);
    await house.back('/exchanges');
    expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);
  });

  test('M5 on the review: the terms are asked about; back to the form is a step of the same exchange', async () => {
    const house = await onReview();
    await house.go('/exchanges');
    expect(house.page('modal').getSnapshot().context).toMatchObject({ to: '/exchanges', holding: 'terms' });
    await house.press('user.dismissed');
    expect(house.page().getSnapshot().matches('operating')).toBe(true);

    await house.back(here);
    expect([house.asked(), house.page().getSnapshot().value]).toEqual([undefined, 'filling']);
    await house.go('/exchanges');
    expect(house.page('modal').getSnapshot().context.holding).toBe('amount');
  });

  async function askedWhileChecked(wanted: (house: Awaited<ReturnType<typeof typed>>) => Promise<void>) {
    const house = await typed();
    house.child('form').send({ type: 'user.submitted' });
    await wanted(house);
    const asked = house.asked();
    await house.answer('exchange.check', { payload: sampleOperation('open') });
    expect([house.place(), house.asked()]).toEqual([`${here}?operation=${id}`, asked]);
    return house;
  }

  test('M5 terms that come while it is asked whether to leave let the question stand', async () => {
    const house = await askedWhileChecked((one) => one.go('/history/exchange'));
    expect(house.page('modal').getSnapshot().context).toEqual({
      to: '/history/exchange',
      back: false,
      holding: 'terms',
    });
    await house.press('user.confirmed');
    expect([house.place(), house.asked()]).toEqual(['/history/exchange', undefined]);
  });

  test('M5 terms that are refused while it is asked whether to leave: it is asked about the amount as before', async () => {
    const house = await typed();
    house.child('form').send({ type: 'user.submitted' });
    await house.go('/history/exchange');
    const question = house.page('modal');
    await house.fail('exchange.check', refused);
    expect([house.page().getSnapshot().value, house.place(), house.asked()]).toEqual([
      ...['filling', here, 'exchange-leave'],
    ]);
    expect(house.page('modal')).toBe(question);
  });

  test('M5 terms whose rate lapses while they are asked about: the question goes, and they see so', async () => {
    const house = await onReview();
    await house.go('/history/exchange');
    expect(house.asked()).toBe('exchange-leave');
    while (!house.pending.some(({ name }) => name === 'exchange.status')) {
      house.clock.step();
      await house.settle();
    }
    await house.answer('exchange.status', { payload: sampleOperation('expired') });
    expect([house.place(), house.asked()]).toEqual([`${here}?operation=${id}`, undefined]);
    expect(house.page().getSnapshot().hasTag('attention')).toBe(true);
  });

  test('M5 terms that come while Back is asked about: leaving goes there all the same, and not back to the form', async () => {
    const house = await askedWhileChecked((one) => one.back('/exchanges'));
    expect(house.asked()).toBe('exchange-leave');
    await house.press('user.confirmed');
    expect([house.place(), house.asked(), house.effectsOf('history.back')]).toEqual(['/exchanges', undefined, []]);
  });

  test('M5 terms that come under a window that somebody has called leave it open; a link in it closes it, wherever it leads', async () => {
    const house = await askedWhileChecked((one) => one.over({ modal: 'logout' }));
    expect(house.asked()).toBe('logout');
    await house.go(`${here}?operation=${id}`);
    expect([house.place(), house.asked()]).toEqual([`${here}?operation=${id}`, undefined]);
  });

  test('M5 a review that the address opened is asked about, and not any more when its rate has lapsed', async () => {
    const house = withFlows({ path: `${here}?operation=${id}` });
    await house.answer('auth.check', { user: person, site_settings: settings, ...money });
    await house.come();
    await house.answer('exchange.status', { payload: sampleOperation('open') });
    expect(house.navigation().getSnapshot().context.holding).toBe('terms alone');
    house.child('operation').send({ type: 'user.confirmed' });
    expect(house.navigation().getSnapshot().context.holding).toBeNull();
  });

  test('M5 nothing typed, an amount from elsewhere, an emptied field: nobody is asked', async () => {
    for (const path of [here, `${here}?give=100`]) {
      const house = await atForm(path);
      await house.go('/exchanges');
      expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);
    }
    const emptied = await typed();
    emptied.child('form').send({ type: 'user.amount typed', side: 'give', value: '' });
    await emptied.go('/exchanges');
    expect(emptied.place()).toBe('/exchanges');
  });

  test('M5 an operation that was sent goes on without the page: nobody is asked', async () => {
    const house = await onReview();
    house.child('operation').send({ type: 'user.confirmed' });
    await house.go('/exchanges');
    expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);

    const tracked = await onReview();
    tracked.child('operation').send({ type: 'user.confirmed' });
    await tracked.answer('exchange.submit', { payload: sampleOperation('processing') });
    await tracked.back('/exchanges');
    expect([tracked.place(), tracked.asked()]).toEqual(['/exchanges', undefined]);
  });

  test('M5 the flow’s own ways are not asked about: other sides, another pair', async () => {
    const house = await typed();
    house.child('form').send({ type: 'user.swapped' });
    expect([house.place(), house.asked()]).toEqual(['/exchange/BTC/USD', undefined]);
    expect(house.navigation().getSnapshot().context.holding).toBe('amount');
  });

  test('M5 an address that is none, and one that is not there', async () => {
    const house = await typed();
    await house.go('//evil.example');
    expect(house.asked()).toBeUndefined();
    await house.go('/nowhere');
    expect([house.place(), house.asked()]).toEqual([here, 'exchange-leave']);
    await house.press('user.confirmed');
    expect(house.place()).toBe('/nowhere');
  });

  test.each<[string, (house: Awaited<ReturnType<typeof typed>>) => Promise<unknown>, string | undefined, string]>([
    ['sign-out', (house) => house.hear('auth.logout', { user: visitor, rev: 0 }), undefined, '/'],
    ['a lost session', (house) => house.hear('exchange.list', { user: visitor, rev: 0 }), 'login', here],
    ['another account', (house) => house.hear('auth.check', { user: otherPerson, rev: 1 }), undefined, '/exchanges'],
    [
      'a blocked site',
      async ({ answers, settle }) => {
        answers.next(blocked(90));
        await settle();
      },
      undefined,
      here,
    ],
    ['another place', (house) => house.hear('x', { status: 'redirect', payload: redirectTo }), undefined, '/exchanges'],
  ])('M5 %s closes the question without asking', async (_what, happens, next, place) => {
    const house = await typed();
    await house.go('/history/exchange');
    expect(house.asked()).toBe('exchange-leave');
    await happens(house);
    await house.come();
    expect([house.asked(), house.place()]).toEqual([next, place]);
  });

  test('M5 S9 while the site is blocked nobody is asked; the amount is there when it opens', async () => {
    const house = await typed();
    house.answers.next(blocked(90));
    house.answers.next({ ...blocked(91), statusCode: 200, body: { ...blocked(91).body, status: 'ok' } });
    expect(house.child('form').getSnapshot().context.entry.text).toBe('100');
    house.answers.next(blocked(92));
    await house.go('/exchanges');
    expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);
  });

  test('M5 a question that does not load keeps nobody: they go where they wanted', async () => {
    const house = await typed();
    house.navigation().send({ type: 'user.navigated', value: '/history/exchange' });
    await house.settle();
    const chunk = { name: 'PortError', code: 'chunk_failed', message: 'no such file' };
    await house.fail('flow.load', chunk);
    while (house.place() === here) {
      house.clock.step();
      await house.settle();
      if (house.pending.some(({ name }) => name === 'flow.load')) await house.fail('flow.load', chunk);
    }
    expect([house.place(), house.value('modals')]).toEqual(['/history/exchange', 'closed']);
  });

  test('M5 who signs in again over the form has left nothing behind, and is asked as before', async () => {
    const house = await typed();
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    await house.come();
    expect(house.asked()).toBe('login');
    await house.hear('auth.login_by_password', { user: person, rev: 4, ...money });
    await house.go('/exchanges');
    expect(house.asked()).toBe('exchange-leave');
  });

  test('M5 G3 who signs in again over the form stays at it, wherever the server sends those who come in', async () => {
    const house = await typed();
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    await house.come();
    const redirected = { status: 'redirect', payload: redirectTo };
    await house.hear('auth.login_by_password', { user: person, rev: 4, ...money, ...redirected });
    expect([house.place(), house.asked()]).toEqual([here, undefined]);
    expect(house.child('form').getSnapshot().context.entry.text).toBe('100');
  });
});

describe('M5 F9 F4 leaving a transfer, and an exchange of all', () => {
  async function atPage(path: string, draft: unknown, call: string, payload: unknown) {
    const house = withFlows({ path });
    await house.answer('auth.check', { user: person, site_settings: settings, ...money });
    await house.come();
    await house.settleAsk('draft.read', draft);
    await house.answer(call, { payload });
    return house;
  }
  const transfer = () => atPage('/transfer', null, 'transfer.form', sampleTransferForm);
  const holding = (house: Awaited<ReturnType<typeof atPage>>) => house.navigation().getSnapshot().context.holding;

  test('M5 F9 a typed amount and the terms on the review are asked about; a name alone, an emptied field and what was sent are not', async () => {
    const house = await transfer();
    house.child('form').send({ type: 'user.recipient typed', value: 'A-2002' });
    expect(holding(house)).toBeNull();
    house.child('form').send({ type: 'user.amount typed', side: 'give', value: '10' });
    expect(holding(house)).toBe('amount');
    house.child('form').send({ type: 'user.amount typed', side: 'give', value: '' });
    expect(holding(house)).toBeNull();
    house.child('form').send({ type: 'user.part chosen', value: 'all' });
    await house.back('/exchanges');
    expect(house.page('modal').getSnapshot().context).toEqual({ to: '/exchanges', back: true, holding: 'amount' });
    await house.press('user.dismissed');

    house.child('form').send({ type: 'user.submitted' });
    await house.answer('transfer.check', { payload: sampleTransfer('open') });
    await house.go('/exchanges');
    expect(house.page('modal').getSnapshot().context).toEqual({ to: '/exchanges', back: false, holding: 'terms' });
    await house.press('user.dismissed');
    await house.back('/transfer');
    expect([house.asked(), house.page().getSnapshot().value, holding(house)]).toEqual([undefined, 'filling', 'amount']);

    house.child('form').send({ type: 'user.submitted' });
    await house.answer('transfer.check', { payload: sampleTransfer('open') });
    house.child('operation').send({ type: 'user.confirmed' });
    expect(holding(house)).toBeNull();
    await house.answer('transfer.submit', { payload: sampleTransfer('completed') });
    house.page().send({ type: 'user.again' });
    expect([house.page().getSnapshot().value, holding(house)]).toEqual(['filling', null]);
    await house.answer('transfer.form', { payload: sampleTransferForm });
    expect(house.child('form').getSnapshot().context.filled).toMatchObject({ to: 'A-2002', entry: { text: '10' } });
  });

  test('M5 F9 a draft that came from the device is left without a question', async () => {
    const draft = { to: 'A-2002', currency: 'USD', entry: { side: 'give', text: '250', byHand: true }, comment: '' };
    const house = await atPage('/transfer', draft, 'transfer.form', sampleTransferForm);
    expect(house.child('form').getSnapshot().context.filled.entry.text).toBe('250');
    await house.go('/exchanges');
    expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);
  });

  test('M5 F4 of all wallets it is the terms alone, as long as they stand on the review', async () => {
    const here = '/exchange/all/BTC';
    const house = await atPage(here, null, 'exchange_all.currency_form', sampleExchangeAllForm);
    expect(holding(house)).toBeNull();
    house.child('form').send({ type: 'user.submitted' });
    await house.answer('exchange_all.check', { payload: sampleExchangeAll('open') });
    await house.go('/exchanges');
    expect(house.page('modal').getSnapshot().context.holding).toBe('terms alone');
    await house.press('user.dismissed');
    await house.back(here);
    expect([house.asked(), house.page().getSnapshot().value, holding(house)]).toEqual([undefined, 'filling', null]);
    house.child('form').send({ type: 'user.submitted' });
    await house.answer('exchange_all.check', { payload: sampleExchangeAll('open') });
    house.child('operation').send({ type: 'user.confirmed' });
    expect(holding(house)).toBeNull();
    await house.go('/exchanges');
    expect([house.place(), house.asked()]).toEqual(['/exchanges', undefined]);
  });
});

const redirectTo = { status: '302', redirect_url: '/exchanges' };

describe('M5 F5 a quote that changed', () => {
  const quote = (get: string) => ({
    give: { amount: '100.00', currency: 'USD' },
    get: { amount: get, currency: 'BTC' },
    fee: { amount: '0.50', currency: 'USD' },
    rate: '0.00001061306533',
  });
  /** What the form of the samples comes to. */
  const now = '0.00105600';

  /** From the home page, where a quote was shown, to the form after sign-in. */
  async function landed(shown: string | null, input: Parameters<typeof openHouse>[0] = {}) {
    const house = withFlows(input);
    await house.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    await house.come();
    if (!input?.memory) {
      await house.answer('exchange.list', { payload: { items: samplePairs }, rev: 0 });
      if (shown) {
        while (!house.pending.some(({ name }) => name === 'exchange.landing')) {
          house.clock.step();
          await house.settle();
        }
        await house.answer('exchange.landing', { payload: quote(shown), rev: 0 });
      }
      house.page().send({ type: 'user.submitted' });
      await house.settle();
      await house.come();
    }
    expect(house.place()).toBe('/login');
    await house.hear('auth.login_by_password', { user: person, ...money });
    await house.come();
    expect(house.place()).toBe(`${here}?give=100`);
    await house.settleAsk('draft.read', null);
    await house.answer('exchange.list', { payload: { items: samplePairs } });
    await house.answer('exchange.form', { payload: sampleForm });
    await house.come();
    return house;
  }

  test('M5 F5 the same quote: nobody is asked', async () => {
    expect((await landed(now)).asked()).toBeUndefined();
    expect((await landed('0.001056')).asked()).toBeUndefined();
    expect((await landed(null)).asked()).toBeUndefined();
  });

  test('M5 F5 another one: both are told, and going on leaves the form as it is', async () => {
    const house = await landed('0.00105625');
    expect(house.asked()).toBe('exchange-quote');
    expect(house.page('modal').getSnapshot().context.change).toMatchObject({
      shown: quote('0.00105625'),
      fresh: quote(now),
      scale: { give: 2, get: 8 },
    });
    await house.press('user.confirmed');
    expect([house.asked(), house.place()]).toEqual([undefined, `${here}?give=100`]);
    expect(house.child('form').getSnapshot().context.entry.text).toBe('100');
    // The rate is read again all the time: it is compared once.
    while (!house.pending.some(({ name }) => name === 'exchange.form')) {
      house.clock.step();
      await house.settle();
    }
    await house.answer('exchange.form', { payload: { ...sampleForm, rate: '0.00002' } });
    expect(house.asked()).toBeUndefined();
  });

  test.each([
    ['typed', { type: 'user.amount typed', side: 'give', value: '250' }, '250'],
    ['taken as a part', { type: 'user.part chosen', value: 'all' }, '1250.4'],
  ])(
    'M5 F5 another amount is %s: the address says the pair alone, and loaded anew the draft stands',
    async (_, put, there) => {
      const house = await landed(now);
      const form = house.child('form');
      const written = house.effectsOf('history.replace').length;
      form.send(put);
      form.send(put);
      await house.settle();
      expect(house.place()).toBe(here);
      expect(house.effectsOf('history.replace').slice(written)).toEqual([{ to: here }]);
      expect(house.child('form')).toBe(form);
      await house.back(`${here}?give=100`);
      form.send(put);
      expect(house.place()).toBe(here);
      expect(house.pending.map(({ name }) => name)).not.toContain('exchange.list');

      const { value } = house.effectsOf('draft.keep').at(-1) as { value: object };
      const anew = withFlows({ path: house.place()! });
      await anew.answer('auth.check', { user: person, site_settings: settings, ...money });
      await anew.come();
      await anew.settleAsk('draft.read', value);
      await anew.answer('exchange.list', { payload: { items: samplePairs } });
      await anew.answer('exchange.form', { payload: sampleForm });
      expect(anew.child('form').getSnapshot().context.entry.text).toBe(there);
    },
  );

  test('M5 F5 another exchange is chosen from the list', async () => {
    const house = await landed('0.00105625');
    await house.press('user.another pair wanted');
    expect([house.asked(), house.place()]).toEqual([undefined, '/exchanges']);
  });

  test('M5 F5 what the home page showed outlives a reload on the way', async () => {
    const first = withFlows({});
    await first.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    const landing = { to: `${here}?give=100`, quoted: quote('0.00105625') };
    first.root.send({ type: 'flow.landing kept', ...landing });
    first.root.send({ type: 'flow.navigate', to: '/login' });
    expect(first.effectsOf('memory.keep').filter((params) => (params as { key: string }).key === 'kept')).toEqual([
      { key: 'kept', value: { interrupted: null, landing, whose: null } },
    ]);
    const house = await landed('', { path: '/login', memory: { kept: { interrupted: null, landing } } });
    expect(house.asked()).toBe('exchange-quote');
    expect(house.effectsOf('memory.keep').filter((params) => (params as { key: string }).key === 'kept')).toEqual([
      { key: 'kept', value: null },
    ]);
  });

  test('M5 F5 what the device kept as a quote and is none is not compared', async () => {
    const landing = { to: `${here}?give=100`, quoted: { give: 'much' } as never };
    const house = await landed('', { path: '/login', memory: { kept: { landing } } });
    expect(house.asked()).toBeUndefined();
  });
});
