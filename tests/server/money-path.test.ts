import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bankCheck, balanceOf } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { lockLimits } from '../../server/payments/limits.ts';
import { openSession, shownBy } from '../../server/auth/sessions.ts';
import { askWhoConfirms } from '../../server/transfer/at-once.ts';
import { Browser, type Reply } from './browser.ts';
import { makePerson, movementsOf, until, type Person } from './money.ts';
import { checkedTransfer, endsAs, send } from './transfer.ts';

/** No other pool of this process has as many: by it those connections are known that answer requests. */
const size = 7;
const front = new WeakSet<object>();
const asked: string[] = [];
/** What happens once, right before the front asks what is to be done. */
let beforeTheSend: (() => Promise<unknown>) | undefined;

type Asked = string | { name?: string; text: string };
const nameOf = (question: Asked): string =>
  (typeof question === 'string' ? question : (question.name ?? question.text)).replaceAll(/\s+/g, ' ').slice(0, 60);

/** What the front asks besides answering: what was moved is counted, and the sandbox looks for payments that are due. */
const isBeside = (question: string): boolean =>
  /operation_timeline|pg_snapshot|^select "p"\."id", "p"\."status", "p"\."currency"/.test(question);

let server: TestServer;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  const { connect } = pg.Pool.prototype;
  vi.spyOn(pg.Pool.prototype, 'connect').mockImplementation(function (this: pg.Pool, ...given: unknown[]) {
    const connected = (connect as (...all: unknown[]) => unknown).apply(this, given);
    // With a callback it is a question that the pool is asked itself.
    if (given.length > 0) return connected;
    return (connected as Promise<pg.PoolClient>).then((client) => {
      if (this.options.max === size) front.add(client);
      return client;
    });
  } as never);
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const name = nameOf(given[0] as Asked);
    if (front.has(this) && !isBeside(name)) asked.push(name);
    const ask = () => (query as (...all: unknown[]) => unknown).apply(this, given);
    const first = name === 'send' && front.has(this) ? beforeTheSend : undefined;
    if (first === undefined) return ask();
    beforeTheSend = undefined;
    return first().then(ask);
  } as never);
  server = await startServer({ SEED_DEMO: '0', DATABASE_POOL: String(size) });
  [ann, bob] = [await makePerson(server), await makePerson(server)];
});
afterEach(() => bankCheck(server.db));
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

/** What a transfer has moved that was sent at once, or went the long way because something was held. */
const eitherWay = [['settle'], ['hold', 'settle']];

/** The input of a confirm, as the contract has read it. */
const confirmOf = ({ id }: { id: string }) => ({ params: undefined, query: undefined, body: { id } });

const askedOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  asked.length = 0;
  await work();
  return [...asked];
};

