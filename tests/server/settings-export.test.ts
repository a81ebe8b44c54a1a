import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sweep } from '../../server/janitor.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attempts`.execute(server.db);
});

const signedIn = async (email = 'demo@example.com', password = 'demo-password-1'): Promise<Browser> => {
  const browser = server.browser();
  await signInByPassword(browser, email, password, true);
  return browser;
};
const email = 'demo@example.com';
const take = (browser: Browser) => browser.get('/api/user/export');

test('F15 R15 the file holds all that is kept about an account, and adds up', async () => {
  const one = await signedIn();
  const told = { display_name: 'Anna Berg', phone: '+37120000000', country: 'LV', birthday: '1990-05-17' };
  await one.form('/api/user/info', { ...told, edition: '0' });
  const file = await take(one);
  expect([file.http, file.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="account-\d{8}-\d{4}-\d\d-\d\d\.json"$/),
  ]);
  const { account, personal, letters, browsers, wallets, operations, postings } = file.body;
  expect(account).toMatchObject({ email: 'demo@example.com' });
  expect(personal).toEqual({ ...told, edition: 1 });
  expect(letters).toEqual({ security: true, operations: true });
  expect(browsers).toMatchObject([{ current: true }]);
  const { rows } = await sql<{ operations: string; postings: string }>`
    select (select count(*) from operations o join accounts a on a.id in (o.account_id, o.counterparty_id)
            where a.email = 'demo@example.com' and o.parent_id is null
              and (a.id = o.account_id or o.status = 'completed')) as operations,
           (select count(*) from postings p join wallets w on w.id = p.wallet_id join accounts a on a.id = w.account_id
            where a.email = 'demo@example.com') as postings`.execute(server.db);
  expect([String(operations.length), String(postings.length)]).toEqual([rows[0]?.operations, rows[0]?.postings]);
  for (const wallet of wallets) {
    const parts = postings.filter((posting: { wallet: string; part: string }) => posting.wallet === wallet.number);
    expect(parts.length > 0 || Number(wallet.available) === 0).toBe(true);
  }
});

/** Where in the file each table of the database is told that leads to an account. */
const told: Record<string, string> = {
  cards: 'cards',
  card_operations: 'card_operations',
  card_reveals: 'looks_at_cards',
  ...{ accounts: 'account', credentials: 'account', personal: 'personal', telegram_links: 'telegram' },
  ...{ sessions: 'browsers', remember_families: 'earlier_browsers', unwanted_letters: 'letters', wallets: 'wallets' },
  ...{ operations: 'operations', operation_timeline: 'operations', postings: 'postings', movements: 'postings' },
  ...{
    payment_receipts: 'payments_received',
    returned_deposits: 'payments_sent_back',
    recipients: 'recipients',
    operation_files: 'documents',
  },
  ...{ verification_documents: 'papers', verification_files: 'papers', notifications: 'notifications' },
  ...{ chats: 'chats', chat_members: 'chats', chat_messages: 'messages', chat_files: 'messages' },
  ...{ sign_in_requests: 'sign_in_requests' },
  ...{ password_resets: 'password_requests', mail_changes: 'address_changes', second_steps: 'codes_of_operations' },
  ...{ mail_outbox: 'letters_sent', referral_links: 'referral', referral_mailings: 'referral' },
  ...{ referral_invites: 'invitations', referrals: 'invited', referral_bonuses: 'invited' },
};
/** Those that are not told, each with the reason. */
const leftOut: Record<string, string> = {
  sandbox_cards: 'the world outside, as the sandbox plays it',
  sandbox_card_tokens: 'the same',
  remember_tokens: 'hashes of what a browser keeps, and nothing besides; the browser is told',
  telegram_requests: 'for ten minutes, of somebody whom no account belongs to yet',
  sandbox_pay_orders: 'the sandbox plays the world outside: it is not the house that holds it',
  sandbox_payments: 'the same',
};

