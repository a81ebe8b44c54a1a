import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { bankCheck } from './bank.ts';
import { signInByCode, signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
let demo: Browser;
beforeAll(async () => {
  server = await startServer();
  demo = server.browser();
  await signInByPassword(demo);
});
afterAll(() => server.close());

const payloadOf = async (browser: Browser, path: string) => (await browser.get(path)).body.payload;
const place = ({ buttons }: { buttons: { url: string }[] }) => buttons[0]?.url;

test('F5 the demo account has sent and got money, in two currencies and once with a comment', async () => {
  const { items } = await payloadOf(demo, '/api/transfer/history');
  expect((items as Operation[]).map((one) => [one.status, one.incoming === true, one.give_currency.code])).toEqual([
    ['completed', false, 'EUR'],
    ['completed', true, 'USD'],
    ['completed', false, 'USD'],
    ['completed', true, 'EUR'],
    ['completed', false, 'EUR'],
  ]);
  expect(JSON.stringify(items[0])).toContain('За ужин, пополам');
  const { recent } = await payloadOf(demo, '/api/transfer');
  expect(recent).toMatchObject([{ to: 'must@example.com' }]);
});

test('F12 what its bonuses come to is what the page of invitations says', async () => {
  const { items } = await payloadOf(demo, '/api/referral/bonus/history');
  expect(items).toMatchObject([
    { status: 'completed', terms: { get: { amount: '10.00' } } },
    { status: 'completed', terms: { get: { amount: '5.00' } } },
  ]);
  const { funnel, totals } = await payloadOf(demo, '/api/referral/info');
  expect(funnel).toEqual({ invited: 2, signed_up: 1, verified: 1, earning: 1 });
  expect(totals).toMatchObject([{ pending: '0.00', paid: '15.00' }]);
  const list = await payloadOf(demo, '/api/referral/list');
  expect(list.items).toMatchObject([
    { who: 'lena@example.com', state: 'invited' },
    { state: 'earning', bonuses: [{ event: 'verified' }, { event: 'exchange' }] },
  ]);
  // Each was earned by something that had happened by then.
  const { rows } = await sql<{ early: number }>`
    select count(*)::integer as early from referral_bonuses b
    join operations o on o.id = b.operation_id join referrals r on r.invited_id = b.invited_id
    join verification_documents d on d.account_id = b.invited_id
    join operations e on e.account_id = b.invited_id and e.kind = 'exchange'
    where o.created_at < r.joined_at or o.created_at < d.decided_at
      or (b.event = 'exchange' and o.created_at < e.changed_at)`.execute(server.db);
  expect(rows).toEqual([{ early: 0 }]);
});

test('F14 whoever is verified has shown a passport, and its pictures are there', async () => {
  const known = server.browser();
  await signInByCode(server, known, 'must@example.com');
  for (const browser of [demo, known]) {
    const { level, documents } = await payloadOf(browser, '/api/verification');
    expect(level).toBe(1);
    expect(documents[0]).toMatchObject({ id: 'passport', status: 'verified' });
    for (const { file } of documents[0].sides) {
      expect(file.accepted).toBe(true);
      expect((await browser.get(`/api/verification/file/${file.id}`)).http).toBe(200);
    }
  }
});

test('F9 it was told of all that came and was decided, each with its place; none is unread', async () => {
  const { items } = await payloadOf(demo, '/api/notify/list');
  expect(items.map(({ notification_id: id }: { notification_id: string }) => id.split(':')[0])).toEqual([
    'payment',
    'deposit',
    'payment',
    'verification',
  ]);
  for (const one of items) {
    expect(one.closed).toBe(true);
    expect(place(one)).toMatch(/^\/(transfer\?operation=|deposit|settings\/verification_success)/);
  }
});

test('F6 R14 another start adds nothing, and no unit is astray', async () => {
  const count = async () => {
    const { rows } = await sql`
      select (select count(*) from operations) as operations, (select count(*) from postings) as postings,
        (select count(*) from notifications) as told, (select count(*) from verification_files) as files,
        (select count(*) from referral_bonuses) as bonuses`.execute(server.db);
    return rows[0];
  };
  const before = await count();
  await (await startServer({ DATABASE_URL: server.databaseUrl })).close();
  expect(await count()).toEqual(before);
  await bankCheck(server.db);
});
