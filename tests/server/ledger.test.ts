import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../server/db/db.ts';
import { newOperationId } from '../../server/ledger/ids.ts';
import { move, type Line } from '../../server/ledger/movements.ts';
import { openWallet } from '../../server/ledger/wallets.ts';
import { Big } from '../../server/money/decimal.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
let db: Db;
let person: Person;
let usd: string;
beforeAll(async () => {
  // No provider: nothing here is settled behind the test's back.
  server = await startServer({ SEED_DEMO: '0', PROVIDERS: 'none' });
  db = server.db;
  person = await makePerson(server, { USD: '100', ETH: '1.000000000000000001' });
  usd = await openWallet(db, person.id, 'USD');
});
afterAll(async () => {
  await bankCheck(db);
  await server.close();
});

/** An exchange of 40 USD in the state that a submit leaves, without its movement. */
const operation = async (trx: Db, status: 'open' | 'processing' = 'open', id = newOperationId()): Promise<string> => {
  await trx
    .insertInto('operations')
    .values({
      id,
      account_id: person.id,
      kind: 'exchange',
      status,
      give_currency: 'USD',
      give: '40',
      get_currency: 'ETH',
      get: '0.01',
      fee: '1',
      rate: '0.0003',
      asked_side: 'give',
      asked_amount: '40',
      terms_version: 1,
      expires_at: '2999-01-01T00:00:00Z',
    })
    .execute();
  return id;
};

const available = (amount: string, wallet = usd, currency = 'USD'): Line => ({
  to: { wallet, part: 'available' },
  currency,
  amount: new Big(amount),
  note: 'hold',
});
const held = (amount: string, wallet = usd, currency = 'USD'): Line => ({
  to: { wallet, part: 'held' },
  currency,
  amount: new Big(amount),
  note: 'hold',
});
const house = (amount: string, currency = 'USD'): Line => ({
  to: { house: 'exchange' },
  currency,
  amount: new Big(amount),
  note: 'net',
});

/** Tries it in a transaction that is taken back unless it throws first; a test changes nothing. */
const attempt = async (work: (trx: Db) => Promise<unknown>): Promise<void> => {
  class TakeBack extends Error {}
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx);
      await sql`set constraints all immediate`.execute(trx);
      throw new TakeBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakeBack)) throw error;
    });
};
const run = (statement: RawBuilder<unknown>) => attempt((trx) => statement.execute(trx));