test('F15 every table that leads to an account is in the file, or says here why not', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive leads as (
      select 'accounts'::regclass as id
      union
      select c.conrelid::regclass from pg_constraint c join leads l on c.confrelid = l.id where c.contype = 'f'
    )
    select id::text as name from leads
    union
    select table_name from information_schema.columns where table_schema = 'public'
      and column_name ~ '^(account|account_id|author_id|email|recipient|phone|telegram_id|wallet_id|operation_id)$'
    order by 1`.execute(server.db);
  const names = rows.map(({ name }) => name);
  expect(
    names.filter((name) => !(name in told) && !(name in leftOut)),
    'tell each in server/settings/export.ts and name its part in `told`, or say in `leftOut` why not',
  ).toEqual([]);
  expect([...Object.keys(told), ...Object.keys(leftOut)].filter((name) => !names.includes(name))).toEqual([]);
  const one = await signedIn();
  const { body } = await take(one);
  expect(Object.values(told).filter((part) => !(part in body))).toEqual([]);
});

test('F15 R15 it tells nothing of whoever had the address before', async () => {
  const one = await signedIn('new@example.com', 'demo-password-2');
  const address = 'new@example.com';
  const letter = (kind: string, ago: string) =>
    sql`insert into mail_outbox (kind, recipient, locale, subject, body, created_at)
      values (${kind}, ${address}, 'en', 'a', 'a', now() - ${ago}::interval)`.execute(server.db);
  await letter('operation', '1 year');
  await letter('invitation', '0 s');
  await server.browser().post('/api/auth/login', { email: address });
  await sql`update sign_in_requests set requested_at = now() - interval '1 year', voided_at = now(), device = 'theirs'
    where email = ${address}`.execute(server.db);
  await server.browser().post('/api/auth/login', { email: address });
  const { body } = await take(one);
  const kinds = body.letters_sent.map(({ kind }: { kind: string }) => kind);
  expect([kinds.includes('operation'), kinds.includes('invitation')]).toEqual([false, true]);
  expect(body.sign_in_requests).toMatchObject([{ device: 'Chrome, Linux' }]);

  await sql`insert into mail_changes (account_id, email, old_hash, new_hash, salt, expires_at, used_at)
    select id, email, sha256('a'), sha256('b'), 'c', now(), now() + interval '1 hour' from accounts where email = ${address}`.execute(
    server.db,
  );
  expect((await take(one)).body.letters_sent).toEqual([]);

  // Ten days later: the letters of whoever was before are there yet, and so is what tells whose they were.
  await sql`update mail_changes set used_at = now() - interval '10 days', expires_at = now() - interval '10 days'`.execute(
    server.db,
  );
  await sql`update mail_outbox set created_at = now() - interval '11 days'`.execute(server.db);
  await sql`update accounts set created_at = now() - interval '1 year' where email = ${address}`.execute(server.db);
  await sweep(server.db, (error) => {
    throw error;
  });
  await sql`delete from attempts`.execute(server.db);
  expect((await take(one)).body.letters_sent).toEqual([]);
});

test('F15 R15 a change to an address that somebody has changes nothing, and hides nothing of what was before it', async () => {
  const one = await signedIn('new@example.com', 'demo-password-2');
  await sql`delete from mail_changes`.execute(server.db);
  await sql`delete from mail_outbox`.execute(server.db);
  await one.post('/api/user/mail', { email: 'demo@example.com', password: 'demo-password-2' });
  const codeTo = async (to: string): Promise<string> => {
    const { rows } = await sql<{
      body: string;
    }>`select body from mail_outbox where recipient = ${to} and kind like 'mail_change%'`.execute(server.db);
    return /\b\d{6}\b/.exec(rows[0]?.body ?? '')?.[0] ?? '';
  };
  const proof = { old_code: await codeTo('new@example.com'), new_code: await codeTo('demo@example.com') };
  expect((await one.post('/api/user/mail/confirm', proof)).failure.code).toBe('email_taken');
  await sql`delete from attempts`.execute(server.db);
  expect((await take(one)).body.letters_sent).toMatchObject([{ kind: 'mail_change_old' }]);
});

test('F15 it tells of papers why they were turned down, and of sign-in who asked, when and from where', async () => {
  const [one, there] = [await signedIn(), await signedIn()];
  const { id } = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await there.post('/api/auth/logout');
  await server.browser().post('/api/auth/login', { email });
  await server.browser().post('/api/auth/reset', { email });
  await one.post('/api/user/mail', { email: 'another@example.com', password: 'demo-password-1' });
  await sql`insert into verification_documents (id, account_id, kind, status, rounds)
    values ('EXPORTED000000000001', ${id}, 'driver_license', 'rejected', 2),
           ('EXPORTED000000000003', ${id}, 'id_card', 'draft', 0)`.execute(server.db);
  await sql`insert into verification_files (id, document_id, account_id, side, ending, content, accepted, reason)
    values ('EXPORTED000000000002', 'EXPORTED000000000001', ${id}, 'front', 'jpg', '\\xffd8ff00'::bytea, false, 'glare')`.execute(
    server.db,
  );
  const { body } = await take(one);
  expect(body.account.password_changed_at).toEqual(expect.any(String));
  const papers = body.papers.filter(({ kind }: { kind: string }) => kind !== 'passport');
  expect(papers).toMatchObject([
    {
      status: 'rejected',
      rounds: 2,
      accepted: false,
      reason: 'glare',
      picture: '/api/verification/file/EXPORTED000000000002',
    },
    { kind: 'id_card', status: 'draft' },
  ]);
  expect((await one.get(papers[0].picture)).http).toBe(200);
  const browser = 'Chrome, Linux';
  expect(body.earlier_browsers).toContainEqual(
    expect.objectContaining({ device: browser, ended_at: expect.any(String) }),
  );
  expect(body.sign_in_requests).toMatchObject([{ device: browser, place: '127.0.0.*', used_at: null }]);
  expect(body.password_requests).toMatchObject([{ email, place: '127.0.0.*', used_at: null }]);
  expect(body.address_changes).toMatchObject([{ email: 'another@example.com', tries: 0 }]);
  expect(body.letters_sent.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['sign_in', 'reset_password', 'mail_change_old']),
  );
});

test('F15 F7 it tells of money that was paid for an order of theirs and taken for none, or as what since, and of nobody else’s', async () => {
  const one = await signedIn();
  const { rows } = await sql<{ id: string; is_theirs: boolean }>`
    select distinct on (is_theirs) id, is_theirs from (
      select o.id, a.email = ${email} as is_theirs
      from operations o join accounts a on a.id = o.account_id where o.parent_id is null
    ) as found order by is_theirs, id`.execute(server.db);
  const [others, own] = [false, true].map((is) => rows.find(({ is_theirs }) => is_theirs === is)?.id);
  const [another] = (
    await sql<{ id: string }>`
      select o.id from operations o join accounts a on a.id = o.account_id
      where a.email = ${email} and o.id <> ${own} order by o.id limit 1`.execute(server.db)
  ).rows.map(({ id }) => id);
  for (const [id, order] of [
    ['first', own],
    ['second', others],
    ['third', 'Rent of Ann Example'],
  ])
    await sql`insert into refused_payments (provider, id, for_order, currency, amount, reason, paid_at)
      values ('bank', ${id}, ${order}, 'EUR', '12.345', 'invalid', '2026-01-15T12:00:00Z')`.execute(server.db);
  await sql`update refused_payments set done_by = 'Ann', done_at = now() where id = 'first'`.execute(server.db);
  for (const [id, status, became] of [
    ['bought', 'received', null],
    ['credited', 'received', another],
    ['returned', 'declined', null],
  ] as const) {
    await sql`insert into refused_payments (provider, id, for_order, currency, amount, reason, paid_at)
      values ('bank', ${id}, ${own}, 'EUR', '5', 'not_found', '2026-01-15T12:00:00Z')`.execute(server.db);
    await sql`insert into payment_receipts (provider, id, operation_id, status, currency, amount, paid_at, became)
      values ('bank', ${id}, ${own}, ${status}, 'EUR', 5, '2026-01-15T12:00:00Z', ${became})`.execute(server.db);
  }
  const { body, text } = await take(one);
  expect(body.payments_refused).toEqual([
    expect.objectContaining({ id: 'bank/bought', taken_in_as: own }),
    expect.objectContaining({ id: 'bank/credited', taken_in_as: another }),
    {
      ...{ id: 'bank/first', order: own, currency: 'EUR', amount: '12.345', reason: 'invalid', taken_in_as: null },
      ...{ paid_at: '2026-01-15T12:00:00Z', heard_at: expect.any(String), done_at: expect.any(String) },
    },
    expect.objectContaining({ id: 'bank/returned', taken_in_as: null }),
  ]);
  expect(text).not.toContain('Rent of Ann Example');
});

test('F15 no hash, token or code stands in it, and nothing of another person', async () => {
  const one = await signedIn();
  const [secrets, others] = await Promise.all([
    sql<{ secret: string }>`
      select encode(token_hash, 'hex') as secret from sessions union all
      select encode(token_hash, 'base64') from sessions union all
      select encode(token_hash, 'hex') from remember_tokens union all
      select encode(token_hash, 'hex') from password_resets union all
      select encode(code_hash, 'hex') from sign_in_requests union all
      select encode(old_hash, 'hex') from mail_changes union all
      select password from credentials`.execute(server.db),
    sql<{ secret: string }>`
      -- But an address to which they sent money is what they typed themselves.
      select email as secret from accounts where email <> 'demo@example.com' and email not in (
        select o.details->'values'->>'to' from operations o join accounts a on a.id = o.account_id
        where a.email = 'demo@example.com' and o.kind = 'transfer') union all
      select number from accounts where email <> 'demo@example.com' union all
      select w.number from wallets w join accounts a on a.id = w.account_id where a.email <> 'demo@example.com'`.execute(
      server.db,
    ),
  ]);
  const { text } = await take(one);
  const planted = [...secrets.rows, ...others.rows].map(({ secret }) => secret).concat(...one.cookies.values());
  expect(planted.filter((secret) => secret !== '' && text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/argon2id|tok_|token_hash|"salt"/);
});

test('F15 five files in an hour, then a wait; a visitor gets none', async () => {
  const one = await signedIn('new@example.com', 'demo-password-2');
  const replies = await Promise.all(Array.from({ length: 8 }, () => take(one)));
  expect(replies.filter(({ http }) => http === 200)).toHaveLength(5);
  const refused = replies.filter(({ http }) => http === 429);
  expect(refused.map(({ failure }) => failure.code)).toEqual([
    'wait_before_retry',
    'wait_before_retry',
    'wait_before_retry',
  ]);
  expect((await take(server.browser())).http).toBe(401);
});

test('F15 whoever asks about the file, and a link to it on another site, use up none of them', async () => {
  const one = await signedIn('new@example.com', 'demo-password-2');
  for (let at = 0; at < 6; at += 1) {
    const { http, headers, text } = await one.send('/api/user/export', { method: 'HEAD' });
    expect([http, headers.get('content-type'), text]).toEqual([200, 'application/json; charset=utf-8', '']);
    const led = await one.get('/api/user/export', { 'sec-fetch-site': 'cross-site' });
    expect([led.http, led.failure.code]).toEqual([403, 'bad_origin']);
  }
  for (let at = 0; at < 5; at += 1) expect((await take(one)).http).toBe(200);
  expect((await one.get('/api/user/export', { 'sec-fetch-site': 'none' })).http).toBe(429);
});
