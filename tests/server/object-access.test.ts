import { sql } from 'kysely';
import * as z from 'zod/mini';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';
import { newOperationId } from '../../server/ledger/ids.ts';
import type { Reply } from './browser.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';
import { makePerson, usdToBtc } from './money.ts';
import { checkCard, checkedCard, confirmCard } from './cards.ts';
import { bitcoinByCard, byBank, checkPayment } from './payments.ts';
import { checkTransfer } from './transfer.ts';
import { checkWithdrawal, toBank } from './withdraw.ts';

/*
 * Object access, by the contract: whatever a call names by an id is the asker's own, or not there. Two people try every such
 * call with what belongs to the other and with what nobody has, and are answered alike.
 */

let server: TestServer;
let owner: Browser;
let stranger: Browser;
beforeAll(async () => {
  server = await startServer();
  [owner, stranger] = [server.browser(), server.browser()];
  await signInByPassword(owner, 'demo@example.com', 'demo-password-1');
  await signInByPassword(stranger, 'new@example.com', 'demo-password-2');
  // Of each kind one is the owner's own: what the demo account has none of, and what is open still.
  const { number: to } = await makePerson(server, {});
  for (const made of [
    await owner.post('/api/exchange/all/ETH', { wallets: ['USD', 'EUR'] }),
    await checkTransfer(owner, { to, currency: 'EUR', amount: '1' }),
    await checkWithdrawal(owner, toBank),
    await confirmCard(owner, await checkedCard(owner)),
    await checkCard(owner),
  ])
    expect(made.http).toBe(200);
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from attempts`.execute(server.db);
});

/** Calls with a parameter that is nobody's own, each with the reason. */
const open: Record<string, string> = {
  'auth.link_info': 'the token is the proof itself: whoever holds the letter may read it',
  'auth.link': 'the same token; only the browser that asked is signed in',
  'auth.reset_info': 'the token is the proof itself: whoever holds the letter may read whether it is still good',
  'auth.reset_by_token': 'the same token; it signs nobody in',
  'auth.puzzle_answer': 'the picture belongs to the browser that was given it, and tells of nobody',
  'auth.telegram': 'the state is good in the browser that asked alone, and Telegram has signed the answer',
  'content.article': 'texts of the site are everybody’s',
  'exchange.form': 'a pair of currencies is everybody’s',
  'exchange_all.currency_form': 'a currency is everybody’s; the wallets in the answer are the asker’s',
  'exchange_all.check': 'a currency is everybody’s',
  'purchase.ps': 'a payment method is everybody’s',
  'purchase.form': 'a payment method is everybody’s',
  'deposit.form': 'a payment method is everybody’s',
  'withdraw.form': 'a payment method is everybody’s; saved recipients in the answer are the asker’s',
  'verification.new': 'the parameter is a kind of the asker’s own document',
  'verification.upload': 'the parameter is a kind of the asker’s own document',
  'verification.submit': 'the parameter is a kind of the asker’s own document',
  'referral.recruit': 'a link is everybody’s who was given it; it tells a masked name',
  'referral.page': 'a place in the asker’s own list; it holds a time and an id to go on behind',
  'referral.stop': 'the token is the proof itself: whoever holds the letter may refuse more of them',
  'card.order': 'an offer is everybody’s',
  'card.order_form': 'an offer is everybody’s; the address in the answer is the asker’s',
  'history.file': 'the parameter is a kind of the asker’s own history',
};

/** Fields of what is asked that name nothing of anybody's: what somebody types, chooses or sends. */
const plain = new Set(
  `email password old_password code old_code new_code remember lang list search src dst side amount currency status from to
   method kind on display_name phone country birthday edition comment x file0 file1 side0 side1 turn0 turn1
   once day locale note text message file2 file3 file4 journal last_read_message`.split(/\s+/),
);
/** Fields that could name something of somebody's, each with the reason why it is nothing to try. */
const harmless: Record<string, string> = {
  again: 'says that the answer to the same call was lost; names nothing',
  known: 'says that whoever asks for a code has an account; names nobody',
  wallets: 'currencies: the wallets in them are the asker’s',
  page: 'a place in a chat, which is named beside it, or is the asker’s own with support',
  client_id: 'what the asker’s own browser calls a message',
  cursor: 'a place in a list of the asker’s own; it holds a time and an id to go on behind',
};

type Ask = (browser: Browser, id: string) => Promise<Reply>;
const read =
  (path: string): Ask =>
  (browser, id) =>
    browser.get(path.replace(':id', id));
const say =
  (path: string): Ask =>
  (browser, id) =>
    browser.post(path.replace(':id', id), { id });
const sayCard =
  (path: string): Ask =>
  (browser, card) =>
    browser.post(path, { card });
const send =
  (path: string): Ask =>
  (browser, id) =>
    browser.form(path.replace(':id', id), { id });

const operationOf = (kind: string) => async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from operations o join accounts a on a.id = o.account_id
    where a.email = 'demo@example.com' and o.kind = ${kind} and o.parent_id is null
    order by o.created_at desc limit 1`.execute(server.db);
  if (!rows[0]) throw new Error(`the owner has nothing of the kind ${kind}`);
  return rows[0].id;
};
const cardOf = async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from cards c join accounts a on a.id = c.account_id where a.email = 'demo@example.com'
    order by c.ordered_at limit 1`.execute(server.db);
  if (!rows[0]) throw new Error('the owner has no card');
  return rows[0].id;
};
const browserOf = async (): Promise<string> =>
  (await owner.get('/api/user/browsers')).body.payload.items[0].id as string;
const notificationOf = async (): Promise<string> => {
  await sql`insert into notifications (id, account_id, kind) select 'payment:OBJECTACCESS', id, 'payment' from accounts
    where email = 'demo@example.com' on conflict do nothing`.execute(server.db);
  return 'payment:OBJECTACCESS';
};
const statusPathOf = async (): Promise<string> => {
  const id = await operationOf('deposit')();
  const { rows } = await sql<{ path: string }>`
    update operations set status_path = coalesce(status_path, '/deposit/integration/' || rpad('OBJECTACCESS', 43, 'x'))
    where id = ${id} returning status_path as path`.execute(server.db);
  return rows[0]?.path ?? '';
};
const documentOf = async (): Promise<string> => {
  const id = await operationOf('withdraw')();
  await sql`insert into operation_files (operation_id, account_id, field, name, media, content)
    select id, account_id, 'document', 'a.pdf', 'application/pdf', '\\x25504446'::bytea from operations where id = ${id}
    on conflict do nothing`.execute(server.db);
  return id;
};

const paperOf = async (): Promise<string> => {
  await sql`insert into verification_documents (id, account_id, kind)
    select 'OBJECTACCESS00000001', id, 'driver_license' from accounts where email = 'demo@example.com'
    on conflict do nothing`.execute(server.db);
  await sql`insert into verification_files (id, document_id, account_id, side, ending, content)
    select 'OBJECTACCESS00000002', id, account_id, 'front', 'jpg', '\\xffd8ff00'::bytea from verification_documents
    where id = 'OBJECTACCESS00000001' on conflict do nothing`.execute(server.db);
  return 'OBJECTACCESS00000002';
};

const chatOf = async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select r.chat_id as id from chat_members r join accounts a on a.id = r.account_id join chats c on c.id = r.chat_id
    where a.email = 'demo@example.com' and c.kind = 'private' limit 1`.execute(server.db);
  return rows[0]?.id ?? '';
};
const chatFileOf = async (): Promise<string> => {
  await sql`insert into chat_files (id, message_id, position, kind, name, media, content)
    select 'OBJECTACCESS00000003', max(id), 0, 'document', 'a.pdf', 'application/pdf', '\\x25504446'::bytea
    from chat_messages where chat_id = ${await chatOf()} on conflict do nothing`.execute(server.db);
  return 'OBJECTACCESS00000003';
};

