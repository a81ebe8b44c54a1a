import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tables } from '../../server/db/db.ts';
import { tellSandbox } from '../../server/providers/sandbox-settings.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import {
  becomes,
  checked,
  hurry,
  makePerson,
  movementsOf,
  provider,
  runOut,
  statusOf,
  submit,
  until,
  usdToBtc,
  waitingForLocks,
  type Person,
} from './money.ts';
import type { Browser, Reply } from './browser.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0', DATABASE_POOL: '10' });
});
beforeEach(async () => {
  await provider(server.db, 'hang');
  person = await makePerson(server);
});
afterAll(async () => {
  await bankCheck(server.db);
  await server.close();
});

const usd = () => balanceOf(server.db, person.id, 'USD');
const untouched = { available: '1000', held: '0' };
const oneEffect = { available: '900', held: '100' };

/** A transaction of the test's own that has done `first` and stays open until `end`, which takes it back. */
const holding = async (
  first: (trx: Transaction<Tables>) => Promise<unknown>,
): Promise<{ end: () => Promise<void> }> => {
  const trx = await server.db.startTransaction().execute();
  await first(trx);
  return { end: () => trx.rollback().execute() };
};
const holdWallet = () =>
  holding((trx) => trx.selectFrom('wallets').select('id').where('account_id', '=', person.id).forUpdate().execute());
const holdOperation = ({ id }: { id: string }) =>
  holding((trx) => trx.selectFrom('operations').select('id').where('id', '=', id).forUpdate().execute());

/** This many statements of this database wait for a lock. */
const waiting = (count: number): Promise<void> =>
  until(async () => (await waitingForLocks(server.db)) === count, `${count} never waited`);

const replacing = (browser: Browser, replaces: string): Promise<Reply> =>
  browser.form('/api/exchange/check', { ...usdToBtc, replaces });

const change = async (body: object) => {
  await fetch(`${server.url}/dev/market`, {
    method: 'POST',
    body: JSON.stringify({ src: 'USD', dst: 'BTC', ...body }),
    headers: { 'content-type': 'application/json' },
  });
};

describe('a status while the operation is being submitted', () => {
  test('F3 waits for the submit to end, and says what it did: never open', async () => {
    const operation = await checked(person.browser);
    const wallet = await holdWallet();
    const submitted = submit(person.browser, operation);
    await waiting(1);
    const asked = statusOf(person.browser, operation);
    await waiting(2);
    await wallet.end();
    expect((await submitted).http).toBe(200);
    expect((await asked).status).toBe('processing');
    expect(await usd()).toEqual(oneEffect);
  });

  test('F3 says open when that submit was refused', async () => {
    const operation = await checked(person.browser);
    const other = await checked(person.browser, { ...usdToBtc, amount: '950' });
    expect((await submit(person.browser, other)).http).toBe(200);
    const wallet = await holdWallet();
    const submitted = submit(person.browser, operation);
    await waiting(1);
    const asked = statusOf(person.browser, operation);
    await waiting(2);
    await wallet.end();
    expect((await submitted).failure.code).toBe('insufficient_funds');
    expect((await asked).status).toBe('open');
  });

  test('F3 a submit that takes too long: the status is not known, and is not open', async () => {
    const operation = await checked(person.browser);
    const row = await holdOperation(operation);
    const began = performance.now();
    const asked = await person.browser.get(`/api/exchange/status/${operation.id}`);
    const took = performance.now() - began;
    await row.end();
    // Its own limit, before the one that every statement has.
    expect(took).toBeLessThan(10_000);
    expect([asked.http, asked.failure.code]).toEqual([503, 'unavailable']);
  });
});

