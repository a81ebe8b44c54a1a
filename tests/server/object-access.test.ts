import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { areas } from '../../server/areas.ts';
import { newOperationId } from '../../server/ledger/ids.ts';
import type { Reply } from './browser.ts';
import { signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';

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
  'verification.remove': 'the parameter is a kind of the asker’s own document, and its file is looked for there',
  'history.file': 'the parameter is a kind of the asker’s own history',
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
const send =
  (path: string): Ask =>
  (browser, id) =>
    browser.form(path.replace(':id', id), { id });

const operationOf = (kind: string) => async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from operations o join accounts a on a.id = o.account_id
    where a.email = 'demo@example.com' and o.kind = ${kind} and o.parent_id is null
    order by o.created_at desc limit 1`.execute(server.db);
  if (rows[0]) return rows[0].id;
  // Of a kind that the demo account has none of, one of another kind stands for it: it is as little there.
  return await operationOf('exchange')();
};
const browserOf = async (): Promise<string> =>
  (await owner.get('/api/user/browsers')).body.payload.items[0].id as string;
const notificationOf = async (): Promise<string> => {
  await sql`insert into notifications (id, account_id, kind) select 'payment:OBJECTACCESS', id, 'payment' from accounts
    where email = 'demo@example.com' on conflict do nothing`.execute(server.db);
  return 'payment:OBJECTACCESS';
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

/** Every call that names an object of somebody: how it is asked, and an object of the owner's. */
const owned: Record<string, { ask: Ask; object: () => Promise<string>; isRead?: true }> = {
  'exchange.status': { ask: read('/api/exchange/status/:id'), object: operationOf('exchange'), isRead: true },
  'exchange.submit': { ask: send('/api/exchange/confirm/:id'), object: operationOf('exchange') },
  'exchange_all.status': { ask: read('/api/exchange/all/status/:id'), object: operationOf('exchange_all') },
  'exchange_all.submit': { ask: say('/api/exchange/all'), object: operationOf('exchange_all') },
  'transfer.status': { ask: read('/api/transfer/status/:id'), object: operationOf('transfer') },
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
  'user.end_browser': { ask: say('/api/user/browsers/:id/end'), object: browserOf },
};

const served = areas.flatMap(({ calls }) => calls);
const namesAnObject = ({ spec, how }: (typeof served)[number]): boolean =>
  (how.at ?? spec.path).includes(':') ||
  (spec.input !== undefined && 'shape' in spec.input && 'id' in Object(spec.input.shape));

test('F11 every call that is served and names something by an id is tried here, or says why it is everybody’s', () => {
  const names = served.filter(namesAnObject).map(({ spec }) => spec.name);
  expect(names.filter((name) => !(name in owned) && !(name in open))).toEqual([]);
  expect([...Object.keys(owned), ...Object.keys(open)].filter((name) => !names.includes(name))).toEqual([]);
});

describe('F11 what is somebody else’s is answered as if it were not there', () => {
  test.each(Object.entries(owned))('F11 %s', async (_name, { ask, object, isRead }) => {
    const id = await object();
    const [foreign, absent] = [await ask(stranger, id), await ask(stranger, newOperationId())];
    expect([foreign.http, foreign.body.payload]).toEqual([404, absent.body.payload]);
    expect(absent.http).toBe(404);
    if (isRead) expect((await ask(owner, id)).http).toBe(200);
    // A visitor learns neither.
    const visitor = server.browser();
    expect([(await ask(visitor, id)).http, (await ask(visitor, newOperationId())).http]).toEqual([401, 401]);
  });
});