/** Every call that names an object of somebody: how it is asked, and an object of the owner's. */
const owned: Record<string, { ask: Ask; object: () => Promise<string>; isRead?: true }> = {
  'exchange.status': { ask: read('/api/exchange/status/:id'), object: operationOf('exchange'), isRead: true },
  'exchange.submit': { ask: send('/api/exchange/confirm/:id'), object: operationOf('exchange') },
  'exchange_all.status': {
    ask: read('/api/exchange/all/status/:id'),
    object: operationOf('exchange_all'),
    isRead: true,
  },
  'exchange_all.submit': { ask: say('/api/exchange/all'), object: operationOf('exchange_all') },
  'transfer.status': { ask: read('/api/transfer/status/:id'), object: operationOf('transfer'), isRead: true },
  'transfer.submit': { ask: send('/api/transfer'), object: operationOf('transfer') },
  'withdraw.status': { ask: read('/api/withdraw/status/:id'), object: operationOf('withdraw'), isRead: true },
  'withdraw.submit': { ask: send('/api/withdraw/form/:id'), object: operationOf('withdraw') },
  'deposit.integration_json': { ask: say('/api/deposit/integration_json'), object: operationOf('deposit') },
  'purchase.integration_json': { ask: say('/api/purchase/integration_json'), object: operationOf('purchase') },
  'operation.read': { ask: read('/api/operation/read/:id'), object: operationOf('withdraw'), isRead: true },
  'operation.cancel': { ask: say('/api/operation/cancel'), object: operationOf('withdraw') },
  'operation.code': { ask: say('/api/operation/code'), object: operationOf('withdraw') },
  'operation.file': { ask: read('/api/operation/file/:id/document'), object: documentOf, isRead: true },
  'notify.close': { ask: say('/api/notify/close'), object: notificationOf },
  'verification.file': { ask: read('/api/verification/file/:id'), object: paperOf, isRead: true },
  'verification.remove': {
    ask: (browser, file) => browser.post('/api/verification/driver_license/remove', { file }),
    object: paperOf,
  },
  'deposit.integration_json_check': {
    ask: (browser, path) =>
      browser.post('/api/deposit/integration_json/check', {
        url: path.startsWith('/') ? path : `/deposit/integration/${path.padEnd(43, 'x')}`,
      }),
    object: statusPathOf,
    isRead: true,
  },
  'card.details': { ask: read('/api/card/details/:id'), object: operationOf('card_order'), isRead: true },
  'card.confirm': { ask: sayCard('/api/card/order/confirm'), object: operationOf('card_order') },
  'card.cancel': { ask: sayCard('/api/card/order/cancel'), object: operationOf('card_order') },
  'card.freeze': { ask: sayCard('/api/card/freeze'), object: cardOf },
  'card.unfreeze': { ask: sayCard('/api/card/unfreeze'), object: cardOf },
  'card.limits': {
    ask: (browser, card) => browser.post('/api/card/limits', { card, once: '1', day: '1' }),
    object: cardOf,
  },
  'card.operations': { ask: read('/api/card/operations?card=:id'), object: cardOf, isRead: true },
  'card.ask_reveal': { ask: sayCard('/api/card/details/code'), object: cardOf },
  'card.reveal': {
    ask: (browser, card) => browser.post('/api/card/details/reveal', { card, code: '000000' }),
    object: cardOf,
  },
  'chat.send': {
    ask: (browser, id) => browser.form(`/api/chat/private/${id}`, { message: 'Hello', client_id: 'object-access' }),
    object: chatOf,
  },
  'chat.read': {
    ask: (browser, id) => browser.post(`/api/chat/private/read/${id}`, { last_read_message: 1 }),
    object: chatOf,
  },
  'chat.messages': { ask: read('/api/chat/private/:id'), object: chatOf, isRead: true },
  'chat.file': { ask: read('/api/chat/file/:id'), object: chatFileOf, isRead: true },
  'user.end_browser': { ask: say('/api/user/browsers/:id/end'), object: browserOf },
};

