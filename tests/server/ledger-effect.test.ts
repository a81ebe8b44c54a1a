import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankErrors, balanceOf } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { checked, makePerson, movementsOf, submit } from './money.ts';

/**
 * Two guards keep an operation to one effect: the conditional update that leaves `open`, and the constraint
 * `movements_one_effect`. Here the first is broken on purpose (the database undoes the change of status), so that the
 * second stands alone, and then the second is taken away: the bank check must see what follows.
 */
const broken = [
  `create function stay_open() returns trigger language plpgsql as $$
  begin
    new.status := old.status;
    return new;
  end $$`,
  'create trigger a_stay_open before update on operations for each row execute function stay_open()',
];

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  for (const statement of broken) await sql.raw(statement).execute(server.db);
});
afterAll(() => server.close());

describe('one effect', () => {
  test('F3 the constraint is there under its name', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname = 'movements_one_effect' and conrelid = 'movements'::regclass and convalidated`.execute(server.db);
    expect(rows).toEqual([{ definition: 'UNIQUE (operation_id, step)' }]);
  });

  test('F3 with the conditional update broken, the constraint alone keeps ten submits to one effect', async () => {
    const person = await makePerson(server);
    const operation = await checked(person.browser);
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(person.browser, operation)));
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(1);
    expect(await movementsOf(server.db, operation)).toEqual(['hold']);
    expect(await balanceOf(server.db, person.id, 'USD')).toEqual({ available: '900', held: '100' });
  });

  test('F3 with both guards gone the effect doubles, and the bank check says so', async () => {
    await sql`alter table movements drop constraint movements_one_effect`.execute(server.db);
    const person = await makePerson(server);
    const operation = await checked(person.browser);
    for (let time = 0; time < 2; time += 1) expect((await submit(person.browser, operation)).http).toBe(200);
    expect(await movementsOf(server.db, operation)).toEqual(['hold', 'hold']);
    expect(await balanceOf(server.db, person.id, 'USD')).toEqual({ available: '800', held: '200' });
    const errors = (await bankErrors(server.db)).filter(
      (error) => error.includes(operation.id) || error.includes(`wallet ${person.id} `),
    );
    for (const rule of ['held is what unfinished operations keep', 'an operation is held at most once'])
      expect(errors).toContainEqual(expect.stringContaining(rule));
  });
});
