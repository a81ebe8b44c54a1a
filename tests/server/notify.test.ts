import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../contract/journal/strings.ts';
import { bankCheck } from './bank.ts';
import type { Browser } from './browser.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson } from './money.ts';
import { transferred } from './transfer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

/** What an answer tells a page that holds this revision. */
const news = async (browser: Browser, rev = 0) =>
  (await browser.get('/api/auth/check', { 'x-rev': String(rev) })).body as {
    rev: number;
    notifications?: { notification_id: string; text: string; title: string; buttons: { url: string }[] }[];
  };

describe('notifications', () => {
  test('S7 whoever got money is told once, newer than what the page holds, in their language, as text', async () => {
    const [ann, bob] = [await makePerson(server), await makePerson(server, {})];
    const before = await news(bob.browser);
    expect(before.notifications).toEqual([]);
    const operation = await transferred(ann.browser, { to: bob.number });
    const { rev, notifications } = await news(bob.browser, before.rev);
    expect(notifications).toEqual([
      {
        notification_id: `payment:${operation.id}`,
        display: 'inner',
        type: 'success',
        title: 'You received a transfer',
        text: '99.50\u{a0}USD from p•••@e•••.com is in your wallet.',
        buttons: [{ url: `/transfer?operation=${operation.id}`, title: 'Open' }],
        closable: true,
      },
    ]);
    expect((await news(bob.browser, rev)).notifications).toBeUndefined();
    expect((await news(ann.browser)).notifications).toEqual([]);
    await bob.browser.post('/api/lang', { lang: 'ru' });
    expect((await news(bob.browser, rev)).notifications?.[0]?.title).toBe('Вам пришёл перевод');
  });

  test('S4 S7 a notification is closed once by its owner, in every tab, and by nobody else', async () => {
    const [ann, bob] = [await makePerson(server), await makePerson(server, {})];
    const [one, two] = [
      await transferred(ann.browser, { to: bob.number }),
      await transferred(ann.browser, { to: bob.number }),
    ];
    const there = await bob.elsewhere();
    const { rev } = await news(there);
    const close = (browser: Browser, id: string) => browser.post('/api/notify/close', { id });
    for (const id of [`payment:${one.id}`, 'payment:', 'x'])
      expect((await close(ann.browser, id)).failure.code).toBe('not_found');
    const closed = await Promise.all([1, 2, 3].map(() => close(bob.browser, `payment:${one.id}`)));
    expect(closed.map(({ http }) => http)).toEqual([200, 200, 200]);
    expect((await close(bob.browser, `payment:${one.id}`)).http).toBe(200);
    const later = await news(there, rev);
    expect(later.notifications?.map(({ notification_id: id }) => id)).toEqual([`payment:${two.id}`]);
    expect(later.rev).toBe(rev + 1);
    expect((await close(server.browser(), `payment:${two.id}`)).http).toBe(401);
  });

  test('S7 what somebody else calls themselves never becomes HTML, nor what is kept of it', async () => {
    const [ann, bob] = [await makePerson(server), await makePerson(server, {})];
    await server.db.updateTable('accounts').set({ email: '<b>&"\'@example.com' }).where('id', '=', ann.id).execute();
    const { id } = await transferred(ann.browser, { to: bob.number });
    const told = async () => (await news(bob.browser)).notifications?.[0]?.text;
    expect(await told()).toBe('99.50\u{a0}USD from •••@e•••.com is in your wallet.');
    const params = JSON.stringify({ operation: id, amount: '99.50', currency: 'USD', from: '<b>&"\'' });
    await server.db.updateTable('notifications').set({ params }).where('account_id', '=', bob.id).execute();
    expect(await told()).toBe('99.50\u{a0}USD from &#60;b&#62;&#38;&#34;&#39; is in your wallet.');
  });

  test('S4 an amount of a fine currency is told without zeros that say nothing, another one with its decimals', async () => {
    const [ann, bob] = [await makePerson(server), await makePerson(server, {})];
    const { id } = await transferred(ann.browser, { to: bob.number });
    const told = async (amount: string, currency: string) => {
      const params = JSON.stringify({ operation: id, amount, currency, from: 'A' });
      await server.db.updateTable('notifications').set({ params }).where('account_id', '=', bob.id).execute();
      return (await news(bob.browser)).notifications?.[0]?.text;
    };
    expect(await told('0.02000000', 'BTC')).toBe('0.02\u{a0}BTC from A is in your wallet.');
    expect(await told('0.00000001', 'BTC')).toBe('0.00000001\u{a0}BTC from A is in your wallet.');
    expect(await told('100.50', 'USD')).toBe('100.50\u{a0}USD from A is in your wallet.');
  });

  const write = (body: Record<string, unknown>) => server.browser().post('/dev/notification', body);
  type Inbox = {
    items: (Record<string, unknown> & { notification_id: string; created_at: string })[];
    next: string | null;
  };
  const inboxOf = async (browser: Browser, cursor?: string) =>
    (await browser.get(`/api/notify/list${cursor === undefined ? '' : `?cursor=${cursor}`}`)).body.payload as Inbox;

  test('S4 what the house writes is told with all that it says, at once and in the revision of that account alone', async () => {
    const [ann, bob] = [await makePerson(server), await makePerson(server, {})];
    const { rev } = await news(bob.browser);
    const said = {
      display: 'modal',
      type: 'danger',
      title: 'A <b>warning</b>',
      text: '<p>Read <a href="/article">this</a>.</p>',
      buttons: [{ url: '/settings', title: 'Settings' }],
      closable: false,
    };
    const { id } = (await write({ to: bob.number, ...said })).body as unknown as { id: string };
    // A journal of the page tells two of them apart.
    expect(rules.id(id)).toBe(id);
    const told = await news(bob.browser, rev);
    expect([told.rev, told.notifications]).toEqual([rev + 1, [{ notification_id: id, ...said }]]);
    expect((await news(ann.browser)).notifications).toEqual([]);
    expect((await write({ to: 'nobody@example.com', title: 'a', text: 'b' })).http).toBe(404);
    // What may not be closed is closed by nobody, whatever a page asks.
    expect((await bob.browser.post('/api/notify/close', { id })).failure.code).toBe('forbidden');
    expect((await news(bob.browser)).notifications?.map((one) => one.notification_id)).toEqual([id]);
  });

  test('S4 the inbox keeps what was told, closed or not, the newest first, page by page, for its owner alone', async () => {
    const [ann, bob] = [await makePerson(server), await makePerson(server, {})];
    const ids: string[] = [];
    for (let at = 0; at < 23; at += 1)
      ids.unshift(((await write({ to: bob.number, title: `${at}`, text: 'x' })).body as unknown as { id: string }).id);
    // All in one moment: their order is still one, and none is told twice.
    await server.db
      .updateTable('notifications')
      .set({ created_at: '2026-01-15T12:00:00Z' })
      .where('account_id', '=', bob.id)
      .execute();
    ids.sort().reverse();
    await bob.browser.post('/api/notify/close', { id: ids[1] });
    const first = await inboxOf(bob.browser);
    const second = await inboxOf(bob.browser, first.next ?? '');
    expect([first.items.length, second.items.length, second.next]).toEqual([20, 3, null]);
    expect([...first.items, ...second.items].map(({ notification_id: id }) => id).toSorted()).toEqual(ids.toSorted());
    const one = (id: string | undefined) =>
      [...first.items, ...second.items].find(({ notification_id: known }) => known === id);
    expect(one(ids[1])).toMatchObject({
      closed: true,
      created_at: expect.stringContaining('2026-01-15T12:00:00') as string,
    });
    expect(one(ids[2])).toMatchObject({ closed: false, closable: true, display: 'inner' });
    expect((await inboxOf(ann.browser)).items).toEqual([]);
    expect((await server.browser().get('/api/notify/list')).http).toBe(401);
  });

  test.each([
    'x',
    Buffer.from('1').toString('base64url'),
    Buffer.from('1.\0').toString('base64url'),
    Buffer.from(`1${'0'.repeat(20)}.a`).toString('base64url'),
  ])('S4 %s is no page of the inbox', async (cursor) => {
    const { browser } = await makePerson(server, {});
    const { http, failure } = await browser.get(`/api/notify/list?cursor=${cursor}`);
    expect([http, failure.fields]).toEqual([422, { cursor: 'malformed' }]);
  });
});
