import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operateOperation } from '../../server/operations/operator.ts';
import { beginAsking, takeOperation } from '../../server/operations/taken.ts';
import { balanceOf, bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { becomes, checked, hurry, makePerson, movementsOf, provider, submit, until, type Person } from './money.ts';
import { byBank, factOf, ordered, paymentBecomes, payTo } from './payments.ts';
import { payout, withdrawalBecomes, withdrawalOf, withdrawn } from './withdraw.ts';

/*
 * Nobody places an order while a person of the house decides about it.
 */

let server: TestServer;
let second: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  second = await startServer({ SEED_DEMO: '0', DATABASE_URL: server.databaseUrl });
});
beforeEach(async () => {
  person = await makePerson(server);
});
afterAll(async () => {
  await bankCheck(server.db);
  await second.close();
  await server.close();
});

const operate = async (...words: string[]): Promise<string[]> => {
  const lines: string[] = [];
  const config = { productName: 'Statera', origins: [], publicUrl: undefined };
  await operateOperation({ db: server.db, config, say: (line) => lines.push(line) }, words);
  return lines;
};
const usd = () => balanceOf(server.db, person.id, 'USD');
const asked = async ({ id }: { id: string }): Promise<number> =>
  (await server.db.selectFrom('sandbox_orders').select('asked').where('id', '=', id).executeTakeFirst())?.asked ?? 0;

/** An exchange that its provider does not answer for, and whose time is over. */
const late = async () => {
  await provider(server.db, 'hang', { whom: person.number });
  const operation = await checked(person.browser);
  expect((await submit(person.browser, operation)).http).toBe(200);
  await until(async () => (await asked(operation)) > 0);
  await promisedBefore(operation);
  return operation;
};
const promisedBefore = ({ id }: { id: string }) =>
  sql`update operations set expected_by = clock_timestamp() - interval '1 hour' where id = ${id}`.execute(server.db);
/** Its job was done once more, and is put off. */
const jobPasses = async (operation: { id: string }): Promise<void> => {
  await hurry(server.db, operation);
  await until(async () => {
    const { rows } = await sql`
      select 1 from graphile_worker.jobs
      where key = ${operation.id} and locked_by is null and run_at > clock_timestamp() + interval '20 s'`.execute(
      server.db,
    );
    return rows.length === 1;
  }, `the job of ${operation.id} is not put off`);
};

test('F3 who ends one that is not theirs is told so at once, however often its provider is asked meanwhile', async () => {
  const { id } = await late();
  await takeOperation(server.db, id, 'bob');
  await sql`update operations set asked_until = clock_timestamp() + interval '1 hour' where id = ${id}`.execute(
    server.db,
  );
  await expect(operate('refused', id, 'ann')).rejects.toThrow(`${id} is taken by bob, since `);
  await sql`update operations set asked_until = clock_timestamp() where id = ${id}`.execute(server.db);
  expect(await operate('refused', id, 'bob')).toEqual([`${id}  failed, and what was held is back`]);
});

test('F3 who has taken a late one decides alone: its provider is asked no more, and places nothing', async () => {
  const operation = await late();
  const { id } = operation;
  const first = `${id} is taken by nobody, and its provider may be asked at any moment: operation take ${id} <name>`;
  await expect(operate('refused', id, 'ann')).rejects.toThrow(first);
  await expect(operate('done', id)).rejects.toThrow(first);

  const [line, next] = await operate('take', id, 'ann');
  expect([line, next]).toEqual([
    expect.stringMatching(new RegExp(`^${id}  taken by ann, since \\d{4}-\\S+Z$`)),
    expect.stringMatching(/^ask its provider now: what it said before this line does not count/),
  ]);
  const heard = await asked(operation);
  await provider(server.db, 'settle', { whom: person.number, delay: 60_000 });
  await jobPasses(operation);
  expect(await asked(operation)).toBe(heard);
  expect(await operate('late')).toContainEqual(expect.stringMatching(new RegExp(`^${id} .* {2}taken by ann, since `)));
  expect(await operate('show', id)).toContainEqual(expect.stringMatching(/^ {2}taken by ann, since /));

  await expect(operate('take', id, 'bob')).rejects.toThrow(`${id} is taken by ann, since `);
  for (const what of ['done', 'refused', 'release'])
    await expect(operate(what, id, 'bob')).rejects.toThrow(`${id} is taken by ann, since `);
  expect(await usd()).toEqual({ available: '900', held: '100' });
  expect(await operate('refused', id, 'ann')).toEqual([`${id}  failed, and what was held is back`]);
  expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
  expect(await usd()).toEqual({ available: '1000', held: '0' });
  expect(await asked(operation)).toBe(heard);
  for (const words of [
    ['take', id, 'ann'],
    ['done', id, 'ann'],
  ])
    await expect(operate(...words)).rejects.toThrow('is failed and not late');
});