/** The rows of the matrix that calls belong to, by what stands in their names or paths. */
const rows: readonly [part: RegExp, row: string][] = [
  [/exchange_all|exchange\/all/, 'F4'],
  [/exchange\/landing/, 'F5'],
  [/exchange/, 'F3'],
  [/withdraw|operation/, 'F6'],
  [/deposit/, 'F7'],
  [/purchase/, 'F8'],
  [/transfer/, 'F9'],
  [/verification/, 'F11'],
  [/referral/, 'F12'],
  [/notify/, 'S4'],
  [/card/, 'F10'],
  [/chat/, 'F14'],
  [/user/, 'S2 R15'],
];
const byRow = <Item>(items: Record<string, Item>): [row: string, name: string, item: Item][] =>
  Object.entries(items).map(([name, item]) => [rows.find(([part]) => part.test(name))![1], name, item]);

type Call = Pick<(typeof served)[number]['spec'], 'path' | 'input' | 'query'>;
const served = areas.flatMap(({ calls }) => calls);
const fieldsOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
/** Fields by which a call could name something of somebody's. */
const namesIn = ({ input, query }: Call): string[] =>
  [...fieldsOf(input), ...fieldsOf(query)].filter((field) => !plain.has(field) && !(field in harmless));
const namesAnObject = ({ spec, how }: { spec: Call; how: { at?: string } }): boolean =>
  (how.at ?? spec.path).includes(':') || namesIn(spec).some((field) => field !== 'replaces');

test('every call that is served and names something by an id is tried here, or says why it is everybody’s', () => {
  const naming = served.filter(namesAnObject);
  const names = naming.map(({ spec }) => spec.name);
  expect(
    naming
      .filter(({ spec: { name } }) => !(name in owned) && !(name in open))
      .map(({ spec, how }) => `${spec.name}: ${[how.at ?? spec.path, ...namesIn(spec)].join(' ')}`),
    'try each in `owned`, or say in `open` why it is everybody’s; a field that names nothing of anybody’s stands in `plain` or `harmless`',
  ).toEqual([]);
  expect([...Object.keys(owned), ...Object.keys(open)].filter((name) => !names.includes(name))).toEqual([]);
  const fields = new Set(served.flatMap(({ spec }) => [...fieldsOf(spec.input), ...fieldsOf(spec.query)]));
  expect([...plain, ...Object.keys(harmless)].filter((field) => !fields.has(field))).toEqual([]);
});