describe('a check that replaces another', () => {
  test('F3 the one that was left expires with its reason, and cannot be submitted any more', async () => {
    const left = await checked(person.browser);
    const { http, body } = await replacing(person.browser, left.id);
    expect([http, body.payload.status]).toEqual([200, 'open']);
    const seen = await statusOf(person.browser, left);
    expect(seen).toMatchObject({ status: 'expired', reason: 'replaced' });
    expect(seen.timeline.at(-1)).toMatchObject({ status: 'expired', reason: 'replaced' });
    expect(seen.replaced_by).toBeUndefined();
    const late = await submit(person.browser, left);
    expect([late.http, late.failure.code]).toEqual([409, 'quote_expired']);
    expect(await usd()).toEqual(untouched);
    expect((await submit(person.browser, body.payload)).http).toBe(200);
    expect(await usd()).toEqual(oneEffect);
  });

  test('F3 one that was submitted is not replaced while it goes on, nor when it went through; one that failed is', async () => {
    const count = async () =>
      (await server.db.selectFrom('operations').select('id').where('account_id', '=', person.id).execute()).length;
    for (const [behaviour, status] of [
      ['hang', 'processing'],
      ['settle', 'completed'],
      ['fail', 'failed'],
    ] as const) {
      await provider(server.db, behaviour, { whom: person.number });
      const left = await checked(person.browser);
      await submit(person.browser, left);
      await becomes(person.browser, left, status);
      const before = await count();
      const { http, body } = await replacing(person.browser, left.id);
      const taken = status === 'failed';
      expect([status, http, body.payload.code]).toEqual([
        status,
        taken ? 200 : 409,
        taken ? undefined : 'already_submitted',
      ]);
      expect(await count()).toBe(before + Number(taken));
      expect(await statusOf(person.browser, left)).toMatchObject({ status });
    }
  });

  test('F3 one that is absent, somebody else’s, over or no id is ignored', async () => {
    const stranger = await makePerson(server);
    const theirs = await checked(stranger.browser);
    const over = await checked(person.browser);
    await runOut(server.db, over);
    await statusOf(person.browser, over);
    for (const id of [theirs.id, over.id, '0'.repeat(20), '', 'x', "' or 1=1 --"])
      expect([id, (await replacing(person.browser, id)).http]).toEqual([id, 200]);
    expect(await statusOf(stranger.browser, theirs)).toMatchObject({ status: 'open' });
    expect(await statusOf(person.browser, over)).toMatchObject({ status: 'expired', reason: 'quote_expired' });
  });

  test('F3 a check that is refused replaces nothing', async () => {
    const left = await checked(person.browser);
    const refused = await person.browser.form('/api/exchange/check', {
      ...usdToBtc,
      amount: '5000',
      replaces: left.id,
    });
    expect([refused.http, refused.failure.code]).toEqual([422, 'insufficient_funds']);
    expect(await statusOf(person.browser, left)).toMatchObject({ status: 'open' });
  });

  test('F3 it waits for a submit under way, and is refused when that went through', async () => {
    const left = await checked(person.browser);
    const wallet = await holdWallet();
    const submitted = submit(person.browser, left);
    await waiting(1);
    const replaced = replacing(person.browser, left.id);
    await waiting(2);
    await wallet.end();
    expect((await submitted).http).toBe(200);
    const { http, failure } = await replaced;
    expect([http, failure.code]).toEqual([409, 'already_submitted']);
    expect(await usd()).toEqual(oneEffect);
  });

  test('F3 ten races of a submit and the check that replaces it: exactly one of the two moves money', async () => {
    const races = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => {
        const racer = await makePerson(server);
        const left = await checked(racer.browser);
        const there = await racer.elsewhere();
        const ways = [() => submit(racer.browser, left), () => replacing(there, left.id)] as const;
        const begun = at % 2 === 0 ? [ways[0](), ways[1]()] : [ways[1](), ways[0]()].toReversed();
        const [submitted, replaced] = (await Promise.all(begun)) as [Reply, Reply];
        const moved = [await movementsOf(server.db, left)];
        if (replaced.http === 200) {
          expect((await submit(there, replaced.body.payload)).http).toBe(200);
          moved.push(await movementsOf(server.db, replaced.body.payload));
        }
        const codes = [submitted, replaced].map((reply) => (reply.http === 200 ? 'ok' : reply.failure.code));
        expect(codes).toEqual(submitted.http === 200 ? ['ok', 'already_submitted'] : ['quote_expired', 'ok']);
        expect(moved.flat()).toEqual(['hold']);
        expect(await balanceOf(server.db, racer.id, 'USD')).toEqual(oneEffect);
        return codes.join(' ');
      }),
    );
    expect(races).toHaveLength(10);
    await bankCheck(server.db);
  });
});