test('F3 of two who take it at once one has it, and what they give back is asked about again', async () => {
  const operation = await late();
  const { id } = operation;
  const takes = await Promise.allSettled(['ann', 'bob'].map((name) => operate('take', id, name)));
  expect(takes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [theirs, other] = takes[0]?.status === 'fulfilled' ? ['ann', 'bob'] : ['bob', 'ann'];
  await expect(operate('release', id, other)).rejects.toThrow(`${id} is taken by ${theirs}, since `);
  const again = await operate('take', id, theirs);
  expect(again[0]).toContain(`taken by ${theirs}, since `);

  await jobPasses(operation);
  await provider(server.db, 'settle', { whom: person.number });
  expect(await operate('release', id, theirs)).toEqual([`${id}  is taken by nobody, and its provider is asked again`]);
  await expect(operate('refused', id, theirs)).rejects.toThrow(/is taken by nobody|has ended|not late/);
  await becomes(person.browser, operation, 'completed');
  expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
  for (const words of [
    ['take', id],
    ['take', id, 'ann', 'smith'],
    ['take', id, 'x'.repeat(61)],
    ['take'],
    ['release', id],
    ['show', id, 'ann'],
  ])
    await expect(operate(...words)).rejects.toThrow(/^operation late|a name is one word|a name has at most|not late/);
});

test('F3 a question that is on its way is waited for, also by who decides after a take that was cut off', async () => {
  const operation = await late();
  const { id } = operation;
  const isAsked = async () =>
    (
      await sql<{
        asked: boolean;
      }>`select asked_until > clock_timestamp() as asked from operations where id = ${id}`.execute(server.db)
    ).rows[0]?.asked;
  // As a process leaves it that was killed behind the mark.
  expect(await takeOperation(server.db, id, 'ann')).toBe(true);
  await sql`update operations set asked_until = clock_timestamp() + interval '700 ms' where id = ${id}`.execute(
    server.db,
  );
  expect(await operate('refused', id, 'ann')).toEqual([`${id}  failed, and what was held is back`]);
  expect(await isAsked()).toBe(false);

  const next = await late();
  await operate('take', next.id, 'ann');
  const { rows } = await sql<{ over: boolean }>`
    select asked_until <= clock_timestamp() as over from operations where id = ${next.id}`.execute(server.db);
  expect(rows).toEqual([{ over: true }]);
  expect(await operate('done', next.id, 'ann')).toEqual([`${next.id}  completed`]);
});

test('F3 who waits to place it while it is being taken places nothing', async () => {
  const operation = await checked(person.browser);
  await provider(server.db, 'hang', { whom: person.number });
  await submit(person.browser, operation);
  const trx = await server.db.startTransaction().execute();
  try {
    await takeOperation(trx, operation.id, 'ann');
    const placed = [beginAsking(server.db, operation.id), beginAsking(second.db, operation.id)];
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%asked_until%'`.execute(
        second.db,
      );
      return rows.length >= 2;
    });
    await trx.commit().execute();
    expect(await Promise.all(placed)).toEqual([undefined, undefined]);
  } finally {
    if (!trx.isCommitted) await trx.rollback().execute();
  }
});

test('F6 what nobody was asked for is not taken back by its person while somebody decides about it', async () => {
  const rich = await makePerson(server, { EUR: '1000' });
  await payout(server.db, rich.number, 'settle', { pause: 60_000 });
  const operation = await withdrawn(server.db, rich);
  const { id } = operation;
  expect((await withdrawalOf(rich.browser, operation)).cancellable).toBe(true);
  await promisedBefore(operation);
  expect((await operate('take', id, 'ann'))[0]).toMatch(/; its provider was never asked for it$/);
  expect((await withdrawalOf(rich.browser, operation)).cancellable).toBeUndefined();
  const cancel = () => rich.browser.post('/api/operation/cancel', { id });
  expect((await cancel()).failure.code).toBe('too_late');
  await operate('refused', id, 'ann');
  expect(await balanceOf(server.db, rich.id, 'EUR')).toEqual({ available: '1000', held: '0' });
  expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
});

test('F7 of a deposit that was refused nothing is said to be back: nothing was held, and its person reads of a payment', async () => {
  await provider(server.db, 'settle', { whom: person.number, delay: 600_000 });
  const order = await ordered(person.browser, 'deposit', byBank);
  await payTo(server, factOf(order, 'reference'));
  await paymentBecomes(person.browser, order, 'processing');
  await promisedBefore(order);
  await operate('take', order.id, 'ann');
  expect(await operate('refused', order.id, 'ann')).toEqual([
    `${order.id}  failed; nothing was held for it, and nothing is credited`,
  ]);
  expect(await paymentBecomes(person.browser, order, 'failed')).toMatchObject({ reason: 'payment_not_confirmed' });
});