describe('the way of a confirm through the database', () => {
  test('F9 who asks and what is decided by, what is done: two questions, the last of them the transaction', async () => {
    const operation = await checkedTransfer(ann.browser, { to: bob.number, amount: '10' });
    const questions = await askedOf(() => send(ann.browser, operation));
    expect(questions).toEqual(['who confirms what', 'send']);
    expect(await movementsOf(server.db, operation)).toEqual(['settle']);
  });

  test('F9 a confirm that is not well said is refused in its turn: for nobody, for another account, for what it says', async () => {
    const eve = await makePerson(server);
    const { id } = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    const nobody = new Browser(server.url);
    const another = { 'x-account': bob.number };
    for (const wrong of [{}, { id: '' }, { id: 'x'.repeat(500) }] as Record<string, string>[]) {
      const ask = (browser: Browser, headers?: Record<string, string>) => browser.form('/api/transfer', wrong, headers);
      expect((await ask(nobody)).failure.code).toBe('no_session');
      expect((await ask(eve.browser, another)).failure.code).toBe('account_changed');
      let refused: Reply | undefined;
      const questions = await askedOf(async () => (refused = await ask(eve.browser)));
      expect([404, 422]).toContain(refused?.http);
      expect(questions).not.toContain('send');
    }
    expect((await nobody.form('/api/transfer', { id })).failure.code).toBe('no_session');
    expect((await eve.browser.form('/api/transfer', { id }, another)).failure.code).toBe('account_changed');
    expect((await eve.browser.post('/api/transfer', { id })).http).toBe(415);
    expect(await movementsOf(server.db, { id })).toEqual([]);
  });

  test('F9 one whose body comes late is asked about by itself, and sent at once all the same', async () => {
    const eve = await makePerson(server);
    const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    const { promise: last, resolve: sendLast } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const bytes = new TextEncoder().encode(`id=${operation.id}`);
        controller.enqueue(bytes.slice(0, -1));
        await last;
        controller.enqueue(bytes.slice(-1));
        controller.close();
      },
    });
    let reply: Reply | undefined;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const questions = await askedOf(async () => {
      const sent = eve.browser.send('/api/transfer', { method: 'POST', body, headers });
      await until(() => Promise.resolve(asked.includes('facts')));
      sendLast();
      reply = await sent;
    });
    expect(reply?.http).toBe(200);
    expect(questions).toEqual(['facts', 'who confirms what', 'send']);
    expect(await movementsOf(server.db, operation)).toEqual(['settle']);
  });

  test('F9 whoever is known again by what remembers them confirms as well: one effect', async () => {
    const eve = await makePerson(server);
    const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    const opened = await server.db
      .transaction()
      .execute((trx) => openSession(trx, eve.id, true, { device: 'test', place: '' }));
    const later = new Browser(server.url);
    later.cookies.set('remember', opened.remember ?? '');
    const reply = await send(later, operation);
    expect([reply.http, reply.body.payload.id]).toEqual([200, operation.id]);
    await endsAs(later, operation, 'completed');
    expect(eitherWay).toContainEqual(await movementsOf(server.db, operation));
  });

  test('F9 whoever asks sees an operation of theirs alone: of another one not even that it is there', async () => {
    const operation = await checkedTransfer(ann.browser, { to: bob.number, amount: '10' });
    const seenBy = async ({ browser }: Person, session = browser.cookies.get('session')) => {
      const asker = { ...shownBy(session, undefined), held: 0 };
      const { row, ahead } = await askWhoConfirms(server.db, asker, confirmOf(operation));
      return [row?.account_id ?? null, ahead?.id];
    };
    expect(await seenBy(ann)).toEqual([ann.id, operation.id]);
    expect(await seenBy(bob)).toEqual([bob.id, undefined]);
    expect(await seenBy(bob, 'x'.repeat(43))).toEqual([null, undefined]);
  });

  test('F9 what is asked of a confirm reads no other operation of the account, however many there are', async () => {
    const eve = await makePerson(server, { USD: '9000' });
    for (let at = 0; at < 30; at += 1) await checkedTransfer(eve.browser, { to: bob.number, amount: '1' });
    const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    let text = '';
    const listening = {
      isTransaction: true,
      executeQuery: (query: { sql: string }) => ((text = query.sql), { rows: [] }),
    };
    await askWhoConfirms(listening as never, { session: null, remember: null, held: 0 }, confirmOf(operation));
    const plan = await server.db.connection().execute(async (one) => {
      await sql
        .raw(`set plan_cache_mode = force_generic_plan; set enable_seqscan = off; prepare asked as ${text}`)
        .execute(one);
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': string }>(`explain execute asked('{null}', '{null}', '{x}', '{0}')`)
        .execute(one);
      await sql.raw('deallocate asked; reset plan_cache_mode; reset enable_seqscan').execute(one);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan using operations_pkey on operations/);
    const [, cost = ''] = /cost=[\d.]+\.\.([\d.]+)/.exec(plan) ?? [];
    // Above a hundred thousand PostgreSQL would compile it before it runs.
    expect(Number(cost)).toBeLessThan(50_000);
  });

  test('F9 its answer carries what another question would: the operation, the balances, the revision', async () => {
    const operation = await checkedTransfer(ann.browser, { to: bob.number, amount: '10' });
    const { body } = await send(ann.browser, operation);
    const { held } = await balanceOf(server.db, ann.id, 'USD');
    expect(body.payload).toMatchObject({
      id: operation.id,
      status: 'completed',
      timeline: [{ status: 'open' }, { status: 'processing' }, { status: 'completed' }],
    });
    expect(body.wallets).toMatchObject([{ currency: 'USD', held: '0.00' }]);
    expect(held).toBe('0');
    const elsewhere = await ann.elsewhere();
    const { body: anew } = await elsewhere.get('/api/auth/check');
    expect(anew.rev).toBe(body.rev);
    expect(anew.total_balance.amount).toBe(anew.wallets[0].value);
  });

  test('F9 what the person was told meanwhile comes with it, asked for in the same two questions', async () => {
    const eve = await makePerson(server);
    const back = await checkedTransfer(ann.browser, { to: eve.number, amount: '1' });
    await send(ann.browser, back);
    await endsAs(ann.browser, back, 'completed');
    const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    let answer: Reply | undefined;
    const rev = { 'x-rev': '1', 'x-account': eve.number };
    const questions = await askedOf(async () => {
      answer = await eve.browser.form('/api/transfer', { id: operation.id }, rev);
    });
    expect(questions).toEqual(['who confirms what', 'send']);
    const elsewhere = await eve.elsewhere();
    const { body: anew } = await elsewhere.get('/api/auth/check');
    expect(answer?.body.notifications).toHaveLength(1);
    expect(answer?.body.notifications).toEqual(anew.notifications);
    await endsAs(eve.browser, operation, 'completed');
  });

  test('F9 asked again, and where the account changes meanwhile, it is looked at under locks: one effect', async () => {
    const operations = [];
    for (const amount of ['1', '2', '3', '4'])
      operations.push(await checkedTransfer(ann.browser, { to: bob.number, amount }));
    const replies = await Promise.all(
      operations.flatMap((one) => [one, one, one]).map((one) => send(ann.browser, one)),
    );
    expect(replies.map(({ http }) => http)).toEqual(Array.from({ length: 12 }, () => 200));
    for (const one of operations) {
      await endsAs(ann.browser, one, 'completed');
      expect(eitherWay).toContainEqual(await movementsOf(server.db, one));
    }
  });

  test('F9 a session that ends between the questions ends the confirm: nothing was sent', async () => {
    const operation = await checkedTransfer(ann.browser, { to: bob.number, amount: '10' });
    await server.db.deleteFrom('sessions').where('account_id', '=', ann.id).execute();
    expect((await send(ann.browser, operation)).http).toBe(401);
    expect(await movementsOf(server.db, operation)).toEqual([]);
  });

  test('F9 a session that ends after all was looked at takes back what was done', async () => {
    const eve = await makePerson(server);
    const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    beforeTheSend = () => server.db.deleteFrom('sessions').where('account_id', '=', eve.id).execute();
    expect((await send(eve.browser, operation)).http).toBe(401);
    expect(beforeTheSend).toBeUndefined();
    expect(await movementsOf(server.db, operation)).toEqual([]);
    expect(await balanceOf(server.db, eve.id, 'USD')).toMatchObject({ held: '0' });
  });

  test('F9 one whose operation somebody holds waits alone: whoever confirms meanwhile is through', async () => {
    const sent = [];
    for (const { browser } of [await makePerson(server), await makePerson(server), await makePerson(server)])
      sent.push({ browser, operation: await checkedTransfer(browser, { to: bob.number, amount: '10' }) });
    const [slow, ...others] = sent;
    let waiting: Promise<Reply> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await sql`select from operations where id = ${slow!.operation.id} for update`.execute(trx);
      waiting = send(slow!.browser, slow!.operation);
      const replies = await Promise.all(others.map((one) => send(one.browser, one.operation)));
      expect(replies.map(({ http }) => http)).toEqual([200, 200]);
      expect(await movementsOf(server.db, slow!.operation)).toEqual([]);
    });
    expect((await waiting)?.http).toBe(200);
    for (const { browser, operation } of sent) {
      await endsAs(browser, operation, 'completed');
      expect(eitherWay).toContainEqual(await movementsOf(server.db, operation));
    }
  });

  test('F9 of several that are posted together each that is otherwise than it was seen is left out', async () => {
    const rowOf = async (person: Person) => {
      const { id } = await checkedTransfer(person.browser, { to: bob.number, amount: '10' });
      const { rows } = await sql<{ session: string; rev: string; wallet: string }>`
        select s.id as session, a.rev, w.id as wallet from accounts a join sessions s on s.account_id = a.id
        join wallets w on w.account_id = a.id where a.id = ${person.id}`.execute(server.db);
      return { id, account: person.id, person, ...rows[0]! };
    };
    const people = await Promise.all(Array.from({ length: 7 }, () => makePerson(server)));
    const rows = await Promise.all(people.map(rowOf));
    const [good, stale, ended, over, late, held, lapsed] = rows;
    stale!.rev = String(Number(stale!.rev) - 1);
    await server.db.deleteFrom('sessions').where('account_id', '=', ended!.account).execute();
    await sql`update sessions set expires_at = clock_timestamp() where account_id = ${lapsed!.account}`.execute(
      server.db,
    );
    const change = (id: string, to: { status: 'cancelled' } | { expires_at: string }) =>
      server.db.updateTable('operations').set(to).where('id', '=', id).execute();
    await change(over!.id, { status: 'cancelled' });
    await change(late!.id, { expires_at: '2026-01-01T00:00:00Z' });
    const into = await sql<{ id: string }>`select id from wallets where account_id = ${bob.id}`.execute(server.db);
    const column = (key: 'id' | 'account' | 'session' | 'rev' | 'wallet') => rows.map((row) => row[key]);
    const each = (text: string) => rows.map(() => text);
    /** Three lines for each: out of one wallet, to the house, into the other. */
    const all = <T>(...lines: [T[], T[], T[]]): T[] => lines.flat();
    const nothing = rows.map(() => null);
    const same = <T>(values: T[]): T[] => all(values, values, values);
    const none: string[] = [];
    const post = async (): Promise<string[]> => {
      const posted = await sql<{ id: string }>`select id from complete_transfers(${column('id')}, ${column('account')},
        ${column('session')}, ${column('rev')}, ${each('{"amount":"9.90","currency":"USD","from":"p"}')},
        ${same(column('id'))}, ${all<string | null>(column('wallet'), nothing, each(into.rows[0]!.id))},
        ${all<string | null>(each('available'), nothing, each('available'))}, ${all<string | null>(nothing, each('fees'), nothing)},
        ${same(each('USD'))}, ${all(each('-10'), each('0.10'), each('9.90'))}, ${same(each('give'))},
        ${none}, ${none}, ${none}, ${none}, ${none}, ${['wallets']}, ${['wallets']})`.execute(server.db);
      return posted.rows.map(({ id }) => id);
    };
    await server.db.transaction().execute(async (trx) => {
      await sql`select from operations where id = ${held!.id} for update`.execute(trx);
      expect(await post()).toEqual([good!.id]);
    });
    expect(await post()).toEqual([held!.id]);
    for (const row of [stale, ended, over, late, lapsed]) expect(await movementsOf(server.db, row!)).toEqual([]);
    for (const row of [good, held]) {
      await endsAs(row!.person.browser, row!, 'completed');
      expect(await movementsOf(server.db, row!)).toEqual(['settle']);
    }
  });

  test('F9 while the limits of an account are looked at under a lock nothing of it is posted', async () => {
    const eve = await makePerson(server);
    const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    let waiting: Promise<Reply> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await lockLimits(trx, eve.id);
      waiting = send(eve.browser, operation);
      await until(async () => {
        const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(trx);
        return rows.length > 0;
      });
      expect(await movementsOf(server.db, operation)).toEqual([]);
    });
    expect((await waiting)?.http).toBe(200);
    await endsAs(eve.browser, operation, 'completed');
  });

  test.each(['wallets', 'accounts'] as const)(
    'F9 one whose %s somebody holds, its own or those of whom it is for, waits alone: whoever confirms meanwhile is through',
    async (table) => {
      const people = await Promise.all(Array.from({ length: 5 }, () => makePerson(server)));
      const [held, payer, other, ...others] = people as [Person, Person, Person, ...Person[]];
      const ways = [
        { from: held, to: bob, waits: true },
        { from: payer, to: held, waits: true },
        ...[other, ...others].map((from) => ({ from, to: bob, waits: false })),
      ];
      const sent: { from: Person; waits: boolean; operation: { id: string } }[] = [];
      for (const { from, to, waits } of ways)
        sent.push({ from, waits, operation: await checkedTransfer(from.browser, { to: to.number, amount: '10' }) });
      const waiting: Promise<Reply>[] = [];
      await server.db.transaction().execute(async (trx) => {
        const key = sql.ref(table === 'wallets' ? 'account_id' : 'id');
        await sql`select from ${sql.table(table)} where ${key} = ${held.id} for no key update`.execute(trx);
        const through: Promise<Reply>[] = [];
        for (const { from, operation, waits } of sent) (waits ? waiting : through).push(send(from.browser, operation));
        for (const { http } of await Promise.all(through)) expect(http).toBe(200);
      });
      for (const { http } of await Promise.all(waiting)) expect(http).toBe(200);
      for (const { from, operation, waits } of sent) {
        await endsAs(from.browser, operation, 'completed');
        expect(await movementsOf(server.db, operation)).toEqual(waits ? ['hold', 'settle'] : ['settle']);
      }
    },
  );

  test('F9 many who pay one person at once: each is done once, and each is told of once', async () => {
    const eve = await makePerson(server);
    const payers = await Promise.all(Array.from({ length: 12 }, () => makePerson(server)));
    const lettersTo = async ({ number }: Person) => {
      const { rows } = await sql`select from mail_outbox where recipient = ${`p${number}@example.com`}`.execute(
        server.db,
      );
      return rows.length;
    };
    const [quiet, ...others] = payers;
    await sql`insert into unwanted_letters (account_id, kind) values (${quiet!.id}, 'operations')`.execute(server.db);
    const operations: { id: string }[] = [];
    for (const { browser } of payers) operations.push(await checkedTransfer(browser, { to: eve.number, amount: '10' }));
    const questions = await askedOf(async () => {
      const replies = await Promise.all(payers.map(({ browser }, at) => send(browser, operations[at]!)));
      expect(replies.map(({ http }) => http)).toEqual(payers.map(() => 200));
    });
    expect(questions.filter((name) => name === 'send').length).toBeLessThan(payers.length);
    for (const [at, operation] of operations.entries()) {
      await endsAs(payers[at]!.browser, operation, 'completed');
      // Where a send took long another began beside it, and met the payee's rows in its hands.
      expect(eitherWay).toContainEqual(await movementsOf(server.db, operation));
      const news = await server.db
        .selectFrom('notifications')
        .selectAll()
        .where('id', '=', `payment:${operation.id}`)
        .execute();
      expect(news).toMatchObject([{ account_id: eve.id }]);
    }
    expect(await lettersTo(eve)).toBe(12);
    for (const payer of others) expect(await lettersTo(payer)).toBe(1);
    expect(await lettersTo(quiet!)).toBe(0);
  });

  test('F9 a process of the version before and this one at once: one effect', async () => {
    for (let round = 0; round < 6; round += 1) {
      const eve = await makePerson(server);
      const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
      const { rows } = await sql<{ session: string; rev: string; wallet: string }>`
        select s.id as session, a.rev, w.id as wallet from accounts a join sessions s on s.account_id = a.id
        join wallets w on w.account_id = a.id where a.id = ${eve.id}`.execute(server.db);
      const [{ session, rev, wallet }] = rows as [{ session: string; rev: string; wallet: string }];
      const both = <T>(value: T): T[] => [value, value];
      const before =
        sql`select from post_operations(${[operation.id]}, ${[eve.id]}, ${[session]}, ${[rev]}, ${['5']}, ${['1000']},
        ${both(operation.id)}, ${both(wallet)}, ${['available', 'held']}, ${both('USD')}, ${['-10', '10']}, ${both('hold')},
        ${['wallets']}, 'settle')`.execute(server.db);
      const [, { http }] = await Promise.all([
        round % 2 === 0 ? before.catch(() => {}) : before,
        send(eve.browser, operation),
      ]);
      expect(http).toBe(200);
      await endsAs(eve.browser, operation, 'completed');
      expect(eitherWay).toContainEqual(await movementsOf(server.db, operation));
      expect(await balanceOf(server.db, eve.id, 'USD')).toEqual({ available: '990', held: '0' });
    }
  });

  test('F9 what takes the rest of a day after all was looked at leaves nothing for this one', async () => {
    const eve = await makePerson(server, { USD: '2000' });
    await server.db.updateTable('accounts').set({ verification_level: 0 }).where('id', '=', eve.id).execute();
    const ask = { to: bob.number, amount: '200' };
    const [last, other] = [await checkedTransfer(eve.browser, ask), await checkedTransfer(eve.browser, ask)];
    for (const one of [await checkedTransfer(eve.browser, ask), await checkedTransfer(eve.browser, ask)])
      expect((await send(eve.browser, one)).http).toBe(200);
    beforeTheSend = () => send(eve.browser, other);
    const refused = await send(eve.browser, last);
    expect(beforeTheSend).toBeUndefined();
    expect([refused.http, refused.failure.code]).toEqual([422, 'above_day_maximum']);
    expect(await movementsOf(server.db, last)).toEqual([]);
    await endsAs(eve.browser, other, 'completed');
  });

  test('F9 of two that would be too much for the day together, confirmed in one moment, one goes', async () => {
    const eve = await makePerson(server, { USD: '2000' });
    await server.db.updateTable('accounts').set({ verification_level: 0 }).where('id', '=', eve.id).execute();
    const ask = { to: bob.number, amount: '200' };
    const operations: { id: string }[] = [];
    for (let at = 0; at < 4; at += 1) operations.push(await checkedTransfer(eve.browser, ask));
    const [first, second, ...both] = operations;
    for (const one of [first!, second!]) expect((await send(eve.browser, one)).http).toBe(200);
    // While somebody else's is on its way they wait, and are asked about together.
    const eli = await makePerson(server);
    const slow = await checkedTransfer(eli.browser, { to: bob.number, amount: '10' });
    let confirmed: Promise<Reply>[] = [];
    beforeTheSend = async () => {
      asked.length = 0;
      confirmed = both.map((one) => send(eve.browser, one));
      await until(() => Promise.resolve(asked.includes('send')));
    };
    expect((await send(eli.browser, slow)).http).toBe(200);
    const replies = await Promise.all(confirmed);
    expect(replies.map(({ http }) => http).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const moved = await Promise.all(both.map((one) => movementsOf(server.db, one)));
    expect(moved.filter((kinds) => kinds.length > 0)).toHaveLength(1);
    for (const [at, { http }] of replies.entries()) if (http === 200) await endsAs(eve.browser, both[at]!, 'completed');
  });

  test('F9 what has ended is not settled anew, with nothing that follows from it', async () => {
    const eve = await makePerson(server);
    const operation = await checkedTransfer(eve.browser, { to: bob.number, amount: '10' });
    await send(eve.browser, operation);
    await endsAs(eve.browser, operation, 'completed');
    const revision = async () =>
      (await server.db.selectFrom('accounts').select('rev').where('id', '=', eve.id).executeTakeFirstOrThrow()).rev;
    const before = await revision();
    expect((await send(eve.browser, operation)).body.payload.status).toBe('completed');
    expect(await movementsOf(server.db, operation)).toEqual(['settle']);
    expect(await revision()).toBe(before);
  });
});