describe('a submit that waited', () => {
  test('F3 behind one that was taken back: a quote that ran out meanwhile is not submitted', async () => {
    await tellSandbox(server.db, 'quotes', { lifetime_ms: 1_000 }, person.number);
    const operation = await checked(person.browser);
    const row = await holdOperation(operation);
    const submitted = submit(person.browser, operation);
    await waiting(1);
    await sql`select pg_sleep(greatest(0, extract(epoch from ${operation.expires_at}::timestamptz - clock_timestamp())) + 0.1)`.execute(
      server.db,
    );
    await row.end();
    const { http, failure } = await submitted;
    expect([http, failure.code]).toEqual([409, 'quote_expired']);
    expect(await usd()).toEqual(untouched);
  });

  test('F3 behind one that was taken back: terms that changed meanwhile are not submitted, nor is a pair that is gone', async () => {
    for (const [to, back, code] of [
      [{ percent: '1.5' }, { percent: '0.8' }, 'terms_changed'],
      [{ enabled: false }, { enabled: true }, 'pair_unavailable'],
    ] as const) {
      const operation = await checked(person.browser);
      const row = await holdOperation(operation);
      const submitted = submit(person.browser, operation);
      await waiting(1);
      await change(to);
      await row.end();
      const { http, failure } = await submitted;
      await change(back);
      expect([http, failure.code]).toEqual([409, code]);
      expect(await usd()).toEqual(untouched);
    }
  });
});

describe('the reserve', () => {
  test('F3 two checks for all of it, both submitted at once: one is, the other stays open until there is room', async () => {
    const [src, dst] = ['USD', 'GBP'];
    await server.db
      .updateTable('exchange_pairs')
      .set({ maximum: '999999999' })
      .where('src', '=', src)
      .where('dst', '=', dst)
      .execute();
    const people = await Promise.all([1, 2].map(() => makePerson(server, { USD: '900000000' })));
    const all = await Promise.all(
      people.map(async (one) => {
        const operation = await checked(one.browser, { src, dst, side: 'get', amount: '1200000' });
        return { one, operation };
      }),
    );
    const wallets = await holding((trx) =>
      trx
        .selectFrom('wallets')
        .select('id')
        .where(
          'account_id',
          'in',
          people.map(({ id }) => id),
        )
        .forUpdate()
        .execute(),
    );
    const replies = all.map(({ one, operation }) => submit(one.browser, operation));
    await waiting(2);
    await wallets.end();
    const answers = await Promise.all(replies);
    expect(answers.map(({ http }) => http).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const refused = answers.findIndex(({ http }) => http === 409);
    const loser = all[refused];
    const winner = all[1 - refused];
    if (!loser || !winner) throw new Error('nobody');
    expect([answers[refused]?.failure.code, answers[refused]?.failure.params]).toEqual([
      'reserve_too_low',
      { reserve: '0.00', currency: 'GBP' },
    ]);
    expect(await statusOf(loser.one.browser, loser.operation)).toMatchObject({ status: 'open' });
    expect(await balanceOf(server.db, loser.one.id, 'USD')).toEqual({ available: '900000000', held: '0' });
    const form = await person.browser.get('/api/exchange/pair/USD/GBP');
    expect(form.body.payload.reserve).toBe('0.00');

    await provider(server.db, 'fail', { whom: winner.one.number });
    await hurry(server.db);
    await becomes(winner.one.browser, winner.operation, 'failed');
    expect((await submit(loser.one.browser, loser.operation)).http).toBe(200);
    await provider(server.db, 'settle', { whom: loser.one.number });
    await hurry(server.db);
    await becomes(loser.one.browser, loser.operation, 'completed');
    await bankCheck(server.db);
  });
});

describe('an answer with new terms that was lost', () => {
  test('F3 the status of the old check leads to the fresh one while that can be confirmed', async () => {
    const operation = await checked(person.browser);
    expect((await statusOf(person.browser, operation)).replaced_by).toBeUndefined();
    await change({ percent: '1.5' });
    const refused = await submit(person.browser, operation);
    const fresh = refused.failure.fresh?.id ?? '';
    expect(await statusOf(person.browser, operation)).toMatchObject({
      status: 'expired',
      reason: 'terms_changed',
      replaced_by: fresh,
    });
    await runOut(server.db, { id: fresh });
    expect((await statusOf(person.browser, operation)).replaced_by).toBeUndefined();

    const second = await checked(person.browser);
    await change({ percent: '0.8' });
    const again = (await submit(person.browser, second)).failure.fresh?.id ?? '';
    expect((await statusOf(person.browser, second)).replaced_by).toBe(again);
    expect((await submit(person.browser, { id: again })).http).toBe(200);
    expect((await statusOf(person.browser, second)).replaced_by).toBeUndefined();
  });
});