test('F3 what nobody was asked for yet is placed by no server, once a person has taken all of it', async () => {
  await provider(server.db, 'settle', { whom: person.number });
  const operation = await checked(person.browser);
  // As a restored database has it: it was confirmed, and its job has not run.
  await sql`create function not_yet() returns trigger language plpgsql as $$
    begin new.run_at := now() + interval '1 hour'; return new; end $$`.execute(server.db);
  await sql`create trigger not_yet before insert on graphile_worker._private_jobs
    for each row execute function not_yet()`.execute(server.db);
  expect((await submit(person.browser, operation)).http).toBe(200);
  await sql`drop function not_yet cascade`.execute(server.db);
  const lines = await operate('take', 'unplaced', 'ann');
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${operation.id}  exchange  .* account ${person.number}$`)),
    expect.stringMatching(/^1 taken by ann: /),
    expect.stringMatching(/^operation taken lists them: operation refused <operation> ann where /),
  ]);
  await hurry(server.db, operation);
  await jobPasses(operation);
  expect(await asked(operation)).toBe(0);
  expect((await operate('take', 'unplaced', 'bob'))[0]).toMatch(/^0 taken by bob: /);
  await operate('release', operation.id, 'ann');
  await becomes(person.browser, operation, 'completed');
});

describe('what was not placed yet, and was taken before it is late', () => {
  const rich = async (money: Record<string, string> = { EUR: '1000' }) => {
    const one = await makePerson(server, money);
    await payout(server.db, one.number, 'settle', { pause: 60_000 });
    return one;
  };
  /** Its job runs now, and not by the clock of its pause. */
  const due = ({ id }: { id: string }) =>
    sql`update graphile_worker._private_jobs set run_at = clock_timestamp() where key = ${id}`.execute(server.db);
  const euros = (one: Person) => balanceOf(server.db, one.id, 'EUR');
  const refused = (id: string) => `${id}  failed, and what was held is back`;

  test('F3 whoever has taken it ends it, once, and no server places it', async () => {
    const one = await rich();
    const operation = await withdrawn(server.db, one);
    const { id } = operation;
    for (const what of ['take', 'done', 'refused'])
      await expect(operate(what, id, 'ann')).rejects.toThrow(
        `${id} is processing and not late: its provider was not asked for it yet`,
      );
    await operate('take', 'unplaced', 'ann');
    await expect(operate('refused', id, 'bob')).rejects.toThrow(`${id} is taken by ann, since `);
    await expect(operate('take', id, 'bob')).rejects.toThrow(`${id} is taken by ann, since `);
    expect((await operate('take', id, 'ann'))[0]).toMatch(
      /taken by ann, since \S+; its provider was never asked for it$/,
    );
    expect(await euros(one)).toEqual({ available: '900', held: '100' });

    expect(await operate('refused', id, 'ann')).toEqual([refused(id)]);
    for (const what of ['refused', 'done', 'take', 'release'])
      await expect(operate(what, id, 'ann')).rejects.toThrow(/is failed and not late|has ended meanwhile/);
    await hurry(server.db, operation);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
    expect(await euros(one)).toEqual({ available: '1000', held: '0' });
    expect(await asked(operation)).toBe(0);
  });

  test('F3 its provider had done it before the database was restored: the money goes where it was to go, once', async () => {
    const one = await rich();
    const operation = await withdrawn(server.db, one);
    const { id } = operation;
    await operate('take', 'unplaced', 'ann');
    const ends = await Promise.allSettled([operate('done', id, 'ann'), operate('done', id, 'ann')]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
    expect(await euros(one)).toEqual({ available: '900', held: '0' });
    expect(await asked(operation)).toBe(0);
  });

  test('F3 of a refusal, a release and the job that would place it, at once, one comes to pass', async () => {
    const one = await rich();
    for (let round = 0; round < 5; round += 1) {
      const before = await euros(one);
      const operation = await withdrawn(server.db, one);
      const { id } = operation;
      await operate('take', 'unplaced', 'ann');
      const [ended, released] = await Promise.allSettled([
        operate('refused', id, 'ann'),
        operate('release', id, 'ann'),
        due(operation),
      ]);
      if (ended.status === 'fulfilled') {
        expect(ended.value).toEqual([refused(id)]);
        expect(released.status).toBe('rejected');
        expect(await movementsOf(server.db, operation)).toEqual(['hold', 'release']);
        expect(await euros(one)).toEqual(before);
        expect(await asked(operation)).toBe(0);
      } else {
        expect(released.status).toBe('fulfilled');
        await hurry(server.db, operation);
        await withdrawalBecomes(one.browser, operation, 'completed');
        expect(await movementsOf(server.db, operation)).toEqual(['hold', 'settle']);
      }
    }
  });

  test('F3 it is listed, beside what is late and beside those that are, with who decides', async () => {
    const one = await rich();
    const { id } = await withdrawn(server.db, one);
    expect((await operate('taken')).join()).not.toContain(id);
    await operate('take', 'unplaced', 'ann');
    const line = expect.stringMatching(new RegExp(`^${id}  withdraw  .* promised by \\S+  taken by ann, since \\S+$`));
    const lines = await operate('taken');
    expect(lines).toContainEqual(line);
    expect(lines.at(-1)).toMatch(/^\d+ taken$/);
    expect(await operate('late')).not.toContainEqual(line);
    expect((await operate('late')).at(-1)).toMatch(/^\d+ taken that are not late: operation taken$/);
    expect(await operate('show', id)).toContain('  its provider was never asked for it');
    await operate('refused', id, 'ann');
    expect((await operate('taken')).join()).not.toContain(id);
  });
});
