import { describe, expect, test } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { otherPerson, person, settings, total, visitor, wallets } from '../../machines/root/house.samples.ts';
import { openHouse } from './house.ts';

const money = { wallets, total_balance: total };
const heardBy = (flow: { actor: AnyActorRef } | undefined): string[] =>
  flow?.actor.getSnapshot().context.heard.map(({ type }: { type: string }) => type);

async function signedIn(path = '/exchange/USD/BTC') {
  const house = openHouse({ path });
  await house.answer('auth.check', { user: person, site_settings: settings, ...money });
  await house.settleAsk('flow.load');
  return house;
}

describe('the house', () => {
  test('S1 S2 the first answer opens the deep link, with its money', async () => {
    const house = await signedIn();
    expect(house.value('session')).toMatchObject({ person: 'signed in' });
    expect(house.place()).toBe('/exchange/USD/BTC');
    expect(house.flow('page')?.name).toBe('exchange');
    expect(house.flow('page')?.actor.getSnapshot().context.input).toEqual({
      place: { name: 'exchange-src-dst', params: { src: 'USD', dst: 'BTC' }, query: {}, path: '/exchange/USD/BTC' },
      account: 'A-1001',
      site: settings,
      email: person.email,
    });
    expect(house.root.getSnapshot().children.wallets!.getSnapshot().context).toMatchObject({ wallets, total });
    expect(house.held()).toEqual({ rev: 1, account: 'A-1001' });
  });

  test('G2 R7 a visitor’s deep link waits at the home page and opens after sign-in', async () => {
    const house = openHouse({ path: '/exchange/USD/BTC' });
    await house.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    expect(house.place()).toBe('/');
    house.root.getSnapshot().children.navigation!.send({ type: 'user.navigated', value: '/login' });
    expect(house.place()).toBe('/login');
    await house.hear('auth.login_by_password', { user: person, ...money });
    expect(house.place()).toBe('/exchange/USD/BTC');
    expect(house.effectsOf('history.replace').at(-1)).toEqual({ to: '/exchange/USD/BTC' });
  });

  test('G3 a redirect to the root in the answer of a sign-in means the list of exchanges', async () => {
    const house = openHouse({ path: '/login' });
    await house.answer('auth.check', { user: visitor, rev: 0 });
    await house.hear('auth.code', { status: 'redirect', user: person, payload: { status: '302', redirect_url: '/' } });
    expect(house.place()).toBe('/exchanges');
  });

  test('G3 a redirect elsewhere counts where nothing before it does', async () => {
    const house = openHouse({ path: '/login' });
    await house.answer('auth.check', { user: visitor, rev: 0 });
    const payload = { status: '302', redirect_url: '/history/exchange' };
    await house.hear('auth.code', { status: 'redirect', user: person, payload });
    expect(house.place()).toBe('/history/exchange');
  });

  test.each([
    ['whoever stays', visitor],
    ['whoever signs in there next', otherPerson],
  ])('S2 who left in another tab does not come back with an answer that was on its way; %s counts', async (_, next) => {
    const house = await signedIn();
    const body = { status: 'ok', now: '2026-01-15T12:00:00.000Z', rev: 1, payload: {} };
    const call = { call: 'auth.check', statusCode: 200, at: 0 };
    house.streams['page.life'].next({ type: 'port.shown', at: 0 });
    const late = house.pending.find(({ name }) => name === 'auth.check')!;
    house.streams['tabs.news'].next({ type: 'tabs.signed out', account: person.account_id });
    house.answers.next({ ...call, seq: late.seq, issued: house.sent(), said: 1, body: { ...body, user: person } });
    expect([house.value('session'), house.held().account]).toMatchObject([{ person: 'visitor' }, null]);
    expect(house.place()).toBe('/');
    const { seq } = house.pending.findLast(({ name }) => name === 'auth.check')!;
    house.answers.next({ ...call, seq, issued: house.sent(), body: { ...body, user: next } });
    expect(house.held().account).toBe(next.is_authenticated ? next.account_id : null);
  });

  test('S2 a page that opens believes no answer that is older than what another tab says', async () => {
    const house = openHouse({ path: '/exchanges' });
    const body = { status: 'ok', now: '2026-01-15T12:00:00.000Z', rev: 1, payload: {} };
    const call = { call: 'auth.check', statusCode: 200, at: 0 };
    const first = house.pending.find(({ name }) => name === 'auth.check')!;
    house.streams['tabs.news'].next({ type: 'tabs.signed out', account: person.account_id });
    house.answers.next({ ...call, seq: first.seq, issued: house.sent(), body: { ...body, user: person } });
    expect(house.value('session')).toMatchObject({ person: { starting: 'checking' } });
    const { seq } = house.pending.findLast(({ name }) => name === 'auth.check')!;
    house.answers.next({ ...call, seq, issued: house.sent(), body: { ...body, rev: 0, user: visitor } });
    expect(house.value('session')).toMatchObject({ person: 'visitor' });
  });

  test('S2 sign-out that was asked for closes the flow and forgets the money', async () => {
    const house = await signedIn();
    await house.hear('auth.logout', { user: visitor, rev: 0 });
    expect(house.value('session')).toMatchObject({ person: 'visitor' });
    expect(house.place()).toBe('/');
    expect(house.root.getSnapshot().children.wallets!.getSnapshot().context).toMatchObject({
      wallets: null,
      total: null,
    });
    expect(house.effectsOf('drafts.discard').at(-1)).toEqual({ except: null });
    expect(house.held()).toEqual({ rev: 0, account: null });
  });

  test('S2 nothing but a valid user signs out: errors, other bodies and answers without one do not', async () => {
    const house = await signedIn();
    for (const body of ['<html>', null, 17, [], {}, { user: null }, { user: { is_authenticated: 'no' } }])
      house.answers.next({ seq: 90, call: 'exchange.list', statusCode: 502, body, at: 0 });
    expect(house.value('session')).toMatchObject({ person: 'signed in' });
    expect(house.flow('page')?.name).toBe('exchange');
  });

  test('F3 a session lost in the middle: sign-in over the flow, and the same person goes on in it', async () => {
    const house = await signedIn();
    const flow = house.flow('page')!.actor;
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    expect(house.value('session')).toMatchObject({ person: 'lost' });
    await house.settleAsk('flow.load');
    expect(house.flow('modal')?.name).toBe('login');
    expect(house.flow('modal')?.actor.getSnapshot().context.input).toMatchObject({ over: true, email: person.email });
    expect(house.place()).toBe('/exchange/USD/BTC');

    await house.hear('auth.login_by_password', { user: person, rev: 4, ...money });
    expect(house.value('session')).toMatchObject({ person: 'signed in' });
    expect(house.flow('modal')).toBeUndefined();
    expect(house.flow('page')?.actor).toBe(flow);
    expect(heardBy(house.flow('page'))).toContain('house.signed in');
    expect(house.place()).toBe('/exchange/USD/BTC');
    expect(house.effectsOf('drafts.discard')).toHaveLength(1);
  });

  test('G4 who signs in in another tab is asked for a password there: this one goes where it would go without, and an article stays', async () => {
    const user = { ...person, need_set_password: true };
    for (const [path, then] of [
      ['/login', '/exchanges'],
      ['/article/terms', '/article/terms'],
    ] as const) {
      const house = openHouse({ path });
      await house.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
      expect(house.place()).toBe(path);
      house.streams['tabs.news'].next({ type: 'tabs.signed in', account: person.account_id });
      await house.answer('auth.check', { user, ...money });
      expect([house.value('session'), house.place()]).toMatchObject([{ person: 'signed in' }, then]);
    }
    const here = openHouse({ path: '/login' });
    await here.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    await here.hear('auth.code', { user, ...money });
    expect(here.place()).toBe('/settings/change-password');
  });

  test('S2 F3 what a page sends while its session is lost names the person whose it is, and nobody once they put it off', async () => {
    const house = await signedIn();
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    expect(house.held()).toEqual({ rev: 0, account: 'A-1001' });
    house.streams['tabs.news'].next({ type: 'tabs.signed in', account: otherPerson.account_id });
    await house.fail('auth.check', { name: 'CallError', kind: 'network', code: 'network' });
    expect(house.pending.map(({ name }) => name)).not.toContain('auth.check');
    house.streams['page.life'].next({ type: 'port.online', at: 0 });
    expect(house.held().account).toBe('A-1001');
    await house.answer('auth.check', { user: otherPerson, rev: 3, ...money });
    expect([house.value('session'), house.held().account]).toMatchObject([{ person: 'signed in' }, 'A-2002']);

    await house.hear('exchange.list', { user: visitor, rev: 0 });
    house.root.send({ type: 'house.login dismissed' });
    expect([house.value('session'), house.held().account]).toMatchObject([{ person: 'visitor' }, null]);
  });

  test('F3 another person signs in over a lost session: nothing of the first is left in the same moment', async () => {
    const house = await signedIn();
    const flow = house.flow('page')!.actor;
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    const seen: unknown[] = [];
    house.root.getSnapshot().children.wallets!.subscribe(({ context }) => seen.push(context.wallets));
    await house.hear('auth.code', { user: otherPerson, rev: 1 });
    expect(flow.getSnapshot().status).toBe('stopped');
    expect(seen).toEqual([null]);
    expect(house.place()).toBe('/exchanges');
    expect(house.effectsOf('drafts.discard').at(-1)).toEqual({ except: 'A-2002' });
    expect(house.root.getSnapshot().children.modals!.getSnapshot().context).toEqual({
      open: null,
      queue: [],
      confirming: false,
      writing: false,
      waited: { step: false, writing: false },
    });
  });

  test('F3 another person in another tab: the flow of the first is gone although the address is the same', async () => {
    const house = await signedIn('/exchanges');
    const flow = house.flow('page')!.actor;
    await house.hear('exchange.list', { user: otherPerson, rev: 1 });
    expect(flow.getSnapshot().status).toBe('stopped');
    expect(house.place()).toBe('/exchanges');
    expect(house.flow('page')?.actor).not.toBe(flow);
    expect(house.flow('page')?.actor.getSnapshot().context.input.account).toBe('A-2002');
  });

  test('F3 sign-in over a lost session turned down: a visitor at the home page, for whom everything is kept', async () => {
    const house = await signedIn();
    const drafts = house.effectsOf('drafts.discard').length;
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    house.root.getSnapshot().children.modals!.send({ type: 'user.modal dismissed' });
    expect(house.value('session')).toMatchObject({ person: 'visitor' });
    expect(house.place()).toBe('/');
    expect(house.flow('page')).toBeUndefined();
    expect(house.root.getSnapshot().children.wallets!.getSnapshot().context).toMatchObject({
      wallets: null,
      total: null,
    });
    expect(house.effectsOf('drafts.discard')).toHaveLength(drafts);
    await house.hear('auth.code', { user: person, rev: 4 });
    expect(house.place()).toBe('/exchange/USD/BTC');
    expect(house.effectsOf('drafts.discard').at(-1)).toEqual({ except: person.account_id });
  });

  test('F3 nor is anything of it left for another person, before a word of theirs is heard', async () => {
    const house = await signedIn();
    await house.hear('exchange.list', { user: visitor, rev: 0 });
    house.root.getSnapshot().children.modals!.send({ type: 'user.modal dismissed' });
    const discarded: unknown[] = [];
    house.root.getSnapshot().children.navigation!.subscribe(({ context }) => {
      if (context.account === otherPerson.account_id) discarded.push(house.effectsOf('drafts.discard').at(-1));
    });
    await house.hear('auth.code', { user: otherPerson, rev: 1 });
    expect(house.place()).toBe('/exchanges');
    expect(discarded[0]).toEqual({ except: otherPerson.account_id });
  });

  test('M5 no modal over a step that money depends on, and none waits without end', async () => {
    const house = await signedIn();
    house.root.send({ type: 'flow.confirming', confirming: true });
    await house.hear('exchange.submit', { user: visitor, rev: 0 });
    expect(house.value('modals')).toBe('held back');
    house.root.send({ type: 'flow.confirming', confirming: false });
    expect(house.value('modals')).toBe('open');
  });

  test('F3 the same flow at another place goes on; a flow that leaves frees the modals', async () => {
    const house = await signedIn();
    const flow = house.flow('page')!.actor;
    house.root.send({ type: 'flow.navigate', to: '?operation=op1', replace: true });
    expect(house.place()).toBe('/exchange/USD/BTC?operation=op1');
    house.streams['history.changes'].next({ type: 'port.address changed', path: '/exchange/USD/BTC' });
    expect(house.flow('page')?.actor).toBe(flow);
    expect(heardBy(house.flow('page'))).toEqual(['house.arrived', 'house.arrived']);
    house.root.send({ type: 'flow.confirming', confirming: true });
    house.streams['history.changes'].next({ type: 'port.address changed', path: '/exchanges' });
    expect(house.root.getSnapshot().children.modals!.getSnapshot().context.confirming).toBe(false);
  });

  test('G6 a page that is not there shows no flow', async () => {
    const house = await signedIn();
    for (const path of ['/nowhere', '/exchange/usd/BTC']) {
      house.root.getSnapshot().children.navigation!.send({ type: 'user.navigated', value: path });
      expect(house.root.getSnapshot().children.navigation!.getSnapshot().hasTag('not found')).toBe(true);
      expect(house.flow('page')).toBeUndefined();
    }
  });

  test('S9 a blocked site shows at once and opens by the next good answer', async () => {
    const house = await signedIn();
    const payload = { code: 'site_blocked', message: 'closed' };
    const call = { seq: 50, call: 'exchange.list', at: 0 };
    const body = { status: 'error', now: '2026-01-15T12:00:00.000Z', rev: 1, payload };
    house.answers.next({ ...call, statusCode: 503, body });
    expect(house.root.getSnapshot().children.site!.getSnapshot().hasTag('blocked')).toBe(true);
    house.clock.step();
    house.answers.next({ ...call, seq: 49, statusCode: 200, body: { ...body, status: 'ok' } });
    expect(house.root.getSnapshot().children.site!.getSnapshot().hasTag('blocked')).toBe(true);
    house.answers.next({ ...call, seq: 51, statusCode: 200, body: { ...body, status: 'ok' } });
    expect(house.root.getSnapshot().children.site!.getSnapshot().hasTag('blocked')).toBe(false);
    expect(house.flow('page')?.name).toBe('exchange');
  });

  test('S9 S2 who is here is asked once at a time, whoever wants to know', async () => {
    const house = await signedIn();
    const asked = () => house.pending.filter(({ name }) => name === 'auth.check').length;
    const payload = { code: 'site_blocked', message: 'closed' };
    const body = { status: 'error', now: '2026-01-15T12:00:00.000Z', rev: 1, payload };
    house.answers.next({ seq: 50, call: 'exchange.list', at: 0, statusCode: 503, body });
    const site = house.root.getSnapshot().children.site!;
    site.send({ type: 'user.retried' });
    expect([asked(), site.getSnapshot().hasTag('busy')]).toEqual([1, true]);
    house.streams['page.life'].next({ type: 'port.shown', at: 0 });
    expect(asked()).toBe(1);
    house.pending.find(({ name }) => name === 'auth.check')!.fail({ name: 'CallError', kind: 'network' });
    await house.settle();
    expect(site.getSnapshot().hasTag('busy')).toBe(false);
    // A person need not wait for the rest between two looks.
    site.send({ type: 'user.retried' });
    await house.settle();
    expect(house.value('session')).toMatchObject({ look: 'asking' });
  });

  test('S9 a closed site that was just opened is asked at once by whoever presses, and says when nothing came of it', async () => {
    const house = openHouse({ path: '/' });
    const asked = () => house.pending.filter(({ name }) => name === 'auth.check');
    const payload = { code: 'site_blocked', message: 'closed' };
    const body = { status: 'error', now: '2026-01-15T12:00:00.000Z', payload };
    const refuse = async () => {
      house.answers.next({ seq: 50, call: 'auth.check', at: 0, statusCode: 503, body });
      await house.fail('auth.check', { name: 'CallError', kind: 'failed' });
    };
    await refuse();
    expect(asked()).toHaveLength(0);
    const site = house.root.getSnapshot().children.site!;
    expect(site.getSnapshot().hasTag('blocked')).toBe(true);
    site.send({ type: 'user.retried' });
    await house.settle();
    expect([asked().length, site.getSnapshot().hasTag('busy')]).toEqual([1, true]);
    await refuse();
    expect([asked().length, site.getSnapshot().hasTag('busy')]).toEqual([0, false]);
  });

  test('B2 the site knows the product’s name, by which every page is called', () => {
    const site = openHouse({ product: 'Another' }).root.getSnapshot().children.site!;
    expect(site.getSnapshot().context.product).toBe('Another');
  });
});