test('a call of tomorrow is seen, wherever it names what it is about', () => {
  const call = (path: string, fields: string[] = []) => ({
    spec: { path, input: z.object(Object.fromEntries(fields.map((field) => [field, z.string()]))) },
    how: {},
  });
  const seen = [call('/api/ticket/:ticket'), call('/api/ticket', ['ticket']), call('/api/ticket', ['amount', 'card'])];
  expect(seen.map(namesAnObject)).toEqual([true, true, true]);
  expect(namesAnObject(call('/api/ticket', ['amount', 'email']))).toBe(false);
});

/** As it was said, but for the moment. */
const told = ({ http, text }: Reply) => [http, text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')];

describe('what is somebody else’s is answered as if it were not there', () => {
  test.each(byRow(owned))('%s %s', async (_row, _name, { ask, object, isRead }) => {
    const id = await object();
    // The first call of a page brings news; from then on nothing differs but what was asked.
    await stranger.get('/api/auth/check');
    const [foreign, absent] = [await ask(stranger, id), await ask(stranger, newOperationId())];
    expect([foreign.http, told(foreign)]).toEqual([404, told(absent)]);
    // The owner is told what it is, or that it is too late: whatever is said, it is there.
    const own = await ask(owner, id);
    if (isRead) expect(own.http).toBe(200);
    expect([401, 403, 404]).not.toContain(own.http);
    expect(own.http).toBeLessThan(500);
    // A visitor learns neither.
    const visitor = server.browser();
    const [one, other] = [await ask(visitor, id), await ask(visitor, newOperationId())];
    expect([one.http, told(one)]).toEqual([401, told(other)]);
  });
});

/** Whatever a check takes the place of is the asker's own, or is left as it is. */
const checks: Record<string, (browser: Browser, fields: Record<string, string>) => Promise<Reply>> = {
  '/api/exchange/check': (browser, fields) => browser.form('/api/exchange/check', { ...usdToBtc, ...fields }),
  '/api/exchange/landing': (browser, fields) => browser.post('/api/exchange/landing', { ...usdToBtc, ...fields }),
  '/api/exchange/all/:currency': (browser, fields) =>
    browser.post('/api/exchange/all/BTC', { wallets: ['USD'], ...fields }),
  '/api/deposit/check': (browser, fields) => checkPayment(browser, 'deposit', { ...byBank, ...fields }),
  '/api/purchase/check': (browser, fields) => checkPayment(browser, 'purchase', { ...bitcoinByCard, ...fields }),
  '/api/withdraw/check': (browser, fields) => checkWithdrawal(browser, { ...toBank, ...fields }),
  '/api/card/order': (browser, fields) => checkCard(browser, { offer: 'virtual_eur', ...fields }),
  '/api/transfer/check': (browser, fields) =>
    browser.form('/api/transfer/check', {
      to: owner.account ?? '',
      currency: 'EUR',
      side: 'give',
      amount: '1',
      ...fields,
    }),
};

describe('a check takes the place of nothing that is somebody else’s', () => {
  test('every check that names what it replaces is tried here', () => {
    const paths = served
      .filter(({ spec }) => namesIn(spec).includes('replaces'))
      .map(({ spec, how }) => how.at ?? spec.path);
    expect(paths.toSorted()).toEqual(Object.keys(checks).toSorted());
  });

  test.each(byRow(checks))('%s %s', async (_row, path, check) => {
    const [theirs, mine] = [
      await makePerson(server, { USD: '1000', EUR: '1000' }),
      await makePerson(server, { USD: '1000', EUR: '1000' }),
    ];
    // A visitor's page asks what an exchange would be; whoever is signed in is asked nothing else.
    const made = await check(theirs.browser, {});
    expect(made.http).toBe(200);
    const id = (path.endsWith('landing') ? await checks['/api/exchange/check']!(theirs.browser, {}) : made).body.payload
      .id as string;
    const [foreign, absent] = [
      await check(mine.browser, { replaces: id }),
      await check(mine.browser, { replaces: newOperationId() }),
    ];
    expect([foreign.http, Object.keys(foreign.body.payload)]).toEqual([200, Object.keys(absent.body.payload)]);
    expect((await theirs.browser.get(`/api/operation/read/${id}`)).body.payload.status).toBe('open');
  });
});