describe('F3 the ledger', () => {
  test('F3 a movement that sums to zero is taken, and the balances follow it', async () => {
    await attempt(async (trx) => {
      await move(trx, await operation(trx), 'hold', [available('-40'), held('40')]);
      expect(await balanceOf(trx, person.id, 'USD')).toEqual({ available: '60', held: '40' });
    });
    expect(await balanceOf(db, person.id, 'USD')).toEqual({ available: '100', held: '0' });
  });

  test('F3 a movement that does not sum to zero in each currency is refused', async () => {
    await expect(
      attempt(async (trx) => move(trx, await operation(trx), 'hold', [available('-40'), held('39.99')])),
    ).rejects.toThrow('leaves -0.01 USD');
    await expect(attempt(async (trx) => move(trx, await operation(trx), 'settle', [available('5')]))).rejects.toThrow(
      'leaves 5 USD',
    );
    const mixed = [available('-40'), house('40', 'ETH')];
    await expect(attempt(async (trx) => move(trx, await operation(trx), 'settle', mixed))).rejects.toThrow(
      /leaves (-40 USD|40 ETH)/,
    );
  });

  test('F3 of many movements in one statement one that does not sum to zero takes all of them back', async () => {
    const several = db.transaction().execute(async (trx) => {
      const ids = [await operation(trx), await operation(trx)];
      await sql`with m as (
          insert into movements (operation_id, kind) select unnest(${ids}::text[]), 'hold' returning id, operation_id)
        insert into postings (movement_id, wallet_id, part, currency, amount, note)
        select m.id, ${usd}, l.part, 'USD', l.amount, 'hold' from m
        join (values (${ids[0]}, 'available', -1), (${ids[0]}, 'held', 1), (${ids[1]}, 'available', -1), (${ids[1]}, 'held', 2))
          l (of, part, amount) on l.of = m.operation_id`.execute(trx);
    });
    await expect(several).rejects.toThrow('leaves 1 USD');
    expect(await balanceOf(db, person.id, 'USD')).toEqual({ available: '100', held: '0' });
  });

  test('F3 a posting is of a movement, a wallet and a currency that are there, and a wallet takes its own currency', async () => {
    const post = (values: RawBuilder<unknown>) =>
      attempt(async (trx) => {
        await sql`insert into postings (movement_id, wallet_id, part, house, currency, amount, note)
          select v.movement::bigint, v.wallet::bigint, v.part, v.house, v.currency, v.amount, 'get'
          from (values ${values}) v (movement, wallet, part, house, currency, amount)`.execute(trx);
      });
    const inMovement = (lines: (id: RawBuilder<unknown>) => RawBuilder<unknown>) =>
      attempt(async (trx) => {
        const { rows } = await sql<{ id: string }>`insert into movements (operation_id, kind)
          values (${await operation(trx)}, 'settle') returning id`.execute(trx);
        await sql`insert into postings (movement_id, wallet_id, part, house, currency, amount, note)
          select v.movement::bigint, v.wallet::bigint, v.part, v.house, v.currency, v.amount, 'get'
          from (values ${lines(sql`${rows[0]?.id}`)}) v (movement, wallet, part, house, currency, amount)`.execute(trx);
      });
    const house = (movement: RawBuilder<unknown>, amount: number, currency = 'USD') =>
      sql`(${movement}, null, null, 'outside', ${currency}, ${sql.lit(amount)})`;
    const wallet = (movement: RawBuilder<unknown>, id: string, currency: string, amount: number) =>
      sql`(${movement}, ${id}, 'available', null, ${currency}, ${sql.lit(amount)})`;
    const nowhere = sql`'999999999'`;
    await expect(post(sql`${house(nowhere, 1)}, ${house(nowhere, -1)}`)).rejects.toThrow('is not there');
    await expect(inMovement((id) => sql`${house(id, 1, 'XXX')}, ${house(id, -1, 'XXX')}`)).rejects.toThrow(
      'currency XXX is not there',
    );
    await expect(inMovement((id) => sql`${wallet(id, '999999999', 'USD', 1)}, ${house(id, -1)}`)).rejects.toThrow(
      'a wallet that is not there',
    );
    await expect(inMovement((id) => sql`${wallet(id, usd, 'EUR', 1)}, ${house(id, -1, 'EUR')}`)).rejects.toThrow(
      'of another currency',
    );
    await inMovement((id) => sql`${wallet(id, usd, 'USD', 1)}, ${house(id, -1)}`);
  });

  test('F3 money moves for an operation that is there', async () => {
    const stray = attempt((trx) => move(trx, '0'.repeat(20), 'settle', [house('-1'), available('1')]));
    await expect(stray).rejects.toThrow(/the operation of movement \d+ is not there/);
  });

  test('F3 the course of an operation is told by what changes the operation alone', async () => {
    const told = sql`insert into operation_timeline (operation_id, status, at) select id, 'completed', now() from operations limit 1`;
    await expect(run(told)).rejects.toThrow('is told by what changes the operation');
    await expect(
      run(sql`insert into operation_timeline (operation_id, status, at) values ('0', 'open', now())`),
    ).rejects.toThrow('is told by what changes the operation');
  });

  test('F3 what postings are about stays: wallets and currencies', async () => {
    await expect(run(sql`delete from wallets where id = ${usd}`)).rejects.toThrow('wallets is append-only');
    await expect(run(sql`truncate wallets cascade`)).rejects.toThrow('is append-only');
    await expect(run(sql`delete from currencies where code = 'USD'`)).rejects.toThrow('currencies is append-only');
    await expect(run(sql`update currencies set scale = 1 where code = 'USD'`)).rejects.toThrow(
      'currencies is append-only',
    );
    await run(sql`update currencies set name_en = name_en`);
  });

  test('F3 no wallet goes below zero, neither what is available nor what is held', async () => {
    const tooMuch = async (trx: Db) => move(trx, await operation(trx), 'hold', [available('-100.01'), held('100.01')]);
    await expect(attempt(tooMuch)).rejects.toThrow('wallets_available_not_negative');
    const notHeld = async (trx: Db) => move(trx, await operation(trx), 'release', [held('-0.01'), available('0.01')]);
    await expect(attempt(notHeld)).rejects.toThrow('wallets_held_not_negative');
    await attempt(async (trx) => move(trx, await operation(trx), 'hold', [available('-100'), held('100')]));
  });

  test('F3 the house may go below zero', async () => {
    await attempt(async (trx) => {
      await move(trx, await operation(trx), 'settle', [house('-1000000'), available('1000000')]);
      expect(await balanceOf(trx, person.id, 'USD')).toEqual({ available: '1000100', held: '0' });
    });
  });

  test('F3 postings, movements and timelines are append-only, operations are never deleted', async () => {
    await expect(run(sql`update postings set amount = amount * 2`)).rejects.toThrow('postings is append-only');
    await expect(run(sql`delete from postings`)).rejects.toThrow('postings is append-only');
    await expect(run(sql`truncate postings`)).rejects.toThrow('postings is append-only');
    await expect(run(sql`update movements set kind = 'hold'`)).rejects.toThrow('movements is append-only');
    await expect(run(sql`delete from movements`)).rejects.toThrow('movements is append-only');
    await expect(run(sql`update operation_timeline set at = now()`)).rejects.toThrow(
      'operation_timeline is append-only',
    );
    await expect(run(sql`delete from operation_timeline`)).rejects.toThrow('operation_timeline is append-only');
    await expect(run(sql`delete from operations`)).rejects.toThrow('operations is append-only');
  });

  test('F3 a balance moves only by postings, and a wallet begins empty', async () => {
    await expect(run(sql`update wallets set available = available + 1`)).rejects.toThrow('only by postings');
    await expect(run(sql`update wallets set held = 1`)).rejects.toThrow('only by postings');
    await expect(run(sql`update wallets set account_id = account_id + 1`)).rejects.toThrow('keeps its owner');
    await expect(
      run(
        sql`insert into wallets (account_id, currency, number, available) values (${person.id}, 'GBP', '000000000001', 5)`,
      ),
    ).rejects.toThrow('begins empty');
  });

  test('F3 a closed movement takes no further posting, even one that sums to zero', async () => {
    const late = sql`
      insert into postings (movement_id, wallet_id, part, currency, amount, note)
      select p.movement_id, ${usd}, part, 'USD', amount, 'get'
      from (select min(movement_id) as movement_id from postings) p, (values ('available', 5), ('held', -5)) v (part, amount)`;
    await expect(run(late)).rejects.toThrow('is closed');
  });

  test('F3 a wallet takes no amount finer than its currency, ETH keeps all eighteen digits', async () => {
    const fine = async (trx: Db) => move(trx, await operation(trx), 'settle', [house('-0.001'), available('0.001')]);
    await expect(attempt(fine)).rejects.toThrow('finer than the currency');
    expect(await balanceOf(db, person.id, 'ETH')).toEqual({ available: '1.000000000000000001', held: '0' });
    const eth = await openWallet(db, person.id, 'ETH');
    await attempt(async (trx) => {
      const lines = [house('-0.000000000000000001', 'ETH'), available('0.000000000000000001', eth, 'ETH')];
      await move(trx, await operation(trx), 'settle', lines);
      expect((await balanceOf(trx, person.id, 'ETH')).available).toBe('1.000000000000000002');
    });
  });

  test('F3 neither nothing nor what is no number can be posted', async () => {
    const post = (amount: string) =>
      attempt(async (trx) => {
        const id = await operation(trx);
        await sql`with m as (insert into movements (operation_id, kind) values (${id}, 'settle') returning id)
        insert into postings (movement_id, house, currency, amount, note)
        select m.id, 'outside', 'USD', ${amount}::numeric, 'get' from m`.execute(trx);
      });
    for (const amount of ['0', 'NaN', 'Infinity', '-Infinity'])
      await expect(post(amount)).rejects.toThrow('postings_amount_check');
  });

  test('F3 an operation has one hold and one outcome', async () => {
    const twice = async (trx: Db) => {
      const id = await operation(trx);
      await move(trx, id, 'hold', [available('-40'), held('40')]);
      await move(trx, id, 'hold', [available('-40'), held('40')]);
    };
    await expect(attempt(twice)).rejects.toThrow('movements_one_effect');
    const both = async (trx: Db) => {
      const id = await operation(trx);
      await move(trx, id, 'hold', [available('-40'), held('40')]);
      await move(trx, id, 'settle', [held('-40'), house('40')]);
      await move(trx, id, 'release', [available('40'), house('-40')]);
    };
    await expect(attempt(both)).rejects.toThrow('movements_one_effect');
  });

  test('F3 an operation goes forward only, and its terms stay what was confirmed', async () => {
    const change = (set: RawBuilder<unknown>, status: 'open' | 'processing' = 'open') =>
      attempt(async (trx) => {
        const id = await operation(trx, status);
        await sql`update operations set ${set} where id = ${id}`.execute(trx);
      });
    for (const [status, next] of [
      ['open', 'completed'],
      ['open', 'failed'],
      ['processing', 'open'],
      ['processing', 'expired'],
    ] as const)
      await expect(change(sql`status = ${next}`, status)).rejects.toThrow(`cannot go from ${status} to ${next}`);
    await expect(change(sql`give = 1`)).rejects.toThrow('keeps its terms');
    await expect(change(sql`get = get + 1`)).rejects.toThrow('keeps its terms');
    await expect(change(sql`rate = 2`)).rejects.toThrow('keeps its terms');
    await expect(change(sql`expires_at = expires_at + interval '1 second'`)).rejects.toThrow('keeps its terms');
    const revive = attempt(async (trx) => {
      const id = await operation(trx);
      await sql`update operations set status = 'expired' where id = ${id}`.execute(trx);
      await sql`update operations set status = 'processing' where id = ${id}`.execute(trx);
    });
    await expect(revive).rejects.toThrow('cannot go from expired to processing');
  });

  /** An operation like another one, but for this. */
  const like = (wrong: object) =>
    attempt(async (trx) => {
      const id = await operation(trx);
      await sql`insert into operations select (jsonb_populate_record(o, ${JSON.stringify({ id: newOperationId(), ...wrong })}::jsonb)).*
        from operations o where o.id = ${id}`.execute(trx);
    });

  test.each([
    ['id', { id: 'no id of ours' }],
    ['kind', { kind: 'gift' }],
    ['status', { status: 'done' }],
    ['give', { give: 0, fee: 0 }],
    ['give', { give: 'NaN' }],
    ['give', { give: 1e30 }],
    ['get', { get: -1 }],
    ['get', { get: 'Infinity' }],
    ['fee', { fee: -1 }],
    ['fee', { fee: 41 }],
    ['fee', { fee: 'NaN' }],
    ['rate', { rate: 0 }],
    ['rate', { rate: 'NaN' }],
    ['asked_side', { asked_side: 'both' }],
    ['account', { account_id: null }],
    ['account', { kind: 'treasury' }],
    ['parent', { id: '0000000000000000000A', parent_id: '0000000000000000000A' }],
    ['status_path', { status_path: 'status' }],
  ])('F3 an operation begins with a right %s: %o', async (column, wrong) => {
    await expect(like(wrong)).rejects.toMatchObject({ code: '23514', constraint: `operations_${column}_check` });
  });

  test('F3 an operation begins between two accounts, and finds its way back by a path', async () => {
    await like({});
    await expect(like({ counterparty_id: person.id })).rejects.toMatchObject({
      constraint: 'operations_counterparty_check',
    });
    const lead = attempt(async (trx) => {
      const id = await operation(trx);
      await sql`update operations set status_path = 'https://elsewhere.example' where id = ${id}`.execute(trx);
    });
    await expect(lead).rejects.toMatchObject({ constraint: 'operations_status_path_check' });
  });

  test.each([
    ['id', '0000000000000000000A'],
    ['kind', 'deposit'],
    ['give', '41'],
    ['get', '0.02'],
    ['fee', '2'],
    ['rate', '1'],
    ['asked_side', 'get'],
    ['asked_amount', '1'],
    ['account_id', null],
    ['counterparty_id', '1'],
    ['parent_id', '0000000000000000000A'],
  ])('F3 its %s stays as it began', async (column, other) => {
    const change = attempt(async (trx) => {
      const id = await operation(trx);
      await sql`update operations set ${sql.ref(column)} = ${other} where id = ${id}`.execute(trx);
    });
    await expect(change).rejects.toThrow('keeps its terms');
  });

  test.each([
    ['number', '0123'],
    ['email', 'Upper@example.com'],
    ['email', `${'a'.repeat(250)}@b.cc`],
    ['locale', 'de'],
    ['verification_level', 2],
  ])('F3 an account has a right %s: not %s', async (column, wrong) => {
    const error = { code: '23514', constraint: `accounts_${column}_check` };
    const change = attempt((trx) =>
      sql`update accounts set ${sql.ref(column)} = ${wrong} where id = ${person.id}`.execute(trx),
    );
    await expect(change).rejects.toMatchObject(error);
    const begin = attempt((trx) =>
      sql`insert into accounts overriding system value select (jsonb_populate_record(a, ${JSON.stringify({ id: 0, number: '99999999', email: 'other@example.com', [column]: wrong })}::jsonb)).*
        from accounts a where a.id = ${person.id}`.execute(trx),
    );
    await expect(begin).rejects.toMatchObject(error);
  });

  test('F12 the letter box of an account is that of its address, whatever is written beside it', async () => {
    const boxOf = async (trx: Db) =>
      (await trx.selectFrom('accounts').select('letter_box').where('id', '=', person.id).executeTakeFirstOrThrow())
        .letter_box;
    await attempt(async (trx) => {
      await sql`update accounts set email = 'a.b+c@googlemail.com' where id = ${person.id}`.execute(trx);
      expect(await boxOf(trx)).toBe('ab@gmail.com');
      await sql`update accounts set letter_box = 'other@example.com' where id = ${person.id}`.execute(trx);
      expect(await boxOf(trx)).toBe('ab@gmail.com');
      await sql`insert into accounts (number, email) values ('99999999', 'new+one@example.com')`.execute(trx);
      const made = trx.selectFrom('accounts').select('letter_box').where('number', '=', '99999999');
      expect((await made.executeTakeFirstOrThrow()).letter_box).toBe('new@example.com');
    });
  });

  test('F3 every change of status is in the timeline, with its time and reason', async () => {
    await attempt(async (trx) => {
      const id = await operation(trx, 'processing');
      await sql`update operations set status = 'failed', reason = 'provider_declined', changed_at = '2999-01-01' where id = ${id}`.execute(
        trx,
      );
      const rows = await trx
        .selectFrom('operation_timeline')
        .select(['status', 'reason', 'at'])
        .where('operation_id', '=', id)
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { status: 'processing', reason: null, at: expect.any(String) },
        { status: 'failed', reason: 'provider_declined', at: '2999-01-01T00:00:00Z' },
      ]);
    });
  });

  test('F3 of several that one statement changes each is in the timeline, and none that only its time is changed of', async () => {
    await attempt(async (trx) => {
      const ids = [await operation(trx), await operation(trx), await operation(trx)];
      const [one, other, same] = ids;
      await sql`update operations set status = case when id = ${same} then status else 'processing' end, changed_at = now()
        where id = any(${ids})`.execute(trx);
      const rows = await trx
        .selectFrom('operation_timeline')
        .select(['operation_id as id', 'status'])
        .where('operation_id', 'in', ids)
        .orderBy('id')
        .execute();
      const statuses = (id?: string) => rows.filter((row) => row.id === id).map(({ status }) => status);
      expect([one, other, same].map(statuses)).toEqual([['open', 'processing'], ['open', 'processing'], ['open']]);
    });
  });

  test('F3 a wallet moves by the sum of all lines of a statement, each part by its own', async () => {
    await attempt(async (trx) => {
      const before = await balanceOf(trx, person.id, 'USD');
      await move(trx, await operation(trx), 'hold', [available('-3'), available('-4'), held('5'), house('2')]);
      const after = await balanceOf(trx, person.id, 'USD');
      expect([Number(after.available) - Number(before.available), Number(after.held) - Number(before.held)]).toEqual([
        -7, 5,
      ]);
    });
  });
});
